import { describe, expect, it } from 'vitest';
import { streamOf } from '../http/exchange/stream.ts';
import { formatParentOf, formatStreamEnd, pathName } from './format-value.ts';

describe('a value at a path', () => {
  it.each([
    ['the neighbours in its object', { a: { b: 1, c: [1, 2] } }, ['a', 'b'], '`a` is {"b": 1, "c": [1,2]}'],
    ['what stands in the place of a missing one', { a: { b: 1 } }, ['a', 'c'], '`a` is {"b": 1}'],
    [
      'the size of a long neighbour',
      { a: 'x', b: Array(40).fill(7) },
      ['a'],
      'the whole is {"a": "x", "b": [40 items]}',
    ],
    ['the items around it', [...'abcdefghij'], [5], 'the whole is [2 more, "c", "d", "e", "f", "g", "h", 2 more]'],
    ['a holder that is none', { a: 3 }, ['a', 'b'], '`a` is 3'],
  ] as const)('is shown with %s', (_words, value, path, text) => {
    expect(formatParentOf(value, path)).toBe(text);
  });

  it('is shown at greater length than its neighbours', () => {
    const text = 'word '.repeat(15);
    expect(formatParentOf({ a: text, b: text }, ['b'])).toBe(
      `the whole is {"a": "word word word word word word …", "b": "${text}"}`,
    );
  });

  it('has a name', () => {
    expect(pathName(['data', 0, 'embedding', 12])).toBe('`data[0].embedding[12]`');
    expect(pathName([])).toBe('the whole');
  });
});

describe('the end of a stream', () => {
  const end = (text: string): string => formatStreamEnd(streamOf({ body: new TextEncoder().encode(text) }));

  it('is its last five lines with their numbers, blank ones left out', () => {
    const events = Array.from({ length: 8 }, (_, at) => `data: {"n":${at}}\n\n`).join('');
    expect(end(`${events}data: [DONE]\n\n: bye\n`)).toBe(
      'The end of the stream: line 11: "data: {\\"n\\":5}"; line 13: "data: {\\"n\\":6}"; line 15: "data: {\\"n\\":7}"; line 17: "data: [DONE]"; line 19: ": bye".',
    );
  });

  it('is said to be missing where there is no line', () => {
    expect(end('')).toBe('The stream holds no line.');
  });
});
