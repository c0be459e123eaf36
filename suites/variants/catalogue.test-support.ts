import type { Catalogue } from '../../fixtures/index.ts';
import { answerDomains, domainsParts } from '../../simulator/answers/index.ts';
import type { Change } from '../../simulator/mutants/change.ts';
import { changeReply } from '../../simulator/mutants/change-reply.ts';
import type { Area, Variant } from './variant.test-support.ts';

const areas: readonly Area[] = ['domains'];
type Entry = Catalogue['domains'][number];

/** Serves another catalogue; `edit` is asked for each request, with the number of requests before it. `parts` replace decisions of the answer. */
export const catalogues =
  (edit: (catalogue: Catalogue, count: number) => Catalogue, parts: Partial<typeof domainsParts> = {}): Change =>
  (behaviour) => {
    let count = 0;
    return {
      ...behaviour,
      answers: {
        ...behaviour.answers,
        domains: (query, catalogue) => answerDomains(query, edit(catalogue, count++), { ...domainsParts, ...parts }),
      },
    };
  };

const domains = (edit: (entry: Entry, at: number) => Entry): Change =>
  catalogues((catalogue) => ({ ...catalogue, domains: catalogue.domains.map(edit) }));

const stamped = (stamp: string): Change => catalogues((catalogue) => ({ ...catalogue, generated_at: stamp }));

/** An order of the same letters that differs from that of code units where names have hyphens. */
const byLanguage = new Intl.Collator('en', { ignorePunctuation: true });

/** Some categories in capitals; those whose first letter is early in the alphabet stay as they are. */
const inCases = (catalogue: Catalogue): Catalogue => ({
  ...catalogue,
  domains: catalogue.domains.map((entry, at) =>
    entry.category < 'm' || at % 2 === 0 ? entry : { ...entry, category: entry.category.toUpperCase() },
  ),
});

/** Entries with each category as the first of them writes it. */
const alike = <E extends { readonly category: string }>(entries: readonly E[]): E[] =>
  entries.map((entry) => ({
    ...entry,
    category:
      entries.find(({ category }) => category.toLowerCase() === entry.category.toLowerCase())?.category ??
      entry.category,
  }));

const categories = [
  'Straße & Co',
  '100% (A/B)',
  '喘息',
  'İlaç',
  'a+b?c=d#e',
  ' spaced out ',
  'O’Neill',
  '_',
  'unknown',
];

const many: readonly Entry[] = Array.from({ length: 1_500 }, (_, at) => ({
  domain: `clinic-${(at * 7_919) % 1_500}.example`,
  category: `category ${at % 40}`,
  document_count: Math.floor(at / 10),
  in_trust_list: true,
}));

/** Rules that speak of single entries, and of two of them. */
const ofEntries = [
  ...['category', 'document-count', 'domain', 'trusted'].map((field) => `domains.response.${field}`),
  ...['category', 'document-count-type', 'domain-count-type'].map((field) => `domains.response.summary-${field}`),
  ...['summary-document-count', 'summary-domain-count', 'limit-default', 'limit-prefix', 'normalized'],
  ...['category-complete', 'category-filter', 'filters-together', 'q-case', 'q-complete', 'q-filter'],
].map((rule) => (rule.startsWith('domains.') ? rule : `domains.${rule}`));
const ofNeighbours = ['domains.sorted-by-count', 'domains.sorted-by-name'];

/** What a catalogue may hold: its data are the server's own. */
export const catalogueVariants: readonly Variant[] = [
  {
    name: 'has an empty catalogue',
    areas: ['auth', 'errors', 'domains'],
    change: catalogues((catalogue) => ({ ...catalogue, domains: [] })),
    skipped: [...ofEntries, ...ofNeighbours],
  },
  {
    name: 'has one domain',
    areas,
    change: catalogues((catalogue) => ({ ...catalogue, domains: catalogue.domains.slice(0, 1) })),
    skipped: ofNeighbours,
  },
  {
    name: 'has domains with letters beyond ASCII, all of equal counts',
    areas,
    change: domains((entry, at) => ({
      ...entry,
      domain: `${['müller', '喘息', 'a_b', 'xn--mller-kva', '𝒜𝒷', 'ß', 'ı'][at % 7]}-${at}.example`,
      document_count: 5,
    })),
  },
  { name: 'has one category', areas, change: domains((entry) => ({ ...entry, category: 'Hospitals' })) },
  { name: 'knows no categories', areas, change: domains((entry) => ({ ...entry, category: 'unknown' })) },
  {
    name: 'has 1,500 domains, and more than a limit can give',
    areas,
    change: catalogues((catalogue) => ({ ...catalogue, domains: many })),
  },
  {
    name: 'has categories with spaces, signs and letters of all kinds',
    areas,
    change: domains((entry, at) => ({ ...entry, category: categories[at % categories.length] ?? 'unknown' })),
  },
  {
    name: 'has indexed no document of any domain',
    areas,
    change: domains((entry) => ({ ...entry, document_count: 0 })),
  },
  {
    name: 'counts documents in thousands of billions',
    areas,
    change: domains((entry) => ({ ...entry, document_count: entry.document_count * 100_000_000_000 })),
  },
  { name: 'has served the same snapshot for years', areas, change: stamped('2019-02-28T23:59:59.999999Z') },
  ...['2026-01-01T09:00:00.5+09:00', '2026-01-01t00:00:00z', '2026-01-01 00:00:00'].map(
    (stamp): Variant => ({ name: `stamps its snapshot with ${stamp}`, areas, change: stamped(stamp) }),
  ),
  ...['2026-01-01T09:00+09:00', '2026-01-01', '20260101T000000Z', '2026-W01-4T10:00:00Z', '2026-001T10:00Z'].map(
    (stamp): Variant => ({
      name: `stamps its snapshot with ${stamp}`,
      areas,
      change: stamped(stamp),
      warned: ['domains.response.generated-at'],
    }),
  ),
  {
    name: 'sorts names of equal counts by the alphabet of a language, without punctuation',
    areas,
    change: catalogues(
      (catalogue) => ({ ...catalogue, domains: catalogue.domains.map((entry) => ({ ...entry, document_count: 7 })) }),
      { byDocuments: (one, other) => byLanguage.compare(one.domain, other.domain) },
    ),
    warned: ['domains.sorted-by-name'],
  },
  {
    name: 'writes categories in several cases and sums each way of writing apart',
    areas,
    change: catalogues(inCases),
  },
  {
    name: 'writes categories in several cases and sums them together',
    areas,
    change: catalogues(inCases, { summarise: (entries) => domainsParts.summarise(alike(entries)) }),
  },
  {
    name: 'writes its summary of categories in small letters',
    areas,
    change: catalogues(inCases, {
      summarise: (entries) =>
        domainsParts.summarise(entries.map((entry) => ({ ...entry, category: entry.category.toLowerCase() }))),
    }),
    warned: ['domains.summary-categories'],
  },
  {
    name: 'has an empty version',
    areas,
    change: changeReply('domains', (reply) => ({ ...reply, version: '' })),
    warned: ['domains.response.version'],
  },
  {
    name: 'stamps every catalogue answer anew, and counts how often it served a domain',
    areas,
    change: catalogues((catalogue, count) => ({
      ...catalogue,
      domains: catalogue.domains.map((entry) => ({ ...entry, served: count })),
      generated_at: `2026-01-01T00:00:00.${String(count).padStart(6, '0')}+00:00`,
    })),
  },
  {
    name: 'lists the summary of categories by name',
    areas,
    change: changeReply('domains', (reply) => ({
      ...reply,
      categories: reply.categories.toSorted((one, other) => (one.category < other.category ? 1 : -1)),
    })),
  },
  {
    name: 'names its catalogue schema in words and keeps more of each domain',
    areas,
    change: changeReply('domains', (reply) => ({
      ...reply,
      version: '2026-01 (draft)',
      domains: reply.domains.map((entry) => ({ ...entry, languages: ['de'], category_id: null })),
    })),
  },
];
