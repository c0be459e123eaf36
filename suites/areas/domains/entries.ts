import { oncePerObject } from '../../../spec/index.ts';
import type { Exchange } from '../../http/exchange/exchange.ts';
import { bodyOf, objectsIn } from '../../judges/read.ts';

/** A catalogue entry as far as comparing needs it. */
export interface Entry {
  readonly domain: string;
  /** Undefined where it is no text or empty. */
  readonly category: string | undefined;
  /** Its `document_count`, whatever that is. */
  readonly count: unknown;
}

/** The entries of a catalogue answer that have a name, read once for each body; what lacks one or its category is blamed by the field rules. */
export const entriesOf = (exchange: Exchange): readonly Entry[] => readEntries(objectsIn(bodyOf(exchange)?.domains));

const readEntries = oncePerObject((entries: ReturnType<typeof objectsIn>): readonly Entry[] =>
  entries.flatMap(({ item: { domain, category, document_count: count } }) =>
    typeof domain === 'string' ? [{ domain, category: categoryIn(category), count }] : [],
  ),
);

/** The value as a category; undefined when it can be none. */
export const categoryIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The query of a catalogue request. */
export const queryOf = (exchange: Exchange): Readonly<Record<string, string>> => exchange.call.query ?? {};

/** The whole query in words: a failure may need a filter that its rule does not speak of. */
export const describeQuery = (exchange: Exchange): string =>
  Object.entries(queryOf(exchange))
    .map(([name, value]) => `\`${name}\` ${JSON.stringify(value)}`)
    .join(' and ');

/** The names in a catalogue answer, in order. */
export const namesOf = (exchange: Exchange): readonly string[] => entriesOf(exchange).map(({ domain }) => domain);

/** True when the values are the same but for the case of letters. Source: Resources, domains catalog, query parameters. */
export const sameIgnoringCase = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase() || one.toUpperCase() === other.toUpperCase();

/** True when `name` holds `part` in any case. Source: Resources, domains catalog, query parameters. */
export const holdsIgnoringCase = (name: string, part: string): boolean =>
  name.toLowerCase().includes(part.toLowerCase()) || name.toUpperCase().includes(part.toUpperCase());
