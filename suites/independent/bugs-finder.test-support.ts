import { type Bugs, rechecked, refusing, stricter, told, unchecked } from './bugs.test-support.ts';
import { textOf } from '../proof/second-server/checks.ts';
import { type Body, refuse, unprocessable } from '../proof/second-server/wire.ts';

const invalid = refuse(400, 'invalid_request', 'no');
const schema = (field: string) => unprocessable('value_error', ['body', field], 'no');
const results = (body: Body): Body[] => (body.results ?? []) as Body[];
const more = (count: number) => (body: Body) =>
  results(body).length > 0 ? { ...body, results: Array.from({ length: count }, () => results(body)[0]) } : undefined;

/** Mistakes of the finder. */
export const finderBugs: Bugs = {
  'finder: empty query by the schema': ['finder.query-empty', refusing('finder', 'noQuery', schema('query'))],
  'finder: empty query as invalid_request': ['finder.query-empty', refusing('finder', 'noQuery', invalid)],
  'finder: empty query let in': ['finder.query-empty', unchecked('finder', 'noQuery')],
  'finder: query missing as 400': [
    'finder.query-required',
    rechecked(
      'finder',
      'query',
      (before) => (body) => ('query' in body ? before(body) : refuse(400, 'missing_required_field', 'no', 'query')),
    ),
  ],
  'finder: numbers as queries': [
    'finder.query-type',
    rechecked(
      'finder',
      'query',
      (before) => (body) => before({ ...body, query: 'query' in body ? String(body.query) : undefined }),
    ),
  ],
  'finder: depth by the schema': ['finder.depth-unknown', refusing('finder', 'depthName', schema('search_depth'))],
  'finder: depth in any case': [
    'finder.depth-unknown',
    rechecked(
      'finder',
      'depthName',
      (before) => (body) =>
        before({
          ...body,
          ...(typeof body.search_depth === 'string' ? { search_depth: body.search_depth.toLowerCase() } : {}),
        }),
    ),
  ],
  'finder: unknown depth as basic': ['finder.depth-unknown', unchecked('finder', 'depthName')],
  'finder: empty depth as basic': [
    'finder.depth-unknown',
    rechecked('finder', 'depthName', (before) => (body) => (body.search_depth === '' ? undefined : before(body))),
  ],
  'finder: advanced refused': [
    'finder.depth-accepted',
    rechecked('finder', 'depthName', (before) => (body) => (body.search_depth === 'advanced' ? invalid : before(body))),
  ],
  'finder: max_results clamped below': [
    'finder.max-results-min',
    rechecked('finder', 'maxResults', (before) => (body) => (Number(body.max_results) < 1 ? undefined : before(body))),
  ],
  'finder: zero results let in': [
    'finder.max-results-min',
    rechecked('finder', 'maxResults', (before) => (body) => (body.max_results === 0 ? undefined : before(body))),
  ],
  'finder: negative counts let in': [
    'finder.max-results-min',
    rechecked('finder', 'maxResults', (before) => (body) => (Number(body.max_results) < 0 ? undefined : before(body))),
  ],
  'finder: max_results clamped above': [
    'finder.max-results-max',
    rechecked('finder', 'maxResults', (before) => (body) => (Number(body.max_results) > 20 ? undefined : before(body))),
  ],
  'finder: 21 results let in': [
    'finder.max-results-max',
    rechecked('finder', 'maxResults', (before) => (body) => (body.max_results === 21 ? undefined : before(body))),
  ],
  'finder: 20 results refused': [
    'finder.max-results-max',
    rechecked(
      'finder',
      'maxResults',
      (before) => (body) => (body.max_results === 20 ? schema('max_results') : before(body)),
    ),
  ],
  'finder: one result refused': [
    'finder.max-results-min',
    rechecked(
      'finder',
      'maxResults',
      (before) => (body) => (body.max_results === 1 ? schema('max_results') : before(body)),
    ),
  ],
  'finder: huge counts let in': [
    'finder.max-results-max',
    rechecked(
      'finder',
      'maxResults',
      (before) => (body) => (Number(body.max_results) > 100 ? undefined : before(body)),
    ),
  ],
  'finder: max_results range as 400': [
    'finder.max-results-max',
    rechecked(
      'finder',
      'maxResults',
      (before) => (body) => (before(body) && Number(body.max_results) > 20 ? invalid : before(body)),
    ),
  ],
  'finder: fractions cut': [
    'finder.max-results-type',
    rechecked(
      'finder',
      'maxResults',
      (before) => (body) =>
        typeof body.max_results === 'number'
          ? before({ ...body, max_results: Math.trunc(body.max_results) })
          : before(body),
    ),
  ],
  'finder: max_results of any type': [
    'finder.max-results-type',
    rechecked(
      'finder',
      'maxResults',
      (before) => (body) => (typeof body.max_results === 'number' ? before(body) : undefined),
    ),
  ],
  'finder: max_results may be null': [
    'finder.null-refused',
    rechecked('finder', 'maxResults', (before) => (body) => (body.max_results === null ? undefined : before(body))),
  ],
  'finder: include_answer unchecked': ['finder.include-answer-type', unchecked('finder', 'answer')],
  'finder: filters unchecked for both': ['finder.filters-exclusive', unchecked('finder', 'filters')],
  'finder: include_domains unchecked': ['finder.include-domains-type', unchecked('finder', 'include')],
  'finder: exclusions of numbers': [
    'finder.exclude-domain-type',
    rechecked(
      'finder',
      'exclude',
      (before) => (body) => (Array.isArray(body.exclude_domains) ? undefined : before(body)),
    ),
  ],
  'finder: exclude_domains may not be null': [
    'finder.nullable-accepted',
    rechecked(
      'finder',
      'exclude',
      (before) => (body) => (body.exclude_domains === null ? schema('exclude_domains') : before(body)),
    ),
  ],
  'finder: filters that look like no domain as 413': [
    'finder.filter-lenient',
    stricter('finder', (body) =>
      ((body.include_domains ?? []) as string[]).every((one) => /^[a-z0-9.-]+$/.test(one))
        ? undefined
        : refuse(413, 'invalid_request', 'no'),
    ),
  ],
  'finder: filters beside an empty one refused': [
    'finder.filter-beside-empty',
    stricter('finder', (body) =>
      Array.isArray(body.include_domains) && Array.isArray(body.exclude_domains)
        ? schema('include_domains')
        : undefined,
    ),
  ],
  'finder: results empty, not null': [
    'finder.response.results-none',
    told('finder', (body) => ({ ...body, results: body.results ?? [] })),
  ],
  'finder: one result too many': [
    'finder.results-capped',
    told('finder', (body, { body: { max_results } }) =>
      more(Number(max_results ?? 5) + (max_results === undefined ? 0 : 1))(body),
    ),
  ],
  'finder: max_results of 1 ignored': [
    'finder.results-capped',
    told('finder', (body, call) => (call.body.max_results === 1 ? more(2)(body) : undefined)),
  ],
  'finder: ten by default': [
    'finder.results-default',
    told('finder', (body, call) => ('max_results' in call.body ? undefined : more(10)(body))),
  ],
  'finder: max_results ignored beside an answer': [
    'finder.results-capped',
    told('finder', (body, call) => (call.body.include_answer === true ? more(5)(body) : undefined)),
  ],
  'finder: answer empty when unasked': [
    'finder.response.answer-null',
    told('finder', (body) => ({ ...body, answer: body.answer ?? '' })),
  ],
  'finder: answer unasked with advanced': [
    'finder.response.answer-null',
    told('finder', (body, call) =>
      call.body.search_depth === 'advanced' ? { ...body, answer: 'So it is.' } : undefined,
    ),
  ],
  'finder: answer left out': [
    'finder.response.answer',
    told('finder', (body) => {
      if (body.answer === null) delete body.answer;
      return undefined;
    }),
  ],
  'finder: answer empty when none came': [
    'finder.response.answer-none',
    told('finder', (body, call) =>
      call.body.include_answer === true ? { ...body, answer: body.answer ?? '' } : undefined,
    ),
  ],
  'finder: object in the plural': [
    'finder.response.object',
    told('finder', (body) => ({ ...body, object: 'finder.results' })),
  ],
  'finder: ids as UUIDs': [
    'finder.response.id',
    told('finder', (body) => ({ ...body, id: 'fnd_1b4e28ba-2fa1-11d2-883f-0016d3cca427' })),
  ],
  'finder: ids not hex': ['finder.response.id', told('finder', (body) => ({ ...body, id: 'fnd_01jz8xkq' }))],
  'finder: created in milliseconds': [
    'finder.response.created',
    told('finder', (body) => ({ ...body, created: 1_764_000_000_000 })),
  ],
  'finder: created with a fraction': [
    'finder.response.created',
    told('finder', (body) => ({ ...body, created: 1_764_000_000.25 })),
  ],
  'finder: created as a date': [
    'finder.response.created',
    told('finder', (body) => ({ ...body, created: '2025-11-24T16:00:00Z' })),
  ],
  'finder: model echoed': [
    'finder.response.model',
    told('finder', (body, call) => ({ ...body, model: call.body.model ?? null })),
  ],
  'finder: query trimmed': [
    'finder.response.query-echo',
    told('finder', (body) => ({ ...body, query: String(body.query).trim() })),
  ],
  'finder: query in lower case': [
    'finder.response.query-echo',
    told('finder', (body) => ({ ...body, query: String(body.query).toLowerCase() })),
  ],
  'finder: query escaped': [
    'finder.response.query-echo',
    told('finder', (body) => ({
      ...body,
      query: String(body.query).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;'),
    })),
  ],
  'finder: query cut at 256': [
    'finder.response.query-echo',
    told('finder', (body) => ({ ...body, query: String(body.query).slice(0, 256) })),
  ],
  'finder: query normalized': [
    'finder.response.query-echo',
    told('finder', (body) => ({ ...body, query: String(body.query).normalize('NFKC') })),
  ],
  'finder: query with single spaces': [
    'finder.response.query-echo',
    told('finder', (body) => ({ ...body, query: String(body.query).replaceAll(/\s+/g, ' ') })),
  ],
  'finder: query count of results': [
    'finder.response.query-count',
    told('finder', (body) => ({ ...body, usage: { query_count: results(body).length } })),
  ],
  'finder: two queries with an answer': [
    'finder.response.query-count',
    told('finder', (body, call) =>
      call.body.include_answer === true ? { ...body, usage: { query_count: 2 } } : undefined,
    ),
  ],
  'finder: time as a string': ['finder.response.time', told('finder', (body) => ({ ...body, response_time: '0.30' }))],
  'finder: time unrounded': [
    'finder.response.time-decimals',
    told('finder', (body) => ({ ...body, response_time: 0.30000000000000004 })),
  ],
  'finder: three decimals': [
    'finder.response.time-decimals',
    told('finder', (body) => ({ ...body, response_time: 0.305 })),
  ],
  'finder: score null when not reranked': [
    'finder.response.result-score',
    told('finder', (body) => ({
      ...body,
      results: body.results && results(body).map((one) => ({ ...one, score: null })),
    })),
  ],
  'finder: last score missing': [
    'finder.response.result-score',
    told('finder', (body) => {
      delete results(body).at(-1)?.score;
      return undefined;
    }),
  ],
  'finder: content null': [
    'finder.response.result-content',
    told('finder', (body) => {
      for (const one of results(body)) one.content = null;
      return undefined;
    }),
  ],
  'finder: links, not urls': [
    'finder.response.result-url',
    told('finder', (body) => ({
      ...body,
      results: body.results && results(body).map(({ url, ...one }) => ({ ...one, link: url })),
    })),
  ],
};

const inputs = (body: Body): unknown[] => (Array.isArray(body.input) ? body.input : [body.input]);
const data = (body: Body): Body[] => body.data as Body[];

/** Mistakes of embeddings. */
export const embeddingsBugs: Bugs = {
  'embeddings: model by its beginning': [
    'embeddings.model-unknown',
    rechecked(
      'embeddings',
      'modelName',
      (before) => (body) => (String(body.model).startsWith('svc-') ? undefined : before(body)),
    ),
  ],
  'embeddings: model missing is the only one': [
    'embeddings.model-required',
    rechecked('embeddings', 'model', (before) => (body) => {
      body.model ??= 'svc-embed-v1';
      return before(body);
    }),
  ],
  'embeddings: 100 inputs refused': [
    'embeddings.input-max',
    (house) => {
      Object.assign(house.limits, { inputs: 99 });
    },
  ],
  'embeddings: 101 inputs let in': [
    'embeddings.input-max',
    (house) => {
      Object.assign(house.limits, { inputs: 101 });
    },
  ],
  'embeddings: batch under a wrong code': ['embeddings.input-max', refusing('embeddings', 'tooMany', invalid)],
  'embeddings: batch by the schema': ['embeddings.input-max', refusing('embeddings', 'tooMany', schema('input'))],
  'embeddings: batch of distinct inputs': [
    'embeddings.input-max',
    rechecked('embeddings', 'tooMany', (before) => (body) => before({ ...body, input: [...new Set(inputs(body))] })),
  ],
  'embeddings: empty items let in': [
    'embeddings.input-empty-item',
    rechecked('embeddings', 'empty', (before) => (body) => (Array.isArray(body.input) ? undefined : before(body))),
  ],
  'embeddings: only the first item looked at': [
    'embeddings.input-empty-item',
    rechecked('embeddings', 'empty', (before) => (body) => before({ ...body, input: inputs(body)[0] })),
  ],
  'embeddings: only the last item looked at': [
    'embeddings.input-empty-item',
    rechecked('embeddings', 'empty', (before) => (body) => before({ ...body, input: inputs(body).at(-1) })),
  ],
  'embeddings: empty string let in': [
    'embeddings.input-empty-string',
    rechecked('embeddings', 'empty', (before) => (body) => (Array.isArray(body.input) ? before(body) : undefined)),
  ],
  'embeddings: empty strings by the schema': [
    'embeddings.input-empty-item',
    refusing('embeddings', 'empty', schema('input')),
  ],
  'embeddings: no inputs, no vectors': [
    'embeddings.input-empty-array',
    rechecked(
      'embeddings',
      'input',
      (before) => (body) => (Array.isArray(body.input) && body.input.length === 0 ? undefined : before(body)),
    ),
  ],
  'embeddings: item types of the first only': [
    'embeddings.input-item-type',
    rechecked(
      'embeddings',
      'input',
      (before) => (body) => before(Array.isArray(body.input) ? { ...body, input: body.input.slice(0, 1) } : body),
    ),
  ],
  'embeddings: objects as texts': [
    'embeddings.input-type',
    rechecked('embeddings', 'input', (before) => (body) => {
      if (typeof body.input === 'object' && !Array.isArray(body.input)) body.input = JSON.stringify(body.input);
      return before(body);
    }),
  ],
  'embeddings: base64 let in': [
    'embeddings.format-unsupported',
    rechecked(
      'embeddings',
      'formatName',
      (before) => (body) => (body.encoding_format === 'base64' ? undefined : before(body)),
    ),
  ],
  'embeddings: any format let in': ['embeddings.format-unsupported', unchecked('embeddings', 'formatName')],
  'embeddings: format by the schema': [
    'embeddings.format-unsupported',
    refusing('embeddings', 'formatName', schema('encoding_format')),
  ],
  'embeddings: format may be null': [
    'embeddings.null-refused',
    (house) => {
      for (const name of ['format', 'formatName'])
        rechecked(
          'embeddings',
          name,
          (before) => (body) => (body.encoding_format === null ? undefined : before(body)),
        )(house);
    },
  ],
  'embeddings: trailing zeros dropped': [
    'embeddings.response.vector',
    told('embeddings', (body) => {
      for (const one of data(body)) one.embedding = (one.embedding as number[]).slice(0, 1_535);
      return undefined;
    }),
  ],
  'embeddings: last vector short': [
    'embeddings.response.vector',
    told('embeddings', (body) => {
      const last = data(body).at(-1);
      if (last && last.index !== 0) last.embedding = (last.embedding as number[]).slice(0, 1_024);
      return undefined;
    }),
  ],
  'embeddings: a null among the numbers': [
    'embeddings.response.vector',
    told('embeddings', (body) => {
      for (const one of data(body)) (one.embedding as unknown[])[1_000] = null;
      return undefined;
    }),
  ],
  'embeddings: vectors as strings': [
    'embeddings.response.vector',
    told('embeddings', (body) => {
      for (const one of data(body)) one.embedding = 'AAAA';
      return undefined;
    }),
  ],
  'embeddings: indexes from 1': [
    'embeddings.response.positions',
    told('embeddings', (body) => {
      data(body).forEach((one, at) => {
        one.index = at + 1;
      });
      return undefined;
    }),
  ],
  'embeddings: all indexes 0': [
    'embeddings.response.positions',
    told('embeddings', (body) => {
      for (const one of data(body)) one.index = 0;
      return undefined;
    }),
  ],
  'embeddings: indexes as strings': [
    'embeddings.response.item-index',
    told('embeddings', (body) => {
      for (const one of data(body)) one.index = String(one.index);
      return undefined;
    }),
  ],
  'embeddings: equal inputs told once': [
    'embeddings.response.one-each',
    told('embeddings', (body, call) => ({
      ...body,
      data: data(body).filter((_, at) => inputs(call.body).indexOf(inputs(call.body)[at]) === at),
    })),
  ],
  'embeddings: single entry as an object': [
    'embeddings.response.data',
    told('embeddings', (body, call) =>
      typeof call.body.input === 'string' ? { ...body, data: data(body)[0] } : undefined,
    ),
  ],
  'embeddings: list object plural': [
    'embeddings.response.object',
    told('embeddings', (body) => ({ ...body, object: 'embeddings' })),
  ],
  'embeddings: item object singular': [
    'embeddings.response.item-object',
    told('embeddings', (body) => {
      for (const one of data(body)) one.object = 'vector';
      return undefined;
    }),
  ],
  'embeddings: total tokens without prompt': [
    'embeddings.response.tokens-equal',
    told('embeddings', (body) => ({
      ...body,
      usage: { ...(body.usage as Body), total_tokens: Number((body.usage as Body).prompt_tokens) + 1 },
    })),
  ],
  'embeddings: total tokens missing': [
    'embeddings.response.total-tokens',
    told('embeddings', (body) => ({ ...body, usage: { prompt_tokens: 1 } })),
  ],
  'embeddings: tokens with fractions': [
    'embeddings.response.prompt-tokens',
    told('embeddings', (body) => ({ ...body, usage: { prompt_tokens: 1.25, total_tokens: 1.25 } })),
  ],
  'embeddings: vectors backwards': [
    'embeddings.response.right-input',
    told('embeddings', (body) => {
      const vectors = data(body)
        .map(({ embedding }) => embedding)
        .toReversed();
      data(body).forEach((one, at) => {
        one.embedding = vectors[at];
      });
      return undefined;
    }),
  ],
  'embeddings: last two mixed up': [
    'embeddings.response.right-input',
    told('embeddings', (body) => {
      const [a, b] = data(body).slice(-2);
      if (a && b) [a.embedding, b.embedding] = [b.embedding, a.embedding];
      return undefined;
    }),
  ],
  'embeddings: model as sent by an alias': [
    'embeddings.response.model',
    told('embeddings', (body) => ({ ...body, model: 'text-embedding-3-small' })),
  ],
};

const documents = (body: Body): unknown[] => body.documents as unknown[];
const ranked = (edit: (results: Body[], call: { body: Body }) => Body[] | undefined) =>
  told('rerank', (body, call) => {
    const made = edit(results(body), call);
    return made ? { ...body, results: made } : undefined;
  });
const blankBy = (blank: (document: unknown) => boolean) => () => (body: Body) =>
  documents(body).some(blank) ? invalid : undefined;

/** Mistakes of reranking. */
export const rerankBugs: Bugs = {
  'rerank: empty query as missing': [
    'rerank.query-empty',
    refusing('rerank', 'noQuery', refuse(400, 'missing_required_field', 'no')),
  ],
  'rerank: empty documents by the schema': [
    'rerank.documents-empty',
    refusing('rerank', 'noDocuments', schema('documents')),
  ],
  'rerank: empty documents let in': ['rerank.documents-empty', unchecked('rerank', 'noDocuments')],
  'rerank: 1,000 documents refused': [
    'rerank.documents-max',
    (house) => {
      Object.assign(house.limits, { documents: 999 });
    },
  ],
  'rerank: 1,001 documents let in': [
    'rerank.documents-max',
    (house) => {
      Object.assign(house.limits, { documents: 1_001 });
    },
  ],
  'rerank: documents over 1,000 cut': ['rerank.documents-max', unchecked('rerank', 'tooMany')],
  'rerank: too many under the batch code': [
    'rerank.documents-max',
    refusing('rerank', 'tooMany', refuse(400, 'batch_size_exceeded', 'no')),
  ],
  'rerank: only the empty is blank': [
    'rerank.document-blank',
    rechecked(
      'rerank',
      'blank',
      blankBy((one) => textOf(one) === ''),
    ),
  ],
  'rerank: only spaces are blank': [
    'rerank.document-blank',
    rechecked(
      'rerank',
      'blank',
      blankBy((one) => textOf(one).replaceAll(' ', '') === ''),
    ),
  ],
  'rerank: blank objects let in': [
    'rerank.document-text-blank',
    rechecked(
      'rerank',
      'blank',
      blankBy((one) => typeof one === 'string' && one.trim() === ''),
    ),
  ],
  'rerank: blank first only': [
    'rerank.document-blank',
    rechecked('rerank', 'blank', (before) => (body) => before({ documents: documents(body).slice(0, 1) })),
  ],
  'rerank: third document unchecked': [
    'rerank.document-blank',
    rechecked(
      'rerank',
      'blank',
      (before) => (body) => before({ documents: documents(body).filter((_, at) => at !== 2) }),
    ),
  ],
  'rerank: blank last one let in': [
    'rerank.document-blank',
    rechecked(
      'rerank',
      'blank',
      (before) => (body) => before({ documents: documents(body).slice(0, Math.max(1, documents(body).length - 1)) }),
    ),
  ],
  'rerank: refused only if all are blank': [
    'rerank.document-blank',
    rechecked(
      'rerank',
      'blank',
      () => (body) => (documents(body).every((one) => textOf(one).trim() === '') ? invalid : undefined),
    ),
  ],
  'rerank: blank by the schema': ['rerank.document-blank', refusing('rerank', 'blank', schema('documents'))],
  'rerank: documents of the first type only': [
    'rerank.document-type',
    rechecked('rerank', 'each', (before) => (body) => before({ documents: documents(body).slice(0, 1) })),
  ],
  'rerank: objects without text as JSON': [
    'rerank.document-text-required',
    rechecked(
      'rerank',
      'each',
      (before) => (body) =>
        before({
          documents: documents(body).map((one) =>
            typeof one === 'object' && one !== null && !('text' in one) ? 'x' : one,
          ),
        }),
    ),
  ],
  'rerank: malformed documents as 400': ['rerank.document-type', refusing('rerank', 'each', invalid)],
  'rerank: objects refused': [
    'rerank.documents-mixed',
    stricter('rerank', (body) =>
      documents(body).every((one) => typeof one === 'string') ? undefined : schema('documents'),
    ),
  ],
  'rerank: mixes refused': [
    'rerank.documents-mixed',
    stricter('rerank', (body) =>
      new Set(documents(body).map((one) => typeof one)).size > 1 ? schema('documents') : undefined,
    ),
  ],
  'rerank: top_n 0 is all': [
    'rerank.top-n-min',
    rechecked('rerank', 'topNLeast', (before) => (body) => (body.top_n === 0 ? undefined : before(body))),
  ],
  'rerank: top_n below 1 as 400': ['rerank.top-n-min', refusing('rerank', 'topNLeast', invalid)],
  'rerank: negative top_n let in': [
    'rerank.top-n-min',
    rechecked('rerank', 'topNLeast', (before) => (body) => (Number(body.top_n) < 0 ? undefined : before(body))),
  ],
  'rerank: top_n of 1 refused': [
    'rerank.top-n-min',
    stricter('rerank', (body) => (body.top_n === 1 ? schema('top_n') : undefined)),
  ],
  'rerank: top_n null refused': [
    'rerank.top-n-null',
    rechecked('rerank', 'topN', (before) => (body) => (body.top_n === null ? schema('top_n') : before(body))),
  ],
  'rerank: top_n null is ten': [
    'rerank.top-n-null',
    ranked((all, call) => (call.body.top_n === null ? all.slice(0, 10) : undefined)),
  ],
  'rerank: top_n null is one': [
    'rerank.top-n-null',
    ranked((all, call) => (call.body.top_n === null ? all.slice(0, 1) : undefined)),
  ],
  'rerank: top_n above the documents refused': [
    'rerank.accepts-valid',
    stricter('rerank', (body) => (Number(body.top_n ?? 0) > documents(body).length ? invalid : undefined)),
  ],
  'rerank: fractions of top_n': [
    'rerank.top-n-type',
    rechecked(
      'rerank',
      'topN',
      (before) => (body) =>
        before({ ...body, ...(typeof body.top_n === 'number' ? { top_n: Math.ceil(body.top_n) } : {}) }),
    ),
  ],
  'rerank: one fewer than top_n': [
    'rerank.response.top-n',
    ranked((all, call) => (Number(call.body.top_n ?? 0) > 1 ? all.slice(0, -1) : undefined)),
  ],
  'rerank: top_n ignored': [
    'rerank.response.top-n',
    ranked((all, call) =>
      typeof call.body.top_n === 'number' && documents(call.body).length > call.body.top_n
        ? [
            ...all,
            {
              ...all.at(-1),
              index: [...documents(call.body).keys()].find((at) => !all.some(({ index }) => index === at)) ?? 0,
            },
          ]
        : undefined,
    ),
  ],
  'rerank: a hundred at most': ['rerank.response.all', ranked((all) => all.slice(0, 100))],
  'rerank: ten by default': [
    'rerank.response.all',
    ranked((all, call) => ('top_n' in call.body ? undefined : all.slice(0, 10))),
  ],
  'rerank: return_documents false ignored': [
    'rerank.response.documents-withheld',
    ranked((all, call) =>
      all.map((one) => ({ ...one, document: { text: textOf(documents(call.body)[Number(one.index)]) } })),
    ),
  ],
  'rerank: documents withheld by default': [
    'rerank.response.documents-given',
    ranked((all, call) => (call.body.return_documents === true ? undefined : all.map(({ document, ...one }) => one))),
  ],
  'rerank: documents as strings': [
    'rerank.response.document',
    ranked((all) => all.map((one) => (one.document ? { ...one, document: (one.document as Body).text } : one))),
  ],
  'rerank: document texts cut at 500': [
    'rerank.response.text-matches',
    ranked((all) =>
      all.map((one) =>
        one.document ? { ...one, document: { text: String((one.document as Body).text).slice(0, 500) } } : one,
      ),
    ),
  ],
  'rerank: objects told as JSON': [
    'rerank.response.text-matches',
    ranked((all, call) =>
      all.map((one) => {
        const sent = documents(call.body)[Number(one.index)];
        return one.document && typeof sent === 'object' ? { ...one, document: { text: JSON.stringify(sent) } } : one;
      }),
    ),
  ],
  'rerank: worst first': ['rerank.response.sorted', ranked((all) => all.toReversed())],
  'rerank: sorted in the first ten only': [
    'rerank.response.sorted',
    ranked((all) => (all.length > 11 ? [...all.slice(0, 10), ...all.slice(10).toReversed()] : undefined)),
  ],
  'rerank: sorted by string': [
    'rerank.response.sorted',
    ranked((all) => all.toSorted((a, b) => (String(a.relevance_score) < String(b.relevance_score) ? 1 : -1))),
  ],
  'rerank: in the order sent': [
    'rerank.response.sorted',
    ranked((all) => all.toSorted((a, b) => Number(a.index) - Number(b.index))),
  ],
  'rerank: index after sorting': [
    'rerank.response.text-matches',
    ranked((all) => all.map((one, at) => ({ ...one, index: at }))),
  ],
  'rerank: indexes from 1': [
    'rerank.response.positions',
    ranked((all) => all.map((one) => ({ ...one, index: Number(one.index) + 1 }))),
  ],
  'rerank: equal documents under one index': [
    'rerank.response.positions',
    ranked((all, call) => {
      const texts = documents(call.body).map(textOf);
      return all.map((one) => ({ ...one, index: texts.indexOf(texts[Number(one.index)] ?? '') }));
    }),
  ],
  'rerank: units by floor': [
    'rerank.response.search-count',
    told('rerank', (body, call) => ({
      ...body,
      usage: { ...(body.usage as Body), search_count: Math.floor(documents(call.body).length / 100) + 1 },
    })),
  ],
  'rerank: units of the results': [
    'rerank.response.search-count',
    told('rerank', (body) => ({
      ...body,
      usage: { ...(body.usage as Body), search_count: Math.ceil(results(body).length / 100) },
    })),
  ],
  'rerank: always one unit': [
    'rerank.response.search-count',
    told('rerank', (body) => ({ ...body, usage: { ...(body.usage as Body), search_count: 1 } })),
  ],
  'rerank: documents counted by results': [
    'rerank.response.documents-count',
    told('rerank', (body) => ({ ...body, usage: { ...(body.usage as Body), documents_count: results(body).length } })),
  ],
  'rerank: documents counted once each': [
    'rerank.response.documents-count',
    told('rerank', (body, call) => ({
      ...body,
      usage: { ...(body.usage as Body), documents_count: new Set(documents(call.body).map(textOf)).size },
    })),
  ],
  'rerank: scores as strings': [
    'rerank.response.score',
    ranked((all) => all.map((one) => ({ ...one, relevance_score: String(one.relevance_score) }))),
  ],
  'rerank: scores called score': [
    'rerank.response.score',
    ranked((all) => all.map(({ relevance_score, ...one }) => ({ ...one, score: relevance_score }))),
  ],
  'rerank: return_documents of any type': ['rerank.return-documents-type', unchecked('rerank', 'returnDocuments')],
};
