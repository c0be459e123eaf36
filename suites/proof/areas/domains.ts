import type { ApiResponse, Middleware } from '../../../simulator/index.ts';
import { defined, type JsonObject, schemaFailure, semanticFailure } from '../../../spec/index.ts';
import { type Deviation, madeBy, mutantsOf, type VariantTraits, variantsOf } from '../deviation.ts';
import {
  byCount,
  byName,
  catalogue,
  catalogueIn,
  correctSteps,
  documentsOf,
  type Entry,
  ofCategory,
  type Snapshot,
  type Sum,
  sorted,
  sumsOf,
} from '../wire/catalogue-steps.ts';
import { stringHash } from '../wire/string-hash.ts';
import {
  answerInstead,
  crash,
  editInput,
  editReply,
  editResponse,
  errorOf,
  intercept,
  jsonIn,
  parseRequest,
  refuse,
  remembered,
  valuesOf,
  withJson,
} from '../wire/wire.ts';

const step =
  <Name extends keyof typeof correctSteps>(name: Name) =>
  (other: (typeof correctSteps)[Name]): Middleware =>
    catalogue({ [name]: other });

/** Changes only the domains of the snapshot. */
const domains = (edit: (entries: readonly Entry[]) => readonly Entry[]): Pick<typeof correctSteps, 'snapshot'> => ({
  snapshot: (snapshot) => ({ ...snapshot, domains: edit(snapshot.domains) }),
});
const eachDomain = (edit: (entry: Entry, at: number) => Partial<Entry>): ReturnType<typeof domains> =>
  domains((entries) => entries.map((entry, at) => ({ ...entry, ...edit(entry, at) }) as Entry));
/**
 * Edits each sum of the summary; `shown` and `found` are the domains of its category after and before `limit` cuts
 * them.
 */
const eachSum = (edit: (sum: Sum, shown: readonly Entry[], found: readonly Entry[]) => Partial<Sum>): Middleware =>
  catalogue({
    summary: (shown, found) =>
      sumsOf(shown).map((sum) => ({
        ...sum,
        ...edit(sum, ofCategory(shown, sum.category), ofCategory(found, sum.category)),
      })),
  });

/** Edits `limit` before the server sees it; undefined removes it. */
const limitRead = (edit: (limit: unknown) => unknown): Middleware =>
  editInput('domains', ({ limit, ...rest }) => {
    const edited = limit === undefined ? undefined : edit(limit);
    return edited === undefined ? rest : { ...rest, limit: edited };
  });
/** Keeps no more domains than the smallest limit that any request had. */
const cutForGood: Middleware = (next) => {
  let kept = Number.POSITIVE_INFINITY;
  return catalogue({
    snapshot: (full, { limit = 200 }) => {
      const domains = full.domains.slice(0, kept);
      kept = Math.min(kept, limit);
      return { ...full, domains };
    },
  })(next);
};
/** Of three workers, each filters by the category that it was asked for last where a request has none. */
const categoryKept: Middleware = (next) => {
  const kept: unknown[] = [];
  let count = 0;
  return editInput('domains', (input) => {
    count += 1;
    kept[count % 3] = input.category ?? kept[count % 3];
    return { ...input, ...defined({ category: kept[count % 3] }) };
  })(next);
};
const { field } = valuesOf('domains');
const stamped = (text: string): Middleware => field('/generated_at', () => text);
/** Adds or replaces members of entries of the category `unknown`. */
const ofUnknown = (pointer: string, members: JsonObject): Middleware =>
  field(pointer, (entry) => ({ ...(entry as Entry), ...((entry as Entry).category === 'unknown' && members) }));

/** Changes the answers during a failed refresh: those of the fault's key, as many as the control API was asked for. The last filtered answer is told. */
const whenStale =
  (answer: (response: ApiResponse, filtered?: ApiResponse) => ApiResponse): Middleware =>
  (next) => {
    let filtered: ApiResponse | undefined;
    const armed = new Map<string, number>();
    return async (request) => {
      const order = request.path.endsWith('/_control/faults') ? jsonIn(request) : undefined;
      if (order?.fault === 'stale_catalog') armed.set(`Bearer ${order.key}`, Number(order.times ?? 1));
      const { authorization = '' } = request.headers;
      const left = parseRequest(request).endpoint === 'domains' ? (armed.get(authorization) ?? 0) : 0;
      if (left > 0) armed.set(authorization, left - 1);
      const response = await next(request);
      if (request.path.includes('/v1/domains?')) filtered = response;
      return left > 0 ? answer(response, filtered) : response;
    };
  };

/** Labels of a name from the last to the first. */
const backwards = ({ domain }: Entry): string => domain.split('.').toReversed().join('.');

/** Whether a text, read as a regular expression, matches a name; false if it is not a valid expression. */
function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(pattern, 'i').test(name);
  } catch {
    return false;
  }
}

/** An entry that few filters select. */
const stray = { domain: 'xyz.example', category: 'Other', document_count: 0, in_trust_list: true };

/**
 * Another snapshot: every fifth entry is gone (different ones for each number), and the rest have more documents, in
 * another order.
 */
const refreshed = ({ domains: entries, ...snapshot }: Snapshot, number: number): Snapshot => ({
  ...snapshot,
  generated_at: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
  domains: entries
    .filter((_, at) => (at + number) % 5 !== 0)
    .map((entry, at) => ({ ...entry, document_count: entry.document_count + ((at * number) % 7) })),
});

/** Answers from the snapshot that `numberOf` picks by the count of earlier answers; 0 is the server's own. */
const moving = (numberOf: (count: number) => number): Middleware =>
  catalogue({
    snapshot: (original, _, count) => (numberOf(count) === 0 ? original : refreshed(original, numberOf(count))),
  });

/** 0 or 1: irregular, but the same in each run. */
function coin(count: number): number {
  const mixed = Math.imul(count + 1, 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 31;
}

/** Some categories in capitals; those whose first letter is early in the alphabet stay as they are. */
const inCases = eachDomain(({ category }, at) =>
  category.toLowerCase() < 'm' || at % 2 === 0 ? {} : { category: category.toUpperCase() },
);

/** Entries with each category as the first of them writes it. */
const alike = (entries: readonly Entry[]): readonly Entry[] =>
  entries.map((entry) => ({
    ...entry,
    category: entries.find(({ category }) => category.toLowerCase() === entry.category.toLowerCase())?.category ?? '',
  }));

const categories = 'Straße & Co, 100% (A/B), 喘息, İlaç, a+b?c=d#e,  spaced out , O’Neill, _, unknown'.split(', ');
const letters = ['müller', '喘息', 'a_b', 'xn--mller-kva', '𝒜𝒷', 'ß', 'ı'];

const many: readonly Entry[] = Array.from({ length: 1_500 }, (_, at) => ({
  domain: `clinic-${(at * 7_919) % 1_500}.example`,
  category: `category ${at % 40}`,
  document_count: Math.floor(at / 10),
  in_trust_list: true,
}));

const areas: NonNullable<VariantTraits['areas']> = ['domains'];

/** Variants whose snapshot times have other forms of ISO 8601; `warned` for the rarer ones. */
const stamps = (forms: Readonly<Record<string, string>>, warned: readonly string[] = []): readonly Deviation[] =>
  variantsOf(
    areas,
    Object.fromEntries(
      Object.entries(forms).map(([name, generated_at]) => [
        `domains/stamped-${name}`,
        [
          `The snapshot is stamped with ${generated_at}.`,
          catalogue({ snapshot: (snapshot) => ({ ...snapshot, generated_at }) }),
          { reading: 'S32', warned },
        ],
      ]),
    ),
  );

/** Rules about single entries, and about two of them. */
const ofEntries = [
  ...['category', 'document-count', 'domain', 'trusted', 'summary-category'].map((name) => `response.${name}`),
  ...['response.summary-document-count-type', 'response.summary-domain-count-type'],
  ...['summary-document-count', 'summary-domain-count', 'limit-default', 'limit-prefix', 'normalized'],
  ...['category-complete', 'category-filter', 'filters-together', 'q-case', 'q-complete', 'q-filter'],
].map((name) => `domains.${name}`);
const ofNeighbours = ['domains.sorted-by-count', 'domains.sorted-by-name'];

const mutants = mutantsOf({
  'domains.json-content-type/page-for-capitals': [
    'A category in capitals is answered with a page, status 200.',
    answerInstead('domains', ({ category }) =>
      /[A-Z]/.test(String(category ?? ''))
        ? { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>Catalogue</h1>') }
        : undefined,
    ),
  ],
  'domains.accepts-valid': {
    'default-spelled-out': [
      'A `limit` of 200 gives 400.',
      refuse('domains', ({ limit }) => String(limit) === '200', semanticFailure('invalid_request')),
    ],
    'quotes-refused': [
      'A `category` with a quote gives 400.',
      refuse('domains', ({ category }) => /["']/.test(String(category ?? '')), semanticFailure('invalid_request')),
    ],
    'short-q-refused': [
      'A `q` of one character gives 400.',
      refuse('domains', ({ q }) => String(q ?? '').length === 1, semanticFailure('invalid_request')),
    ],
    'long-q-refused': [
      'A `q` of more than 100 characters gives 422.',
      refuse('domains', ({ q }) => String(q ?? '').length > 100, schemaFailure, 'q'),
    ],
    'weights-refused': [
      'A list with weights in `Accept` gives 406.',
      intercept('domains', async ({ request }, next) =>
        String(request.headers.accept).includes(';q=') ? errorOf('invalid_request', 406) : next(request),
      ),
    ],
    'underscore-forbidden': [
      'A `q` with an underscore gives 403.',
      refuse('domains', ({ q }) => String(q ?? '').includes('_'), {
        status: 403,
        format: 'envelope',
        code: 'permission_denied',
      }),
    ],
  },

  'domains.limit-type': {
    'leading-digits': [
      '`limit` is read as far as there are digits.',
      limitRead((limit) => (/^[1-9]\d*\D/.test(String(limit)) ? Number.parseInt(String(limit), 10) : limit)),
    ],
    'fraction-cut': [
      'A fraction as `limit` is cut.',
      limitRead((limit) => (/^[1-9]\d*\.\d+$/.test(String(limit)) ? Number.parseInt(String(limit), 10) : limit)),
      'warn',
    ],
  },
  'domains.limit-min/negative-accepted': [
    'A negative `limit` counts as left out.',
    limitRead((limit) => (Number(limit) < 0 ? undefined : limit)),
  ],
  'domains.limit-max': {
    'far-beyond-clamped': [
      'A `limit` of 2000 and more counts as 1000.',
      limitRead((limit) => (Number(limit) >= 2_000 ? 1_000 : limit)),
    ],
    'beyond-64-bits-crash': [
      'A `limit` that fits into no integer of 64 bits gives 500.',
      refuse('domains', ({ limit }) => Number(limit) >= 2 ** 63, crash),
    ],
  },

  'domains.response.generated-at': {
    'no-such-day': ['`generated_at` names a day that its month lacks.', stamped('2025-02-30T00:00:00Z')],
    'http-date-when-stale': [
      '`generated_at` of a snapshot that could not be refreshed is a date as HTTP headers write it.',
      whenStale((response) =>
        withJson(response, { ...catalogueIn(response), generated_at: 'Wed, 31 Dec 2025 00:00:00 GMT' }),
      ),
    ],
    ahead: ['`generated_at` lies far ahead.', stamped('2199-01-01T00:00:00Z'), 'warn'],
    zero: ['`generated_at` is the first day of the year 1.', stamped('0001-01-01T00:00:00Z'), 'warn'],
    'time-of-day': ['`generated_at` is a time of day.', stamped('12:30:00Z')],
  },
  'domains.response.domains': {
    'names-only': ['`domains` is an array of names.', field('/domains/*', (entry) => (entry as Entry).domain)],
  },
  'domains.response.category/null-for-unknown': [
    '`category` is null where there is no category metadata.',
    ofUnknown('/domains/*', { category: null }),
  ],
  'domains.response.document-count': {
    'null-late': ['`document_count` of the 191st domain is null.', field('/domains/190/document_count', () => null)],
  },
  'domains.response.trusted': {
    'false-for-unknown': [
      '`in_trust_list` is false where there is no category metadata.',
      ofUnknown('/domains/*', { in_trust_list: false }),
    ],
    'false-late': ['`in_trust_list` of the 191st domain is false.', field('/domains/190/in_trust_list', () => false)],
  },
  'domains.response.summary-category/null-for-unknown': [
    'The summary calls the category `unknown` null.',
    ofUnknown('/categories/*', { category: null }),
  ],

  'domains.total-counts': {
    'before-limit': ['`total_domains` counts what `limit` cut.', catalogue({ total: (_, found) => found.length })],
    'with-q': [
      'With `q`, `total_domains` is one too high.',
      editReply('domains', (body, { q }) =>
        q === undefined ? undefined : { ...body, total_domains: Number(body.total_domains) + 1 },
      ),
    ],
  },
  'domains.normalized': {
    scheme: ['The first domain carries its scheme.', field('/domains/0/domain', (domain) => `https://${domain}`)],
    capitals: [
      'Domains begin with a capital letter.',
      field('/domains/*/domain', (domain) => String(domain).replace(/^./, (letter) => letter.toUpperCase())),
    ],
    'late-path': ['The 191st domain carries a path.', field('/domains/190/domain', (domain) => `${domain}/en`)],
  },
  'domains.sorted-by-count': {
    'as-text': [
      'Counts are compared as text, so that 9000 comes before 10500.',
      catalogue({
        order: sorted((one, other) => {
          const [left, right] = [String(one.document_count), String(other.document_count)];
          return left === right ? 0 : left > right ? -1 : 1;
        }, byName),
      }),
    ],
    halves: [
      'Two lists, each sorted, come one after the other.',
      catalogue({
        order: (entries) => [0, 1].flatMap((half) => correctSteps.order(entries.filter((_, at) => at % 2 === half))),
      }),
    ],
  },
  'domains.sorted-by-name': {
    'by-last-label': [
      'Domains of equal counts come by their labels from the last to the first.',
      catalogue({ order: sorted(byCount, (one, other) => (backwards(one) < backwards(other) ? -1 : 1)) }),
    ],
    'first-ten': [
      'Domains of equal counts are sorted among the first ten only.',
      catalogue({
        order: (entries) => {
          const [first, rest] = [correctSteps.order(entries).slice(0, 10), correctSteps.order(entries).slice(10)];
          return [...first, ...sorted(byCount)(rest.toReversed())];
        },
      }),
    ],
  },
  'domains.limit-respected': {
    remembered: [
      'The catalogue comes from a cache whose key lacks `limit`.',
      remembered('domains', ({ input }) => [input?.category, input?.q]),
    ],
    'first-of-many': [
      '`limit` counts as left out where it is the first of several parameters.',
      editInput('domains', (input) => {
        const [first, second] = Object.keys(input);
        const { limit: _, ...rest } = input;
        return first === 'limit' && second !== undefined ? rest : undefined;
      }),
    ],
    'one-more': [
      'One domain more than `limit` comes.',
      catalogue({ cut: (found, { limit = 199 }) => found.slice(0, limit + 1) }),
    ],
  },
  'domains.limit-default': {
    ...madeBy(step('cut'), {
      'one-more': ['Without `limit` 201 domains come.', (found, { limit = 201 }) => found.slice(0, limit)],
      hundred: ['Without `limit` 100 domains come.', (found, { limit = 100 }) => found.slice(0, limit)],
    }),
    'unlimited-with-filter': [
      'With a filter and without `limit` all that it finds comes.',
      editInput(
        'domains',
        (input) => (('q' in input || 'category' in input) && { limit: 1_000, ...input }) || undefined,
      ),
    ],
  },
  'domains.limit-prefix': {
    'cut-for-good': ['`limit` cuts the list that is kept, for all requests that follow.', cutForGood],
    'category-kept': ['A request without `category` gets the one of an earlier request.', categoryKept],
    'cut-before-sorting': [
      '`limit` takes the first domains by name and sorts them afterwards.',
      catalogue({ cut: (found, { limit = 200 }) => correctSteps.order(sorted(byName)(found).slice(0, limit)) }),
    ],
    'two-digits-short': [
      'One domain fewer than a `limit` of two digits comes.',
      catalogue({ cut: (found, { limit = 200 }) => found.slice(0, limit >= 10 && limit <= 99 ? limit - 1 : limit) }),
    ],
    'counted-anew': [
      'With `category`, each domain counts one document more.',
      catalogue({
        cut: (found, { limit = 200, category }) =>
          found
            .slice(0, limit)
            .map((entry) => ({ ...entry, document_count: entry.document_count + (category ? 1 : 0) })),
      }),
    ],
    'last-of-whole-lost': [
      'Without filters and with `limit` 1000 the last domain is lost.',
      catalogue({
        cut: (found, { limit = 200, category, q }) => found.slice(0, category || q || limit < 1_000 ? limit : -1),
      }),
    ],
    'last-two-swapped': [
      'The last two of a long list are swapped.',
      field('/domains', (list) => {
        const entries = list as readonly unknown[];
        return entries.length > 150 ? [...entries.slice(0, -2), ...entries.slice(-2).toReversed()] : entries;
      }),
    ],
  },

  'domains.category-filter': {
    part: [
      '`category` also finds categories that only contain it.',
      catalogue({ inCategory: ({ category }, wanted) => category.toLowerCase().includes(wanted.toLowerCase()) }),
    ],
  },
  'domains.category-complete': {
    'written-as-asked': [
      'With `category`, domains have it as the request writes it.',
      catalogue({
        cut: (found, { limit = 200, category }) =>
          found.slice(0, limit).map((entry) => (category ? { ...entry, category } : entry)),
      }),
      'warn',
    ],
    'case-sensitive': [
      '`category` is case-sensitive.',
      catalogue({ inCategory: ({ category }, wanted) => category === wanted }),
    ],
    'folded-on-one-side': [
      '`category` is compared with categories in capitals.',
      catalogue({ inCategory: ({ category }, wanted) => category.toUpperCase() === wanted }),
    ],
    'with-spaces': [
      'Categories of more than one word are never found.',
      catalogue({ inCategory: (entry, wanted) => !wanted.includes(' ') && correctSteps.inCategory(entry, wanted) }),
    ],
    'cut-before-filtering': [
      '`category` looks at the first 200 domains only.',
      catalogue({ snapshot: (all, { category }) => (category ? { ...all, domains: all.domains.slice(0, 200) } : all) }),
    ],
    'unknown-unfindable': [
      '`category=unknown` finds nothing.',
      catalogue({
        inCategory: (entry, wanted) => wanted.toLowerCase() !== 'unknown' && correctSteps.inCategory(entry, wanted),
      }),
    ],
  },
  'domains.q-filter': madeBy(step('named'), {
    'zero-ignored': [
      'A `q` of `0` is ignored.',
      (entry, wanted) => wanted === '0' || correctSteps.named(entry, wanted),
    ],
    'category-too': [
      '`q` also searches the category.',
      ({ domain, category }, wanted) => `${domain} ${category}`.toLowerCase().includes(wanted.toLowerCase()),
    ],
    wildcards: [
      '`%` and `_` in `q` stand for any text.',
      (entry, wanted) => /^[%_]+$/.test(wanted) || correctSteps.named(entry, wanted),
    ],
    pattern: ['`q` is read as a regular expression.', ({ domain }, wanted) => matches(wanted, domain)],
  }),
  'domains.q-complete': {
    'digits-alone': [
      'A `q` of digits finds nothing.',
      catalogue({ named: ({ domain }, wanted) => !/^\d+$/.test(wanted) && domain.includes(wanted.toLowerCase()) }),
    ],
    beginning: [
      '`q` finds only names that begin with it.',
      catalogue({ named: ({ domain }, wanted) => domain.startsWith(wanted.toLowerCase()) }),
    ],
    end: [
      '`q` finds only names that end with it.',
      catalogue({ named: ({ domain }, wanted) => domain.endsWith(wanted.toLowerCase()) }),
    ],
    'whole-labels': [
      '`q` finds only whole labels of names.',
      catalogue({ named: ({ domain }, wanted) => domain.split(/[.-]/).includes(wanted.toLowerCase()) }),
    ],
    'without-last-label': [
      '`q` does not look at the last label of names.',
      catalogue({ named: ({ domain }, wanted) => domain.replace(/\.[^.]*$/, '').includes(wanted.toLowerCase()) }),
    ],
    'cut-before-filtering': [
      '`q` looks at the first 200 domains only.',
      catalogue({ snapshot: (all, { q }) => (q ? { ...all, domains: all.domains.slice(0, 200) } : all) }),
    ],
  },
  'domains.q-case': {
    'case-sensitive': ['`q` is case-sensitive.', catalogue({ named: ({ domain }, wanted) => domain.includes(wanted) })],
  },
  'domains.filters-together': {
    'capitals-beside-category': [
      'With `category`, a `q` with capitals finds nothing.',
      catalogue({
        finds: (inCategory, named, { category, q }) => inCategory && named && !(category && q && q !== q.toLowerCase()),
      }),
    ],
    'capitals-ignored': [
      'With `q`, a `category` in capitals is ignored.',
      catalogue({
        finds: (inCategory, named, { category, q }) =>
          q && category && category === category.toUpperCase() && category !== category.toLowerCase()
            ? named
            : inCategory && named,
      }),
    ],
    stray: [
      'With both filters, a domain that meets neither comes too.',
      editReply('domains', (body, input) =>
        'category' in input && 'q' in input ? { ...body, domains: [...(body.domains as Entry[]), stray] } : undefined,
      ),
    ],
  },
  'domains.empty-valid': {
    'not-found': [
      'A filter that nothing meets gives 404.',
      editResponse('domains', (response) =>
        catalogueIn(response)?.domains.length === 0 ? errorOf('invalid_request', 404) : response,
      ),
    ],
    null: [
      'An empty list is null.',
      editReply('domains', (body) =>
        body.total_domains === 0 ? { ...body, domains: null, categories: null } : undefined,
      ),
    ],
    'summary-null': [
      'The summary of an empty list is null.',
      editReply('domains', (body) => (body.total_domains === 0 ? { ...body, categories: null } : undefined)),
    ],
  },

  'domains.summary-categories': madeBy(step('summary'), {
    'whole-catalogue': [
      'The summary also lists categories of which no domain is returned, with zeros.',
      (shown, _, all) =>
        sumsOf(all).map(
          ({ category }) =>
            sumsOf(shown).find((sum) => sum.category === category) ?? { category, domain_count: 0, document_count: 0 },
        ),
    ],
    'before-limit': ['The summary is made before `limit` cuts the list.', (_, found) => sumsOf(found)],
    'without-unknown': [
      'The summary leaves the category `unknown` out.',
      (shown) => sumsOf(shown).filter(({ category }) => category !== 'unknown'),
    ],
    'first-three': ['The summary has three entries at most.', (shown) => sumsOf(shown).slice(0, 3)],
    'one-each': [
      'The summary has one entry for each domain.',
      (shown) => shown.flatMap(({ category }) => sumsOf(ofCategory(shown, category))),
    ],
  }),
  'domains.summary-domain-count': {
    'before-limit': [
      '`domain_count` counts what `limit` cut off too.',
      eachSum((_, __, found) => ({ domain_count: found.length })),
    ],
    'all-returned': [
      '`domain_count` of every category counts all returned domains.',
      catalogue({ summary: (shown) => sumsOf(shown).map((sum) => ({ ...sum, domain_count: shown.length })) }),
    ],
    'smallest-skipped': [
      'The summary skips the domains with the lowest `document_count` of the answer.',
      catalogue({
        summary: (shown) => {
          const lowest = Math.min(...shown.map((entry) => entry.document_count));
          return sumsOf(shown.filter((entry) => entry.document_count > lowest));
        },
      }),
    ],
  },
  'domains.summary-document-count': {
    'before-limit': [
      '`document_count` of a category sums what `limit` cut off too.',
      eachSum((_, __, found) => ({ document_count: documentsOf(found) })),
    ],
    highest: [
      '`document_count` of a category is that of its largest domain.',
      eachSum((_, [first]) => ({ document_count: first?.document_count ?? 0 })),
    ],
  },
  'domains.last-good': {
    'not-found': ['When a refresh fails, the catalogue answers 404.', whenStale(() => errorOf('invalid_request', 404))],
    empty: [
      'When a refresh fails, an empty catalogue is served.',
      whenStale((response) =>
        withJson(response, { ...catalogueIn(response), total_domains: 0, domains: [], categories: [] }),
      ),
    ],
    filtered: [
      'When a refresh fails, what the last filter left is served as the whole.',
      whenStale((response, last = response) => last),
    ],
    'by-name': [
      'The last good snapshot is served by name.',
      whenStale((response) =>
        withJson(response, { ...catalogueIn(response), domains: sorted(byName)(catalogueIn(response)?.domains ?? []) }),
      ),
    ],
  },
});

const withoutPunctuation = new Intl.Collator('en', { ignorePunctuation: true });
const numeric = new Intl.Collator('en', { numeric: true });

const variants = variantsOf(areas, {
  'domains/no-snapshot-when-stale': [
    'When a refresh fails, 503 is answered though there is an older snapshot.',
    whenStale(() => errorOf('service_unavailable')),
    { noted: ['domains.last-good'] },
  ],

  // What a catalogue may hold: its data are up to the server.
  'domains/empty': [
    'The catalogue is empty.',
    catalogue(domains(() => [])),
    { areas: ['auth', 'errors', 'domains'], skipped: [...ofEntries, ...ofNeighbours] },
  ],
  'domains/one': [
    'The catalogue has one domain.',
    catalogue(domains((entries) => entries.slice(0, 1))),
    { areas: ['auth', 'errors', 'domains'], skipped: ofNeighbours },
  ],
  'domains/many': ['The catalogue has 1,500 domains, more than a limit can give.', catalogue(domains(() => many))],
  'domains/in-two-categories': [
    'The catalogue has 1,500 domains, and every fifth of them stands in a second category too.',
    catalogue(
      domains(() =>
        many.flatMap((entry, at) => (at % 5 === 0 ? [entry, { ...entry, category: 'Overviews' }] : [entry])),
      ),
    ),
  ],
  'domains/names-beyond-ascii': [
    'Domains have letters beyond ASCII, and all have equal counts.',
    catalogue(eachDomain((_, at) => ({ domain: `${letters[at % 7]}-${at}.example`, document_count: 5 }))),
  ],
  'domains/no-metadata': [
    'No category is known, and no document of any domain is indexed.',
    catalogue(eachDomain(() => ({ category: 'unknown', document_count: 0 }))),
  ],
  'domains/odd-categories': [
    'Categories have spaces, signs and letters of all kinds.',
    catalogue(eachDomain((_, at) => ({ category: categories[at % categories.length] ?? '' }))),
  ],
  'domains/huge-counts': [
    'Documents are counted in thousands of billions.',
    catalogue(eachDomain(({ document_count }) => ({ document_count: document_count * 100_000_000_000 }))),
  ],
  'domains/ties-by-language': [
    'Domains of equal counts come by the alphabet of a language, without punctuation.',
    catalogue({
      ...eachDomain(() => ({ document_count: 7 })),
      order: sorted((one, other) => withoutPunctuation.compare(one.domain, other.domain)),
    }),
    { reading: 'S33', warned: ['domains.sorted-by-name'] },
  ],
  'domains/ties-without-hyphens': [
    'Domains of equal counts come by name, hyphens left out.',
    catalogue({
      ...eachDomain(({ domain }, at) => ({ domain: at % 2 ? domain : domain.replace('.', '-1.'), document_count: 7 })),
      order: sorted((one, other) =>
        one.domain.replaceAll('-', '').localeCompare(other.domain.replaceAll('-', ''), 'en'),
      ),
    }),
    { reading: 'S33', warned: ['domains.sorted-by-name'] },
  ],
  'domains/ties-by-number': [
    'Domains of equal counts come by the value of their numbers.',
    catalogue({
      ...eachDomain((_, at) => ({ domain: `clinic${at}.example`, document_count: 7 })),
      order: sorted((one, other) => numeric.compare(one.domain, other.domain)),
    }),
    { reading: 'S33', warned: ['domains.sorted-by-name'] },
  ],
  'domains/cases-summed-apart': [
    'Categories are written in several cases, and each way of writing is summed apart.',
    catalogue(inCases),
    { reading: 'S34' },
  ],
  'domains/cases-summed-together': [
    'Categories are written in several cases and summed together.',
    catalogue({ ...inCases, summary: (shown) => sumsOf(alike(shown)) }),
    { reading: 'S34' },
  ],
  'domains/summary-in-small-letters': [
    'Categories are written in several cases, and in small letters in the summary.',
    catalogue({
      ...inCases,
      summary: (shown) => sumsOf(shown.map((entry) => ({ ...entry, category: entry.category.toLowerCase() }))),
    }),
    { reading: 'S34', warned: ['domains.summary-categories'] },
  ],
  'domains/version-empty': [
    '`version` is empty.',
    field('/version', () => ''),
    { reading: 'S37', warned: ['domains.response.version'] },
  ],
  'domains/summary-by-name': [
    'The summary comes by name, in descending order.',
    catalogue({
      summary: (shown) => sumsOf(sorted((one, other) => (one.category < other.category ? 1 : -1))(shown)),
    }),
    { reading: 'S19' },
  ],
  'domains/more-fields': [
    '`version` is in words, and more is told of each domain.',
    editReply('domains', (body) => ({
      ...body,
      version: '2026-01 (draft)',
      domains: (body.domains as Entry[]).map((entry) => ({ ...entry, languages: ['de'], category_id: null })),
    })),
  ],

  // Catalogues that change: refreshed during a run, or served by replicas.
  'domains/refreshed-once': ['The catalogue is refreshed during a run.', moving((count) => (count < 60 ? 0 : 3))],
  'domains/refreshed-often': [
    'The catalogue is refreshed after every tenth request.',
    moving((count) => Math.floor(count / 10)),
  ],
  'domains/replicas-in-turn': [
    'Two replicas with different snapshots answer in turn.',
    moving((count) => (count % 2) * 50),
    { areas: ['domains', 'auth', 'errors'] },
  ],
  'domains/replicas-by-chance': [
    'Two replicas with different snapshots answer by chance.',
    moving((count) => coin(count) * 50),
  ],
  'domains/replicas-by-version': [
    'Two replicas answer whose snapshots differ in their `version` alone.',
    catalogue({
      snapshot: (all, _, count) => ({
        ...refreshed(all, count % 2 === 0 ? 5 : 50),
        generated_at: '2026-01-01T00:00:00Z',
        version: String(count % 2),
      }),
    }),
  ],
  'domains/stamped-by-query': [
    'The answer to each query is kept on its way, with a stamp of its own.',
    catalogue({
      snapshot: (all, query) => ({
        ...all,
        generated_at: new Date(Date.UTC(2026, 0, 1) + (stringHash(JSON.stringify(query)) >>> 2)).toISOString(),
      }),
    }),
  ],
  'domains/stamped-anew': [
    'Every answer is stamped anew, and tells how often a domain was served.',
    catalogue({
      snapshot: (all, _, count) => ({
        ...all,
        domains: all.domains.map((entry) => ({ ...entry, served: count })),
        generated_at: `2026-01-01T00:00:00.${String(count).padStart(6, '0')}+00:00`,
      }),
    }),
  ],

  'domains/empty-filters-refused': [
    'Empty filters are refused.',
    refuse('domains', ({ q, category }) => q === '' || category === '', schemaFailure, 'q'),
    { areas: ['domains', 'auth'], reading: 'R8b' },
  ],
});

/** Deviations of the area `domains` that are not generated from rows of the specification. */
export const domainsDeviations: readonly Deviation[] = [
  ...mutants,
  ...stamps({
    'years-old': '2019-02-28T23:59:59.999999Z',
    'with-offset': '2026-01-01T09:00:00.5+09:00',
    'in-small-letters': '2026-01-01t00:00:00z',
    'with-space': '2026-01-01 00:00:00',
  }),
  ...stamps(
    {
      'without-seconds': '2026-01-01T09:00+09:00',
      'date-alone': '2026-01-01',
      basic: '20260101T000000Z',
      'by-week': '2026-W01-4T10:00:00Z',
      'by-day-of-year': '2026-001T10:00Z',
    },
    ['domains.response.generated-at'],
  ),
  ...variants,
];
