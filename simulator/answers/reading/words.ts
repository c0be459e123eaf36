import { stemmer } from 'stemmer';
import { remembering } from './remembering.ts';

/** Most texts are ASCII, which can be split in a third of the time. */
const plainText = /^\p{ASCII}*$/u;
const possessive = /['’]s\b/g;

/** The words of a text in their original case, without accents and without `'s`, in order. Scripts without spaces give long words. */
export function writtenWordsOf(text: string): string[] {
  if (plainText.test(text)) return text.replace(possessive, '').match(/[A-Za-z0-9]+/g) ?? [];
  const withoutAccents = text
    .replace(possessive, '')
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '');
  return withoutAccents.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words of a text in lower case. */
export function wordsOf(text: string): string[] {
  return writtenWordsOf(text).map((word) => word.toLowerCase());
}

/** The words of a list between spaces, as a set. */
export const wordSet = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

/** The same as stems. */
export const stemSet = (list: string): ReadonlySet<string> => new Set(list.split(' ').map(stem));

/** No English word is longer; longer words are not stemmed. */
const longestWord = 30;

/** Cache size: looking up a stem is ten times faster than stemming the word. */
const mostKnown = 20_000;

/** Synonyms in names, and irregular forms. */
const alike: Readonly<Record<string, string>> = {
  carcinoma: 'cancer',
  adenocarcinoma: 'cancer',
  tumor: 'cancer',
  tumors: 'cancer',
  malignancy: 'cancer',
  calves: 'calf',
  feet: 'foot',
  teeth: 'tooth',
  bum: 'bottom',
  buttock: 'bottom',
  buttocks: 'bottom',
  backside: 'bottom',
  suddenly: 'sudden',
  diarhea: 'diarrhea',
  diarhoea: 'diarrhea',
  womens: 'women',
};

/** British spelling as American: `anaemia`, `oedema`, `tumour`, `paralysed`. Short words such as `toes` stay as they are. */
export function american(word: string): string {
  if (word.length < 6) return word;
  return word
    .replace(/[ao]e/g, 'e')
    .replace(/our(?=s?$)/, 'or')
    .replace(/ys(?=e[ds]?$)/, 'yz')
    .replace(/is(?=e[ds]?$|ing$|ation)/, 'iz');
}

/** The stem of an English word (Porter): `wheezing`, `wheezes` and `wheeze` have the same. Short words stay as they are. */
export function stem(word: string): string {
  if (word.length <= 3 || word.length > longestWord) return alike[word] ?? word;
  return stemmed(word);
}

const stemmed = remembering(mostKnown, (word) => {
  const spelt = american(word);
  return stemmer(alike[spelt] ?? spelt);
});
