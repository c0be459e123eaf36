import type { Catalogue } from '../../fixtures/index.ts';
import { type DomainsQuery, type DomainsResponse, limits } from '../../spec/index.ts';

type CatalogueEntry = DomainsResponse['domains'][number];
type CategorySummary = DomainsResponse['categories'][number];

/** Answers a valid catalogue request from a snapshot. Source: Resources, domains catalog. */
export function answerDomains(query: DomainsQuery, catalogue: Catalogue): DomainsResponse {
  const domains = catalogue.domains
    .filter((entry) => admits(entry, query))
    .sort(byDocuments)
    .slice(0, query.limit ?? limits.domainsLimit.default)
    .map((entry): CatalogueEntry => ({ ...entry, in_trust_list: true }));
  return {
    version: catalogue.version,
    generated_at: catalogue.generated_at,
    total_domains: domains.length,
    domains,
    categories: summarise(domains),
  };
}

/** `category` must equal the value, `q` must be part of the domain, both case-insensitive; empty counts as absent (readings S20, R8b). */
function admits(entry: { domain: string; category: string }, { category, q }: DomainsQuery): boolean {
  const inCategory = !category || entry.category.toLowerCase() === category.toLowerCase();
  return inCategory && (!q || entry.domain.includes(q.toLowerCase()));
}

/** `document_count` descending, then `domain` ascending. Source: Domains catalog, rules. */
function byDocuments(
  left: { domain: string; document_count: number },
  right: { domain: string; document_count: number },
): number {
  return right.document_count - left.document_count || ascending(left.domain, right.domain);
}

/** One entry for each category of exactly these domains; `document_count` descending, then name (readings S19). */
function summarise(domains: readonly CatalogueEntry[]): CategorySummary[] {
  const categories = new Set(domains.map(({ category }) => category));
  return [...categories]
    .map((category) => {
      const members = domains.filter((entry) => entry.category === category);
      const documents = members.reduce((sum, { document_count }) => sum + document_count, 0);
      return { category, domain_count: members.length, document_count: documents };
    })
    .sort((left, right) => right.document_count - left.document_count || ascending(left.category, right.category));
}

/** By code unit, so that the order does not depend on a locale. */
function ascending(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
