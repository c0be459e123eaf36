import { createHash } from 'node:crypto';
import { limits } from '../../spec/index.ts';
import { hash32 } from '../chance.ts';
import { general, meaningsNear } from './nearness.ts';
import { read } from './reading.ts';

/** What each kind of feature weighs; what a text names says more than the words it uses. */
const weights = {
  named: 2.2,
  vague: 0.9,
  aspect: 1.3,
  elsewhere: 2.2,
  word: 1,
  wordBeside: 0.6,
  nameWord: 0.3,
  wholeText: 0.06,
} as const;
/** Features of a text that count, the first ones: a text has no length limit. */
const mostFeatures = 2_000;
/** Numbers that one feature touches. Two features share few of them, so that they hardly disturb each other. */
const spread = 96;

/**
 * A vector of unit length for a text, from the text alone: what it names and what is near to that, the aspects it speaks of
 * and its words, each a random direction. Texts that mean the same point the same way.
 */
export function vectorOf(text: string): number[] {
  const vector = wholeText(text);
  for (const [feature, weight] of featuresOf(text)) {
    const share = weight / Math.sqrt(spread);
    let state = hash32(feature) | 1;
    for (let count = 0; count < spread; count += 1) {
      state = nextState(state);
      const at = (state >>> 8) % vector.length;
      vector[at] = (vector[at] as number) + (state & 1 ? share : -share);
    }
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return Array.from(vector, (value) => Math.round((value / length) * 1e9) / 1e9);
}

/** A light direction over all numbers: it tells texts with the same features apart, and gives texts without any a direction. */
function wholeText(text: string): Float64Array {
  let state = createHash('sha256').update(text).digest().readInt32LE(0) | 1;
  return new Float64Array(limits.embeddingDimensions).map(() => {
    state = nextState(state);
    const share = weights.wholeText / Math.sqrt(limits.embeddingDimensions);
    return state & 1 ? share : -share;
  });
}

/** Xorshift, which is quick; never 0 where it does not begin with 0. */
function nextState(before: number): number {
  const first = before ^ (before << 13);
  const second = first ^ (first >>> 17);
  return second ^ (second << 5);
}

/** Features with their weights; what comes again counts less each time. */
function featuresOf(text: string): [feature: string, weight: number][] {
  const { mentions, words, others } = read(text);
  const squares = new Map<string, number>();
  const add = (feature: string, weight: number): void => {
    squares.set(feature, (squares.get(feature) ?? 0) + weight ** 2);
  };
  for (const { meaning } of mentions) {
    const near = meaningsNear(meaning);
    if (meaning.kind === 'aspect') add(meaning.term, weights.aspect);
    else if (meaning.kind === 'elsewhere') add(meaning.term, weights.elsewhere);
    else
      for (const [term, weight] of near)
        add(term, weight * (general.has(meaning.kind) ? weights.vague : weights.named));
  }
  const free = new Set(others);
  const medical = mentions.some(({ meaning: { kind } }) => !['plain', 'aspect', 'elsewhere'].includes(kind));
  const freeWeight = medical ? weights.wordBeside : weights.word;
  for (const word of words) add(`_${word}`, free.has(word) ? freeWeight : weights.nameWord);
  return [...squares].slice(0, mostFeatures).map(([feature, square]) => [feature, Math.sqrt(square)]);
}
