import { remembering } from '../reading/remembering.ts';
import { wordSet } from '../reading/words.ts';
import { acuteWords } from './acute-words.ts';

export type Property = keyof typeof acuteWords;

/** A clause of a text with what its words say. */
export class Clause {
  readonly words: string[] = [];
  /** What each word says; of a phrase, its first word. */
  readonly properties: (readonly Property[])[] = [];
  readonly #said: Property[] = [];

  add(word: string, properties: readonly Property[]): void {
    this.words.push(word);
    this.properties.push(properties);
    for (const property of properties) this.#said.push(property);
  }

  has(property: Property): boolean {
    return this.#said.includes(property);
  }

  /** The positions of the words that say it. */
  places(property: Property): readonly number[] {
    if (!this.has(property)) return nowhere;
    const found: number[] = [];
    for (const [at, said] of this.properties.entries()) if (said.includes(property)) found.push(at);
    return found;
  }

  /** Whether another word that says it is at most so many words before or after a place. */
  isNear(property: Property, at: number, before: number, after: number): boolean {
    return this.places(property).some((place) => place !== at && place >= at - before && place <= at + after);
  }

  /** Whether it begins with a word for this; «can't breathe» asks nothing. */
  beginsWith(property: Property): boolean {
    return this.properties[0]?.includes(property) === true && !/^(?:t|not)$/.test(this.words[1] ?? '');
  }
}
const nowhere: readonly number[] = [];

/** A number, a word, or what is between clauses. */
const token = /\d+(?:[.,]\d+)?|[a-z0-9]+|[!?;:,.\n]|\s-+\s/g;
/** «And» begins a clause where the next word is its subject. */
const joining = wordSet('and but und aber et mais y pero e ma mas en maar');
const subjects = wordSet(
  'now i im he hes she shes my it its ich er sie mein meine meinem jetzt je il elle mon ma me mi ahora mio mia ora meu minha agora ik hij zij mijn nu',
);

/** The clauses of a text, in any of the languages. */
export function clausesOf(text: string): readonly Clause[] {
  const tokens = plain(text.toLowerCase()).match(token) ?? [];
  const clauses: Clause[] = [];
  let clause: Clause | undefined;
  for (let at = 0; at < tokens.length; at += 1) {
    const word = tokens[at] as string;
    const { isWord, alone, phrases } = meaningOf(word);
    if (!isWord || (joining.has(word) && subjects.has(tokens[at + 1] ?? ''))) {
      clause = undefined;
      continue;
    }
    if (clause === undefined) {
      clause = new Clause();
      clauses.push(clause);
    }
    const begun =
      phrases === undefined
        ? []
        : phrases.filter(({ rest }) => rest.every((next, step) => tokens[at + 1 + step] === next));
    clause.add(word, begun.length === 0 ? alone : [...alone, ...begun.map(({ property }) => property)]);
  }
  return clauses;
}

/** A text without accents and without `'s`. */
function plain(text: string): string {
  const without = text.replace(/['’]s\b/g, '');
  if (/^\p{ASCII}*$/u.test(without)) return without;
  return without
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .replaceAll('œ', 'oe')
    .replaceAll('ß', 'ss');
}

interface Phrase {
  readonly rest: readonly string[];
  readonly property: Property;
}
interface Meaning {
  readonly isWord: boolean;
  readonly alone: readonly Property[];
  /** The phrases that the word begins. */
  readonly phrases: readonly Phrase[] | undefined;
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
  for (const word of list.split(/\s+/).filter((item) => item !== '')) {
    const [first = '', ...rest] = word.split('_');
    if (rest.length > 0) append(phrasesBy, first, { rest, property });
    else if (first.endsWith('*')) append(beginnings, first.slice(0, -1), property);
    else append(whole, first, property);
  }
}

const meaningOf = remembering(10_000, (word): Meaning => {
  const starts = Array.from(word, (_, at) => beginnings.get(word.slice(0, at + 1)) ?? []);
  const figures: Property[] = year.test(word) ? ['ended'] : hot.test(word) ? ['degrees'] : [];
  return {
    isWord: /^[a-z0-9]/.test(word),
    alone: [...(whole.get(word) ?? []), ...starts.flat(), ...figures],
    phrases: phrasesBy.get(word),
  };
});
const year = /^(?:19|20)\d\d$/;
const hot = /^(?:39|4[0-2])(?:[.,]\d)?$/;
