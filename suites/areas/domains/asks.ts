import fc from 'fast-check';
import { defined, limits, oncePerObject } from '../../../spec/index.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import type { Call } from '../../http/exchange/exchange.ts';
import type { Entry } from './entries.ts';

/** How a value taken from the catalogue is written: as it is, or with its ASCII letters in the other cases. */
export type Letters = 'same' | 'upper' | 'lower' | 'mixed';

/**
 * A catalogue request in terms of the target's own data, which nobody knows beforehand: «the category of the third domain, in
 * upper case». Positions wrap around.
 */
export interface Ask {
  /** The category of the entry at this position, `cut` by its last character; or a literal one. */
  readonly category?: { readonly entry: number; readonly letters?: Letters; readonly cut?: boolean } | string;
  /** A part of the name (or of the category) of the entry at this position, the whole without `length`; or a literal one. */
  readonly q?:
    | {
        readonly entry: number;
        readonly of?: 'domain' | 'category';
        readonly from?: number;
        readonly length?: number;
        readonly letters?: Letters;
        /** What follows it, so that it is a part of no name. */
        readonly behind?: string;
      }
    | string;
  readonly limit?: number;
  /** How it is sent, where that is not as usual. */
  readonly sent?: Pick<Call, 'authorization' | 'headers'>;
}

/** The asks of a rule: fixed ones, and more by chance. */
export interface Asks {
  readonly examples: readonly Ask[];
  readonly arbitrary: fc.Arbitrary<Ask>;
}

/** True when the ask can be written without knowing the catalogue. */
export const isLiteral = ({ category, q }: Ask): boolean => typeof category !== 'object' && typeof q !== 'object';

/** The ask in the given circumstances (`category`, `q`, `limit`), on another entry of the catalogue for each `at`. */
export function askIn({ category = 'none', q = 'none', limit = 'left out' }: Circumstances, at: number): Ask {
  const letters = (level: string): Letters => (level === 'other case' ? 'upper' : 'same');
  return {
    ...(category === 'none' ? {} : { category: { entry: at, letters: letters(category) } }),
    // Of the same entry, so that both filters may have something in common.
    ...(q === 'none' ? {} : { q: { entry: at, from: at, length: 3, letters: letters(q) } }),
    ...(limit === 'left out' ? {} : { limit: Number(limit) }),
  };
}

/** Up to this one, `limit` is the first parameter of a query, else the last. */
const SMALL_LIMIT = 10;

/** Writes an ask as a call; undefined when it needs an entry and the catalogue has none. */
export function callFor({ category, q, limit, sent }: Ask, catalogue: readonly Entry[]): Call | undefined {
  const ofCategory = typeof category === 'object' ? categoryOf(category, catalogue) : category;
  const part = typeof q === 'object' ? partOf(q, catalogue) : q;
  const lost = (asked: unknown, given: string | undefined): boolean => asked !== undefined && !given;
  if (lost(category, ofCategory) || lost(q, part)) return undefined;
  const filters = defined({ category: ofCategory, q: part });
  const most = limit === undefined ? {} : { limit: String(limit) };
  // In either order: small limits come first.
  const query = Number(limit) <= SMALL_LIMIT ? { ...most, ...filters } : { ...filters, ...most };
  return { endpoint: 'domains', query, ...sent };
}

function categoryOf(
  { entry, letters, cut }: Exclude<Ask['category'], string | undefined>,
  catalogue: readonly Entry[],
): string | undefined {
  const categories = categoriesOf(catalogue);
  const category = categories[entry % categories.length];
  return category === undefined ? undefined : writtenIn(cut ? category.slice(0, -1) : category, letters);
}

const categoriesOf = oncePerObject((catalogue: readonly Entry[]): readonly string[] => [
  ...new Set(catalogue.flatMap(({ category }) => category ?? [])),
]);

function partOf(
  { entry, of = 'domain', from = 0, length, letters, behind = '' }: Exclude<Ask['q'], string | undefined>,
  catalogue: readonly Entry[],
): string | undefined {
  const name = [...(catalogue[entry % catalogue.length]?.[of] ?? '')];
  const start = length === undefined ? 0 : from % name.length;
  const part = writtenIn(name.slice(start, length === undefined ? undefined : start + length).join(''), letters);
  return part && part + behind;
}

/**
 * The call with a `q` that no other request has and most of these domains hold: the end of a name, with its letters in upper and lower case in
 * another way for each number from 1. Undefined where it has too few letters for that.
 */
export function withOtherPart(call: Call, catalogue: readonly Entry[], at: number): Call | undefined {
  const ends = catalogue.flatMap(({ domain }) => /\.([a-z]{2,})$/i.exec(domain)?.[1]?.toLowerCase() ?? []);
  const counts = new Map<string, number>();
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
  const [end = ''] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  // All letters small, and all in capitals, are asked for elsewhere; behind a dot they come once more.
  const ways = 2 ** end.length - 2;
  if (at > 2 * ways) return undefined;
  const way = ((at - 1) % ways) + 1;
  const written = [...end].map((letter, bit) => ((way >> bit) & 1 ? letter.toUpperCase() : letter)).join('');
  return { ...call, query: { ...call.query, q: at > ways ? `.${written}` : written } };
}

/** Changes ASCII letters only: how others fold is a matter of locale. */
export function writtenIn(text: string, letters: Letters = 'same'): string {
  const upper = (part: string): string => part.replace(/[a-z]/g, (letter) => letter.toUpperCase());
  switch (letters) {
    case 'same':
      return text;
    case 'upper':
      return upper(text);
    case 'lower':
      return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
    case 'mixed':
      return [...text].map((letter, at) => (at % 2 === 0 ? upper(letter) : letter)).join('');
  }
}

const position = fc.nat({ max: limits.domainsLimit.max - 1 });
const letters = fc.constantFrom<Letters[]>('same', 'upper', 'lower', 'mixed');

/** A category of the catalogue, in any case. */
export const anyCategory = fc.record({ entry: position, letters });

/** A part of some name of the catalogue. */
export const anyPart = fc.record({
  entry: position,
  from: fc.nat({ max: 30 }),
  length: fc.integer({ min: 1, max: 8 }),
});

/** Any limit that the specification allows, mostly small. */
export const anyLimit = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: limits.domainsLimit.max }));
