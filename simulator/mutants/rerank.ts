import { type RerankResponse, schemaFailure, semanticFailure } from '../../spec/index.ts';
import { answerRerank } from '../answers/index.ts';
import type { Mutant } from '../mutant.ts';
import { mutant, together } from './change.ts';
import { changeAnswers, rerankWith } from './change-answer.ts';
import { crash, detail, envelope } from './change-input.ts';
import { changing } from './changing.ts';

const on = changing('rerank');
const invalid = semanticFailure('invalid_request');
const missing = semanticFailure('missing_required_field');

/** The same answer with other results. */
const resultsBy = (change: (results: RerankResponse['results'], reply: RerankResponse) => unknown) =>
  on.reply((reply) => ({ ...reply, results: change(reply.results, reply) }));

const isBlank = (document: unknown): boolean => typeof document === 'string' && document.trim() === '';

/** Ranks only as many documents as `top_n` wants, the first of the request. */
const firstOnly = changeAnswers({
  rerank: (request, context) => {
    const documents = request.documents.slice(0, request.top_n ?? request.documents.length) as typeof request.documents;
    const reply = answerRerank({ ...request, documents }, context);
    return { ...reply, usage: answerRerank(request, context).usage };
  },
});

/** Takes the `top_n` results from the wrong end of the ranking. */
const lowestOnly = changeAnswers({
  rerank: (request, context) => {
    const reply = answerRerank({ ...request, top_n: null }, context);
    return { ...reply, results: reply.results.slice(-(request.top_n ?? reply.results.length)) };
  },
});

/** Mutants of the rerank endpoint. */
export const rerankMutants: readonly Mutant[] = [
  mutant(
    'rerank.accepts-valid/one-document-refused',
    'A request with one document gives 400.',
    on.refuse(({ documents }) => documents.length === 1, envelope('invalid_request')),
  ),
  mutant(
    'rerank.accepts-valid/top-n-above-count-refused',
    'A `top_n` above the number of documents gives 422.',
    on.refuse(({ top_n, documents }) => (top_n ?? 0) > documents.length, detail('top_n')),
  ),
  mutant('rerank.accepts-valid/created-status', 'A valid request is answered with 201.', on.status(201)),
  mutant('rerank.json-content-type/plain-text', 'The answer is labelled text/plain.', on.label('text/plain')),
  mutant('rerank.json-content-type/unlabelled', 'The answer has no content type.', on.label(null)),

  mutant(
    'rerank.model-required/optional',
    'A missing `model` is taken as `svc-rerank-v1`.',
    on.defaults({ model: 'svc-rerank-v1' }),
  ),
  mutant(
    'rerank.model-required/envelope',
    'A missing `model` gives 400 `missing_required_field`.',
    on.refuseInput((body) => !('model' in body), envelope('missing_required_field')),
  ),
  mutant(
    'rerank.model-type/not-found',
    'A `model` that is no string gives 400 `model_not_found`.',
    on.breach('/model', 'type', semanticFailure('model_not_found')),
  ),
  mutant(
    'rerank.model-type/crash',
    'A `model` that is no string gives 500.',
    on.refuseInput(({ model }) => model !== undefined && typeof model !== 'string', crash),
  ),
  mutant('rerank.model-unknown/ignored', 'Any `model` is accepted.', on.forget('/model', 'const')),
  mutant(
    'rerank.model-unknown/chat-models-too',
    'The chat models are accepted too.',
    together(
      on.forget('/model', 'const'),
      on.constrain(
        '/model',
        { enum: ['svc-rerank-v1', 'svc-chat-v1', 'svc-chat-pro-v1'] },
        { enum: semanticFailure('model_not_found') },
      ),
    ),
  ),
  mutant(
    'rerank.model-unknown/not-found-status',
    'An unknown `model` gives 404.',
    on.breach('/model', 'const', { status: 404, format: 'envelope', code: 'model_not_found' }),
  ),
  mutant(
    'rerank.model-unknown/generic-code',
    'An unknown `model` gives 400 with the code `invalid_request`.',
    on.breach('/model', 'const', invalid),
  ),
  mutant(
    'rerank.model-unknown/schema-failure',
    'An unknown `model` gives 422 `{detail}`.',
    on.breach('/model', 'const', schemaFailure),
  ),

  mutant(
    'rerank.query-required/read-as-empty',
    'A missing `query` is refused like an empty one: 400.',
    on.defaults({ query: '' }),
  ),
  mutant('rerank.query-required/optional', 'A missing `query` is accepted.', on.defaults({ query: 'anything' })),
  mutant('rerank.query-type/coerced', 'A `query` of another type is read as text.', on.read('/query', String)),
  mutant(
    'rerank.query-type/envelope',
    'A `query` of another type gives 400 `invalid_request`.',
    on.breach('/query', 'type', invalid),
  ),
  mutant('rerank.query-empty/accepted', 'An empty `query` is accepted.', on.forget('/query', 'minLength')),
  mutant(
    'rerank.query-empty/finder-code',
    'An empty `query` gives 400 `missing_required_field`, as in finder.',
    on.breach('/query', 'minLength', missing),
  ),
  mutant(
    'rerank.query-empty/schema-failure',
    'An empty `query` gives 422 `{detail}`.',
    on.breach('/query', 'minLength', schemaFailure),
  ),

  mutant(
    'rerank.documents-required/read-as-empty',
    'Missing `documents` are refused like an empty array: 400.',
    on.defaults({ documents: [] }),
  ),
  mutant(
    'rerank.documents-required/crash',
    'Missing `documents` give 500.',
    on.refuseInput((body) => !('documents' in body), crash),
  ),
  mutant(
    'rerank.documents-type/wrapped',
    '`documents` that are no array are taken as the only document.',
    on.read('/documents', (value) => (Array.isArray(value) ? value : [String(value)])),
  ),
  mutant(
    'rerank.documents-type/envelope',
    '`documents` of another type give 400 `invalid_request`.',
    on.breach('/documents', 'type', invalid),
  ),
  mutant(
    'rerank.documents-empty/accepted',
    'An empty `documents` array gives an empty ranking.',
    on.forget('/documents', 'minItems'),
  ),
  mutant(
    'rerank.documents-empty/missing-code',
    'An empty `documents` array gives 400 `missing_required_field`.',
    on.breach('/documents', 'minItems', missing),
  ),
  mutant(
    'rerank.documents-empty/schema-failure',
    'An empty `documents` array gives 422 `{detail}`.',
    on.breach('/documents', 'minItems', schemaFailure),
  ),
  mutant(
    'rerank.documents-max/one-more',
    '1,001 documents are accepted.',
    on.constrain('/documents', { maxItems: 1_001 }),
  ),
  mutant(
    'rerank.documents-max/one-less',
    '1,000 documents are refused.',
    on.constrain('/documents', { maxItems: 999 }),
  ),
  mutant('rerank.documents-max/unlimited', 'Any number of documents is accepted.', on.forget('/documents', 'maxItems')),
  mutant(
    'rerank.documents-max/embeddings-code',
    '1,001 documents give the code `batch_size_exceeded`.',
    on.breach('/documents', 'maxItems', semanticFailure('batch_size_exceeded')),
  ),
  mutant(
    'rerank.documents-max/payload-status',
    '1,001 documents give 413.',
    on.breach('/documents', 'maxItems', {
      status: 413,
      format: 'envelope',
      code: 'documents_limit_exceeded',
    }),
  ),
  mutant(
    'rerank.documents-max/unprocessable-status',
    '1,001 documents give 422 with the right code.',
    on.insteadOf('documents_limit_exceeded', envelope('documents_limit_exceeded', 422)),
  ),

  mutant(
    'rerank.document-type/coerced',
    'A document of another type is read as text.',
    on.read('/documents/*', (item) =>
      typeof item === 'object' && item !== null && !Array.isArray(item) ? item : String(item),
    ),
  ),
  mutant(
    'rerank.document-type/first-only',
    'Only the type of the first document is looked at.',
    on.input((body) => ({
      ...body,
      ...(Array.isArray(body.documents) && {
        documents: body.documents.map((item, at) => (at > 0 && Array.isArray(item) ? 'array' : item)),
      }),
    })),
  ),
  mutant(
    'rerank.document-type/envelope',
    'A document of another type gives 400 `invalid_request`.',
    on.breach('/documents/*', 'type', invalid),
  ),
  mutant(
    'rerank.document-text-required/read-as-blank',
    'A document without `text` is refused like a blank one: 400.',
    on.read('/documents/*', (item) =>
      typeof item === 'object' && item !== null && !('text' in item) ? { ...item, text: '' } : item,
    ),
  ),
  mutant(
    'rerank.document-text-required/written-out',
    'A document without `text` is ranked by its JSON.',
    on.read('/documents/*', (item) =>
      typeof item === 'object' && item !== null && !Array.isArray(item) && !('text' in item)
        ? JSON.stringify(item)
        : item,
    ),
  ),
  mutant(
    'rerank.document-text-type/coerced',
    'A `text` of another type is read as text.',
    on.read('/documents/*/text', String),
  ),
  mutant(
    'rerank.document-text-type/envelope',
    'A `text` of another type gives 400 `invalid_request`.',
    on.breach('/documents/*/text', 'type', invalid),
  ),
  mutant(
    'rerank.document-blank/accepted',
    'A document string of white space is accepted.',
    on.forget('/documents/*', 'pattern'),
  ),
  mutant(
    'rerank.document-blank/spaces-only',
    'Only spaces count as white space.',
    on.constrain('/documents/*', { pattern: '[^ ]' }),
  ),
  mutant(
    'rerank.document-blank/first-only',
    'Only the first document is checked for white space.',
    on.input((body) => ({
      ...body,
      ...(Array.isArray(body.documents) && {
        documents: body.documents.map((item, at) => (at > 0 && isBlank(item) ? 'blank' : item)),
      }),
    })),
  ),
  mutant(
    'rerank.document-blank/schema-failure',
    'A document string of white space gives 422 `{detail}`.',
    on.breach('/documents/*', 'pattern', schemaFailure),
  ),
  mutant(
    'rerank.document-text-blank/accepted',
    'A document object whose `text` is white space is accepted.',
    on.forget('/documents/*/text', 'pattern'),
  ),
  mutant(
    'rerank.document-text-blank/schema-failure',
    'A document object whose `text` is white space gives 422 `{detail}`.',
    on.breach('/documents/*/text', 'pattern', schemaFailure),
  ),
  mutant(
    'rerank.documents-mixed/one-kind',
    'Strings and objects side by side give 422.',
    on.refuseInput(
      ({ documents }) => Array.isArray(documents) && new Set(documents.map((item) => typeof item)).size > 1,
      detail('documents'),
    ),
  ),
  mutant(
    'rerank.documents-mixed/strings-only',
    'Documents that are objects give 422.',
    on.constrain('/documents/*', { type: 'string' }),
  ),

  mutant(
    'rerank.top-n-type/ignored',
    'A `top_n` of another type counts as null.',
    on.read('/top_n', (value) => (Number.isInteger(value) ? value : null)),
  ),
  mutant(
    'rerank.top-n-type/truncated',
    'A `top_n` of 2.5 counts as 2.',
    on.read('/top_n', (value) => (typeof value === 'number' ? Math.trunc(value) : value)),
  ),
  mutant(
    'rerank.top-n-type/envelope',
    'A `top_n` of another type gives 400 `invalid_request`.',
    on.breach('/top_n', 'type', invalid),
  ),
  mutant('rerank.top-n-min/zero-accepted', '`top_n` 0 gives no results.', on.constrain('/top_n', { minimum: 0 })),
  mutant(
    'rerank.top-n-min/falsy-is-absent',
    '`top_n` 0 returns all documents.',
    on.read('/top_n', (value) => value || null),
  ),
  mutant(
    'rerank.top-n-min/unbounded',
    'Negative `top_n` values are accepted.',
    on.read('/top_n', (value) => (typeof value === 'number' && value < 0 ? null : value)),
  ),
  mutant('rerank.top-n-min/one-refused', '`top_n` 1 is refused.', on.constrain('/top_n', { minimum: 2 })),
  mutant(
    'rerank.top-n-min/envelope',
    '`top_n` 0 gives 400 `invalid_request`.',
    on.breach('/top_n', 'minimum', invalid),
  ),
  mutant(
    'rerank.top-n-null/zero',
    '`top_n` null returns nothing.',
    on.reply((reply, { top_n }) => (top_n === null ? { ...reply, results: [] } : reply)),
  ),
  mutant('rerank.top-n-null/refused', '`top_n` null gives 422.', on.constrain('/top_n', { type: 'integer' })),
  mutant(
    'rerank.return-documents-type/coerced',
    'A `return_documents` of another type counts as true or false.',
    on.read('/return_documents', Boolean),
  ),
  mutant(
    'rerank.return-documents-type/envelope',
    'A `return_documents` of another type gives 400 `invalid_request`.',
    on.breach('/return_documents', 'type', invalid),
  ),
  mutant(
    'rerank.null-refused/crash',
    'Null for a field that is not nullable gives 500.',
    on.refuseInput((body) => Object.entries(body).some(([name, value]) => value === null && name !== 'top_n'), crash),
  ),
  mutant(
    'rerank.null-refused/envelope',
    'Null for a field that is not nullable gives 400 `invalid_request`.',
    on.refuseInput(
      (body) => Object.entries(body).some(([name, value]) => value === null && name !== 'top_n'),
      envelope('invalid_request'),
    ),
  ),

  mutant(
    'rerank.response.id/other-prefix',
    '`id` begins with `emb_`.',
    on.field('/id', (id) => String(id).replace('rrk_', 'emb_')),
  ),
  mutant(
    'rerank.response.id/uuid',
    '`id` is a UUID with hyphens behind the prefix.',
    on.field('/id', () => 'rrk_2f1c9a4e-6b7d-4c3a-9f10-5d8e7b6a4c21'),
  ),
  mutant('rerank.response.id/missing', 'There is no `id`.', on.drop('/id')),
  mutant(
    'rerank.response.object/list',
    '`object` is `list`, as in embeddings.',
    on.field('/object', () => 'list'),
  ),
  mutant(
    'rerank.response.created/milliseconds',
    '`created` is in milliseconds.',
    on.field('/created', (seconds) => Number(seconds) * 1_000),
  ),
  mutant(
    'rerank.response.created/iso',
    '`created` is an ISO 8601 string.',
    on.field('/created', () => '2026-01-01T00:00:00Z'),
  ),
  mutant(
    'rerank.response.created/fraction',
    '`created` has a fraction of a second.',
    on.field('/created', (seconds) => Number(seconds) + 0.25),
  ),
  mutant(
    'rerank.response.model/short',
    '`model` is `svc-rerank`.',
    on.field('/model', () => 'svc-rerank'),
  ),
  mutant(
    'rerank.response.results/object',
    '`results` is an object keyed by position.',
    on.field('/results', (results) => ({ ...(results as object) })),
  ),
  mutant(
    'rerank.response.results/data',
    'The results stand under `data`.',
    on.reply(({ results, ...rest }) => ({ ...rest, data: results })),
  ),
  mutant('rerank.response.index/text', '`index` is a string.', on.field('/results/*/index', String)),
  mutant('rerank.response.index/missing', 'Results have no `index`.', on.drop('/results/*/index')),
  mutant(
    'rerank.response.score/text',
    '`relevance_score` is a string.',
    on.field('/results/*/relevance_score', (score) => Number(score).toFixed(4)),
  ),
  mutant(
    'rerank.response.score/null-for-zero',
    'A `relevance_score` of 0 is null.',
    on.field('/results/*/relevance_score', (score) => score || null),
  ),
  mutant(
    'rerank.response.score/other-name',
    'The score stands under `score`.',
    resultsBy((results) => results.map(({ relevance_score, ...rest }) => ({ ...rest, score: relevance_score }))),
  ),
  mutant(
    'rerank.response.document/text',
    '`document` is the text itself.',
    resultsBy((results) => results.map((result) => ({ ...result, document: result.document?.text ?? null }))),
  ),
  mutant(
    'rerank.response.document/false',
    '`document` is false when it was not asked for.',
    on.field('/results/*/document', (document) => document ?? false),
  ),
  mutant(
    'rerank.response.document-text/missing',
    '`document` is an object without `text`.',
    resultsBy((results) =>
      results.map((result) => ({ ...result, document: result.document && { content: result.document.text } })),
    ),
  ),
  mutant('rerank.response.usage/missing', 'There is no `usage`.', on.drop('/usage')),
  mutant(
    'rerank.response.search-count-type/fraction',
    '`usage.search_count` is a fraction.',
    on.field('/usage/search_count', (units) => Number(units) - 0.5),
  ),
  mutant(
    'rerank.response.search-count-type/text',
    '`usage.search_count` is a string.',
    on.field('/usage/search_count', String),
  ),
  mutant(
    'rerank.response.documents-count-type/text',
    '`usage.documents_count` is a string.',
    on.field('/usage/documents_count', String),
  ),
  mutant(
    'rerank.response.documents-count-type/missing',
    '`usage.documents_count` is missing.',
    on.drop('/usage/documents_count'),
  ),

  mutant(
    'rerank.response.sorted/input-order',
    'Results come in the order of the documents.',
    resultsBy((results) => results.toSorted((left, right) => left.index - right.index)),
  ),
  mutant(
    'rerank.response.sorted/lowest-first',
    'Results come lowest score first.',
    resultsBy((results) => results.toReversed()),
  ),
  mutant(
    'rerank.response.sorted/last-moved',
    'The last result comes first.',
    resultsBy((results) => results.toSpliced(-1).toSpliced(0, 0, ...results.slice(-1))),
  ),
  mutant(
    'rerank.response.positions/from-one',
    '`index` counts from 1.',
    on.field('/results/*/index', (index) => Number(index) + 1),
  ),
  mutant(
    'rerank.response.positions/repeated',
    'The best document comes twice, in place of the last.',
    resultsBy((results) => [...results.slice(0, 1), ...results.slice(0, -1)]),
  ),
  mutant(
    'rerank.response.all/ten',
    'Without `top_n` at most ten results come.',
    on.reply((reply, { top_n }) => ({ ...reply, results: reply.results.slice(0, top_n ?? 10) })),
  ),
  mutant(
    'rerank.response.all/hundred',
    'Without `top_n` at most 100 results come.',
    on.reply((reply, { top_n }) => ({ ...reply, results: reply.results.slice(0, top_n ?? 100) })),
  ),
  mutant(
    'rerank.response.all/relevant-only',
    'Without `top_n`, documents with a score of 0 are left out.',
    on.reply((reply, { top_n }) =>
      top_n ? reply : { ...reply, results: reply.results.filter(({ relevance_score }) => relevance_score > 0) },
    ),
  ),
  mutant(
    'rerank.response.top-n/ignored',
    '`top_n` is ignored.',
    on.input(({ top_n, ...body }) =>
      typeof top_n === 'number' && top_n >= 1 && Number.isInteger(top_n)
        ? body
        : { ...body, ...(top_n === undefined ? {} : { top_n }) },
    ),
  ),
  mutant(
    'rerank.response.top-n/one-more',
    'One result more than `top_n` comes.',
    on.read('/top_n', (value) => (Number(value) >= 1 && Number.isInteger(value) ? Number(value) + 1 : value)),
  ),
  mutant(
    'rerank.response.top-n/one-less',
    'One result less than `top_n` comes.',
    on.reply((reply, { top_n }) => (top_n ? { ...reply, results: reply.results.slice(0, top_n - 1) } : reply)),
  ),
  mutant(
    'rerank.response.top-n-best/cut-before-sorting',
    'The first `top_n` documents are ranked, not all.',
    firstOnly,
  ),
  mutant('rerank.response.top-n-best/lowest', 'The lowest-ranked `top_n` documents come.', lowestOnly),
  mutant(
    'rerank.response.documents-given/default-off',
    'Without `return_documents` there is no `document`.',
    on.reply((reply, { return_documents }) =>
      return_documents ? reply : { ...reply, results: reply.results.map((result) => ({ ...result, document: null })) },
    ),
  ),
  mutant(
    'rerank.response.documents-given/never',
    '`document` is always null.',
    rerankWith({ documentShown: () => null }),
  ),
  mutant(
    'rerank.response.documents-given/best-only',
    'Only the first result has its `document`.',
    resultsBy((results) => results.map((result, at) => (at === 0 ? result : { ...result, document: null }))),
  ),
  mutant(
    'rerank.response.documents-withheld/always',
    '`document` comes though not asked for.',
    rerankWith({ documentShown: (text) => ({ text }) }),
  ),
  mutant(
    'rerank.response.documents-withheld/blanked',
    '`document` has an empty text when it was not asked for.',
    rerankWith({ documentShown: (text, wanted) => ({ text: wanted ? text : '' }) }),
  ),
  mutant(
    'rerank.response.text-matches/rank-as-index',
    '`index` is the rank, not the position in the request.',
    resultsBy((results) => results.map((result, at) => ({ ...result, index: at }))),
  ),
  mutant(
    'rerank.response.text-matches/shortened',
    '`document.text` is cut after 40 characters.',
    on.field('/results/*/document/text', (text) => String(text).slice(0, 40)),
  ),
  mutant(
    'rerank.response.text-matches/lower-case',
    '`document.text` is in lower case.',
    on.field('/results/*/document/text', (text) => String(text).toLowerCase()),
  ),
  mutant(
    'rerank.response.search-count/floor',
    'Units are rounded down, at least 1.',
    rerankWith({ searchUnits: (documents) => Math.max(1, Math.floor(documents / 100)) }),
  ),
  mutant(
    'rerank.response.search-count/floor-and-one',
    '100 documents count as two units.',
    rerankWith({ searchUnits: (documents) => Math.floor(documents / 100) + 1 }),
  ),
  mutant(
    'rerank.response.search-count/always-one',
    'Every request counts as one unit.',
    rerankWith({ searchUnits: () => 1 }),
  ),
  mutant(
    'rerank.response.search-count/by-results',
    'Units count the results under `top_n`.',
    on.reply((reply) => ({
      ...reply,
      usage: { ...reply.usage, search_count: Math.ceil(reply.results.length / 100) },
    })),
  ),
  mutant(
    'rerank.response.documents-count/by-results',
    '`documents_count` counts the results under `top_n`.',
    on.reply((reply) => ({ ...reply, usage: { ...reply.usage, documents_count: reply.results.length } })),
  ),
  mutant(
    'rerank.response.documents-count/distinct',
    '`documents_count` counts equal documents once.',
    on.reply((reply, { documents }) => ({
      ...reply,
      usage: { ...reply.usage, documents_count: new Set(documents.map((item) => JSON.stringify(item))).size },
    })),
  ),
];
