import type { ApiResponse, Middleware } from '../../../simulator/index.ts';
import type { JsonObject } from '../../../spec/index.ts';
import { intercept, jsonIn, withInput, withJson } from './wire.ts';

export type Entry = JsonObject & {
  readonly domain: string;
  readonly category: string;
  readonly document_count: number;
};

/** The data from which answers are made. */
export interface Snapshot {
  readonly version: unknown;
  readonly generated_at: unknown;
  readonly domains: readonly Entry[];
}

/** A valid query; a filter that was not sent is empty. */
interface Query {
  readonly category: string;
  readonly q: string;
  readonly limit: number | undefined;
}

/** One entry of the summary. */
export interface Sum {
  readonly category: string;
  readonly domain_count: number;
  readonly document_count: number;
}

/** Compares two entries as `sort` wants it. */
export type Compare = (one: Entry, other: Entry) => number;

export const byName: Compare = (one, other) => (one.domain < other.domain ? -1 : 1);
export const byCount: Compare = (one, other) => other.document_count - one.document_count;

/** Sorts by the first comparison in which two entries differ. */
export const sorted =
  (...comparisons: readonly Compare[]) =>
  (entries: readonly Entry[]): readonly Entry[] =>
    entries.toSorted((one, other) => comparisons.reduce((order, compare) => order || compare(one, other), 0));

export const ofCategory = (entries: readonly Entry[], wanted: string): readonly Entry[] =>
  entries.filter(({ category }) => category === wanted);

export const documentsOf = (entries: readonly Entry[]): number =>
  entries.reduce((sum, entry) => sum + entry.document_count, 0);

/** The summary of a list of domains. */
export const sumsOf = (entries: readonly Entry[]): readonly Sum[] =>
  [...new Set(entries.map(({ category }) => category))].map((category) => {
    const members = ofCategory(entries, category);
    return { category, domain_count: members.length, document_count: documentsOf(members) };
  });

/** The steps from a snapshot to a correct answer, each of which a deviation may replace. */
export const correctSteps = {
  /** `count` is the number of answers before this one. */
  snapshot: (snapshot: Snapshot, _query: Query, _count: number): Snapshot => snapshot,
  inCategory: ({ category }: Entry, wanted: string): boolean => category.toLowerCase() === wanted.toLowerCase(),
  named: ({ domain }: Entry, wanted: string): boolean => domain.includes(wanted.toLowerCase()),
  finds: (inCategory: boolean, named: boolean, _query: Query): boolean => inCategory && named,
  order: sorted(byCount, byName),
  cut: (found: readonly Entry[], { limit = 200 }: Query): readonly Entry[] => found.slice(0, limit),
  total: (shown: readonly Entry[], _found: readonly Entry[]): number => shown.length,
  summary: (shown: readonly Entry[], _found: readonly Entry[], _all: readonly Entry[]): readonly Sum[] => sumsOf(shown),
};

/** Asks the server for all domains, and answers valid queries from them by these steps. */
export const catalogue =
  (steps: Partial<typeof correctSteps>): Middleware =>
  (next) => {
    const { snapshot, inCategory, named, finds, order, cut, total, summary } = { ...correctSteps, ...steps };
    let count = 0;
    return intercept('domains', async (asked, handle) => {
      const query = queryIn(asked.request.path);
      if (query === undefined) return handle(asked.request);
      const response = await handle(withInput(asked, { limit: 1_000 }));
      const full = catalogueIn(response);
      if (full === undefined) return response;
      const { domains, ...stamps } = snapshot(full, query, count);
      count += 1;
      const { category, q } = query;
      const all = order(domains);
      const found = all.filter((entry) =>
        finds(category === '' || inCategory(entry, category), q === '' || named(entry, q), query),
      );
      const shown = cut(found, query);
      const [total_domains, categories] = [total(shown, found), summary(shown, found, all)];
      return withJson(response, { ...stamps, total_domains, domains: shown, categories });
    })(next);
  };

/** The query of a path; undefined if its limit is not valid. */
function queryIn(path: string): Query | undefined {
  const sent = new URLSearchParams(path.split('?')[1]);
  const limit = sent.get('limit') ?? undefined;
  if (limit !== undefined && !(/^\d+$/.test(limit) && Number(limit) >= 1 && Number(limit) <= 1_000)) return undefined;
  return {
    category: sent.get('category') ?? '',
    q: sent.get('q') ?? '',
    limit: limit === undefined ? undefined : Number(limit),
  };
}

/** The catalogue in a 200. */
export const catalogueIn = (response: ApiResponse): (Snapshot & JsonObject) | undefined =>
  response.status === 200 ? (jsonIn(response) as (Snapshot & JsonObject) | undefined) : undefined;
