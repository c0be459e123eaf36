import { expect, it } from 'vitest';
import { circumstances } from '../../spec/index.ts';
import { type Circumstances, textIn } from './circumstance-texts.ts';
import { describeSigns, factorsOfSigns, levelOfSign, signsOf } from './signs.ts';

const all = factorsOfSigns.flatMap((factor) =>
  (circumstances.rerank.find(({ name }) => name === factor)?.levels ?? []).flatMap((level) =>
    signsOf(level).map((sign) => ({ factor, level, sign })),
  ),
);
const textWith = (factor: string, level: string): string => {
  const row: Circumstances =
    factor === 'query' ? { [level === 'marks and links' ? 'wording' : 'script']: level } : { [factor]: level };
  return textIn(row);
};

it('takes every sign from the text of its level', () => {
  expect(all.length).toBeGreaterThan(40);
  const missing = all.filter(
    ({ factor, level, sign }) => factor !== 'edges' && !textWith(factor, level).includes(sign),
  );
  expect(missing).toEqual([]);
});

it('makes a text with each sign alone', () => {
  for (const { factor, level, sign } of all.filter((one) => one.factor === 'script' || one.factor === 'wording')) {
    const text = textWith(factor, levelOfSign(sign));
    expect(text).toContain(sign);
    const others = signsOf(level).filter((other) => other !== sign && !sign.includes(other));
    expect(others.filter((other) => text.includes(other))).toEqual([]);
  }
});

it('makes a text of one word with each sign, never an empty one', () => {
  for (const { sign } of all.filter((one) => one.factor === 'script'))
    expect(textIn({ script: levelOfSign(sign), wording: 'one word' })).toBe(`asthma${sign}`);
});

it('makes a text of many signs that is longer than a short length, where that is tried', () => {
  expect(textIn({ length: '60', wording: 'marks and links' })).toBe(textIn({ wording: 'marks and links' }));
});

it('makes a text with one part of the white space around it', () => {
  const texts = all
    .filter(({ factor }) => factor === 'edges')
    .map(({ factor, sign }) => textWith(factor, levelOfSign(sign)));
  expect(texts.map((text) => text.replace(/\S.*\S/, '…'))).toEqual(['\t…', ' …', '… ', '…\n']);
});

it('names signs so that none is invisible', () => {
  for (const { factor, sign } of all) expect(describeSigns(factor, [sign])).not.toMatch(/[\s\u200b]{2}|\u200b|[()]$/);
  expect(describeSigns('wording', ['"', '(', '[', '~', '^', '*'])).toBe(
    '`"`, `(`, `[`, `~` or 2 other signs in the text',
  );
  expect(describeSigns('query', ['"'])).toBe('`"` in the query');
});
