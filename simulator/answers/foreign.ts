import { foreign } from '../../fixtures/index.ts';
import { emergenciesIn, unmarked } from './foreign-emergencies.ts';
import { remembering } from './remembering.ts';
import { writtenWordsOf } from './words.ts';

const joining: ReadonlySet<string> = new Set(foreign.joining.split(' '));
type English = readonly string[];
type Table = ReadonlyMap<string, English>;
const entriesOf = (groups: Readonly<Record<string, string>>): readonly (readonly [string, English])[] =>
  Object.entries(groups).flatMap(([english, words]) => {
    const meant = writtenWordsOf(english);
    return words.split('|').map((word) => [word, meant] as const);
  });
const firstOf = (words: string): string => words.split(' ')[0] as string;
/** What words and phrases mean: those that are surely of another language, all of them, and how they begin. */
interface Tables {
  readonly surely: Table;
  readonly perhaps: Table;
  readonly firsts: ReadonlySet<string>;
}

let read: Tables | undefined;

/** Read when the first text comes: no server waits for them when it starts. */
function tables(): Tables {
  if (read) return read;
  const sure = entriesOf(foreign.words);
  const perhaps: Table = new Map([...entriesOf(foreign.doubtful), ...sure]);
  read = { surely: new Map(sure), perhaps, firsts: new Set([...perhaps.keys()].map(firstOf)) };
  return read;
}
/** What is as short as this, denies nothing and is no unit, only holds a sentence together too. */
const short = /^(?!no$|not$|mg$|ml$|kg$|cm$|mm$)[a-zà-ÿ]{1,3}$/;
/** Words of most English sentences, which those of other languages have not. */
const englishJoining = new Set(
  'the and is are of my with for what how can have has do does should which when'.split(' '),
);
/** So many words that only hold a sentence together tell a language too. */
const enough = 2;
/** What one counts for that is an English word too. */
const half = 0.5;
const mayJoin = (word: string): boolean => !joining.has(word) && tables().perhaps.get(word)?.length === 0;
/** The most words of a phrase. */
const longest = 6;

/** A text in English, as far as it was in another language. */
export interface Translated {
  readonly words: readonly string[];
  /** Whether most of it is in another language: its other words are no slips of English ones. */
  readonly isForeign: boolean;
  /** Words of another language that nothing is known of, in lower case. */
  readonly unknown: ReadonlySet<string>;
}
const none: ReadonlySet<string> = new Set();

/** The words of a text with everyday German, French, Spanish, Italian and Portuguese ones in English: «durante el embarazo» is read as «pregnancy». */
export function translated(original: readonly string[]): Translated {
  const written = emergenciesIn(original);
  const lower = written.map((word) => plainLetters(word.toLowerCase()));
  const joined = lower.filter((word) => joining.has(word)).length;
  const isEmergency = written !== original;
  const isEnglish = lower.some((word) => englishJoining.has(word));
  const isJoined =
    joined >= enough || (joined > 0 && !isEnglish && joined + half * lower.filter(mayJoin).length >= enough);
  // A word alone that is English too is asked about by those who mean it: «gripe».
  const { perhaps, surely } = tables();
  const sure = lower.length === 1 ? perhaps : surely;
  if (!isJoined && !isEmergency && !lower.some((_, at) => found(sure, lower, at) !== undefined))
    return { words: written, isForeign: false, unknown: none };
  const isForeign = isJoined || isEmergency || !isEnglish;
  const table = isForeign ? perhaps : surely;
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
      words.push(written[at] as string);
      if (isForeign) unknown.add(word);
    }
  }
  return { words, isForeign, unknown };
}

const plainLetters = (word: string): string =>
  /[œß]/.test(word) ? word.replaceAll('œ', 'oe').replaceAll('ß', 'ss') : word;

/** What words mean, and how many of those of the text they are. */
type Found = readonly [english: English, length: number];

/** What the words at a place mean, the longest phrase first. */
function found(table: Table, words: readonly string[], at: number): Found | undefined {
  if (!tables().firsts.has(words[at] as string)) return undefined;
  for (let length = Math.min(longest, words.length - at); length > 0; length -= 1) {
    const english = table.get(words.slice(at, at + length).join(' '));
    if (english !== undefined) return [english, length];
  }
  return undefined;
}

/** The places of the words of a text that tell something, and those words without their endings. */
interface Content {
  readonly places: readonly number[];
  readonly roots: readonly string[];
  /** Where among them the word at a place stands, by its place in the text. */
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
  !joining.has(word) && tables().perhaps.get(word)?.length !== 0 && (word === 'no' || word.length > 2);

/** Endings of German, French, Spanish, Italian and Portuguese words, of two layers: `geschwollenen`, `hinchados`. */
const ending = /(?:e[nrms]?|[aio]s?|n|s)$/;
const shortestRoot = 5;
const withoutEnding = (word: string): string => {
  const root = word.replace(ending, '');
  return root.length < shortestRoot ? word : root;
};
const rootOf = remembering(20_000, (word) =>
  // «Muedigkeit» is how keyboards without umlauts write «Müdigkeit».
  withoutEnding(withoutEnding(word.replace(/(?<=[a-z])([ao])e(?=[a-z]{3})|(?<=[^aeq])(u)e(?=[a-z]{3})/g, '$1$2'))),
);

/** The table by roots, without words that only hold a phrase together, and the first root of each phrase. */
interface ByRoots {
  readonly table: Table;
  readonly firsts: ReadonlySet<string>;
}

let made: ByRoots | undefined;

/** Made when the first text of another language comes: no server waits for it when it starts. What two phrases share is that of the first. */
function byRoots(): ByRoots {
  if (made) return made;
  const table = new Map<string, English>();
  for (const [words, english] of tables().perhaps) {
    const telling = words.split(' ').filter(tells);
    const key = telling.map(rootOf).join(' ');
    // What is left of a phrase as one word means less than the phrase.
    const isWhole = telling.length > 1 || (telling.length === 1 && !words.includes(' '));
    if (isWhole && english.length > 0 && !table.has(key)) table.set(key, english);
  }
  made = { table, firsts: new Set([...table.keys()].map(firstOf)) };
  return made;
}

/** What the words at a place mean in another form, or with other words between that only hold them together: «douleurs à la jambe». */
function foundLoosely({ places, roots, order }: Content, at: number): Found | undefined {
  const from = order.get(at);
  const { table, firsts: firstRoots } = byRoots();
  if (from === undefined || !firstRoots.has(roots[from] as string)) return undefined;
  for (let length = Math.min(longest, roots.length - from); length > 0; length -= 1) {
    const english = table.get(roots.slice(from, from + length).join(' '));
    if (english !== undefined) return [english, (places[from + length - 1] as number) - at + 1];
  }
  return undefined;
}
