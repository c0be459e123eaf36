import type { EndpointName } from '../../spec/index.ts';
import { isObject } from '../../spec/index.ts';
import { quoteBoth } from '../judges/difference.ts';
import { formatValue } from '../judges/format-value.ts';

/**
 * The required content of a response: its fields, and those of items in its lists. A client may leave out anything
 * else.
 */
const CONTENT: Readonly<Record<EndpointName, Readonly<Record<string, readonly string[]>>>> = {
  chat: { message: [], sources: ['id', 'title', 'url', 'relevance_score'], follow_up_questions: [] },
  finder: { answer: [], results: ['title', 'url', 'content', 'score'] },
  embeddings: { data: ['index', 'embedding'] },
  rerank: { results: ['index', 'relevance_score'] },
  domains: { domains: ['domain', 'category', 'document_count'] },
};

/** The first difference between what was sent and what the client gave, in a sentence; undefined if there is none. */
export function differenceIn(
  endpoint: EndpointName,
  sent: Readonly<Record<string, unknown>>,
  given: unknown,
  fields: readonly string[] = Object.keys(CONTENT[endpoint]),
): string | undefined {
  if (!isObject(given)) return `the result is ${formatValue(given)}, not an object`;
  for (const field of fields) {
    const found = difference(sent[field], given[field], field, CONTENT[endpoint][field] ?? []);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether a value means none: null, an empty list, or nothing (Events, rule 4). */
const isNone = (value: unknown): boolean => value == null || (Array.isArray(value) && value.length === 0);

function difference(sent: unknown, given: unknown, name: string, fields: readonly string[]): string | undefined {
  if (isNone(sent) && isNone(given)) return undefined;
  if (Array.isArray(sent) && Array.isArray(given)) {
    if (sent.length !== given.length) return `\`${name}\` has ${given.length} items, where ${sent.length} were sent`;
    return first(sent, (item, at) => itemDifference(item, given[at], `${name}[${at}]`, fields));
  }
  return same(sent, given) ? undefined : `\`${name}\` is ${quoteBoth(given, sent, true).join(', where ')} was sent`;
}

function itemDifference(sent: unknown, given: unknown, name: string, fields: readonly string[]): string | undefined {
  if (!isObject(sent) || !isObject(given) || fields.length === 0) return difference(sent, given, name, []);
  return first(fields, (field) => difference(sent[field], given[field], `${name}.${field}`, []));
}

function first<Item>(items: readonly Item[], look: (item: Item, at: number) => string | undefined): string | undefined {
  for (const [at, item] of items.entries()) {
    const found = look(item, at);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Numbers may have been stored in 32 bits. */
function same(sent: unknown, given: unknown): boolean {
  if (typeof sent !== 'number' || typeof given !== 'number') return sent === given;
  return Math.abs(sent - given) <= 1e-6 + 1e-5 * Math.abs(sent);
}
