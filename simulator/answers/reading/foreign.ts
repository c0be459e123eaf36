import { foreign } from '../../../fixtures/index.ts';
import { emergenciesIn, unmarked } from './foreign-emergencies.ts';
import { harmfulIn } from './foreign-harm.ts';
import { once, remembering } from './remembering.ts';
import { wordSet, writtenWordsOf } from './words.ts';

const joining = wordSet(foreign.joining);
type English = readonly string[];
type Table = ReadonlyMap<string, English>;
const entriesOf = (groups: Readonly<Record<string, string>>): readonly (readonly [string, English])[] =>
  Object.entries(groups).flatMap(([english, words]) => {
    const meant = writtenWordsOf(english);
    return words.split('|').map((word) => [word, meant] as const);
  });
/** The most words of a phrase. */
const longest = 6;
/** The meanings of words and phrases, and for each first word the length of its longest phrase. */
interface Phrases {
  readonly meanings: Table;
  readonly lengths: ReadonlyMap<string, number>;
}
function phrasesOf(meanings: Table): Phrases {
  const lengths = new Map<string, number>();
  for (const phrase of meanings.keys()) {
    const end = phrase.indexOf(' ');
    const [first, length] = end < 0 ? [phrase, 1] : [phrase.slice(0, end), phrase.split(' ').length];
    lengths.set(first, Math.min(longest, Math.max(length, lengths.get(first) ?? 0)));
  }
  return { meanings, lengths };
}
/** Phrases that are certainly of another language. */
const surely = once(() => phrasesOf(new Map(entriesOf(foreign.words))));
/** All phrases. */
const perhaps = once(() => phrasesOf(new Map([...entriesOf(foreign.doubtful), ...surely().meanings])));
/** A word this short is a function word too, unless it denies something or is a unit. */
const short = /^(?!no$|not$|mg$|ml$|kg$|cm$|mm$)[a-zà-ÿ]{1,3}$/;
/** Common English words that other languages do not have. */
const englishJoining = wordSet('the and is are of my with for what how can have has do does should which when');
/** This many function words also show that a text is in another language. */
const enough = 2;
/** The weight of a function word that is also English. */
const half = 0.5;
const mayJoin = (word: string): boolean => !joining.has(word) && perhaps().meanings.get(word)?.length === 0;

/** A text with its foreign words translated into English. */
export interface Translated {
  readonly words: readonly string[];
  /** Whether most of it is in another language: its other words are then not English typos. */
  readonly isForeign: boolean;
  /** Unknown words of another language, in lower case. */
  readonly unknown: ReadonlySet<string>;
}
const none: ReadonlySet<string> = new Set();

/** Translates everyday words of German, French, Spanish, Italian, Portuguese and Dutch into English: «durante el embarazo» becomes «pregnancy». */
export function translated(original: readonly string[]): Translated {
  const written = harmfulIn(emergenciesIn(original));
  const lower = written.map((word) => plainLetters(word.toLowerCase()));
  const joined = lower.filter((word) => joining.has(word)).length;
  const isEmergency = written !== original;
  const isEnglish = lower.some((word) => englishJoining.has(word));
  const isJoined =
    joined >= enough || (joined > 0 && !isEnglish && joined + half * lower.filter(mayJoin).length >= enough);
  // A single word is foreign even if it is also English: «gripe»; «MI» and «PE» are abbreviations.
  const certain = lower.length === 1 && !abbreviation.test(original[0] as string) ? perhaps() : surely();
  if (!isJoined && !isEmergency && !lower.some((_, at) => found(certain, lower, at) !== undefined))
    return { words: written, isForeign: false, unknown: none };
  const isForeign = isJoined || isEmergency || !isEnglish;
  const table = isForeign ? perhaps() : surely();
  const content = isForeign ? contentOf(lower) : undefined;
  const isIdle = (word: string): boolean => joined > 0 && short.test(word);
  const words: string[] = [];
  const unknown = new Set<string>();
  for (let at = 0; at < lower.length; at += 1) {
    const word = lower[at] as string;
    const own = unmarked(word);
    const exact = own === undefined ? found(table, lower, at) : undefined;
    const loose = own === undefined && content !== undefined ? foundLoosely(content, at) : undefined;
    const best = (loose?.[1] ?? 0) > (exact?.[1] ?? 0) ? loose : exact;
    if (own !== undefined) words.push(own);
    else if (best !== undefined) {
      words.push(...best[0]);
      at += best[1] - 1;
    } else if (!joining.has(word) && !isIdle(written[at] as string)) {
      const parts = (isForeign ? compound.exec(word)?.slice(1) : undefined) ?? [written[at] as string];
      for (const part of parts) {
        const meant = parts.length > 1 ? found(table, [part], 0)?.[0] : undefined;
        words.push(...(meant ?? [part]));
        if (isForeign && meant === undefined) unknown.add(part.toLowerCase());
      }
    }
  }
  return { words, isForeign, unknown };
}

const abbreviation = /^[A-Z]{2,3}$/;

/** «Aknebehandlung» is the treatment of acne, «Gichtattacke» an attack of gout. */
const compound =
  /^([a-zäöüé]{3,}?)s?-?(behandlung|behandeling|therapie|tabletten|impfung|vaccinatie|vorbeugung|attacke|anfall|anfälle|aanval|symptome|anzeichen|diagnose|ursache|beschwerden|klachten|schmerz)(?:e?n)?$/;

const plainLetters = (word: string): string =>
  /[œß]/.test(word) ? word.replaceAll('œ', 'oe').replaceAll('ß', 'ss') : word;

/** The English words, and how many words of the text they replace. */
type Found = readonly [english: English, length: number];

/** The meaning of the longest known phrase at a position. */
function found({ meanings, lengths }: Phrases, words: readonly string[], at: number): Found | undefined {
  const most = lengths.get(words[at] as string) ?? 0;
  for (let length = Math.min(most, words.length - at); length > 0; length -= 1) {
    const english = meanings.get(length === 1 ? (words[at] as string) : words.slice(at, at + length).join(' '));
    if (english !== undefined) return [english, length];
  }
  return undefined;
}

/** The content words of a text: their positions, and the words without endings. */
interface Content {
  readonly places: readonly number[];
  readonly roots: readonly string[];
  /** The index in `places` by position in the text. */
  readonly order: ReadonlyMap<number, number>;
}

function contentOf(lower: readonly string[]): Content {
  const places = [...lower.keys()].filter((at) => tells(lower[at] as string));
  return {
    places,
    roots: places.map((at) => rootOf(lower[at] as string)),
    order: new Map(places.map((at, index) => [at, index])),
  };
}

const tells = (word: string): boolean =>
  !joining.has(word) && perhaps().meanings.get(word)?.length !== 0 && (word === 'no' || word.length > 2);

/** Endings of German, French, Spanish, Italian, Portuguese and Dutch words; up to two are removed: `geschwollenen`, `hinchados`. */
const ending = /(?:e[nrms]?|[aio]s?|n|s)$/;
const shortestRoot = 5;
const withoutEnding = (word: string): string => {
  const root = word.replace(ending, '');
  return root.length < shortestRoot ? word : root;
};
const rootOf = remembering(20_000, (word) =>
  // «Muedigkeit» is «Müdigkeit» on keyboards without umlauts.
  withoutEnding(withoutEnding(word.replace(/(?<=[a-z])([ao])e(?=[a-z]{3})|(?<=[^aeq])(u)e(?=[a-z]{3})/g, '$1$2'))),
);

/** The phrases by roots, without function words. If two phrases have the same roots, the first counts. */
const byRoots = once((): Phrases => {
  const table = new Map<string, English>();
  for (const [words, english] of perhaps().meanings) {
    const telling = words.split(' ').filter(tells);
    const key = telling.map(rootOf).join(' ');
    // A single word left of a longer phrase would mean less than the phrase.
    const isWhole = telling.length > 1 || (telling.length === 1 && !words.includes(' '));
    if (isWhole && english.length > 0 && !table.has(key)) table.set(key, english);
  }
  return phrasesOf(table);
});

/** The meaning at a position of a phrase with other endings, or with function words in between: «douleurs à la jambe». */
function foundLoosely({ places, roots, order }: Content, at: number): Found | undefined {
  const from = order.get(at);
  if (from === undefined) return undefined;
  const match = found(byRoots(), roots, from);
  return match && [match[0], (places[from + match[1] - 1] as number) - at + 1];
}
