import { type EmbeddingsResponse, schemaFailure, semanticFailure } from '../../spec/index.ts';
import { embeddingsParts } from '../answers/index.ts';
import type { Mutant } from '../mutant.ts';
import { mutant } from './change.ts';
import { embeddingsWith } from './change-answer.ts';
import { crash, detail, envelope } from './change-input.ts';
import { changing } from './changing.ts';

const on = changing('embeddings');
const { entry, vectorOf } = embeddingsParts;
const invalid = semanticFailure('invalid_request');

/** The same answer with other entries. */
const dataBy = (change: (data: EmbeddingsResponse['data']) => unknown) =>
  on.reply((reply) => ({ ...reply, data: change(reply.data) }));

const listOf = (input: unknown): readonly unknown[] => (Array.isArray(input) ? input : [input]);
const hasNull = (body: object): boolean => Object.values(body).includes(null);

/** Mutants of the embeddings endpoint. */
export const embeddingsMutants: readonly Mutant[] = [
  mutant(
    'embeddings.accepts-valid/string-refused',
    'A single string as `input` gives 422.',
    on.refuseInput(({ input }) => typeof input === 'string', detail('input')),
  ),
  mutant(
    'embeddings.accepts-valid/format-refused',
    '`encoding_format` is refused even as `float`.',
    on.refuse(({ encoding_format }) => encoding_format !== undefined, envelope('invalid_request')),
  ),
  mutant('embeddings.accepts-valid/created-status', 'A valid request is answered with 201.', on.status(201)),
  mutant('embeddings.json-content-type/plain-text', 'The answer is labelled text/plain.', on.label('text/plain')),
  mutant(
    'embeddings.json-content-type/octets',
    'The answer is labelled application/octet-stream.',
    on.label('application/octet-stream'),
  ),

  mutant(
    'embeddings.model-required/optional',
    'A missing `model` is taken as `svc-embed-v1`.',
    on.defaults({ model: 'svc-embed-v1' }),
  ),
  mutant(
    'embeddings.model-required/not-found',
    'A missing `model` gives 400 `model_not_found`.',
    on.defaults({ model: '' }),
  ),
  mutant(
    'embeddings.model-type/not-found',
    'A `model` that is no string gives 400 `model_not_found`.',
    on.breach('/model', 'type', semanticFailure('model_not_found')),
  ),
  mutant('embeddings.model-unknown/ignored', 'Any `model` is accepted.', on.forget('/model', 'const')),
  mutant(
    'embeddings.model-unknown/not-found-status',
    'An unknown `model` gives 404.',
    on.breach('/model', 'const', { status: 404, format: 'envelope', code: 'model_not_found' }),
  ),
  mutant(
    'embeddings.model-unknown/schema-failure',
    'An unknown `model` gives 422 `{detail}`.',
    on.breach('/model', 'const', schemaFailure),
  ),

  mutant(
    'embeddings.input-required/read-as-empty',
    'A missing `input` is refused like an empty one: 400.',
    on.defaults({ input: '' }),
  ),
  mutant(
    'embeddings.input-required/envelope',
    'A missing `input` gives 400 `missing_required_field`.',
    on.refuseInput((body) => !('input' in body), envelope('missing_required_field')),
  ),
  mutant(
    'embeddings.input-type/coerced',
    'An `input` of another type is read as text.',
    on.read('/input', (input) => (Array.isArray(input) ? input : String(input))),
  ),
  mutant(
    'embeddings.input-type/envelope',
    'An `input` of another type gives 400 `invalid_request`.',
    on.breach('/input', 'type', invalid),
  ),
  mutant('embeddings.input-item-type/coerced', 'Inputs of another type are read as text.', on.read('/input/*', String)),
  mutant(
    'embeddings.input-item-type/first-only',
    'Only the type of the first input is looked at.',
    on.read('/input', (input) =>
      Array.isArray(input) ? input.map((item, at) => (at > 0 ? String(item) : item)) : input,
    ),
  ),
  mutant(
    'embeddings.input-item-type/envelope',
    'An input of another type gives 400 `invalid_request`.',
    on.breach('/input/*', 'type', invalid),
  ),
  mutant(
    'embeddings.input-empty-string/accepted',
    'An empty string as `input` gives a vector.',
    on.forget('/input', 'minLength'),
  ),
  mutant(
    'embeddings.input-empty-string/missing-code',
    'An empty string as `input` gives 400 `missing_required_field`.',
    on.breach('/input', 'minLength', semanticFailure('missing_required_field')),
  ),
  mutant(
    'embeddings.input-empty-string/schema-failure',
    'An empty string as `input` gives 422 `{detail}`.',
    on.breach('/input', 'minLength', schemaFailure),
  ),
  mutant(
    'embeddings.input-empty-item/accepted',
    'Empty strings among the inputs give vectors.',
    on.forget('/input/*', 'minLength'),
  ),
  mutant(
    'embeddings.input-empty-item/first-only',
    'Only the first input is checked for being empty.',
    on.read('/input', (input) =>
      Array.isArray(input) ? input.map((item, at) => (at > 0 && item === '' ? ' ' : item)) : input,
    ),
  ),
  mutant(
    'embeddings.input-empty-item/schema-failure',
    'An empty string among the inputs gives 422 `{detail}`.',
    on.breach('/input/*', 'minLength', schemaFailure),
  ),
  mutant(
    'embeddings.input-empty-array/accepted',
    'An empty `input` array gives an empty list.',
    on.forget('/input', 'minItems'),
  ),
  mutant(
    'embeddings.input-empty-array/crash',
    'An empty `input` array gives 500.',
    on.refuseInput(({ input }) => Array.isArray(input) && input.length === 0, crash),
  ),
  mutant('embeddings.input-max/one-more', '101 inputs are accepted.', on.constrain('/input', { maxItems: 101 })),
  mutant('embeddings.input-max/one-less', '100 inputs are refused.', on.constrain('/input', { maxItems: 99 })),
  mutant('embeddings.input-max/unlimited', 'Any number of inputs is accepted.', on.forget('/input', 'maxItems')),
  mutant(
    'embeddings.input-max/rerank-code',
    '101 inputs give the code `documents_limit_exceeded`.',
    on.breach('/input', 'maxItems', semanticFailure('documents_limit_exceeded')),
  ),
  mutant(
    'embeddings.input-max/schema-failure',
    '101 inputs give 422 `{detail}`.',
    on.breach('/input', 'maxItems', schemaFailure),
  ),
  mutant(
    'embeddings.format-type/ignored',
    'An `encoding_format` of another type counts as `float`.',
    on.read('/encoding_format', (format) => (typeof format === 'string' ? format : 'float')),
  ),
  mutant(
    'embeddings.format-type/envelope',
    'An `encoding_format` of another type gives 400 `invalid_request`.',
    on.breach('/encoding_format', 'type', invalid),
  ),
  mutant(
    'embeddings.format-unsupported/ignored',
    'Any `encoding_format` is accepted.',
    on.forget('/encoding_format', 'enum'),
  ),
  mutant(
    'embeddings.format-unsupported/base64',
    '`encoding_format` `base64` is accepted.',
    on.constrain('/encoding_format', { enum: ['float', 'base64'] }),
  ),
  mutant(
    'embeddings.format-unsupported/schema-failure',
    'An unsupported `encoding_format` gives 422 `{detail}`.',
    on.breach('/encoding_format', 'enum', schemaFailure),
  ),
  mutant('embeddings.null-refused/crash', 'Null for a field gives 500.', on.refuseInput(hasNull, crash)),
  mutant(
    'embeddings.null-refused/envelope',
    'Null for a field gives 400 `invalid_request`.',
    on.refuseInput(hasNull, envelope('invalid_request')),
  ),

  mutant(
    'embeddings.response.id/other-prefix',
    '`id` begins with `embd-`.',
    on.field('/id', (id) => String(id).replace('emb_', 'embd-')),
  ),
  mutant(
    'embeddings.response.id/letters',
    '`id` holds letters that are no hex digits.',
    on.field('/id', () => 'emb_zX81kLmq'),
  ),
  mutant('embeddings.response.id/missing', 'There is no `id`.', on.drop('/id')),
  mutant(
    'embeddings.response.object/embeddings',
    '`object` is `embeddings`.',
    on.field('/object', () => 'embeddings'),
  ),
  mutant(
    'embeddings.response.created/milliseconds',
    '`created` is in milliseconds.',
    on.field('/created', (seconds) => Number(seconds) * 1_000),
  ),
  mutant('embeddings.response.created/missing', 'There is no `created`.', on.drop('/created')),
  mutant(
    'embeddings.response.model/short',
    '`model` is `svc-embed`.',
    on.field('/model', () => 'svc-embed'),
  ),
  mutant(
    'embeddings.response.data/single-object',
    '`data` is an object where there is one entry.',
    dataBy((data) => (data.length === 1 ? data[0] : data)),
  ),
  mutant(
    'embeddings.response.data/other-name',
    'The entries stand under `embeddings`.',
    on.reply(({ data, ...rest }) => ({ ...rest, embeddings: data })),
  ),
  mutant('embeddings.response.item-object/missing', 'Entries have no `object`.', on.drop('/data/*/object')),
  mutant(
    'embeddings.response.item-object/vector',
    '`object` of an entry is `vector`.',
    on.field('/data/*/object', () => 'vector'),
  ),
  mutant('embeddings.response.item-index/text', '`index` is a string.', on.field('/data/*/index', String)),
  mutant('embeddings.response.item-index/missing', 'Entries have no `index`.', on.drop('/data/*/index')),
  mutant(
    'embeddings.response.vector/short',
    'Vectors have 1,535 numbers.',
    on.field('/data/*/embedding', (vector) => (vector as number[]).slice(1)),
  ),
  mutant(
    'embeddings.response.vector/base64',
    'Vectors come in base64.',
    on.field('/data/*/embedding', (vector) =>
      Buffer.from(Float32Array.from(vector as number[]).buffer).toString('base64'),
    ),
  ),
  mutant(
    'embeddings.response.vector/null-inside',
    'A vector holds null where a number could not be computed.',
    on.field('/data/-/embedding/7', () => null),
  ),
  mutant(
    'embeddings.response.vector/long',
    'Vectors have 3,072 numbers.',
    on.field('/data/*/embedding', (vector) => [...(vector as number[]), ...(vector as number[])]),
  ),
  mutant('embeddings.response.usage/missing', 'There is no `usage`.', on.drop('/usage')),
  mutant(
    'embeddings.response.usage/null',
    '`usage` is null.',
    on.field('/usage', () => null),
  ),
  mutant(
    'embeddings.response.prompt-tokens/text',
    '`usage.prompt_tokens` is a string.',
    on.field('/usage/prompt_tokens', String),
  ),
  mutant(
    'embeddings.response.prompt-tokens/fraction',
    '`usage.prompt_tokens` is an estimate with decimals.',
    on.field('/usage/prompt_tokens', (tokens) => Number(tokens) + 0.5),
  ),
  mutant(
    'embeddings.response.total-tokens/missing',
    '`usage.total_tokens` is missing.',
    on.drop('/usage/total_tokens'),
  ),
  mutant(
    'embeddings.response.total-tokens/text',
    '`usage.total_tokens` is a string.',
    on.field('/usage/total_tokens', String),
  ),
  mutant(
    'embeddings.response.tokens-equal/inputs-added',
    '`total_tokens` counts one more for each request.',
    embeddingsWith({ totalTokens: (tokens) => tokens + 1 }),
  ),
  mutant('embeddings.response.tokens-equal/zero', '`total_tokens` is 0.', embeddingsWith({ totalTokens: () => 0 })),
  mutant(
    'embeddings.response.one-each/distinct',
    'Equal inputs share one entry.',
    on.reply((reply, { input }) => ({
      ...reply,
      data: reply.data.filter((_, at) => listOf(input).indexOf(listOf(input)[at]) === at),
    })),
  ),
  mutant(
    'embeddings.response.one-each/first-only',
    'Only the first input gets an entry.',
    dataBy((data) => data.slice(0, 1)),
  ),
  mutant(
    'embeddings.response.one-each/last-lost',
    'The last of several inputs gets no entry.',
    dataBy((data) => (data.length > 1 ? data.slice(0, -1) : data)),
  ),
  mutant(
    'embeddings.response.single/by-words',
    'A single string gives an entry for each word.',
    embeddingsWith({
      inputsOf: (input) => (typeof input === 'string' ? input.split(' ') : [...(input as readonly string[])]),
    }),
  ),
  mutant(
    'embeddings.response.single/none',
    'A single string gives no entry.',
    on.reply((reply, { input }) => (typeof input === 'string' ? { ...reply, data: [] } : reply)),
  ),
  mutant(
    'embeddings.response.positions/from-one',
    '`index` counts from 1.',
    embeddingsWith({ entry: (index, vector) => entry(index + 1, vector) }),
  ),
  mutant(
    'embeddings.response.positions/all-zero',
    '`index` is always 0.',
    embeddingsWith({ entry: (_index, vector) => entry(0, vector) }),
  ),
  mutant(
    'embeddings.response.right-input/reversed',
    'The vectors of several inputs come in reverse order.',
    dataBy((data) => data.map((item, at) => ({ ...item, embedding: data.at(-1 - at)?.embedding }))),
  ),
  mutant(
    'embeddings.response.right-input/sorted',
    'The inputs are sorted before they are embedded.',
    embeddingsWith({
      inputsOf: (input) => (typeof input === 'string' ? [input] : (input as readonly string[]).toSorted()),
    }),
  ),
  mutant(
    'embeddings.response.right-input/by-batch',
    'A vector depends on the other inputs of the request.',
    on.reply((reply) => ({
      ...reply,
      data: reply.data.map((item, at) => ({
        ...item,
        embedding: at === 0 ? item.embedding : vectorOf(`${reply.data.length}/${at}`),
      })),
    })),
  ),
];
