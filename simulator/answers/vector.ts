import { createHash } from 'node:crypto';
import { limits } from '../../spec/index.ts';
import { hash32 } from '../chance.ts';
import { homeOf, isStrange, leaningOf } from './leaning.ts';
import { general, meaningsNear } from './nearness.ts';
import { read } from './reading.ts';
import { remembering } from './remembering.ts';
import { partsOf } from './word-parts.ts';
import { stem, wordsOf } from './words.ts';

/** What each kind of feature weighs; what a text names says more than the words it uses. */
const weights = {
  named: 2.2,
  vague: 0.9,
  aspect: 1.3,
  elsewhere: 2.2,
  word: 1,
  wordBeside: 0.6,
  denied: 2.2,
  denying: 1.2,
  deniedThing: 0.8,
  number: 1.1,
  home: 1.3,
  part: 1,
  otherSense: 0.35,
  lone: 0.65,
  besideLone: 1.6,
  common: 0.7,
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
function vectorOf(text: string): Float64Array {
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

/** Words before a thing that say that it is not there: «denies chest pain», «no fever», «without cough». */
const denying: ReadonlySet<string> = new Set(
  'no not denies denied deny without never nor absence free negative neither'.split(' ').map(stem),
);
/** Parts of words are looked for in the beginning of a text. */
const carefulCharacters = 2_000;
const denyingWindow = 3;

function isDenied(stems: readonly string[], at: number): boolean {
  return stems.slice(Math.max(0, at - denyingWindow), at).some((word) => denying.has(word));
}

const numbers: ReadonlyMap<string, string> = new Map(
  'two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, at) => [stem(word), String(at + 2)]),
);

/** A word with one home, or a name, tells more than one that stands anywhere. */
const isRare = (word: string): boolean => homeOf(word) !== 0 || isStrange(word);

/** Features with their weights; what comes again counts less each time. */
function featuresOf(text: string): [feature: string, weight: number][] {
  const reading = read(text);
  const { stems, mentions, words, others } = reading;
  const squares = new Map<string, number>();
  const add = (feature: string, weight: number): void => {
    squares.set(feature, (squares.get(feature) ?? 0) + weight ** 2);
  };
  const { medical: inMedicine, everyday } = leaningOf(reading);
  const home = (inMedicine - everyday) / (1 + inMedicine + everyday);
  // In «blister pack» and «swelling of the crowd» a single word of medicine stands among others.
  const lone = inMedicine <= 1 && others.some((word) => homeOf(word) <= 0) && mentions.length === 1;
  const otherSense = everyday > 0 && inMedicine <= everyday && mentions.every(({ length }) => length === 1);
  for (const { meaning, at } of mentions) {
    const near = meaningsNear(meaning);
    if (isDenied(stems, at) && !['aspect', 'plain', 'elsewhere'].includes(meaning.kind)) {
      add(`!${meaning.term}`, weights.denied);
      add('!', weights.denying);
      add(meaning.term, weights.deniedThing);
      continue;
    }
    if (meaning.kind === 'aspect') add(meaning.term, weights.aspect);
    else if (meaning.kind === 'elsewhere') add(meaning.term, weights.elsewhere);
    else {
      const told =
        (general.has(meaning.kind) ? weights.vague : weights.named) *
        (otherSense ? weights.otherSense : lone ? weights.lone : 1);
      for (const [term, weight] of near) add(term, weight * told);
    }
  }
  const free = new Set(others);
  const medical = mentions.some(({ meaning: { kind } }) => !['plain', 'aspect', 'elsewhere'].includes(kind));
  const freeWeight = medical ? weights.wordBeside : weights.common;
  for (const word of words) {
    const weight = isRare(word) ? (lone ? weights.besideLone : weights.word) : freeWeight;
    add(`_${word}`, free.has(word) ? weight : weights.nameWord);
  }
  for (const word of stems) {
    const number = numbers.get(word) ?? (/^\d+$/.test(word) ? word : undefined);
    if (number !== undefined) add(`n${number}`, weights.number);
  }
  if (!otherSense)
    for (const part of new Set(wordsOf(text.slice(0, carefulCharacters)).flatMap(partsOf)))
      add(`^${part}`, weights.part);
  return [
    ['home', weights.home * home],
    ...[...squares].slice(0, mostFeatures).map(([feature, square]): [string, number] => [feature, Math.sqrt(square)]),
  ];
}
