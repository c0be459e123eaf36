import type { Middleware } from '../../../simulator/index.ts';
import { type JsonObject, schemaFailure, semanticFailure } from '../../../spec/index.ts';
import { type Deviation, madeBy, mutantsOf, type VariantTraits, variantsOf } from '../deviation.ts';
import { editAt } from '../wire/edit.ts';
import { stringHash } from '../wire/string-hash.ts';
import { bodyLimit, cached, crash, editReply, errorResponse, intercept, refuse, valuesOf } from '../wire/wire.ts';

const invalid = semanticFailure('invalid_request');
const areas: NonNullable<VariantTraits['areas']> = ['embeddings'];

const { read, field } = valuesOf('embeddings');

/** Edits the inputs of a request that sends an array of them. */
const inputs = (edit: (texts: readonly unknown[]) => readonly unknown[]): Middleware =>
  read('/input', (input) => (Array.isArray(input) ? edit(input) : input));

/** Edits the entries of every answer; `texts` are the inputs. */
const entries = (edit: (data: readonly JsonObject[], texts: readonly unknown[]) => unknown): Middleware =>
  editReply('embeddings', (body, { input }) => ({ ...body, data: edit(body.data as JsonObject[], [input].flat()) }));

/** Edits the vector of each entry; `at` is its index, `all` are the vectors of the answer, `texts` the inputs. */
const vectors = (
  edit: (
    vector: readonly number[],
    at: number,
    all: readonly (readonly number[])[],
    texts: readonly unknown[],
  ) => unknown,
): Middleware =>
  entries((data, texts) => {
    const all = data.map(({ embedding }) => embedding as number[]);
    return data.map((entry, at) => ({ ...entry, embedding: edit(all[at] ?? [], at, all, texts) }));
  });

/** Edits each number of each vector. */
const numbers = (edit: (value: number) => number): Middleware => vectors((vector) => vector.map(edit));

const zeros = (vector: readonly number[]): readonly number[] => vector.map(() => 0);

/** Gives each entry the vector of another one; `order` permutes their indexes. */
const vectorsFrom = (order: (places: readonly number[]) => readonly number[]): Middleware =>
  vectors((_, at, all) => all[order([...all.keys()])[at] ?? at]);

/** Puts the vectors of shorter inputs before those of longer ones, as code that embeds texts of like lengths together. */
const vectorsByLength = vectors((_, at, all, texts) => {
  const order = [...texts.keys()].toSorted((one, other) => String(texts[one]).length - String(texts[other]).length);
  return all[order[at] ?? at];
});

/** Gives each input the vector of the first one with its hash. */
const cachedByHash: Middleware = (next) => {
  const known = new Map<number, readonly number[]>();
  return vectors((vector, at, _, texts) => {
    const hash = stringHash(texts[at]);
    known.set(hash, known.get(hash) ?? vector);
    return known.get(hash);
  })(next);
};

/** Puts the vectors of inputs that were sent before in front of the others. */
const knownFirst: Middleware = (next) => {
  const known = new Set<unknown>();
  return entries((data, texts) => {
    const isNew = texts.map((text) => Number(!known.has(text)));
    for (const text of texts) known.add(text);
    const order = [...texts.keys()].toSorted((one, other) => (isNew[one] ?? 0) - (isNew[other] ?? 0));
    return data.map((entry, at) => ({ ...entry, embedding: data[order[at] ?? at]?.embedding }));
  })(next);
};

const mutants = mutantsOf({
  'embeddings.accepts-valid': {
    'string-refused': [
      'A single string as `input` gives 422.',
      refuse('embeddings', ({ input }) => typeof input === 'string', schemaFailure, 'input'),
    ],
    'format-refused': [
      '`encoding_format` is refused even as `float`.',
      refuse('embeddings', (input) => 'encoding_format' in input, invalid),
    ],
    'list-as-text-refused': [
      'An input that is a list, written as text, is refused.',
      refuse('embeddings', ({ input }) => [input].flat().some((text) => String(text).startsWith('["')), invalid),
    ],
    'zero-refused': ['An input of `0` counts as empty.', refuse('embeddings', ({ input }) => input === '0', invalid)],
    'zero-item-refused': [
      'An input of `0` in a list is taken for an empty one.',
      refuse('embeddings', ({ input }) => Array.isArray(input) && input.includes('0'), invalid),
    ],
    'special-token-crash': [
      'An input that holds a special token of the tokenizer gives 500.',
      refuse('embeddings', ({ input }) => [input].flat().some((text) => String(text).includes('<|')), crash),
    ],
    'closing-crash': [
      'A request with `Connection: close` gives 500.',
      intercept('embeddings', async ({ request }, next) =>
        request.headers.connection === 'close' ? errorResponse(crash) : next(request),
      ),
    ],
    'large-refused': ['A body of more than 100 KiB gives 413.', bodyLimit('embeddings', 100 * 1024)],
  },

  'embeddings.model-unknown': {
    'any-of-ours': [
      'Any `model` that begins with `svc-` is accepted.',
      read('/model', (model) => (String(model).startsWith('svc-') ? 'svc-embed-v1' : model)),
    ],
    'empty-is-default': ['An empty `model` is `svc-embed-v1`.', read('/model', (model) => model || 'svc-embed-v1')],
  },
  'embeddings.input-type/object-as-text': [
    'An `input` that is an object is read as its JSON text.',
    read('/input', (input) => (typeof input === 'object' && !Array.isArray(input) ? JSON.stringify(input) : input)),
  ],
  'embeddings.input-item-type/tokens': [
    'Inputs that are all lists of integers are read as tokens.',
    inputs((items) =>
      items.every((item) => Array.isArray(item) && item.length > 0 && item.every(Number.isInteger))
        ? items.map(String)
        : items,
    ),
  ],
  'embeddings.input-max': {
    distinct: ['Equal inputs are counted once.', inputs((texts) => (texts.length > 100 ? [...new Set(texts)] : texts))],
  },
  'embeddings.format-unsupported': {
    'by-its-beginning': [
      'Any `encoding_format` that begins with `float` is accepted.',
      read('/encoding_format', (format) => (String(format).startsWith('float') ? 'float' : format)),
    ],
    base64: [
      '`encoding_format` `base64` is accepted.',
      read('/encoding_format', (format) => (format === 'base64' ? 'float' : format)),
    ],
  },

  'embeddings.response.data/single-object': [
    '`data` is an object where there is one entry.',
    entries((data) => (data.length === 1 ? data[0] : data)),
  ],
  'embeddings.response.vector': {
    short: ['Vectors have 1,535 numbers.', vectors((vector) => vector.slice(1))],
    'last-short': [
      'The last vector of several has 1,024 numbers.',
      vectors((vector, at, { length }) => (at > 0 && at === length - 1 ? vector.slice(0, 1_024) : vector)),
    ],
    'short-if-long': [
      'The vector of a text over 8,000 characters has 1,535 numbers.',
      vectors((vector, at, _, texts) => (String(texts[at]).length > 8_000 ? vector.slice(1) : vector)),
    ],
    'nan-if-blank': [
      'The vector of white space alone holds "NaN".',
      vectors((vector, at, _, texts) => (String(texts[at]).trim() === '' ? ['NaN', ...vector.slice(1)] : vector)),
    ],
    'null-inside': ['The last vector holds a null among its numbers.', field('/data/-/embedding/1000', () => null)],
  },
  'embeddings.defaults/format-left-out': [
    'Vectors have the other sign where `encoding_format` is left out.',
    editReply('embeddings', (body, { encoding_format: format }) =>
      format === undefined
        ? editAt(body, '/data/*/embedding', (vector) => (vector as number[]).map((value) => -value))
        : undefined,
    ),
  ],
  'embeddings.response.ids-differ/by-kind': [
    'The `id` tells arrays from strings.',
    editReply('embeddings', (body, { input }) => ({
      ...body,
      id: `emb_${Array.isArray(input) ? '00000001' : '00000000'}`,
    })),
  ],
  'embeddings.response.vectors-differ': {
    zero: ['All vectors are zero.', vectors(zeros)],
    'cached-by-hash': ['Inputs have the vector of an earlier one with the same hash.', cachedByHash],
  },
  'embeddings.response.vectors-kept': {
    'shortest-first': ['Vectors come in the order of the lengths of their inputs.', vectorsByLength],
    'last-repeats': [
      'The last of more than two inputs has the vector of the one before it.',
      vectorsFrom((places) => (places.length > 2 ? [...places.slice(0, -1), places.length - 2] : places)),
    ],
  },
  'embeddings.response.tokens-equal/one-more': [
    '`total_tokens` counts one more for each request.',
    field('/usage/total_tokens', (tokens) => Number(tokens) + 1),
  ],
  'embeddings.response.token-count': {
    'first-input-only': [
      'The tokens of the first input alone are counted.',
      editReply('embeddings', (body, { input }) => {
        const tokens = String([input].flat()[0]).split(' ').length;
        return { ...body, usage: { prompt_tokens: tokens, total_tokens: tokens } };
      }),
    ],
    'one-an-input': [
      'A token is counted for each input, however long it is.',
      editReply('embeddings', (body, { input }) => {
        const tokens = [input].flat().length;
        return { ...body, usage: { prompt_tokens: tokens, total_tokens: tokens } };
      }),
      'warn',
    ],
    'less-than-none': ['`prompt_tokens` is -1.', field('/usage/prompt_tokens', () => -1)],
  },
  'embeddings.response.one-each': {
    'cached-joined': [
      'Inputs get the answer to earlier ones that hold the same letters.',
      cached('embeddings', ({ input }) => [input].flat().join('')),
    ],
    'cached-joined-by-blanks': [
      'Inputs get the answer to earlier ones that hold the same words.',
      cached('embeddings', ({ input }) => [input].flat().join(' ')),
    ],
    'by-parts': [
      'Each 8,000 characters of a text get an entry.',
      inputs((texts) => texts.flatMap((text) => String(text).match(/.{1,8000}/gs) ?? [text])),
    ],
    ...madeBy(entries, {
      distinct: [
        'Equal inputs get one entry.',
        (data, texts) => data.filter((_, at) => texts.indexOf(texts[at]) === at),
      ],
      'last-lost': ['The last of many inputs gets no entry.', (data) => (data.length > 1 ? data.slice(0, -1) : data)],
    }),
  },
  'embeddings.response.single': {
    'by-words': [
      'A single string gives an entry for each word.',
      read('/input', (input) => (typeof input === 'string' ? input.split(' ') : input)),
    ],
    none: [
      'A single string gives no entry.',
      editReply('embeddings', (body, { input }) => (typeof input === 'string' ? { ...body, data: [] } : undefined)),
    ],
  },
  'embeddings.response.positions': {
    'from-one': ['`index` counts from 1.', field('/data/*/index', (index) => Number(index) + 1)],
    'all-zero': ['`index` is always 0.', field('/data/*/index', () => 0)],
  },
  'embeddings.response.right-input': {
    'cached-by-the-first': [
      'Inputs get the answer to earlier ones, as many and with the same first one.',
      cached('embeddings', ({ input }) => [[input].flat().length, [input].flat()[0]]),
    ],
    'known-inputs-first': ['Of a batch, the vectors of inputs that were sent before come first.', knownFirst],
    'two-swapped-of-many': [
      'Of more than 50 inputs, the vectors 3 and 40 are swapped.',
      vectorsFrom((places) => places.map((at) => (places.length <= 50 ? at : at === 3 ? 40 : at === 40 ? 3 : at))),
    ],
    'last-two-of-33-to-63-swapped': [
      'Of 33 to 63 inputs, the vectors of the last two are swapped.',
      vectorsFrom((places) =>
        places.length > 32 && places.length < 64 ? [...places.slice(0, -2), ...places.slice(-2).toReversed()] : places,
      ),
    ],
    'first-two-of-three-swapped': [
      'Of exactly three inputs, the vectors of the first two are swapped.',
      vectorsFrom((places) => (places.length === 3 ? [1, 0, 2] : places)),
    ],
    'zeros-from-64': [
      'From the input at position 64 on, vectors are all zeros.',
      vectors((vector, at) => (at < 64 ? vector : zeros(vector))),
    ],
    'equal-input-zeros': [
      'The vector of an input that came before is all zeros.',
      vectors((vector, at, _, texts) => (texts.indexOf(texts[at]) === at ? vector : zeros(vector))),
    ],
    'equal-input-mixed-up': [
      'The vector of an input that came before is that of the input just before it.',
      vectors((vector, at, all, texts) => (texts.indexOf(texts[at]) === at ? vector : all[at - 1])),
    ],
    sorted: ['The inputs are sorted before they are embedded.', inputs((texts) => texts.toSorted())],
    'by-batch': [
      'A vector depends on the other inputs of the request.',
      vectors((vector, at, { length }) => {
        const by = at === 0 ? 0 : length + at;
        return [...vector.slice(by), ...vector.slice(0, by)];
      }),
    ],
  },
});

const variants = variantsOf(areas, {
  'embeddings/any-length': ['Vectors are not of length one.', numbers((value) => value * -12.5)],
  'embeddings/single-precision': ['Vectors are rounded to single precision.', numbers(Math.fround)],
  'embeddings/few-decimals': ['Vectors are rounded to three decimals.', numbers((value) => Number(value.toFixed(3)))],
  'embeddings/any-order': [
    'Entries come in no order of their inputs, each with its index.',
    entries((data) => data.toReversed()),
  ],
  'embeddings/order-changes': [
    'Entries of every second answer to the same inputs come in reverse order, each with its index.',
    (next) => {
      const asked = new Map<string, number>();
      return entries((data, texts) => {
        const times = asked.get(JSON.stringify(texts)) ?? 0;
        asked.set(JSON.stringify(texts), times + 1);
        return times % 2 === 1 ? data.toReversed() : data;
      })(next);
    },
    { areas: ['auth', 'embeddings'] },
  ],
  'embeddings/long-inputs-refused': [
    'An input of 500 characters or more gives 400.',
    refuse('embeddings', ({ input }) => [input].flat().some((text) => String(text).length >= 500), invalid),
    { areas: ['auth', 'embeddings', 'errors'], reading: 'R18' },
  ],
  'embeddings/byte-order-mark': [
    'A byte order mark stands before the JSON.',
    (next) => async (request) => {
      const response = await next(request);
      if (!request.path.endsWith('/embeddings') || !(response.body instanceof Uint8Array)) return response;
      return { ...response, body: Uint8Array.from([0xef, 0xbb, 0xbf, ...response.body]) };
    },
    { warned: ['embeddings.json-content-type'] },
  ],
  'embeddings/token-a-character': [
    'A token is counted for each character.',
    editReply('embeddings', (body, { input }) => {
      const tokens = [input].flat().join('').length;
      return { ...body, usage: { prompt_tokens: tokens, total_tokens: tokens } };
    }),
  ],
});

/** Deviations of the area `embeddings` that are not generated from rows of the specification. */
export const embeddingsDeviations: readonly Deviation[] = [...mutants, ...variants];
