import { answered, type Bugs, catalogued, told } from './bugs.test-support.ts';
import { byName, type Domain, summarise } from '../proof/second-server/catalogue.ts';
import { type Body, refuse } from '../proof/second-server/wire.ts';

const limited = (read: (sent: string | null) => number | undefined) =>
  catalogued((before) => ({
    limit: (query) => {
      const made = read(query.get('limit'));
      return made === undefined ? before.limit(query) : made < 0 ? undefined : made;
    },
  }));
const entry = (edit: (one: Domain, at: number) => Partial<Record<keyof Domain, unknown>> | undefined) =>
  told('domains', (body) => ({
    ...body,
    domains: (body.domains as Domain[]).map((one, at) => ({ ...one, ...edit(one, at) })),
  }));
const counted = (compare: (a: Domain, b: Domain) => number) =>
  catalogued(() => ({ order: (entries) => entries.toSorted(compare) }));
const summed = (summary: (shown: Domain[], matched: Domain[], all: Domain[]) => unknown[]) =>
  catalogued(({ entries }) => ({ summary: (shown, matched) => summary(shown, matched, entries) }));
const domains = (body: Body): Domain[] => body.domains as Domain[];

/** An entry that few filters let through. */
const foreign: Domain = { domain: 'xyz.example', category: 'Other', document_count: 0, in_trust_list: true };

/** Mistakes of the catalogue. */
export const domainsBugs: Bugs = {
  'domains: limit 1000 refused': ['domains.limit-max', limited((sent) => (sent === '1000' ? -1 : undefined))],
  'domains: limit 1001 clamped': ['domains.limit-max', limited((sent) => (sent === '1001' ? 1_000 : undefined))],
  'domains: every large limit clamped': [
    'domains.limit-max',
    limited((sent) => (Number(sent) > 1_000 ? 1_000 : undefined)),
  ],
  'domains: limits of 2000 and more clamped': [
    'domains.limit-max',
    limited((sent) => (Number(sent) >= 2_000 ? 1_000 : undefined)),
  ],
  'domains: limit 0 is the default': ['domains.limit-min', limited((sent) => (sent === '0' ? 200 : undefined))],
  'domains: limit 1 refused': ['domains.limit-min', limited((sent) => (sent === '1' ? -1 : undefined))],
  'domains: negative limits let in': ['domains.limit-min', limited((sent) => (Number(sent) < 0 ? 1 : undefined))],
  'domains: words as the default limit': [
    'domains.limit-type',
    limited((sent) => (sent && Number.isNaN(Number(sent)) ? 200 : undefined)),
  ],
  'domains: limits with fractions cut': [
    'domains.limit-type',
    limited((sent) => (sent && /^\d+\.\d+$/.test(sent) ? Math.trunc(Number(sent)) : undefined)),
  ],
  'domains: limits read as far as digits go': [
    'domains.limit-type',
    limited((sent) => {
      const number = Number.parseInt(sent ?? '', 10);
      return sent !== null && number >= 1 && number <= 1_000 ? number : undefined;
    }),
  ],
  'domains: bad limits as 400': [
    'domains.limit-max',
    answered('domains', (answer) =>
      answer.status === 422 ? refuse(400, 'invalid_request', 'no', 'limit') : undefined,
    ),
  ],
  'domains: 100 by default': ['domains.limit-default', limited((sent) => (sent === null ? 100 : undefined))],
  'domains: 1000 by default': ['domains.limit-default', limited((sent) => (sent === null ? 1_000 : undefined))],
  'domains: 201 by default': ['domains.limit-default', limited((sent) => (sent === null ? 201 : undefined))],
  'domains: no default limit beside a filter': [
    'domains.limit-default',
    catalogued((before) => ({
      limit: (query) =>
        !query.has('limit') && (query.has('q') || query.has('category')) ? 5_000 : before.limit(query),
    })),
  ],
  'domains: one short of the limit': [
    'domains.limit-prefix',
    limited((sent) => (Number(sent) > 2 && Number(sent) < 1_000 ? Number(sent) - 1 : undefined)),
  ],
  'domains: pages end at 999': ['domains.limit-prefix', limited((sent) => (sent === '1000' ? 999 : undefined))],
  'domains: at most 500 whatever the limit': [
    'domains.limit-prefix',
    limited((sent) => (Number(sent) > 500 && Number(sent) <= 1_000 ? 500 : undefined)),
  ],
  'domains: ties unsorted': ['domains.sorted-by-name', counted((a, b) => b.document_count - a.document_count)],
  'domains: ties backwards': [
    'domains.sorted-by-name',
    counted((a, b) => b.document_count - a.document_count || byName(b, a)),
  ],
  'domains: ties sorted in the first ten': [
    'domains.sorted-by-name',
    catalogued(({ order }) => ({
      order: (entries) => {
        const loose = entries.toSorted((a, b) => b.document_count - a.document_count);
        return [...order(entries).slice(0, 10), ...loose.filter((one) => !order(entries).slice(0, 10).includes(one))];
      },
    })),
  ],
  'domains: ties by length': [
    'domains.sorted-by-name',
    counted((a, b) => b.document_count - a.document_count || a.domain.length - b.domain.length || byName(a, b)),
  ],
  'domains: ties by number': [
    'domains.sorted-by-name',
    counted((a, b) => b.document_count - a.document_count || a.domain.localeCompare(b.domain, 'en', { numeric: true })),
  ],
  'domains: ties by their last label': [
    'domains.sorted-by-name',
    counted(
      (a, b) =>
        b.document_count - a.document_count ||
        (a.domain.split('.').toReversed().join('.') < b.domain.split('.').toReversed().join('.') ? -1 : 1),
    ),
  ],
  'domains: by count ascending': [
    'domains.sorted-by-count',
    counted((a, b) => a.document_count - b.document_count || byName(a, b)),
  ],
  'domains: counts sorted as text': [
    'domains.sorted-by-count',
    counted((a, b) =>
      String(b.document_count) < String(a.document_count)
        ? -1
        : String(b.document_count) > String(a.document_count)
          ? 1
          : byName(a, b),
    ),
  ],
  'domains: by name only': ['domains.sorted-by-count', counted(byName)],
  'domains: last two exchanged': [
    'domains.limit-prefix',
    told('domains', (body) => ({
      ...body,
      domains:
        domains(body).length > 150
          ? [...domains(body).slice(0, -2), ...domains(body).slice(-2).toReversed()]
          : domains(body),
    })),
  ],
  'domains: grouped by category': [
    'domains.sorted-by-count',
    counted((a, b) =>
      a.category < b.category ? -1 : a.category > b.category ? 1 : b.document_count - a.document_count || byName(a, b),
    ),
  ],
  'domains: sorted after the cut': [
    'domains.sorted-by-count',
    catalogued(({ order }) => ({ order: (entries) => order(entries.slice(0, 150)).concat(order(entries.slice(150))) })),
  ],
  'domains: summary before the limit': ['domains.summary-domain-count', summed((_, matched) => summarise(matched))],
  'domains: summary of the whole catalogue': ['domains.summary-categories', summed((_, __, all) => summarise(all))],
  'domains: summary sums before the limit': [
    'domains.summary-document-count',
    summed((shown, matched) =>
      summarise(shown).map((one) => ({
        ...one,
        document_count: summarise(matched).find(({ category }) => category === one.category)?.document_count,
      })),
    ),
  ],
  'domains: summary of averages': [
    'domains.summary-document-count',
    summed((shown) =>
      summarise(shown).map((one) => ({ ...one, document_count: Math.round(one.document_count / one.domain_count) })),
    ),
  ],
  'domains: summary without unknown': [
    'domains.summary-categories',
    summed((shown) => summarise(shown).filter(({ category }) => category !== 'unknown')),
  ],
  'domains: summary of the first three': [
    'domains.summary-categories',
    summed((shown) => summarise(shown).slice(0, 3)),
  ],
  'domains: summary with zero entries': [
    'domains.summary-categories',
    summed((shown, _, all) => [
      ...summarise(shown),
      ...summarise(all)
        .filter((one) => !shown.some(({ category }) => category === one.category))
        .map(({ category }) => ({ category, domain_count: 0, document_count: 0 })),
    ]),
  ],
  'domains: summary in lower case': [
    'domains.summary-categories',
    summed((shown) => summarise(shown).map((one) => ({ ...one, category: one.category.toLowerCase() }))),
  ],
  'domains: summary skips small domains': [
    'domains.summary-domain-count',
    summed((shown) => summarise(shown.filter(({ document_count }) => document_count >= 85))),
  ],
  'domains: counts of the summary as text': [
    'domains.response.summary-document-count-type',
    summed((shown) => summarise(shown).map((one) => ({ ...one, document_count: String(one.document_count) }))),
  ],
  'domains: summary as an object': [
    'domains.response.categories',
    told('domains', (body) => ({ ...body, categories: {} })),
  ],
  'domains: no summary without domains': [
    'domains.empty-valid',
    told('domains', (body) => (domains(body).length > 0 ? undefined : { ...body, categories: null })),
  ],
  'domains: total before the limit': [
    'domains.total-counts',
    catalogued(() => ({ total: (_, matched) => matched.length })),
  ],
  'domains: total of the catalogue': [
    'domains.total-counts',
    catalogued(({ entries }) => ({ total: () => entries.length })),
  ],
  'domains: total beside a filter of all': [
    'domains.total-counts',
    told('domains', (body, call) =>
      call.query.has('q') ? { ...body, total_domains: Number(body.total_domains) + 1 } : undefined,
    ),
  ],
  'domains: category in its own case only': [
    'domains.category-complete',
    catalogued(() => ({ inCategory: (one, wanted) => one.category === wanted })),
  ],
  'domains: category lowered on one side': [
    'domains.category-complete',
    catalogued(() => ({ inCategory: (one, wanted) => one.category === wanted.toLowerCase() })),
  ],
  'domains: category by a part': [
    'domains.category-filter',
    catalogued(() => ({ inCategory: (one, wanted) => one.category.toLowerCase().includes(wanted.toLowerCase()) })),
  ],
  'domains: category by its beginning': [
    'domains.category-filter',
    catalogued(() => ({ inCategory: (one, wanted) => one.category.toLowerCase().startsWith(wanted.toLowerCase()) })),
  ],
  'domains: category ignored': ['domains.category-filter', catalogued(() => ({ inCategory: () => true }))],
  'domains: unknown cannot be asked for': [
    'domains.category-complete',
    catalogued(({ inCategory }) => ({
      inCategory: (one, wanted) => wanted.toLowerCase() !== 'unknown' && inCategory(one, wanted),
    })),
  ],
  'domains: categories with spaces not found': [
    'domains.category-complete',
    catalogued(() => ({
      inCategory: (one, wanted) => one.category.toLowerCase().replaceAll(' ', '+') === wanted.toLowerCase(),
    })),
  ],
  'domains: empty lists as 404': [
    'domains.empty-valid',
    answered('domains', (answer) =>
      answer.status === 200 && domains(answer.body as Body).length === 0 ? refuse(404, 'not_found', 'none') : undefined,
    ),
  ],
  'domains: q in its own case only': [
    'domains.q-case',
    catalogued(() => ({ named: (one, wanted) => one.domain.includes(wanted) })),
  ],
  'domains: q from the beginning': [
    'domains.q-complete',
    catalogued(() => ({ named: (one, wanted) => one.domain.startsWith(wanted.toLowerCase()) })),
  ],
  'domains: q to the end': [
    'domains.q-complete',
    catalogued(() => ({ named: (one, wanted) => one.domain.endsWith(wanted.toLowerCase()) })),
  ],
  'domains: q of whole labels': [
    'domains.q-complete',
    catalogued(() => ({ named: (one, wanted) => one.domain.split('.').includes(wanted.toLowerCase()) })),
  ],
  'domains: q as a pattern': [
    'domains.q-filter',
    catalogued(() => ({
      named: (one, wanted) => {
        try {
          return new RegExp(wanted, 'i').test(one.domain);
        } catch {
          return false;
        }
      },
    })),
  ],
  'domains: q in categories too': [
    'domains.q-filter',
    catalogued(() => ({
      named: (one, wanted) => `${one.domain} ${one.category}`.toLowerCase().includes(wanted.toLowerCase()),
    })),
  ],
  'domains: q without the ending': [
    'domains.q-complete',
    catalogued(() => ({
      named: (one, wanted) => one.domain.split('.').slice(0, -1).join('.').includes(wanted.toLowerCase()),
    })),
  ],
  'domains: q ignored': ['domains.q-filter', catalogued(() => ({ named: () => true }))],
  'domains: filters before the limit the wrong way': [
    'domains.q-complete',
    catalogued(({ named, order, entries }) => {
      const head = order(entries).slice(0, 200);
      return { named: (one, wanted) => head.includes(one) && named(one, wanted) };
    }),
  ],
  'domains: a stray entry under two filters': [
    'domains.filters-together',
    told('domains', (body, { query }) =>
      query.has('category') && query.has('q') ? { ...body, domains: [...domains(body), foreign] } : undefined,
    ),
  ],
  'domains: domains in upper case': ['domains.normalized', entry((one) => ({ domain: one.domain.toUpperCase() }))],
  'domains: domains with www': ['domains.normalized', entry((one) => ({ domain: `https://${one.domain}` }))],
  'domains: one late domain with a path': [
    'domains.normalized',
    entry((one, at) => (at === 190 ? { domain: `${one.domain}/en` } : undefined)),
  ],
  'domains: one late entry not trusted': [
    'domains.response.trusted',
    entry((_, at) => (at === 199 ? { in_trust_list: false } : undefined)),
  ],
  'domains: trust left out where unknown': [
    'domains.response.trusted',
    entry((one) => (one.category === 'unknown' ? { in_trust_list: null } : undefined)),
  ],
  'domains: category null': [
    'domains.response.category',
    entry((one) => (one.category === 'unknown' ? { category: null } : undefined)),
  ],
  'domains: category empty': [
    'domains.response.category',
    entry((one) => (one.category === 'unknown' ? { category: '' } : undefined)),
  ],
  'domains: counts as text': [
    'domains.response.document-count',
    entry((one) => ({ document_count: String(one.document_count) })),
  ],
  'domains: small counts null': [
    'domains.response.document-count',
    entry((one) => (one.document_count < 10 ? { document_count: null } : undefined)),
  ],
  'domains: names as objects': [
    'domains.response.domains',
    told('domains', (body) => ({ ...body, domains: domains(body).map(({ domain }) => domain) })),
  ],
  'domains: time as a number': [
    'domains.response.generated-at',
    catalogued(() => ({ generatedAt: 1_764_000_000 as never })),
  ],
  'domains: time for the web': [
    'domains.response.generated-at',
    catalogued(() => ({ generatedAt: 'Mon, 24 Nov 2025 16:00:00 GMT' })),
  ],
  'domains: version a number': ['domains.response.version', catalogued(() => ({ version: 1 as never }))],
  'domains: total as text': [
    'domains.response.total',
    told('domains', (body) => ({ ...body, total_domains: String(body.total_domains) })),
  ],
  'domains: key required': [
    'auth.domains-public',
    answered('domains', (_, call) => (call.authorization ? undefined : refuse(401, 'authentication_error', 'no'))),
  ],
  'domains: bad keys refused': [
    'auth.domains-ignores-key',
    answered('domains', (_, call) =>
      call.authorization && !/svc_test_[0-9a-f]{32}$/.test(call.authorization)
        ? refuse(403, 'permission_denied', 'no')
        : undefined,
    ),
  ],
  'domains: without a catalogue 500': [
    'errors.service-unavailable',
    answered('domains', (answer) => (answer.status === 503 ? refuse(500, 'internal_error', 'no') : undefined)),
  ],
  'domains: labelled as text': [
    'domains.json-content-type',
    answered('domains', (answer) => ({ ...answer, headers: { 'content-type': 'text/plain' } })),
  ],
};
