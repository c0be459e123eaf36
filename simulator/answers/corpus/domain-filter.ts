import { domainToASCII } from 'node:url';

/** The two filters of chat and finder requests, as they arrive. */
export interface DomainFilters {
  readonly include_domains?: readonly string[] | null;
  readonly exclude_domains?: readonly string[] | null;
}

/** Longer values cannot be a domain, even with a path. */
const longestValue = 2_048;
/** A filter has no specified length; filtering is best-effort, and reading more would stop the server for seconds. */
const mostValues = 10_000;
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * The domain of a filter value, or null if it is not one: trimmed, lower case, without scheme, port, path, `www.`
 * and final dot, in ASCII. Source: Resources, chat request, rule 2; readings R16.
 */
export function normaliseDomain(value: string): string | null {
  if (value.length > longestValue) return null;
  const host = value
    .trim()
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/[/?#].*$/s, '')
    .replace(/:\d*$/, '');
  const domain = domainToASCII(host)
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  return domain.length <= 253 && domain.split('.').every((part) => label.test(part)) ? domain : null;
}

/** A test for domains: those of a filter and their subdomains. A filter without one valid value filters nothing. */
export function createDomainFilter(filters: DomainFilters): (domain: string) => boolean {
  const included = domainSet(filters.include_domains);
  const excluded = domainSet(filters.exclude_domains);
  return (domain) => (included.size === 0 || belongsTo(domain, included)) && !belongsTo(domain, excluded);
}

function domainSet(values: readonly string[] | null | undefined): ReadonlySet<string> {
  return new Set(
    (values ?? [])
      .slice(0, mostValues)
      .map(normaliseDomain)
      .filter((domain) => domain !== null),
  );
}

function belongsTo(domain: string, set: ReadonlySet<string>): boolean {
  const labels = domain.split('.');
  return labels.some((_, at) => set.has(labels.slice(at).join('.')));
}
