import { oncePerObject } from '../../../spec/index.ts';
import type { Exchange } from '../../http/exchange/exchange.ts';
import { broken, type Judge, type Judgement, tolerated } from '../../judges/judgement.ts';
import { bodyOf, judgeEach, objectsIn } from '../../judges/read.ts';
import { categoryIn } from './entries.ts';

/**
 * What the returned domains of one category come to, in whatever case they write it; `documents` is undefined when some count is no number.
 * Where they write it in several ways, it is open whether that is one category or several. Source: readings S34.
 */
interface Sum {
  readonly spellings: Set<string>;
  domains: number;
  documents: number | undefined;
}

/** The same for all spellings that differ by case alone. */
const folded = (category: string): string => category.toUpperCase().toLowerCase();

/** Sums by folded category over exactly the returned domains; undefined when an entry has no category to count under. */
function sumsOf(exchange: Exchange): ReadonlyMap<string, Readonly<Sum>> | undefined {
  const list = bodyOf(exchange)?.domains;
  return Array.isArray(list) ? addUp(list) : undefined;
}

const addUp = oncePerObject((list: readonly unknown[]): ReadonlyMap<string, Readonly<Sum>> | undefined => {
  const entries = objectsIn(list);
  if (entries.length !== list.length) return undefined;
  const sums = new Map<string, Sum>();
  for (const { item } of entries) {
    const category = categoryIn(item.category);
    if (category === undefined) return undefined;
    const fold = folded(category);
    const sum = sums.get(fold) ?? { spellings: new Set(), domains: 0, documents: 0 };
    const count = item.document_count;
    sum.spellings.add(category);
    sum.domains += 1;
    sum.documents = sum.documents === undefined || typeof count !== 'number' ? undefined : sum.documents + count;
    sums.set(fold, sum);
  }
  return sums;
});

/** The summary entries, each with its place and its category; undefined when there is no such list. */
function summaryOf(exchange: Exchange): ReturnType<typeof objectsIn> | undefined {
  const categories = bodyOf(exchange)?.categories;
  return Array.isArray(categories) ? objectsIn(categories) : undefined;
}

/** One entry for each category of the returned set and no other. Source: domains catalog, rules; readings S19, S34. */
export const summaryCategories: Judge = (exchange) => {
  const [sums, summary] = [sumsOf(exchange), summaryOf(exchange)];
  if (!sums || !summary) return 'nothing';
  const listed = summary.map(({ item }) => item.category);
  if (!listed.every((category) => typeof category === 'string')) return 'nothing';
  const expected =
    '`categories` has one entry for each category of the returned domains, and no other; domains cut by filters or `limit` are not counted.';
  const twice = listed.find((category, at) => listed.indexOf(category) !== at);
  if (twice !== undefined) return broken(expected, `"${twice}" has more than one entry.`);
  const folds = new Set(listed.map(folded));
  const missing = [...sums].filter(([fold]) => !folds.has(fold)).map(([, { spellings }]) => [...spellings].join());
  const others = missing.length === 1 ? '' : `, like ${missing.length - 1} more of the ${sums.size} categories`;
  if (missing.length > 0) return broken(expected, `"${missing[0]}" has domains in the answer and no entry${others}.`);
  const strange = listed.filter((category) => !sums.get(folded(category))?.spellings.has(category));
  // A category in another case than its domains write it is odd; beside an entry that writes it as they do, it has nothing to count.
  const other = strange.find((category) => {
    const spellings = sums.get(folded(category))?.spellings;
    return !spellings || listed.some((one) => spellings.has(one));
  });
  if (other !== undefined) return broken(expected, `"${other}" has an entry and no domain in the answer.`);
  const [odd] = strange;
  return odd === undefined ? 'fine' : tolerated(expected, `"${odd}" is written in another case than by its domains.`);
};

/** `domain_count` counts the returned domains of the category. Source: Resources, domains catalog, response and rules. */
export const summaryDomainCount: Judge = (exchange) =>
  judgeSums(exchange, 'domain_count', ({ domains }) => domains, 'the number of its domains in the answer');

/** `document_count` sums the returned domains of the category. Source: Resources, domains catalog, response and rules. */
export const summaryDocumentCount: Judge = (exchange) =>
  judgeSums(exchange, 'document_count', ({ documents }) => documents, 'the sum over its domains in the answer');

function judgeSums(
  exchange: Exchange,
  field: string,
  due: (sum: Readonly<Sum>) => number | undefined,
  what: string,
): Judgement {
  const [sums, summary] = [sumsOf(exchange), summaryOf(exchange) ?? []];
  const folds = summary.map(({ item }) => folded(String(item.category)));
  return judgeEach(summary, ({ at, item }) => {
    const category = String(item.category);
    const fold = folded(category);
    const alone = folds.indexOf(fold) === folds.lastIndexOf(fold);
    const sum = sums?.get(fold);
    const [value, expected] = [item[field], sum && due(sum)];
    if (!alone || sum?.spellings.size !== 1 || expected === undefined || typeof value !== 'number') return 'nothing';
    return value === expected
      ? 'fine'
      : broken(
          `\`${field}\` of a category is ${what}.`,
          `\`categories[${at}].${field}\` ("${category}") is ${value} instead of ${expected}.`,
        );
  });
}
