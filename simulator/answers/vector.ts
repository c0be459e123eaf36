import { createHash } from 'node:crypto';
import { limits } from '../../spec/index.ts';
import { hash32 } from '../chance.ts';
import { featuresOf } from './features.ts';
import { read } from './reading.ts';
import { remembering } from './remembering.ts';

/** How much the whole text weighs beside its features. */
const wholeTextWeight = 0.06;
/** Numbers that one feature touches. Two features share few of them, so that they hardly disturb each other. */
const spread = 96;

/**
 * A vector of unit length for a text, from the text alone: what it names and what is near to that, the aspects it speaks of
 * and its words, each a random direction. Texts that mean the same point the same way.
 */
function vectorOf(text: string): Float64Array {
  const vector = wholeText(text);
  for (const [feature, weight] of featuresOf(text, read(text))) {
    const share = weight / Math.sqrt(spread);
    let state = hash32(feature) | 1;
    for (let count = 0; count < spread; count += 1) {
      state = nextState(state);
      const at = (state >>> 8) % vector.length;
      vector[at] = (vector[at] as number) + (state & 1 ? share : -share);
    }
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return vector.map((value) => value / length);
}

/** Vectors that are remembered as they are written: some twenty thousand bytes each. */
const mostKnown = 2_000;

/** The vector of a text as JSON, with nine decimals. */
export const writtenVectorOf = remembering(mostKnown, (text): Uint8Array => written(vectorOf(text)));

const decimals = 9;
const [zero, point, minus, comma, open, close] = Buffer.from('0.-,[]') as unknown as readonly number[] as [
  number,
  number,
  number,
  number,
  number,
  number,
];

/** Numbers between -1 and 1 as a JSON list. Writing the digits takes a fifth of the time that `JSON.stringify` needs to find the shortest ones. */
function written(numbers: Float64Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(2 + numbers.length * (decimals + 4));
  let at = 0;
  for (const number of numbers) {
    bytes[at++] = comma;
    if (number < 0) bytes[at++] = minus;
    bytes[at++] = zero;
    bytes[at++] = point;
    let rest = Math.min(Math.round(Math.abs(number) * 1e9), 999_999_999);
    for (let digit = decimals - 1; digit >= 0; digit -= 1) {
      bytes[at + digit] = zero + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    at += decimals;
  }
  bytes[0] = open;
  bytes[at++] = close;
  return bytes.subarray(0, at);
}

/** A light direction over all numbers: it tells texts with the same features apart, and gives texts without any a direction. */
function wholeText(text: string): Float64Array {
  let state = createHash('sha256').update(text).digest().readInt32LE(0) | 1;
  return new Float64Array(limits.embeddingDimensions).map(() => {
    state = nextState(state);
    const share = wholeTextWeight / Math.sqrt(limits.embeddingDimensions);
    return state & 1 ? share : -share;
  });
}

/** Xorshift, which is quick; never 0 where it does not begin with 0. */
function nextState(before: number): number {
  const first = before ^ (before << 13);
  const second = first ^ (first >>> 17);
  return second ^ (second << 5);
}
