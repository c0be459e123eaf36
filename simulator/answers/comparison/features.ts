import { leaningOf } from '../reading/leaning.ts';
import { general, meaningsNear } from '../reading/nearness.ts';
import type { Reading } from '../reading/reading.ts';
import { peopleTerms } from '../reading/topic-sets.ts';
import { valuesIn } from '../reading/values.ts';
import { homeOf, isStrange } from '../reading/word-homes.ts';
import { partsOf } from '../reading/word-parts.ts';
import { stem, stemSet, wordsOf } from '../reading/words.ts';

/** The weight of each kind of feature; names say more than words. */
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
} as const;
/** Only this many features of a text count, since it has no length limit. */
const mostFeatures = 2_000;
/** Words that deny what follows: «denies chest pain», «no fever», «without cough». */
const denying = stemSet('no not denies denied deny without never nor absence free negative neither');
/** Word parts are searched only in this many characters. */
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

/** A word of one field, or a name, says more than a word that is used anywhere. */
const isRare = (word: string): boolean => homeOf(word) !== 0 || isStrange(word);

/** Features with their weights; each repetition of a feature adds less. */
export function featuresOf(text: string, reading: Reading): [feature: string, weight: number][] {
  const { squares: said, home } = weigh(text, reading);
  const squares = new Map(said);
  for (const term of termsOfFigures(text)) squares.set(term, (squares.get(term) ?? 0) + weights.named ** 2);
  return [
    ['home', weights.home * home],
    ...[...squares].slice(0, mostFeatures).map(([feature, square]): [string, number] => [feature, Math.sqrt(square)]),
  ];
}

/** What the figures of a short text mean: «potassium 6.2 mmol/l» is hyperkalaemia, «39.5 degrees» a fever. */
function termsOfFigures(text: string): string[] {
  if (text.length > longestWithFigures || !/\d/.test(text)) return [];
  const slugs = valuesIn(text).flatMap(({ slug }) => slug ?? []);
  return [...slugs, ...(feverish.test(text) ? ['fever'] : [])].map((slug) => `#${slug}`);
}
const longestWithFigures = 200;
const feverish =
  /(?<![\d.,])(?:3[89]|4[01])(?:[.,]\d)?\s*(?:°|degrees?\b|celsius\b|grad\b|grados\b|gradi\b|degrés)|\b(?:temp(?:erature)?|temperatur|température|temperatura)\b\D{0,12}(?:3[89]|4[01])(?:[.,]\d)?(?![\d.,])/iu;

/**
 * The squared weights of all features, or only of the wanted ones, their sum over all features, and whether the text is about everyday life (-1) or
 * medicine (1).
 */
function weigh(
  text: string,
  reading: Reading,
  wanted?: ReadonlyMap<string, number>,
): Sides & { readonly home: number } {
  const { stems, mentions, words, others } = reading;
  const squares = new Map<string, number>();
  let sum = 0;
  const add = (feature: string, weight: number): void => {
    const square = weight * weight;
    sum += square;
    if (wanted === undefined || wanted.has(feature)) squares.set(feature, (squares.get(feature) ?? 0) + square);
  };
  const { medical: inMedicine, everyday } = leaningOf(reading);
  const home = (inMedicine - everyday) / (1 + inMedicine + everyday);
  // «Blister pack», «swelling of the crowd»: a single medical word among others.
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
      const factor =
        (general.has(meaning.kind) ? weights.vague : weights.named) *
        (otherSense ? weights.otherSense : lone ? weights.lone : 1);
      for (const [term, weight] of near) add(term, weight * factor);
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
  return { squares, sum, home };
}

/** The features of a text, for comparing it with another: squared weights by feature, and their sum. */
export interface Sides {
  readonly squares: ReadonlyMap<string, number>;
  readonly sum: number;
}

/**
 * The features of a text that another text has too; the others are not kept, since most texts to compare share few. Being medical is not a feature here:
 * it makes no two texts alike.
 */
export function sidesOf(text: string, reading: Reading, { squares: wanted }: Sides): Sides {
  return weigh(text, reading, wanted);
}

/** The features of a question without the kind of answer that it asks for, which texts on any subject may have; with it if there is nothing else. */
export function askedSidesOf(text: string, reading: Reading): Sides {
  const { squares } = weigh(text, reading);
  const kinds = new Set(
    reading.mentions
      .filter(({ meaning }) => isKindOfAnswer(meaning.term))
      .flatMap(({ at, length }) => reading.stems.slice(at, at + length).map((word) => `_${word}`)),
  );
  const others = [...squares].filter(([feature]) => !isKindOfAnswer(feature) && !kinds.has(feature));
  return summed(others.length > 0 ? new Map(others) : squares);
}

/** `@symptoms`, but not `@children`. */
const isKindOfAnswer = (term: string): boolean => term.startsWith('@') && !peopleTerms.has(term);

function summed(squares: ReadonlyMap<string, number>): Sides {
  let sum = 0;
  for (const square of squares.values()) sum += square;
  return { squares, sum };
}

/** How alike two texts are, from 0 (nothing in common) to 1: the cosine of the angle between them. */
export function likeness(left: Sides, right: Sides): number {
  let dot = 0;
  for (const [feature, square] of left.squares) {
    const other = right.squares.get(feature);
    if (other !== undefined) dot += Math.sqrt(square * other);
  }
  return dot === 0 ? 0 : dot / Math.sqrt(left.sum * right.sum);
}
