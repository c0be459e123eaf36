import { createHash } from 'node:crypto';
import type { ApiResponse, Middleware } from '../../../simulator/index.ts';
import { type JsonObject, schemaFailure, semanticFailure } from '../../../spec/index.ts';
import { type Deviation, madeBy, mutantsOf, variantsOf } from '../deviation.ts';
import { filterDeviations } from '../wire/filters.ts';
import { hasLowestHash, stringHash } from '../wire/string-hash.ts';
import {
  answerInstead,
  authorizationOf,
  cached,
  crash,
  crashesOn,
  editReply,
  editResponse,
  errorResponse,
  readInChunks,
  refuse,
  together,
  valuesOf,
} from '../wire/wire.ts';

const invalid = semanticFailure('invalid_request');
const { read, field } = valuesOf('finder');

/** Edits the results if there are any. */
const results = (edit: (results: readonly JsonObject[]) => unknown) =>
  field('results', (list) => (Array.isArray(list) ? edit(list as readonly JsonObject[]) : list));

const digest = (text: unknown): string =>
  createHash('sha256').update(String(text)).digest('hex').slice(0, 16).toUpperCase();

const isAdvanced = (input: JsonObject): boolean => input.search_depth === 'advanced';
const isBasic = (input: JsonObject): boolean => !isAdvanced(input);
const wantsAnswer = (input: JsonObject): boolean => input.include_answer === true;
/** An answer although none was asked for. */
const unasked = (answer: string, when: (input: JsonObject) => boolean = () => true) =>
  field(
    'answer',
    () => answer,
    (input) => !wantsAnswer(input) && when(input),
  );

/** As many results as `count` gives, if there are any; undefined changes nothing. */
const padded = (count: (input: JsonObject) => number | undefined) =>
  editReply('finder', (body, input) => {
    const [list, length] = [(body.results ?? []) as readonly JsonObject[], count(input)];
    if (length === undefined || list.length === 0) return undefined;
    return { ...body, results: Array.from({ length }, (_, at) => list[at % list.length]) };
  });

/** After a refused request, answers the next one of the same key with that refusal again. */
const refusesTwice: Middleware = (next) => {
  const refusals = new Map<string, ApiResponse>();
  return editResponse('finder', (response, asked) => {
    const key = authorizationOf(asked);
    const last = refusals.get(key);
    refusals.delete(key);
    if (response.status === 422) refusals.set(key, response);
    return response.status === 200 && last ? last : response;
  })(next);
};

const echoed = (edit: (query: string) => string) => field('query', (query) => edit(String(query)));

/** Gives the query of what was answered before to a query that `read` makes the same. */
const cachedBy =
  (read: (query: string) => string): Middleware =>
  (next) => {
    const known = new Map<string, string>();
    return editReply('finder', ({ query, ...body }, input) => {
      const words = JSON.stringify({ ...input, query: read(String(query)) });
      if (!known.has(words)) known.set(words, String(query));
      return { ...body, query: known.get(words) };
    })(next);
  };

const basicToo = (depths: RegExp): Middleware =>
  read('search_depth', (depth) => (depths.test(String(depth)) ? 'basic' : depth));

const mutants = mutantsOf({
  'finder.accepts-valid': {
    'any-language-crash': [
      'An `Accept-Language` of `*`, which names no language, gives 500.',
      answerInstead('finder', (_, { request }) =>
        request.headers['accept-language'] === '*' ? errorResponse(crash) : undefined,
      ),
    ],
    'expect-refused': [
      'A request with `Expect: 100-continue` gives 400.',
      answerInstead('finder', (_, { request }) => ('expect' in request.headers ? errorResponse(invalid) : undefined)),
    ],
    'refused-twice': ['The request after a refused one of the same key gets its 422 again.', refusesTwice],
    'zero-refused': ['A `query` of `0` counts as empty.', refuse('finder', ({ query }) => query === '0', invalid)],
    ...madeBy(crashesOn('finder', 'query'), {
      'search-syntax-crash': ['A `query` with a bracket that is not closed gives 500.', /\([^)]*$/],
      'operator-at-end-crash': [
        'A `query` that ends in an operator of search languages gives 500.',
        /\b(AND|OR|NOT)\s*$/,
      ],
      'percent-at-end-crash': ['A `query` that ends in a percent sign gives 500.', /%$/],
      'dollar-crash': ['A `query` with a dollar sign that no number follows gives 500.', /\$(?!\d)/],
    }),
    'long-domain-refused': [
      'A filter domain of more than 63 characters gives 422.',
      refuse(
        'finder',
        (input) => [input.include_domains, input.exclude_domains].flat().some((name) => String(name).length > 63),
        schemaFailure,
        'include_domains',
      ),
    ],
    'hash-crash': [
      'A `query` whose hash has no absolute value in 32 bits gives 500.',
      refuse('finder', ({ query }) => hasLowestHash(query), crash),
    ],
    'answer-needs-advanced': [
      '`include_answer` with `basic` gives 400.',
      refuse('finder', (input) => wantsAnswer(input) && !isAdvanced(input), invalid),
    ],
  },

  // The request.
  'finder.depth-unknown': madeBy(basicToo, {
    'by-its-beginning': ['Any `search_depth` that begins with `basic` is accepted.', /^basic/],
    'empty-is-basic': ['An empty `search_depth` counts as `basic`.', /^$/],
  }),
  'finder.depth-accepted': {
    'basic-only': ['`advanced` is refused.', refuse('finder', isAdvanced, invalid)],
    'default-only': [
      '`basic` is refused where it is written out.',
      refuse('finder', ({ search_depth: depth }) => depth === 'basic', invalid),
    ],
  },
  'finder.max-results-min/negative-accepted': [
    '`max_results` below 0 counts as left out, while 0 is refused.',
    read('max_results', (most) => (Number(most) < 0 ? undefined : most)),
  ],
  'finder.max-results-max': {
    'huge-clamped': [
      '`max_results` above 100 counts as 20, while 21 is refused.',
      read('max_results', (most) => (Number(most) > 100 ? 20 : most)),
    ],
    'inexact-crash': [
      'A `max_results` that is no exact number in JavaScript gives 500.',
      refuse('finder', ({ max_results }) => Number(max_results) > Number.MAX_SAFE_INTEGER, crash),
    ],
  },

  // Number of results.
  'finder.results-capped': madeBy(padded, {
    'one-is-two': ['Two results come for `max_results` 1.', ({ max_results: most }) => (most === 1 ? 2 : undefined)],
    'ignored-beside-answer': [
      '`max_results` is ignored where an answer is asked for.',
      (input) => (wantsAnswer(input) ? 5 : undefined),
    ],
  }),
  'finder.results-default': madeBy(padded, {
    'advanced-more': [
      'Without `max_results`, `advanced` gives eight results.',
      (input) => (isAdvanced(input) && input.max_results === undefined ? 8 : undefined),
    ],
  }),

  // The response.
  'finder.response.model/by-depth': [
    '`model` is `svc-finder-pro-v1` with `advanced`.',
    field('model', () => 'svc-finder-pro-v1', isAdvanced),
  ],
  'finder.response.query-echo': {
    'written-anew': [
      'A query that is JSON is written anew.',
      echoed((query) => (query.startsWith('{') ? JSON.stringify(JSON.parse(query)) : query)),
    ],
    'without-references': [
      'Numbers of references, such as `[12]`, are cut out of `query`.',
      echoed((query) => query.replace(/\[\d+\]/g, '')),
    ],
    'cut-at-8192': ['`query` is cut after 8,192 characters.', echoed((query) => query.slice(0, 8_192))],
    'letter-between-chunks': [
      'A letter of which one chunk has the beginning and the next the end is broken.',
      readInChunks('finder', (body) =>
        Buffer.from(
          Buffer.from(body)
            .toString()
            .replace(/[^\0-\x7f]/u, '\ufffd\ufffd'),
        ),
      ),
    ],
    ...madeBy(cachedBy, {
      'cached-in-lower-case': [
        '`query` is that of an earlier request that differs in white space around it and in case.',
        (query) => query.trim().toLowerCase(),
      ],
      'cached-trimmed': [
        '`query` is that of an earlier request that differs in white space around it.',
        (query) => query.trim(),
      ],
      'cached-composed': ['`query` is an earlier one in another Unicode form.', (query) => query.normalize('NFC')],
      'cached-single-spaced': [
        '`query` is that of an earlier request that differs in white space between its words.',
        (query) => query.replaceAll(/(?<=\S)\s+(?=\S)/g, ' '),
      ],
    }),
    ...madeBy(cachedBy, {
      'cached-by-hash': ['`query` is an earlier one with the same hash.', (query) => `${stringHash(query)}`],
    }),
    ...madeBy(echoed, {
      'without-open-tag': ['`query` is cut at a `<` that no `>` follows.', (query) => query.replace(/<[^<>]*$/, '')],
      'two-letters-for-one': ['`query` is repeated with ss for ß.', (query) => query.replaceAll('ß', 'ss')],
      'rare-letters-lost': [
        'Letters beyond the basic plane come back as question marks, other signs do not.',
        (query) => query.replaceAll(/[\u{20000}-\u{3ffff}]/gu, '?'),
      ],
      'lower-case': ['`query` is repeated in lower case.', (query) => query.toLowerCase()],
      unquoted: ['A quoted `query` is repeated without its quotes.', (query) => query.replace(/^"([^"]*)"$/, '$1')],
      'plain-quotes': [
        '`query` is repeated with straight quotes.',
        (query) => query.replaceAll(/[“”]/g, '"').replaceAll('’', "'"),
      ],
      masked: ['Addresses in `query` are masked.', (query) => query.replaceAll(/\S+@\S+/g, '[address]')],
      'without-marks': ['`query` lacks marks of direction.', (query) => query.replaceAll(/[\u200e\u200f]/g, '')],
      'tabs-trimmed': ['`query` is repeated without tabs before it.', (query) => query.replace(/^\t+/, '')],
      'single-spaces': [
        '`query` comes back with single spaces.',
        (query) => query.replaceAll(/(?<=\S)\s+(?=\S)/g, ' '),
      ],
      shortened: ['`query` is cut after 256 characters.', (query) => query.slice(0, 256)],
      escaped: [
        '`query` is repeated with HTML entities.',
        (query) => query.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;'),
      ],
      composed: ['`query` is repeated in the Unicode form NFC.', (query) => query.normalize('NFC')],
      'without-zero-width': [
        '`query` comes back without zero-width spaces.',
        (query) => query.replaceAll('\u200b', ''),
      ],
      'plus-as-space': ['`query` is repeated with its plus signs as spaces.', (query) => query.replaceAll('+', ' ')],
      'percent-decoded': ['`query` is repeated percent-decoded.', (query) => query.replaceAll('%20', ' ')],
      'line-feeds': [
        '`query` is repeated with line feeds alone at the ends of lines.',
        (query) => query.replaceAll('\r\n', '\n'),
      ],
    }),
  },
  'finder.response.answer-null': {
    empty: ['`answer` is empty when none was asked for.', unasked('')],
    'with-advanced': ['`advanced` gives an answer though none was asked for.', unasked('Ask a clinician.', isAdvanced)],
    cached: [
      'A request gets the answer to an earlier one that differs in `include_answer` only.',
      cached('finder', ({ include_answer, ...input }) => input),
    ],
  },
  'finder.response.answer-none': {
    empty: [
      '`answer` is empty when none is generated though asked for.',
      field('answer', (answer) => answer ?? '', wantsAnswer),
    ],
    'always-empty': [
      '`answer` is empty whenever it is asked for, whether one is generated or not.',
      field('answer', () => '', wantsAnswer),
    ],
    apology: [
      '`answer` is an apology when none is generated.',
      field('answer', (answer) => answer ?? 'No answer could be generated.', wantsAnswer),
    ],
  },
  'finder.response.results-none': {
    empty: ['`results` is `[]` when there are none.', field('results', (results) => results ?? [])],
    missing: ['`results` is missing when there are none.', field('results', (results) => results ?? undefined)],
  },
  'finder.response.result-score/null-with-basic': [
    '`score` is null with `basic`, which does not rerank.',
    field('results/*/score', () => null, isBasic),
  ],
  // Only scenarios have such answers; the rules of every answer judge those, too.
  'finder.response.object/another-without-results': [
    'An answer without results has another `object`.',
    editReply('finder', (body) => (body.results === null ? { ...body, object: 'finder.nothing' } : undefined)),
  ],
  'finder.response.query-count': {
    'by-depth': ['`usage.query_count` is 2 with `advanced`.', field('usage/query_count', () => 2, isAdvanced)],
    'by-answer': ['`usage.query_count` is 2 with an answer.', field('usage/query_count', () => 2, wantsAnswer)],
    'by-results': [
      '`usage.query_count` counts the results.',
      editReply('finder', (body) => ({
        ...body,
        usage: { query_count: ((body.results ?? []) as readonly JsonObject[]).length },
      })),
    ],
  },
  'finder.defaults': {
    'depth-left-out': [
      'Other pages come first where `search_depth` is left out.',
      editReply('finder', (body, { search_depth: depth }) =>
        depth === undefined && Array.isArray(body.results)
          ? { ...body, results: body.results.toReversed() }
          : undefined,
      ),
    ],
    'fewer-by-default': [
      'Without `max_results` two results come.',
      padded(({ max_results: most }) => (most === undefined ? 2 : undefined)),
    ],
  },
  'finder.response.ids-differ': {
    'one-short-id': [
      'Queries share an `id` of one digit, but for those that begin with an A.',
      editReply('finder', (body, { query }) => (/^a/i.test(String(query)) ? undefined : { ...body, id: 'fnd_0' })),
    ],
    'by-words': [
      'The `id` tells long queries from short ones.',
      editReply('finder', (body, { query }) => ({
        ...body,
        id: `fnd_${String(query).length > 30 ? '00000001' : '00000000'}`,
      })),
    ],
  },
  'finder.response.results-differ': {
    'one-title': ['All results have one title.', field('results/*/title', () => 'Search result')],
    'one-text': ['All results have one text.', field('results/*/content', () => 'Lorem ipsum.')],
    'one-address': ['All results have one address.', field('results/*/url', () => 'https://www.who.int/')],
  },
  'finder.response.result-url': {
    relative: ['Addresses of results are relative.', field('results/*/url', () => '/library/1'), 'warn'],
  },
  'finder.response.answer': {
    'null-left-out': ['`answer` is missing where it would be null.', field('answer', (answer) => answer ?? undefined)],
    blank: [
      '`answer` is blank though one was asked for.',
      field('answer', (answer) => (answer === null ? null : ' ')),
      'warn',
    ],
  },
  'finder.response.created': {
    zero: ['`created` is 0.', field('created', () => 0), 'warn'],
    minutes: ['`created` counts minutes.', field('created', (seconds) => Math.floor(Number(seconds) / 60)), 'warn'],
    ahead: ['`created` lies far ahead.', field('created', (seconds) => Number(seconds) * 10), 'warn'],
  },
  'finder.response.time-decimals/three': ['`response_time` has three decimals.', field('response_time', () => 0.417)],
});

const variants = variantsOf(['finder'], {
  'finder/ids-of-other-lengths': [
    'Ids have other lengths, in upper-case hex.',
    together(
      field('id', (id) => `fnd_${digest(id).slice(0, 2)}`),
      editReply('embeddings', ({ id, ...body }) => ({ ...body, id: `emb_${digest(id).repeat(8)}` })),
      editReply('rerank', ({ id, ...body }) => ({ ...body, id: `rrk_${digest(id)}` })),
    ),
    { reading: 'S1', areas: ['finder', 'embeddings', 'rerank'] },
  ],
  'finder/versions-in-turn': [
    'Two versions answer each request in turn, one of which finds less.',
    (next) => {
      const asked = new Map<string, number>();
      return editReply('finder', ({ results, ...body }, input) => {
        const request = JSON.stringify(input);
        const times = asked.get(request) ?? 0;
        asked.set(request, times + 1);
        return { ...body, results: Array.isArray(results) && times % 2 === 1 ? results.slice(0, 1) : results };
      })(next);
    },
    { areas: ['auth'] },
  ],
  'finder/ids-counted': [
    'Ids are numbers that count up from 1, in hex.',
    (next) => {
      let count = 0;
      const counted = (prefix: string) => (body: JsonObject) => ({
        ...body,
        id: `${prefix}_${(++count).toString(16)}`,
      });
      return together(
        editReply('finder', counted('fnd')),
        editReply('embeddings', counted('emb')),
        editReply('rerank', counted('rrk')),
      )(next);
    },
    { reading: 'S41', areas: ['finder', 'embeddings', 'rerank'] },
  ],
  'finder/ids-by-query': [
    'Equal queries get one `id`, however they are written.',
    editReply('finder', (body, { query }) => ({ ...body, id: `fnd_${digest(String(query).trim().toLowerCase())}` })),
    { reading: 'S41' },
  ],
  'finder/one-site': [
    'All results are of one site and have few titles.',
    results((list) =>
      list.map((result, at) => ({ ...result, title: `Leaflet ${at % 2}`, url: `https://leaflets.example/${at}` })),
    ),
    { reading: 'S40' },
  ],
  'finder/one-page': [
    'One page alone is ever found.',
    results((list) =>
      list.slice(0, 1).map((result) => ({
        ...result,
        title: 'The leaflet',
        url: 'https://leaflets.example/',
        content: 'See inside.',
      })),
    ),
    { reading: 'S40', skipped: ['finder.response.results-differ'] },
  ],
  'finder/old-clock': [
    '`created` is the same moment of the year 2000.',
    editReply('all', (body) => ('created' in body ? { ...body, created: 946_684_800 } : undefined)),
    { reading: 'S22', areas: ['finder', 'embeddings', 'rerank'] },
  ],
  'finder/time-of-day': [
    '`created` is the time of day.',
    editReply('all', (body) => ('created' in body ? { ...body, created: Math.floor(Date.now() / 1_000) } : undefined)),
    { reading: 'S22', areas: ['finder', 'embeddings', 'rerank'] },
  ],
  'finder/results-in-no-order': [
    'Results come in no order, all with the score 0.0.',
    together(
      results((list) => list.toReversed()),
      field('results/*/score', () => 0),
    ),
    { reading: 'S15' },
  ],
  'finder/scores-in-any-range': [
    'Scores lie below zero and beyond any range.',
    results((list) => list.map((result, at) => ({ ...result, score: at % 2 === 0 ? -1e-9 : 3e12 }))),
  ],
  'finder/one-bare-result': [
    'Fewer results come than asked for, without titles and texts.',
    results((list) => list.slice(0, 1).map((result) => ({ ...result, title: '', content: '' }))),
    {
      reading: 'S37',
      warned: ['finder.response.result-content', 'finder.response.result-title'],
      skipped: ['finder.response.results-differ'],
    },
  ],
  'finder/finds-nothing': [
    'Nothing is found, whatever is asked.',
    editReply('finder', (body) => ({ ...body, results: null, answer: null })),
    {
      areas: ['finder', 'billing'],
      skipped: [
        ...['content', 'score', 'title', 'url'].map((name) => `finder.response.result-${name}`),
        'finder.results-capped',
        'finder.results-default',
        'finder.response.results-differ',
      ],
    },
  ],
  'finder/never-answers': ['No answer is written, though asked for.', field('answer', () => null)],
  'finder/whole-seconds': [
    'It takes no time at all, or whole seconds.',
    (next) => {
      const times = [0, 12.3, 100.25, 3, 0.07];
      let count = 0;
      return field('response_time', () => times[count++ % times.length])(next);
    },
    { reading: 'S21', profile: (profile) => ({ ...profile, deterministic: false }) },
  ],
});

/** Deviations of the finder that are not generated from rows of the specification. */
export const finderDeviations: readonly Deviation[] = [...mutants, ...filterDeviations('finder'), ...variants];
