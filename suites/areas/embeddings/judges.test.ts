import { expect, it } from 'vitest';
import { exchangeOf } from '../../judges/exchange.test-support.ts';
import { tokenCount, vectorsKept } from './judges.ts';

const judged = (input: unknown, tokens: number) =>
  tokenCount(exchangeOf({ endpoint: 'embeddings', body: { input } }, { usage: { prompt_tokens: tokens } }));
const isBroken = expect.objectContaining({ kind: 'broken' });

it('a text has a token at least, but not white space alone, and equal texts may share it', () => {
  expect([judged('pain', 0), judged(['pain', 'fever'], 1)]).toEqual([isBroken, isBroken]);
  expect([judged(' ', 0), judged(['pain', ' pain\n', '\t'], 1), judged(['pain', 'fever'], 2)]).toEqual([
    'fine',
    'fine',
    'fine',
  ]);
});

it("an input with a vector of its own has no other input's elsewhere, unless a model reads both alike", () => {
  const answer = (input: readonly string[], vectors: readonly (readonly number[])[]) =>
    exchangeOf(
      { endpoint: 'embeddings', body: { input } },
      { data: vectors.map((embedding, index) => ({ index, embedding })) },
    );
  const [one, two, other] = [
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const;
  const visits = answer(['visit 1', 'visit 2'], [one, two]);
  expect(vectorsKept([visits, answer(['visit 1', 'visit 2'], [one, one])])).toEqual(isBroken);
  // Rounding, another model, a model without capitals or signs, one that reads no numbers, and what is wrong already.
  expect(vectorsKept([visits, answer(['visit 1', 'visit 2'], [[1, 0.0001], two])])).toBe('fine');
  expect(vectorsKept([visits, answer(['visit 1', 'visit 2'], [other, [0, -1]])])).toBe('fine');
  expect(vectorsKept([visits, answer(['Visit 1?', 'visit 1'], [other, other])])).toBe('fine');
  expect(vectorsKept([answer(['visit 3', 'visit 4'], [one, one]), answer(['visit 4'], [one])])).toBe('fine');
  expect(vectorsKept([visits, answer(['visit 1', 'visit 2'], [two, [0, 0]])])).toEqual(isBroken);
  // An entry without its index is of an unknown input.
  const unknown = exchangeOf(
    { endpoint: 'embeddings', body: { input: ['visit 1', 'visit 2'] } },
    { data: [{ embedding: one }, { embedding: two }] },
  );
  expect(vectorsKept([visits, unknown])).toBe('fine');
  expect(vectorsKept([visits, answer(['visit 1', 'visit 2'], [two])])).toBe('fine');
  expect(vectorsKept([answer(['喘息', '頭痛'], [one, two]), answer(['頭痛'], [one])])).toBe('nothing');
});
