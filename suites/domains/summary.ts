import { broken, type Judge, type Judgement } from '../engine/signals.ts';
import { bodyOf, judgeEach, objectsIn } from '../judges/read.ts';
import type { Exchange } from '../target/exchange.ts';
import { categoryIn } from './entries.ts';

/** What the returned domains of one category come to; `documents` is undefined when some count is no number. */
interface Sum {
  readonly domains: number;
  readonly documents: number | undefined;
}

/** Sums by category over exactly the returned domains; undefined when an entry has no category to count under. */
function sumsOf(exchange: Exchange): ReadonlyMap<string, Sum> | undefined {
  const list = bodyOf(exchange)?.domains;
  const entries = objectsIn(list);
  if (!Array.isArray(list) || entries.length !== list.length) return undefined;
  const sums = new Map<string, Sum>();
  for (const { item } of entries) {
    const category = categoryIn(item.category);
    if (category === undefined) return undefined;
    const { domains, documents } = sums.get(category) ?? { domains: 0, documents: 0 };
    const count = typeof item.document_count === 'number' ? item.document_count : undefined;
    sums.set(category, {
      domains: domains + 1,
      documents: documents === undefined || count === undefined ? undefined : documents + count,
    });
  }
  return sums;
}

/** The summary entries, each with its place and its category; undefined when there is no such list. */
function summaryOf(exchange: Exchange): ReturnType<typeof objectsIn> | undefined {
  const categories = bodyOf(exchange)?.categories;
  return Array.isArray(categories) ? objectsIn(categories) : undefined;
}

/** One entry for each category of the returned set and no other. Source: domains catalog, rules; readings S19. */
export const summaryCategories: Judge = (exchange) => {
  const [sums, summary] = [sumsOf(exchange), summaryOf(exchange)];
  if (!sums || !summary) return 'nothing';
  const listed = summary.map(({ item }) => item.category);
  if (!listed.every((category) => typeof category === 'string')) return 'nothing';
  const expected =
    '`categories` has one entry for each category of the returned domains, and no other; domains cut by filters or `limit` are not counted.';
  const twice = listed.find((category, at) => listed.indexOf(category) !== at);
  if (twice !== undefined) return broken(expected, `"${twice}" has more than one entry.`);
  const missing = [...sums.keys()].find((category) => !listed.includes(category));
  if (missing !== undefined) return broken(expected, `"${missing}" has domains in the answer and no entry.`);
  const other = listed.find((category) => !sums.has(category));
  return other === undefined ? 'fine' : broken(expected, `"${other}" has an entry and no domain in the answer.`);
};

/** `domain_count` counts the returned domains of the category. Source: Resources, domains catalog, response and rules. */
export const summaryDomainCount: Judge = (exchange) =>
  judgeSums(exchange, 'domain_count', ({ domains }) => domains, 'the number of its domains in the answer');

/** `document_count` sums the returned domains of the category. Source: Resources, domains catalog, response and rules. */
export const summaryDocumentCount: Judge = (exchange) =>
  judgeSums(exchange, 'document_count', ({ documents }) => documents, 'the sum over its domains in the answer');

function judgeSums(exchange: Exchange, field: string, due: (sum: Sum) => number | undefined, what: string): Judgement {
  const [sums, summary] = [sumsOf(exchange), summaryOf(exchange) ?? []];
  return judgeEach(summary, ({ at, item }) => {
    const category = String(item.category);
    const alone = summary.filter((entry) => entry.item.category === category).length === 1;
    const sum = sums?.get(category);
    const [value, expected] = [item[field], sum && due(sum)];
    if (!alone || expected === undefined || typeof value !== 'number') return 'nothing';
    return value === expected
      ? 'fine'
      : broken(
          `\`${field}\` of a category is ${what}.`,
          `categories[${at}] ("${category}") has ${value} instead of ${expected}.`,
        );
  });
}
