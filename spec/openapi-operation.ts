import { type EndpointName, endpoints } from './endpoints.ts';
import { type ErrorCode, errorTable } from './errors.ts';
import { defined } from './json-object.ts';
import { models } from './models.ts';
import { inlineSchema, type OpenApiObject, schemaReference } from './openapi-schemas.ts';
import type { ErrorOutcome } from './outcome.ts';
import { prices } from './prices.ts';
import { rules } from './rules.ts';
import { errorEnvelope, validationDetail } from './schemas/errors.ts';
import { streamEvents } from './schemas/stream-events.ts';

/** Micros of a US dollar. Embeddings stand without a price: the specification shows none. */
const pricesOf: Partial<Record<EndpointName, OpenApiObject>> = {
  chat: {
    base: prices.chatBase,
    follow_ups: prices.chatFollowUps,
    attachment_page: prices.chatAttachmentPage,
  },
  finder: { search: prices.finder },
  rerank: { rerank_unit: prices.rerankUnit },
};

const question = { model: models.chat, messages: [{ role: 'user', text: 'How is asthma treated in children?' }] };

/** Requests to begin with, for those who try the API out of its documentation. */
const examples: Readonly<Record<Exclude<EndpointName, 'domains'>, Readonly<Record<string, object>>>> = {
  chat: {
    'One answer': question,
    'A stream of events': { ...question, stream: true, include_follow_ups: true },
  },
  finder: { 'With an answer': { query: 'asthma in children', max_results: 3, include_answer: true } },
  embeddings: { 'Two texts': { model: models.embeddings, input: ['heart attack', 'myocardial infarction'] } },
  rerank: {
    'Three documents': {
      model: models.rerank,
      query: 'treatment of high blood pressure',
      documents: ['Antihypertensives lower the risk of stroke.', 'Asthma narrows the airways.', 'Eat less salt.'],
      top_n: 2,
      return_documents: true,
    },
  },
};

const json = (schema: OpenApiObject): OpenApiObject => ({ 'application/json': { schema } });

function outcomesWithin(schema: unknown): ErrorOutcome[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) =>
    keyword === 'violations' ? (Object.values(value) as ErrorOutcome[]) : outcomesWithin(value),
  );
}

/** Codes of an operation by status: its own, those of keyed and paid ones, and 500, which any may answer. */
function codesByStatus(name: EndpointName): [number, ErrorCode[]][] {
  const { codes, keyed, paid } = endpoints[name];
  const all: ErrorCode[] = [...codes, 'internal_error'];
  if (keyed) all.push('authentication_error', 'permission_denied');
  if (paid) all.push('insufficient_credits');
  const statuses = [...new Set(all.map((code) => errorTable[code].status))].sort((a, b) => a - b);
  return statuses.map((status) => [status, all.filter((code) => errorTable[code].status === status)]);
}

function schemaFailureResponse(name: EndpointName): OpenApiObject {
  // Attachment checks of chat answer 422 as well, yet with the envelope.
  const enveloped = outcomesWithin(endpoints[name].request).some(
    (outcome) => outcome.status === 422 && outcome.format === 'envelope',
  );
  const detail = schemaReference(validationDetail);
  return enveloped
    ? {
        description: 'A schema failure (`detail`), or refused attachments (`error`).',
        content: json({ oneOf: [detail, schemaReference(errorEnvelope)] }),
      }
    : { description: 'A schema failure.', content: json(detail) };
}

function errorResponses(name: EndpointName): OpenApiObject {
  const envelopes = codesByStatus(name).map(([status, codes]) => [
    String(status),
    {
      description: `Code ${codes.map((code) => `\`${code}\``).join(' or ')}.`,
      content: json(schemaReference(errorEnvelope)),
      'x-codes': codes,
    },
  ]);
  return { ...Object.fromEntries(envelopes), '422': schemaFailureResponse(name) };
}

function success(name: EndpointName): OpenApiObject {
  const answer = json(schemaReference(endpoints[name].response));
  if (name !== 'chat') return { description: 'Success.', content: answer };
  const events = Object.values(streamEvents).map(schemaReference);
  return {
    description:
      'One JSON object; with `stream` true a stream of lines `data: EVENT`, each followed by a blank line and the last ' +
      'being `data: [DONE]`. The schema of the stream is that of one event.',
    content: {
      ...answer,
      'text/event-stream': {
        schema: { oneOf: events },
        example: 'data: {"type":"message","content":"…"}\n\ndata: [DONE]\n\n',
      },
    },
  };
}

function input(name: EndpointName): OpenApiObject {
  const { method, request } = endpoints[name];
  if (method === 'POST') {
    const named = Object.entries(examples[name as keyof typeof examples]).map(([title, value]) => [title, { value }]);
    const body = { schema: schemaReference(request), examples: Object.fromEntries(named) };
    return { requestBody: { required: true, content: { 'application/json': body } } };
  }
  const required: readonly string[] = request.required;
  return {
    parameters: Object.entries(request.properties).map(([parameter, schema]) => ({
      name: parameter,
      in: 'query',
      required: required.includes(parameter),
      schema: inlineSchema(schema),
    })),
  };
}

/** One operation: input, answers of every status, key, `x-prices` (micros) and `x-rules`, the ids of its rules. */
export function operation(name: EndpointName): OpenApiObject {
  const price = pricesOf[name];
  return {
    operationId: name,
    summary: endpoints[name].summary,
    tags: ['Operations'],
    security: endpoints[name].keyed ? [{ bearerKey: [] }] : [],
    ...input(name),
    responses: { '200': success(name), ...errorResponses(name) },
    ...defined({ 'x-prices': price }),
    'x-rules': rules.filter((rule) => rule.endpoint === name).map((rule) => rule.id),
  };
}
