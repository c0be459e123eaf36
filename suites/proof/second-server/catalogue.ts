import { type Answer, unprocessable } from './wire.ts';

interface Domain {
  domain: string;
  category: string;
  document_count: number;
  in_trust_list: boolean;
}

/** The data of the catalogue, and how `limit` is read: undefined if it is not valid. */
export interface Catalogue {
  entries: Domain[];
  limit(query: URLSearchParams): number | undefined;
  generatedAt: string;
  version: string;
}

const kinds = ['Government', 'Clinical', 'Hospital system', 'unknown', 'Society'];
const hosts = ['health', 'clinic', 'care', 'med', 'cancer', 'heart'];

/** 1,043 domains in no order; many have equal document counts. */
function snapshot(): Domain[] {
  return Array.from({ length: 1_043 }, (_, at) => {
    const number = (at * 611) % 1_043;
    return {
      domain: `${hosts[number % 6]}${number}.${number % 7 === 0 ? 'gov' : 'org'}`,
      category: kinds[(number * 13) % 5] ?? 'unknown',
      document_count: (number * 7) % 90,
      in_trust_list: true,
    };
  });
}

const byName = (a: Domain, b: Domain): number => (a.domain < b.domain ? -1 : 1);

function summarise(entries: Domain[]): { category: string; domain_count: number; document_count: number }[] {
  const sums = new Map<string, { category: string; domain_count: number; document_count: number }>();
  for (const { category, document_count } of entries) {
    const sum = sums.get(category) ?? { category, domain_count: 0, document_count: 0 };
    sum.domain_count += 1;
    sum.document_count += document_count;
    sums.set(category, sum);
  }
  return [...sums.values()].sort((a, b) => (a.category < b.category ? 1 : -1));
}

export const catalogue = (): Catalogue => ({
  entries: snapshot(),
  limit(query) {
    const sent = query.get('limit') ?? '200';
    const number = Number(sent);
    return /^\d+$/.test(sent) && number >= 1 && number <= 1_000 ? number : undefined;
  },
  generatedAt: '2025-11-30T04:05:06.123456+00:00',
  version: '2025.1',
});

/** GET /v1/domains. */
export function list(data: Catalogue, query: URLSearchParams): Answer {
  const most = data.limit(query);
  if (most === undefined)
    return unprocessable('int_parsing', ['query', 'limit'], 'limit is 1 to 1000', { input: query.get('limit') });
  const [category, q] = ['category', 'q'].map((name) => query.get(name)?.toLowerCase());
  const shown = data.entries
    .toSorted((a, b) => b.document_count - a.document_count || byName(a, b))
    .filter((entry) => !category || entry.category.toLowerCase() === category)
    .filter(({ domain }) => !q || domain.includes(q))
    .slice(0, most);
  const body = {
    version: data.version,
    generated_at: data.generatedAt,
    total_domains: shown.length,
    domains: shown,
    categories: summarise(shown),
  };
  return { status: 200, headers: {}, body };
}
