import MiniSearch from 'minisearch';
import { realWords } from '../../../fixtures/index.ts';
import { vocabulary } from './concepts.ts';
import { once, remembering } from './remembering.ts';
import { stopWords } from './stop-words.ts';
import { isMedicalWord } from './word-homes.ts';
import { stem } from './words.ts';

/** Shorter words have too many similar words. */
const shortest = 5;
const longest = 24;

const mostKnown = 5_000;

/** The most likely word of the vocabulary for a misspelt word, or the word itself: `astma` is `asthma`, `group` is not `croup`. */
export function corrected(word: string, most = Number.POSITIVE_INFINITY): string {
  const { words } = vocabulary();
  if (words.has(word)) return word;
  const heard = asHeard.get(word);
  if (heard !== undefined || word.length < shortest || word.length > longest) return heard ?? word;
  if (!/^[a-z]+$/.test(word) || realWords.has(word) || stopWords.has(word)) return word;
  if (most < distance(word.length)) return word.length < longEnough ? word : nearestOne(word);
  return nearest(word);
}
/** Everyday words as they are written by ear: «wot shud i do» */
const asHeard: ReadonlyMap<string, string> = new Map(
  'wot what,wich which,wen when,wiv with,shud should,cud could,wud would,dus does,hav have,bin been,wurk work,wurks works,wurking working'
    .split(',')
    .map((pair) => pair.split(' ') as [string, string]),
);
/** A word of another language must be this long to be corrected by one letter. */
const longEnough = 8;

// A medical word is hardly a typo: «duodenum», «prosthesis».
const nearest = remembering(mostKnown, (word) =>
  likeliest(word, isMedicalWord(stem(word)) ? 1 : distance(word.length)),
);
const nearestOne = remembering(mostKnown, (word) => likeliest(word, 1));

function likeliest(word: string, apart: number): string {
  const found = index().search(word, { fuzzy: apart, prefix: false, combineWith: 'AND' });
  const likely = found.filter(({ id }) => isLikely(word, id));
  // «insubation» is «incubation» rather than «intubation».
  return (likely.find(({ id }) => oneOff(word, id)) ?? likely[0])?.id ?? word;
}

/** The largest edit distance for a word of this length. */
export function distance(length: number): number {
  return length < 6 ? 1 : 2;
}

/** Typos are in the middle or at the end of a word; in a short word, two letters may only be swapped. */
function isLikely(word: string, meant: string): boolean {
  if (word[0] !== meant[0] || meant.length < shortest) return false;
  if (endingOf(word) !== undefined && endingOf(word) !== endingOf(meant)) return false;
  if (sorted(word) === sorted(meant)) return true;
  if (word.length > 8) return true;
  if (word.length > 6) return word[1] === meant[1] || Math.abs(word.length - meant.length) === 1;
  return Math.abs(word.length - meant.length) === 1 || oneOff(word, meant);
}

/** Endings that make another word: «tracheal» is no typo of «trachea», «hypotonia» of «hypomania», nor «foramen» of «fortamet». */
const endingOf = (word: string): string | undefined => endings.exec(word)?.[0];
const endings = /(?:al|amen|ic|ous|oid|tonia|mania|opia|plasia|phagia|phasia|desis|ectomy|ostomy|oscopy|dine|vir)$/;

const sorted = (word: string): string => [...word].sort().join('');

/** Letters that sound alike: replacing one by another is a typo; any other letter makes another word. */
const soundAlike = ['aeiouy', 'cksqz', 'dt', 'bp', 'mn', 'gj', 'fv', 'lr'];

function oneOff(word: string, meant: string): boolean {
  if (word.length !== meant.length) return false;
  const at = [...word].findIndex((letter, index) => letter !== meant[index]);
  if (word.slice(at + 1) !== meant.slice(at + 1)) return false;
  return soundAlike.some((letters) => letters.includes(word[at] as string) && letters.includes(meant[at] as string));
}

const index = once(() => {
  const search = new MiniSearch<{ id: string; word: string }>({ fields: ['word'], tokenize: (text) => [text] });
  const words = [...vocabulary().words].filter((word) => word.length >= shortest && /^[a-z]+$/.test(word));
  search.addAll(words.map((word) => ({ id: word, word })));
  return search;
});
