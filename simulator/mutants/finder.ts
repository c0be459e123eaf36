import { type FinderRequest, type FinderResponse, schemaFailure, semanticFailure } from '../../spec/index.ts';
import { answerFinder, type finderParts } from '../answers/index.ts';
import type { Mutant } from '../mutant.ts';
import { mutant } from './change.ts';
import { changeAnswers, finderWith } from './change-answer.ts';
import { crash, envelope } from './change-input.ts';
import { changing } from './changing.ts';
import { filterMutants } from './filters.ts';

const on = changing('finder');
const invalid = semanticFailure('invalid_request');

/** The same answer with other results, where there are any. */
const resultsBy = (change: (results: NonNullable<FinderResponse['results']>, request: FinderRequest) => unknown) =>
  on.reply((reply, request) => ({ ...reply, results: reply.results && change(reply.results, request) }));

/** Answers as if the request had another limit. */
const limitedBy = (limit: (request: FinderRequest) => number) =>
  changeAnswers({ finder: (request, context) => answerFinder({ ...request, max_results: limit(request) }, context) });

const nullable = new Set(['include_domains', 'exclude_domains']);
const hasNull = (body: object): boolean =>
  Object.entries(body).some(([name, value]) => value === null && !nullable.has(name));

/** Mutants of the finder endpoint. */
export const finderMutants: readonly Mutant[] = [
  mutant(
    'finder.accepts-valid/answer-needs-advanced',
    '`include_answer` with `basic` gives 400.',
    on.refuse(
      ({ include_answer, search_depth }) => include_answer === true && search_depth !== 'advanced',
      envelope('invalid_request'),
    ),
  ),
  mutant('finder.accepts-valid/accepted-status', 'A valid request is answered with 202.', on.status(202)),
  mutant('finder.json-content-type/plain-text', 'The answer is labelled text/plain.', on.label('text/plain')),
  mutant('finder.json-content-type/html', 'The answer is labelled text/html.', on.label('text/html')),

  mutant(
    'finder.query-required/read-as-empty',
    'A missing `query` is refused like an empty one: 400.',
    on.defaults({ query: '' }),
  ),
  mutant(
    'finder.query-required/crash',
    'A missing `query` gives 500.',
    on.refuseInput((body) => !('query' in body), crash),
  ),
  mutant('finder.query-type/coerced', 'A `query` of another type is read as text.', on.read('/query', String)),
  mutant(
    'finder.query-type/envelope',
    'A `query` of another type gives 400 `invalid_request`.',
    on.breach('/query', 'type', invalid),
  ),
  mutant('finder.query-empty/accepted', 'An empty `query` is accepted.', on.forget('/query', 'minLength')),
  mutant(
    'finder.query-empty/rerank-code',
    'An empty `query` gives 400 `invalid_request`, as in rerank.',
    on.breach('/query', 'minLength', invalid),
  ),
  mutant(
    'finder.query-empty/schema-failure',
    'An empty `query` gives 422 `{detail}`.',
    on.breach('/query', 'minLength', schemaFailure),
  ),
  mutant(
    'finder.depth-type/ignored',
    'A `search_depth` of another type counts as `basic`.',
    on.read('/search_depth', (depth) => (typeof depth === 'string' ? depth : 'basic')),
  ),
  mutant(
    'finder.depth-type/envelope',
    'A `search_depth` of another type gives 400 `invalid_request`.',
    on.breach('/search_depth', 'type', invalid),
  ),
  mutant(
    'finder.depth-unknown/ignored',
    'An unknown `search_depth` counts as `basic`.',
    on.forget('/search_depth', 'enum'),
  ),
  mutant(
    'finder.depth-unknown/schema-failure',
    'An unknown `search_depth` gives 422 `{detail}`.',
    on.breach('/search_depth', 'enum', schemaFailure),
  ),
  mutant(
    'finder.depth-unknown/missing-code',
    'An unknown `search_depth` gives 400 `missing_required_field`.',
    on.breach('/search_depth', 'enum', semanticFailure('missing_required_field')),
  ),
  mutant(
    'finder.depth-accepted/basic-only',
    '`advanced` is refused.',
    on.constrain('/search_depth', { enum: ['basic'] }),
  ),
  mutant(
    'finder.depth-accepted/default-only',
    '`basic` is refused where it is written out.',
    on.refuseInput(({ search_depth }) => search_depth === 'basic', envelope('invalid_request')),
  ),
  mutant(
    'finder.max-results-type/ignored',
    'A `max_results` that is no integer counts as left out.',
    on.read('/max_results', (value) => (Number.isInteger(value) ? value : 5)),
  ),
  mutant(
    'finder.max-results-type/rounded',
    'A `max_results` of 2.5 is rounded.',
    on.read('/max_results', (value) => (typeof value === 'number' ? Math.round(value) : value)),
  ),
  mutant(
    'finder.max-results-type/envelope',
    'A `max_results` that is no integer gives 400 `invalid_request`.',
    on.breach('/max_results', 'type', invalid),
  ),
  mutant(
    'finder.max-results-min/zero-accepted',
    '`max_results` 0 gives no results.',
    on.constrain('/max_results', { minimum: 0 }),
  ),
  mutant(
    'finder.max-results-min/zero-is-default',
    '`max_results` 0 counts as left out.',
    on.read('/max_results', (value) => value || 5),
  ),
  mutant(
    'finder.max-results-min/one-refused',
    '`max_results` 1 is refused.',
    on.constrain('/max_results', { minimum: 2 }),
  ),
  mutant(
    'finder.max-results-min/envelope',
    '`max_results` 0 gives 400 `invalid_request`.',
    on.breach('/max_results', 'minimum', invalid),
  ),
  mutant(
    'finder.max-results-max/one-more',
    '`max_results` 21 is accepted.',
    on.constrain('/max_results', { maximum: 21 }),
  ),
  mutant(
    'finder.max-results-max/one-less',
    '`max_results` 20 is refused.',
    on.constrain('/max_results', { maximum: 19 }),
  ),
  mutant(
    'finder.max-results-max/clamped',
    'A `max_results` above 20 counts as 20.',
    on.read('/max_results', (value) => (Number(value) > 20 ? 20 : value)),
  ),
  mutant(
    'finder.max-results-max/envelope',
    '`max_results` 21 gives 400 `invalid_request`.',
    on.breach('/max_results', 'maximum', invalid),
  ),
  mutant(
    'finder.include-answer-type/truthy',
    'An `include_answer` of another type counts as true or false.',
    on.read('/include_answer', (value) => (value === null ? value : Boolean(value))),
  ),
  mutant(
    'finder.include-answer-type/envelope',
    'An `include_answer` of another type gives 400 `invalid_request`.',
    on.breach('/include_answer', 'type', invalid),
  ),
  ...filterMutants('finder'),
  mutant(
    'finder.null-refused/crash',
    'Null for a field that is not nullable gives 500.',
    on.refuseInput(hasNull, crash),
  ),
  mutant(
    'finder.null-refused/envelope',
    'Null for a field that is not nullable gives 400 `invalid_request`.',
    on.refuseInput(hasNull, envelope('invalid_request')),
  ),

  mutant(
    'finder.results-capped/one-more',
    'One result more than `max_results` comes.',
    limitedBy(({ max_results = 5 }) => (max_results === 5 ? 5 : max_results + 1)),
  ),
  mutant(
    'finder.results-capped/ignored',
    '`max_results` is ignored.',
    limitedBy(() => 5),
  ),
  mutant(
    'finder.results-default/ten',
    'Without `max_results` up to 10 results come.',
    limitedBy(({ max_results = 10 }) => max_results),
  ),
  mutant(
    'finder.results-default/advanced-more',
    'Without `max_results`, `advanced` gives up to 8 results.',
    limitedBy(({ max_results, search_depth }) => max_results ?? (search_depth === 'advanced' ? 8 : 5)),
  ),
  mutant(
    'finder.response.id/other-prefix',
    '`id` begins with `find_`.',
    on.field('/id', (id) => String(id).replace('fnd_', 'find_')),
  ),
  mutant(
    'finder.response.id/uuid',
    '`id` is a UUID with hyphens behind the prefix.',
    on.field('/id', () => 'fnd_0b6f2c4e-8d1a-4f7b-9c3e-2a5d6e7f8091'),
  ),
  mutant(
    'finder.response.object/plural',
    '`object` is `finder.results`.',
    on.field('/object', () => 'finder.results'),
  ),
  mutant('finder.response.object/missing', 'There is no `object`.', on.drop('/object')),
  mutant(
    'finder.response.created/milliseconds',
    '`created` is in milliseconds.',
    on.field('/created', (seconds) => Number(seconds) * 1_000),
  ),
  mutant(
    'finder.response.created/iso',
    '`created` is an ISO 8601 string.',
    on.field('/created', () => '2026-01-01T00:00:00Z'),
  ),
  mutant('finder.response.model/missing', 'There is no `model`.', on.drop('/model')),
  mutant(
    'finder.response.model/by-depth',
    '`model` is `svc-finder-pro-v1` with `advanced`.',
    on.reply((reply, { search_depth }) =>
      search_depth === 'advanced' ? { ...reply, model: 'svc-finder-pro-v1' } : reply,
    ),
  ),
  mutant('finder.response.query/missing', 'There is no `query`.', on.drop('/query')),
  mutant(
    'finder.response.query/list',
    '`query` is a list of words.',
    on.field('/query', (query) => String(query).split(' ')),
  ),
  mutant(
    'finder.response.query-echo/lower-case',
    '`query` is repeated in lower case.',
    on.field('/query', (query) => String(query).toLowerCase()),
  ),
  mutant(
    'finder.response.query-echo/trimmed',
    '`query` is repeated without white space around it.',
    on.field('/query', (query) => String(query).trim()),
  ),
  mutant(
    'finder.response.query-echo/shortened',
    '`query` is cut after 64 characters.',
    on.field('/query', (query) => String(query).slice(0, 64)),
  ),
  mutant(
    'finder.response.answer/missing',
    '`answer` is missing when none was asked for.',
    on.reply(({ answer, ...rest }) => (answer === null ? rest : { ...rest, answer })),
  ),
  mutant(
    'finder.response.answer/object',
    '`answer` is an object.',
    on.field('/answer', (answer) => (answer === null ? null : { text: answer })),
  ),
  mutant(
    'finder.response.answer-null/empty',
    '`answer` is empty when none was asked for.',
    on.reply((reply, { include_answer }) => (include_answer ? reply : { ...reply, answer: '' })),
  ),
  mutant(
    'finder.response.answer-null/always',
    'An answer is generated though none was asked for.',
    on.reply((reply) => ({ ...reply, answer: reply.answer ?? 'Ask a clinician.' })),
  ),
  mutant(
    'finder.response.answer-none/empty',
    '`answer` is empty when none is generated though asked for.',
    on.reply((reply, { include_answer }) => (include_answer ? { ...reply, answer: reply.answer ?? '' } : reply)),
  ),
  mutant(
    'finder.response.answer-none/apology',
    '`answer` is an apology when none is generated.',
    on.reply((reply, { include_answer }) =>
      include_answer ? { ...reply, answer: reply.answer ?? 'No answer could be generated.' } : reply,
    ),
  ),
  mutant('finder.response.results/missing', 'There is no `results`.', on.drop('/results')),
  mutant(
    'finder.response.results/object',
    '`results` is an object with `items`.',
    resultsBy((results) => ({ items: results })),
  ),
  mutant(
    'finder.response.results-none/empty',
    '`results` is `[]` when there are none.',
    finderWith({ nullWhenEmpty: ((list: unknown) => list) as typeof finderParts.nullWhenEmpty }),
  ),
  mutant(
    'finder.response.results-none/missing',
    '`results` is missing when there are none.',
    on.field('/results', (results) => results ?? undefined),
  ),
  mutant('finder.response.result-title/missing', 'Results have no `title`.', on.drop('/results/*/title')),
  mutant(
    'finder.response.result-title/null',
    'The last result has a `title` of null.',
    on.field('/results/-/title', () => null),
  ),
  mutant('finder.response.result-url/missing', 'Results have no `url`.', on.drop('/results/*/url')),
  mutant(
    'finder.response.result-url/empty',
    'The last result has an empty `url`.',
    on.field('/results/-/url', () => ''),
  ),
  mutant(
    'finder.response.result-url/link',
    'The address of a result stands under `link`.',
    resultsBy((results) => results.map(({ url, ...rest }) => ({ ...rest, link: url }))),
  ),
  mutant('finder.response.result-content/missing', 'Results have no `content`.', on.drop('/results/*/content')),
  mutant(
    'finder.response.result-content/list',
    '`content` is a list of excerpts.',
    on.field('/results/*/content', (content) => [content]),
  ),
  mutant(
    'finder.response.result-score/text',
    '`score` is a string.',
    on.field('/results/*/score', (score) => Number(score).toFixed(3)),
  ),
  mutant(
    'finder.response.result-score/null-basic',
    '`score` is null with `basic`, which does not rerank.',
    resultsBy((results, { search_depth }) =>
      search_depth === 'advanced' ? results : results.map((result) => ({ ...result, score: null })),
    ),
  ),
  mutant('finder.response.usage/missing', 'There is no `usage`.', on.drop('/usage')),
  mutant(
    'finder.response.query-count/by-depth',
    '`usage.query_count` is 2 with `advanced`.',
    on.reply((reply, { search_depth }) =>
      search_depth === 'advanced' ? { ...reply, usage: { query_count: 2 } } : reply,
    ),
  ),
  mutant(
    'finder.response.query-count/zero',
    '`usage.query_count` is 0.',
    on.field('/usage/query_count', () => 0),
  ),
  mutant(
    'finder.response.time/text',
    '`response_time` is a string.',
    on.field('/response_time', (seconds) => `${seconds}s`),
  ),
  mutant('finder.response.time/missing', 'There is no `response_time`.', on.drop('/response_time')),
  mutant(
    'finder.response.time-decimals/three',
    '`response_time` has three decimals.',
    finderWith({ responseTime: () => 0.417 }),
  ),
  mutant(
    'finder.response.time-decimals/unrounded',
    '`response_time` is not rounded.',
    finderWith({ responseTime: () => 0.1 + 0.2 }),
  ),
];
