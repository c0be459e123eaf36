import type { Middleware } from '../../../simulator/index.ts';
import { type JsonObject, schemaFailure, semanticFailure } from '../../../spec/index.ts';
import { type Deviation, madeBy, mutantsOf, variantsOf } from '../deviation.ts';
import { editAt } from '../wire/edit.ts';
import { stringHash } from '../wire/string-hash.ts';
import { bodyLimit, cached, crashesOn, editReply, isObject, listIn, refuse, together, valuesOf } from '../wire/wire.ts';

const invalid = semanticFailure('invalid_request');
const { read, field } = valuesOf('rerank');

const documentsIn = ({ documents }: JsonObject): readonly unknown[] => listIn(documents);
const textOf = (document: unknown): unknown => (isObject(document) ? document.text : document);
const isBlank = (document: unknown): document is string => typeof document === 'string' && document.trim() === '';

/** Accepts the blank documents that `passes` picks. */
const blankPasses = (passes: (text: string, at: number, documents: readonly unknown[]) => boolean) =>
  read('documents', (documents) =>
    Array.isArray(documents)
      ? documents.map((one, at) => (isBlank(one) && passes(one, at, documents) ? 'blank' : one))
      : documents,
  );

const ranked = (edit: (results: readonly JsonObject[], input: JsonObject) => unknown) =>
  editReply('rerank', (body, input) => ({ ...body, results: edit(body.results as readonly JsonObject[], input) }));
const each = (edit: (result: JsonObject, input: JsonObject, at: number) => JsonObject) =>
  ranked((results, input) => results.map((result, at) => edit(result, input, at)));
const counted =
  (name: string) =>
  (count: (documents: readonly unknown[], results: readonly unknown[]) => number): Middleware =>
    editReply('rerank', (body, input) =>
      editAt(body, `usage/${name}`, () => count(documentsIn(input), body.results as readonly unknown[])),
    );

/** The whole ranking, cut by `cut` if `top_n` is given. */
const cutBy = (cut: (results: readonly JsonObject[], top: number | undefined) => readonly JsonObject[]) =>
  together(
    ranked((results, { top_n: top }) => cut(results, typeof top === 'number' ? top : undefined)),
    read('top_n', (top) => (Number.isInteger(top) && Number(top) > 0 ? undefined : top)),
  );
const cutWhereGiven = (cut: (results: readonly JsonObject[], top: number) => readonly JsonObject[]) =>
  cutBy((results, top) => (top === undefined ? results : cut(results, top)));
/** Edits the results if `top_n` is left out. */
const uncut = (edit: (results: readonly JsonObject[]) => readonly JsonObject[]) =>
  ranked((results, { top_n: top }) => (top === undefined ? edit(results) : results));

const scored = (edit: (score: number) => number) => field('results/*/relevance_score', (score) => edit(Number(score)));
/** Edits the texts of documents that are given back. */
const texts = (edit: (text: string) => string) => field('results/*/document/text', (text) => edit(String(text)));
/** Edits the results, one by one, if documents were not asked for. */
const withheld = (edit: (result: JsonObject, at: number) => JsonObject) =>
  each((result, { return_documents: wanted }, at) => (wanted === false ? edit(result, at) : result));
const byScore = (one: JsonObject, other: JsonObject): number =>
  Number(other.relevance_score) - Number(one.relevance_score);

const servedToo = (names: RegExp): Middleware =>
  read('model', (model) => (names.test(String(model)) ? 'svc-rerank-v1' : model));

const mutants = mutantsOf({
  'rerank.accepts-valid': {
    'one-document-refused': [
      'A request with one document gives 400.',
      refuse('rerank', (input) => documentsIn(input).length === 1, invalid),
    ],
    'top-n-above-count-refused': [
      'A `top_n` above the number of documents gives 422.',
      refuse('rerank', (input) => Number(input.top_n) > documentsIn(input).length, schemaFailure, 'top_n'),
    ],
    'zero-query-refused': [
      'A `query` of `0` is taken for an empty one.',
      refuse('rerank', ({ query }) => query === '0', invalid),
    ],
    'zero-document-refused': [
      'A document of `0` is taken for white space.',
      refuse('rerank', (input) => documentsIn(input).includes('0'), invalid),
    ],
    ...madeBy(crashesOn('rerank', 'query'), {
      'markup-in-query-crash': ['A `query` with markup gives 500.', /<b>/],
      'reference-in-query-crash': ['A `query` with the number of a reference, such as `[12]`, gives 500.', /\[\d+\]/],
      'long-query-crash': ['A `query` of more than 8,192 characters gives 500.', /^.{8193}/s],
    }),
    'megabyte-refused': ['A body of more than 1 MiB gives 413.', bodyLimit('rerank', 2 ** 20)],
  },

  // The request.
  'rerank.model-unknown': madeBy(servedToo, {
    'chat-models-too': ['The chat models are accepted too.', /^svc-chat-(pro-)?v1$/],
    'empty-is-default': ['An empty `model` is `svc-rerank-v1`.', /^$/],
    'without-version': ['`svc-rerank` counts as `svc-rerank-v1`.', /^svc-rerank$/],
  }),
  'rerank.top-n-type': {
    'cut-off-number': [
      'Of a `top_n` that is a string, the digits at its beginning are read.',
      read('top_n', (top) => (typeof top === 'string' ? Number.parseInt(top, 10) || top : top)),
    ],
    'list-of-one': ['A number in a list counts as that number.', read('top_n', (top) => [top].flat()[0])],
  },
  'rerank.document-blank': {
    'spaces-only': ['Only spaces count as white space.', blankPasses((text) => /[^ ]/.test(text))],
    'last-unchecked': [
      'The last of several documents may be blank.',
      blankPasses((_, at, { length }) => at > 0 && at === length - 1),
    ],
  },
  'rerank.documents-mixed/one-kind': [
    'Strings and objects side by side give 422.',
    refuse(
      'rerank',
      (input) => new Set(documentsIn(input).map((one) => typeof one)).size > 1,
      schemaFailure,
      'documents',
    ),
  ],
  'rerank.top-n-min': {
    'minus-one-accepted': ['`top_n` -1 counts as null.', read('top_n', (top) => (top === -1 ? null : top))],
  },
  'rerank.top-n-null': {
    refused: ['`top_n` null gives 422.', refuse('rerank', ({ top_n: top }) => top === null, schemaFailure, 'top_n')],
    ten: [
      '`top_n` null returns at most ten documents.',
      ranked((results, { top_n: top }) => (top === null ? results.slice(0, 10) : results)),
    ],
  },

  'rerank.defaults/top-n-left-out': [
    'Scores are halved where `top_n` is left out.',
    each((result, { top_n: top }) =>
      top === undefined ? { ...result, relevance_score: Number(result.relevance_score) / 2 } : result,
    ),
  ],
  'rerank.response.ids-differ/by-query': [
    'The `id` is made of the query alone.',
    editReply('rerank', (body, { query }) => ({ ...body, id: `rrk_${Buffer.from(String(query)).toString('hex')}` })),
  ],

  // Fields of the response.
  'rerank.response.document': {
    false: ['`document` is false when it was not asked for.', withheld((result) => ({ ...result, document: false }))],
  },

  // Order and number of results.
  'rerank.response.sorted': {
    'input-order': [
      'Results come in the order of the documents.',
      ranked((results) => results.toSorted((one, other) => Number(one.index) - Number(other.index))),
    ],
    'first-ten-only': [
      'Only the first ten results are sorted.',
      ranked((results) => [...results.slice(0, 10), ...results.slice(10).toReversed()]),
    ],
    'as-text': [
      'Scores, which are below zero, are sorted as texts.',
      together(
        ranked((results) =>
          results.toSorted((one, other) => (String(one.relevance_score) < String(other.relevance_score) ? 1 : -1)),
        ),
        scored((score) => score - 50),
      ),
    ],
  },
  'rerank.response.positions': {
    'from-one': ['`index` counts from 1.', field('results/*/index', (index) => Number(index) + 1)],
    repeated: [
      'The best document comes twice, in place of the last.',
      ranked((results) => [...results.slice(0, 1), ...results.slice(0, -1)]),
    ],
    'equal-documents': [
      'Equal documents have the `index` of the first of them.',
      each((result, input) => {
        const texts = documentsIn(input).map(textOf);
        return { ...result, index: texts.indexOf(texts[Number(result.index)]) };
      }),
    ],
  },
  'rerank.response.all': {
    hundred: ['Without `top_n` at most 100 results come.', uncut((results) => results.slice(0, 100))],
    'relevant-only': [
      'Without `top_n`, documents of the lowest score are left out.',
      uncut((results) => results.filter((one) => byScore(results.at(-1) ?? one, one) > 0)),
    ],
  },
  'rerank.response.top-n': {
    'one-more': ['One result more than `top_n` comes.', cutWhereGiven((results, top) => results.slice(0, top + 1))],
  },
  'rerank.response.top-n-best': {
    'scores-of-others': [
      'With `top_n` the last documents come with the scores of the best.',
      cutWhereGiven((results, top) =>
        results
          .slice(0, top)
          .map(({ relevance_score }, at) => ({ ...results[results.length - 1 - at], relevance_score })),
      ),
    ],
    'cut-before-sorting': [
      'The first `top_n` documents are ranked, not all.',
      cutWhereGiven((results, top) => results.filter(({ index }) => Number(index) < top)),
    ],
    'first-hundred': [
      'With `top_n` only the first 100 documents are ranked.',
      cutWhereGiven((results) => results.filter(({ index }) => Number(index) < 100)),
    ],
    'last-documents': [
      'The last `top_n` documents are ranked, not all.',
      cutWhereGiven((results, top) => results.filter(({ index }) => Number(index) >= results.length - top)),
    ],
  },

  'rerank.response.same-ranking': {
    'rank-as-index': [
      'Where documents are not returned, `index` is the rank.',
      withheld((result, at) => ({ ...result, index: at })),
    ],
    'all-asked-for': [
      'Where documents are not returned and `top_n` is their number, scores are halved.',
      each((result, input) =>
        input.return_documents === false && input.top_n === documentsIn(input).length
          ? { ...result, relevance_score: Number(result.relevance_score) / 2 }
          : result,
      ),
    ],
    'long-cut': [
      'Where documents are not returned, one of more than 4,000 characters has half of its score.',
      each((result, input) =>
        input.return_documents === false && String(textOf(documentsIn(input)[Number(result.index)])).length > 4_000
          ? { ...result, relevance_score: Number(result.relevance_score) / 2 }
          : result,
      ),
    ],
    'objects-first': [
      'Where documents are not returned, `index` counts those that are objects before the strings.',
      ranked((results, input) => {
        const positions = [...documentsIn(input).keys()];
        const isString = (at: number): number => Number(typeof documentsIn(input)[at] === 'string');
        const order = positions.toSorted((one, other) => isString(one) - isString(other));
        return input.return_documents === false
          ? results.map((result) => ({ ...result, index: order.indexOf(Number(result.index)) }))
          : results;
      }),
    ],
  },

  // Documents and counts.
  'rerank.response.documents-given': {
    'default-off': [
      'Without `return_documents` there is no `document`.',
      each(({ document, ...result }, { return_documents: wanted }) => (wanted ? { ...result, document } : result)),
    ],
    'best-only': [
      'Only the first result has its `document`.',
      each((result, _, at) => (at === 0 ? result : { ...result, document: null })),
    ],
  },
  'rerank.response.documents-withheld': {
    cached: [
      'A request gets the answer to an earlier one that differs in `return_documents` only.',
      cached('rerank', ({ return_documents, ...input }) => input),
    ],
    blanked: [
      '`document` has an empty text when it was not asked for.',
      withheld((result) => ({ ...result, document: { text: '' } })),
    ],
  },
  'rerank.response.text-matches': {
    parsed: [
      'A document that is JSON has the text of its field `text`.',
      texts((text) => (text.startsWith('{"text":') ? String(JSON.parse(text).text) : text)),
    ],
    'dates-masked': ['Dates in a text are masked.', texts((text) => text.replace(/\d{4}-\d{2}-\d{2}/g, '[DATE]'))],
    'stored-by-hash': [
      'A document has the text of the first one with its hash.',
      each((result, input) => {
        const texts = documentsIn(input).map(textOf);
        const hash = stringHash(texts[Number(result.index)]);
        return result.document
          ? { ...result, document: { text: texts.find((text) => stringHash(text) === hash) } }
          : result;
      }),
    ],
    'cached-in-lower-case': [
      'Documents get the answer to earlier ones of the same words in another case.',
      cached('rerank', (input) => JSON.stringify(input).toLowerCase()),
    ],
    'cached-trimmed': [
      'Documents get the answer to earlier ones that differ in white space around them.',
      cached('rerank', (input) => ({
        ...input,
        documents: documentsIn(input).map((document) => String(textOf(document)).trim()),
      })),
    ],
    'rank-as-index': [
      '`index` is the rank, not the position in the request.',
      each((result, _, at) => ({ ...result, index: at })),
    ],
    'shortened-late': ['`document.text` is cut after 8,192 characters.', texts((text) => text.slice(0, 8_192))],
    'cached-by-words': [
      '`document.text` is that of the first document of the same words in another case.',
      each((result, input) => {
        const plain = (text: unknown): string => String(text).trim().toLowerCase();
        const sent = documentsIn(input).map(textOf);
        const first = sent.find((text) => plain(text) === plain(sent[Number(result.index)]));
        return isObject(result.document) ? { ...result, document: { text: first } } : result;
      }),
    ],
    'lower-case': ['`document.text` is in lower case.', texts((text) => text.toLowerCase())],
    composed: ['`document.text` is in the Unicode form NFC.', texts((text) => text.normalize('NFC'))],
    trimmed: ['`document.text` comes without white space around it.', texts((text) => text.trim())],
    'blanks-joined': [
      '`document.text` has one blank where several follow each other between words.',
      texts((text) => text.replaceAll(/(?<=\S) {2,}(?=\S)/g, ' ')),
    ],
    'quotes-straight': [
      '`document.text` has straight quotes for printed ones.',
      texts((text) => text.replaceAll(/[“”]/g, '"').replaceAll('’', "'")),
    ],
    'without-zero-width': ['`document.text` lacks spaces of no width.', texts((text) => text.replaceAll('\u200b', ''))],
    'line-feeds': ['`document.text` has line feeds alone.', texts((text) => text.replaceAll('\r\n', '\n'))],
    'objects-as-json': [
      'A document that is an object is given back as JSON.',
      each((result, input) => {
        const sent = documentsIn(input)[Number(result.index)];
        return result.document && isObject(sent) ? { ...result, document: { text: JSON.stringify(sent) } } : result;
      }),
    ],
  },
  'rerank.response.search-count': madeBy(counted('search_count'), {
    floor: ['Units are rounded down, at least 1.', ({ length }) => Math.max(1, Math.floor(length / 100))],
    'floor-and-one': ['100 documents count as two units.', ({ length }) => Math.floor(length / 100) + 1],
    'by-results': ['Units count the results under `top_n`.', (_, { length }) => Math.ceil(length / 100)],
    'by-parts': [
      'A long document counts as one for each 2,000 characters.',
      (documents) =>
        Math.ceil(documents.reduce<number>((sum, one) => sum + Math.ceil(String(textOf(one)).length / 2_000), 0) / 100),
    ],
  }),
  'rerank.response.documents-count': {
    ...madeBy(counted('documents_count'), {
      'by-results': ['`documents_count` counts the results under `top_n`.', (_, { length }) => length],
      distinct: ['`documents_count` counts equal documents once.', (documents) => new Set(documents.map(textOf)).size],
    }),
    'behind-query': [
      'No document is counted where the address has a query.',
      (next) => (request) => (request.path.includes('?') ? counted('documents_count')(() => 0)(next) : next)(request),
    ],
    'cached-joined': [
      'Documents get the answer to earlier ones that hold the same words.',
      cached('rerank', (input) => ({ ...input, documents: documentsIn(input).map(textOf).join(' ') })),
    ],
  },
});

const variants = variantsOf(['rerank'], {
  'rerank/scores-in-any-range': ['Scores lie below zero and beyond any range.', scored((score) => score * 1e9 - 5e8)],
  'rerank/later-first-among-equals': [
    'Among equal scores the higher index comes first.',
    cutBy((results, top) =>
      results.toSorted((one, other) => byScore(one, other) || Number(other.index) - Number(one.index)).slice(0, top),
    ),
    { reading: 'S16' },
  ],
  'rerank/all-equally-relevant': ['All documents are equally relevant.', scored(() => 1), { reading: 'S16' }],
  'rerank/no-document-member': [
    '`document` is left out where it was not asked for.',
    withheld(({ document: _, ...result }) => result),
    { reading: 'S18' },
  ],
});

/** Deviations of rerank that are not generated from rows of the specification. */
export const rerankDeviations: readonly Deviation[] = [...mutants, ...variants];
