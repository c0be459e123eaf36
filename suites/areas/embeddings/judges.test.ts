import { expect, it } from 'vitest';
import { exchangeOf } from '../../judges/exchange.test-support.ts';
import { tokenCount } from './judges.ts';

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
