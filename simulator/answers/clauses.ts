import { acuteWords } from './acute-words.ts';
import { remembering } from './remembering.ts';
import { writtenWordsOf } from './words.ts';

export type Property = keyof typeof acuteWords;
type Properties = readonly Property[];

/** A clause of a text with what its words say. */
export interface Clause {
  readonly words: readonly string[];
  /** What each word says; of a phrase, its first word. */
  readonly properties: readonly Properties[];
  readonly has: (property: Property) => boolean;
  readonly places: (property: Property) => readonly number[];
}

/** Between clauses: punctuation, or «and» where the next one has a subject of its own. */
const between =
  /[!?;:\n]+|[.,](?!\d)|\s-+\s|\s(?:and|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar)\s(?=(?:now|i|im|he|hes|she|shes|my|its?|ich|er|sie|mein\w*|jetzt|je|il|elle|mon|ma|me|mi|ahora|mio|mia|ora|meu|minha|agora|ik|hij|zij|mijn|nu)\b)/;

/** The clauses of a text, in any of the languages. */
export const clausesOf = (text: string): readonly Clause[] =>
  text
    .toLowerCase()
    .split(between)
    .map(clauseOf)
    .filter(({ words }) => words.length > 0);

/** Whether a word with a property is at most so many words before or after a place. */
export const near = (clause: Clause, property: Property, at: number, before: number, after: number): boolean =>
  clause.places(property).some((place) => place !== at && place >= at - before && place <= at + after);

/** Whether a clause begins with a word for this; «can't breathe» asks nothing. */
export const beginsWith = ({ words, properties }: Clause, property: Property): boolean =>
  properties[0]?.includes(property) === true && !/^(?:t|not)$/.test(words[1] ?? '');

function clauseOf(text: string): Clause {
  const words = writtenWordsOf(text);
  const properties = words.map((word, at) => {
    const { alone, phrases } = meaningOf(word);
    if (phrases.length === 0) return alone;
    const begun = phrases.filter(({ rest }) => rest.every((next, step) => words[at + 1 + step] === next));
    return begun.length === 0 ? alone : [...alone, ...begun.map(({ property }) => property)];
  });
  const said = properties.flat();
  const has = (property: Property): boolean => said.includes(property);
  return {
    words,
    properties,
    has,
    // Most properties are in no word: a clause has ten words, and is asked for thirty properties.
    places: (property) =>
      has(property) ? [...properties.keys()].filter((at) => properties[at]?.includes(property)) : nowhere,
  };
}
const nowhere: readonly number[] = [];

interface Phrase {
  readonly rest: readonly string[];
  readonly property: Property;
}
interface Meaning {
  readonly alone: Properties;
  /** The phrases that the word begins. */
  readonly phrases: readonly Phrase[];
}

/** Words, and beginnings of words, with what they say; and phrases by their first word. */
const whole = new Map<string, Property[]>();
const beginnings = new Map<string, Property[]>();
const phrasesBy = new Map<string, Phrase[]>();
const append = <Item>(to: Map<string, Item[]>, key: string, item: Item): void => {
  const items = to.get(key);
  if (items === undefined) to.set(key, [item]);
  else items.push(item);
};
for (const [property, list] of Object.entries(acuteWords) as [Property, string][]) {
  for (const word of list.trim().split(/\s+/)) {
    const [first = '', ...rest] = word.split('_');
    if (rest.length > 0) append(phrasesBy, first, { rest, property });
    else if (first.endsWith('*')) append(beginnings, first.slice(0, -1), property);
    else append(whole, first, property);
  }
}

const meaningOf = remembering(10_000, (word): Meaning => {
  const plain = word.replaceAll('œ', 'oe').replaceAll('ß', 'ss');
  const starts = Array.from(plain, (_, at) => beginnings.get(plain.slice(0, at + 1)) ?? []);
  return {
    alone: [...(whole.get(plain) ?? []), ...starts.flat(), ...(year.test(word) ? (['ended'] as const) : [])],
    phrases: phrasesBy.get(plain) ?? [],
  };
});
const year = /^(?:19|20)\d\d$/;
