import { catalogue as shipped } from '../../fixtures/index.ts';
import { type DomainsQuery, type DomainsResponse, semanticFailure } from '../../spec/index.ts';
import { answerDomains, domainsParts } from '../answers/index.ts';
import type { Mutant } from '../mutant.ts';
import { mutant } from './change.ts';
import { changeAnswers, domainsWith } from './change-answer.ts';
import { envelope } from './change-input.ts';
import { changing } from './changing.ts';

type Entry = DomainsResponse['domains'][number];
type Summary = DomainsResponse['categories'];

const on = changing('domains');
const { admits, byDocuments, summarise } = domainsParts;

/** Lets other entries through. */
const admitting = (lets: (entry: { domain: string; category: string }, query: DomainsQuery) => boolean) =>
  domainsWith({ admits: lets });

/** The same summary with other figures; `whole` is the summary of everything, unfiltered. */
const summaryBy = (change: (summary: Summary, domains: readonly Entry[], whole: Summary) => Summary) =>
  on.reply((reply) => ({ ...reply, categories: change(reply.categories, reply.domains, summarise(shipped.domains)) }));

/** What the answer would hold with another limit. */
const withLimit = (query: DomainsQuery, limit: number): DomainsResponse => answerDomains({ ...query, limit });

const byName = (left: { domain: string }, right: { domain: string }): number => (left.domain < right.domain ? -1 : 1);

/** A name with its labels from the last to the first. */
const backwards = (name: string): string => name.split('.').toReversed().join('.');

/** Category of a name of the shipped catalogue. */
const categoryOf = (name: string): string => shipped.domains.find(({ domain }) => domain === name)?.category ?? '';

/** Whether a pattern, if it is one, finds something in a name. */
function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'i').test(name);
  } catch {
    return false;
  }
}

/** The figures of the whole catalogue for a category of a summary. */
const inWhole = (whole: Summary, category: string): Summary[number] | undefined =>
  whole.find((entry) => entry.category === category);

/** Fails, where there is only the last good snapshot, with what `refusal` gives. */
const failingWhenStale = (refusal: () => Error) =>
  changeAnswers({
    domains: (query, catalogue) => {
      if (catalogue.generated_at !== shipped.generated_at) throw refusal();
      return answerDomains(query, catalogue);
    },
  });

/** Mutants of the catalogue. */
export const domainsMutants: readonly Mutant[] = [
  mutant(
    'domains.accepts-valid/short-q-refused',
    'A `q` of one character gives 400.',
    on.refuse(({ q }) => q?.length === 1, envelope('invalid_request')),
  ),
  mutant('domains.accepts-valid/partial-content-status', 'The catalogue is answered with 206.', on.status(206)),
  mutant('domains.json-content-type/plain-text', 'The catalogue is labelled text/plain.', on.label('text/plain')),
  mutant('domains.json-content-type/unlabelled', 'The catalogue has no content type.', on.label(null)),

  mutant(
    'domains.limit-type/ignored',
    'A `limit` that is no integer counts as left out.',
    on.read('/limit', (limit) => (/^-?\d+$/.test(String(limit)) ? limit : '200')),
  ),
  mutant(
    'domains.limit-type/truncated',
    'A `limit` of 1.5 counts as 1.',
    on.read('/limit', (limit) => String(limit).replace(/\.\d+$/, '')),
  ),
  mutant(
    'domains.limit-type/envelope',
    'A `limit` that is no integer gives 400 `invalid_request`.',
    on.breach('/limit', 'type', semanticFailure('invalid_request')),
  ),
  mutant('domains.limit-min/zero-accepted', '`limit` 0 gives an empty list.', on.constrain('/limit', { minimum: 0 })),
  mutant(
    'domains.limit-min/zero-is-default',
    '`limit` 0 counts as left out.',
    on.read('/limit', (limit) => (limit === '0' ? '200' : limit)),
  ),
  mutant(
    'domains.limit-min/negative-accepted',
    'A negative `limit` counts as left out.',
    on.read('/limit', (limit) => (/^-\d+$/.test(String(limit)) ? '200' : limit)),
  ),
  mutant('domains.limit-min/one-refused', '`limit` 1 is refused.', on.constrain('/limit', { minimum: 2 })),
  mutant('domains.limit-max/one-more', '`limit` 1001 is accepted.', on.constrain('/limit', { maximum: 1_001 })),
  mutant('domains.limit-max/one-less', '`limit` 1000 is refused.', on.constrain('/limit', { maximum: 999 })),
  mutant(
    'domains.limit-max/clamped',
    'A `limit` above 1000 counts as 1000.',
    on.read('/limit', (limit) => (Number(limit) > 1_000 ? '1000' : limit)),
  ),
  mutant(
    'domains.limit-max/envelope',
    'A `limit` above 1000 gives 400 `invalid_request`.',
    on.breach('/limit', 'maximum', semanticFailure('invalid_request')),
  ),

  mutant('domains.response.version/number', '`version` is a number.', on.field('/version', Number)),
  mutant('domains.response.version/missing', 'There is no `version`.', on.drop('/version')),
  mutant(
    'domains.response.generated-at/seconds',
    '`generated_at` is Unix time.',
    on.field('/generated_at', (moment) => Date.parse(String(moment)) / 1_000),
  ),
  mutant(
    'domains.response.generated-at/http-date',
    '`generated_at` is a date as HTTP headers write it.',
    on.field('/generated_at', () => 'Wed, 31 Dec 2025 00:00:00 GMT'),
  ),
  mutant(
    'domains.response.generated-at/time-of-day',
    '`generated_at` is a time of day.',
    on.field('/generated_at', (moment) => String(moment).slice(11)),
  ),
  mutant('domains.response.total/text', '`total_domains` is a string.', on.field('/total_domains', String)),
  mutant('domains.response.total/missing', 'There is no `total_domains`.', on.drop('/total_domains')),
  mutant(
    'domains.response.domains/names-only',
    '`domains` is an array of names.',
    on.reply((reply) => ({ ...reply, domains: reply.domains.map(({ domain }) => domain) })),
  ),
  mutant(
    'domains.response.domain/other-name',
    'The name of a domain stands under `name`.',
    on.reply((reply) => ({
      ...reply,
      domains: reply.domains.map(({ domain, ...rest }) => ({ ...rest, name: domain })),
    })),
  ),
  mutant(
    'domains.response.category/null-for-unknown',
    '`category` is null where there is no category metadata.',
    on.field('/domains/*/category', (category) => (category === 'unknown' ? null : category)),
  ),
  mutant(
    'domains.response.category/empty-for-unknown',
    '`category` is empty where there is no category metadata.',
    on.field('/domains/*/category', (category) => (category === 'unknown' ? '' : category)),
  ),
  mutant(
    'domains.response.document-count/text',
    '`document_count` is a string.',
    on.field('/domains/*/document_count', String),
  ),
  mutant(
    'domains.response.document-count/missing',
    'Entries have no `document_count`.',
    on.drop('/domains/*/document_count'),
  ),
  mutant(
    'domains.response.trusted/false-for-unknown',
    '`in_trust_list` is false where there is no category metadata.',
    on.reply((reply) => ({
      ...reply,
      domains: reply.domains.map((entry) => ({ ...entry, in_trust_list: entry.category !== 'unknown' })),
    })),
  ),
  mutant('domains.response.trusted/number', '`in_trust_list` is 1.', on.field('/domains/*/in_trust_list', Number)),
  mutant('domains.response.trusted/missing', 'Entries have no `in_trust_list`.', on.drop('/domains/*/in_trust_list')),
  mutant(
    'domains.response.categories/object',
    '`categories` is an object keyed by name.',
    on.reply((reply) => ({
      ...reply,
      categories: Object.fromEntries(reply.categories.map((entry) => [entry.category, entry])),
    })),
  ),
  mutant('domains.response.categories/missing', 'There is no `categories`.', on.drop('/categories')),
  mutant(
    'domains.response.summary-category/null-for-unknown',
    'The summary calls the category `unknown` null.',
    on.field('/categories/*/category', (category) => (category === 'unknown' ? null : category)),
  ),
  mutant(
    'domains.response.summary-domain-count-type/text',
    '`domain_count` is a string.',
    on.field('/categories/*/domain_count', String),
  ),
  mutant(
    'domains.response.summary-document-count-type/text',
    '`document_count` of a category is a string.',
    on.field('/categories/*/document_count', String),
  ),

  mutant(
    'domains.total-counts/before-limit',
    '`total_domains` counts what `limit` cut off too.',
    on.reply((reply, query) => ({ ...reply, total_domains: withLimit(query, 1_000).total_domains })),
  ),
  mutant(
    'domains.total-counts/whole-catalogue',
    '`total_domains` counts the whole catalogue.',
    on.field('/total_domains', () => shipped.domains.length),
  ),
  mutant(
    'domains.normalized/scheme',
    'The first domain carries its scheme.',
    on.field('/domains/0/domain', (domain) => `https://${domain}`),
  ),
  mutant(
    'domains.normalized/capitals',
    'Domains begin with a capital letter.',
    on.field('/domains/*/domain', (domain) => String(domain).replace(/^./, (letter) => letter.toUpperCase())),
  ),
  mutant(
    'domains.normalized/port',
    'Domains carry a port.',
    on.field('/domains/*/domain', (domain) => `${domain}:443`),
  ),
  mutant(
    'domains.sorted-by-count/ascending',
    'Domains come with the lowest `document_count` first.',
    domainsWith({ byDocuments: (left, right) => left.document_count - right.document_count || byName(left, right) }),
  ),
  mutant('domains.sorted-by-count/by-name', 'Domains come by name.', domainsWith({ byDocuments: byName })),
  mutant(
    'domains.sorted-by-count/as-text',
    'Counts are compared as text, so that 9000 comes before 10500.',
    domainsWith({
      byDocuments: (left, right) =>
        left.document_count === right.document_count
          ? byName(left, right)
          : `${left.document_count}` > `${right.document_count}`
            ? -1
            : 1,
    }),
  ),
  mutant(
    'domains.sorted-by-name/descending',
    'Domains of equal counts come in descending order.',
    domainsWith({ byDocuments: (left, right) => right.document_count - left.document_count || byName(right, left) }),
  ),
  mutant(
    'domains.sorted-by-name/by-category',
    'Domains of equal counts come by category.',
    domainsWith({
      byDocuments: (left, right) =>
        right.document_count - left.document_count || (categoryOf(left.domain) < categoryOf(right.domain) ? -1 : 1),
    }),
  ),
  mutant(
    'domains.sorted-by-name/by-last-label',
    'Domains of equal counts come by their labels from the last to the first.',
    domainsWith({
      byDocuments: (left, right) =>
        right.document_count - left.document_count || (backwards(left.domain) < backwards(right.domain) ? -1 : 1),
    }),
  ),
  mutant(
    'domains.limit-respected/one-more',
    'One domain more than `limit` comes.',
    changeAnswers({
      domains: (query, catalogue) =>
        answerDomains(query.limit === undefined ? query : { ...query, limit: query.limit + 1 }, catalogue),
    }),
  ),
  mutant(
    'domains.limit-respected/ignored',
    '`limit` is ignored.',
    changeAnswers({ domains: ({ limit: _limit, ...query }, catalogue) => answerDomains(query, catalogue) }),
  ),
  mutant(
    'domains.limit-default/unlimited',
    'Without `limit` the whole catalogue comes.',
    changeAnswers({ domains: (query, catalogue) => answerDomains({ limit: 1_000, ...query }, catalogue) }),
  ),
  mutant(
    'domains.limit-default/one-more',
    'Without `limit` 201 domains come.',
    changeAnswers({ domains: (query, catalogue) => answerDomains({ limit: 201, ...query }, catalogue) }),
  ),
  mutant(
    'domains.limit-default/hundred',
    'Without `limit` 100 domains come.',
    changeAnswers({ domains: (query, catalogue) => answerDomains({ limit: 100, ...query }, catalogue) }),
  ),
  mutant(
    'domains.limit-prefix/cut-before-sorting',
    '`limit` takes the first domains by name and sorts them afterwards.',
    changeAnswers({
      domains: (query, catalogue) => {
        const all = answerDomains({ ...query, limit: 1_000 }, catalogue);
        const domains = all.domains
          .toSorted(byName)
          .slice(0, query.limit ?? 200)
          .sort(byDocuments);
        return { ...all, domains, total_domains: domains.length, categories: summarise(domains) };
      },
    }),
  ),
  mutant(
    'domains.limit-prefix/last-ones',
    '`limit` keeps the last domains.',
    changeAnswers({
      domains: (query, catalogue) => {
        const all = answerDomains({ ...query, limit: 1_000 }, catalogue);
        const domains = all.domains.slice(-(query.limit ?? 200));
        return { ...all, domains, total_domains: domains.length, categories: summarise(domains) };
      },
    }),
  ),

  mutant(
    'domains.category-filter/ignored',
    '`category` is ignored.',
    admitting((entry, { q }) => admits(entry, q === undefined ? {} : { q })),
  ),
  mutant(
    'domains.category-filter/part-of-value',
    '`category` also finds categories that only contain it.',
    admitting(
      (entry, { category, ...query }) => admits(entry, query) && entry.category.includes(category?.toLowerCase() ?? ''),
    ),
  ),
  mutant(
    'domains.category-complete/case-sensitive',
    '`category` is case-sensitive.',
    admitting((entry, query) => admits(entry, query) && (!query.category || entry.category === query.category)),
  ),
  mutant(
    'domains.category-complete/cut-before-filtering',
    '`category` looks at the first 200 domains only.',
    changeAnswers({
      domains: (query, catalogue) =>
        answerDomains(query, query.category ? { ...catalogue, domains: catalogue.domains.slice(0, 200) } : catalogue),
    }),
  ),
  mutant(
    'domains.category-complete/unknown-unfindable',
    '`category=unknown` finds nothing.',
    admitting((entry, query) => admits(entry, query) && query.category?.toLowerCase() !== 'unknown'),
  ),
  mutant(
    'domains.q-filter/ignored',
    '`q` is ignored.',
    admitting((entry, { category }) => admits(entry, category === undefined ? {} : { category })),
  ),
  mutant(
    'domains.q-filter/category-too',
    '`q` also searches the category.',
    admitting(
      (entry, { q, ...query }) =>
        admits(entry, query) && (!q || `${entry.domain} ${entry.category}`.includes(q.toLowerCase())),
    ),
  ),
  mutant(
    'domains.q-filter/wildcards',
    '`%` and `_` in `q` stand for any text.',
    admitting(
      (entry, { q, ...query }) =>
        admits(entry, query) && (!q || entry.domain.includes(q.toLowerCase()) || /^[%_]+$/.test(q)),
    ),
  ),
  mutant(
    'domains.q-filter/pattern',
    '`q` is read as a regular expression.',
    admitting((entry, { q, ...query }) => admits(entry, query) && (!q || matches(q, entry.domain))),
  ),
  mutant(
    'domains.q-complete/prefix-only',
    '`q` finds only names that begin with it.',
    admitting((entry, { q, ...query }) => admits(entry, query) && (!q || entry.domain.startsWith(q.toLowerCase()))),
  ),
  mutant(
    'domains.q-complete/whole-labels',
    '`q` finds only whole labels of names.',
    admitting(
      (entry, { q, ...query }) => admits(entry, query) && (!q || entry.domain.split(/[.-]/).includes(q.toLowerCase())),
    ),
  ),
  mutant(
    'domains.q-complete/cut-before-filtering',
    '`q` looks at the first 200 domains only.',
    changeAnswers({
      domains: (query, catalogue) =>
        answerDomains(query, query.q ? { ...catalogue, domains: catalogue.domains.slice(0, 200) } : catalogue),
    }),
  ),
  mutant(
    'domains.q-case/case-sensitive',
    '`q` is case-sensitive.',
    admitting((entry, query) => admits(entry, query) && entry.domain.includes(query.q ?? '')),
  ),
  mutant(
    'domains.filters-together/either',
    'With both filters, domains that meet either come.',
    admitting((entry, query) =>
      query.category && query.q
        ? admits(entry, { category: query.category }) || admits(entry, { q: query.q })
        : admits(entry, query),
    ),
  ),
  mutant(
    'domains.filters-together/last-wins',
    'With both filters, `category` is ignored.',
    admitting((entry, query) => admits(entry, query.q ? { q: query.q } : query)),
  ),
  mutant(
    'domains.empty-valid/not-found',
    'A filter that nothing meets gives 404.',
    on.refuse((query) => answerDomains(query).domains.length === 0, envelope('invalid_request', 404)),
  ),
  mutant(
    'domains.empty-valid/null',
    'An empty list is null.',
    on.reply((reply) => (reply.domains.length === 0 ? { ...reply, domains: null, categories: null } : reply)),
  ),

  mutant(
    'domains.summary-categories/whole-catalogue',
    'The summary lists the categories of the whole catalogue.',
    summaryBy((summary, _domains, whole) =>
      whole.map(
        (entry) =>
          summary.find(({ category }) => category === entry.category) ?? {
            ...entry,
            domain_count: 0,
            document_count: 0,
          },
      ),
    ),
  ),
  mutant(
    'domains.summary-categories/before-limit',
    'The summary is made before `limit` cuts the list.',
    on.reply((reply, query) => ({ ...reply, categories: withLimit(query, 1_000).categories })),
  ),
  mutant(
    'domains.summary-categories/without-unknown',
    'The summary leaves the category `unknown` out.',
    summaryBy((summary) => summary.filter(({ category }) => category !== 'unknown')),
  ),
  mutant(
    'domains.summary-categories/one-each',
    'The summary has one entry for each domain.',
    summaryBy((summary, domains) =>
      domains.flatMap((entry) => summary.filter(({ category }) => category === entry.category)),
    ),
  ),
  mutant(
    'domains.summary-domain-count/whole-catalogue',
    '`domain_count` counts the domains of the whole catalogue.',
    summaryBy((summary, _domains, whole) =>
      summary.map((entry) => ({ ...entry, domain_count: inWhole(whole, entry.category)?.domain_count ?? 0 })),
    ),
  ),
  mutant(
    'domains.summary-domain-count/all-returned',
    '`domain_count` of every category counts all returned domains.',
    summaryBy((summary, domains) => summary.map((entry) => ({ ...entry, domain_count: domains.length }))),
  ),
  mutant(
    'domains.summary-document-count/whole-catalogue',
    '`document_count` of a category sums the whole catalogue.',
    summaryBy((summary, _domains, whole) =>
      summary.map((entry) => ({ ...entry, document_count: inWhole(whole, entry.category)?.document_count ?? 0 })),
    ),
  ),
  mutant(
    'domains.summary-document-count/highest',
    '`document_count` of a category is that of its largest domain.',
    summaryBy((summary, domains) =>
      summary.map((entry) => ({
        ...entry,
        document_count: domains.find(({ category }) => category === entry.category)?.document_count ?? 0,
      })),
    ),
  ),
  mutant(
    'domains.last-good/not-found',
    'When a refresh fails, the catalogue answers 404.',
    failingWhenStale(envelope('invalid_request', 404)),
  ),
  mutant(
    'domains.last-good/empty',
    'When a refresh fails, an empty catalogue is served.',
    changeAnswers({
      domains: (query, catalogue) =>
        answerDomains(
          query,
          catalogue.generated_at === shipped.generated_at ? catalogue : { ...catalogue, domains: [] },
        ),
    }),
  ),
  mutant(
    'domains.last-good/unsorted',
    'The last good snapshot is served by name.',
    changeAnswers({
      domains: (query, catalogue) =>
        catalogue.generated_at === shipped.generated_at
          ? answerDomains(query, catalogue)
          : answerDomains(query, catalogue, { ...domainsParts, byDocuments: byName }),
    }),
  ),
];
