import { expect, it } from 'vitest';
import { jsonTokens } from './json-tokens.ts';

const laidOut = (text: string): string | undefined =>
  jsonTokens(text)
    ?.map((token) => token.text)
    .join('');

it('formats JSON like JSON.stringify, except for lists of plain values', () => {
  const value = { a: [{ b: 'say "no": {' }, {}], c: null, d: -1.5e-7, e: [] };
  expect(laidOut(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
  expect(laidOut('{"v":[1,2,\n3],"n":[[1],[2]]}')).toBe('{\n  "v": [1, 2, 3],\n  "n": [\n    [1],\n    [2]\n  ]\n}');
});

it('reads a text that was cut', () => {
  expect(laidOut('{"a":[{"b":"half')).toBe('{\n  "a": [\n    {\n      "b": "half');
});

it.each(['<html>', '', 'plain words', '[DONE]x{<'])('does not accept %j as JSON', (text) => {
  expect(jsonTokens(text)).toBeNull();
});
