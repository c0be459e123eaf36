import type { ErrorCode } from './errors.ts';
import { chatRequest } from './schemas/chat-request.ts';
import { chatResponse } from './schemas/chat-response.ts';
import { domainsQuery, domainsResponse } from './schemas/domains.ts';
import { embeddingsRequest, embeddingsResponse } from './schemas/embeddings.ts';
import { finderRequest, finderResponse } from './schemas/finder.ts';
import { rerankRequest, rerankResponse } from './schemas/rerank.ts';

/**
 * The five operations. `keyed` needs a Bearer key; `paid` is charged and checks the balance; `coerces` reads
 * `"5"` as 5 and `"true"` as true (readings R5); `codes` are the envelope codes it may answer.
 * Source: Endpoints; Authentication, rule 2; Errors, per-endpoint causes and rules 1 and 2.
 */
export const endpoints = {
  chat: {
    method: 'POST',
    path: '/v1/chat/completions',
    summary: 'Medical chat answer with citations',
    keyed: true,
    paid: true,
    coerces: false,
    request: chatRequest,
    response: chatResponse,
    codes: ['missing_required_field', 'invalid_request', 'model_not_found', 'content_too_long', 'too_many_messages'],
  },
  finder: {
    method: 'POST',
    path: '/v1/finder',
    summary: 'Search of medical sources with an optional answer',
    keyed: true,
    paid: true,
    coerces: true,
    request: finderRequest,
    response: finderResponse,
    codes: ['missing_required_field', 'invalid_request'],
  },
  embeddings: {
    method: 'POST',
    path: '/v1/embeddings',
    summary: 'Embedding vectors for medical text',
    keyed: true,
    paid: true,
    coerces: false,
    request: embeddingsRequest,
    response: embeddingsResponse,
    codes: ['model_not_found', 'invalid_request', 'batch_size_exceeded'],
  },
  rerank: {
    method: 'POST',
    path: '/v1/rerank',
    summary: 'Documents in order of relevance',
    keyed: true,
    paid: true,
    coerces: false,
    request: rerankRequest,
    response: rerankResponse,
    codes: ['model_not_found', 'invalid_request', 'documents_limit_exceeded'],
  },
  domains: {
    method: 'GET',
    path: '/v1/domains',
    summary: 'Public catalogue of trusted domains',
    keyed: false,
    paid: false,
    coerces: true,
    request: domainsQuery,
    response: domainsResponse,
    codes: ['service_unavailable'],
  },
} as const satisfies Record<string, EndpointRow>;

interface EndpointRow {
  method: 'GET' | 'POST';
  path: `/v1/${string}`;
  summary: string;
  keyed: boolean;
  paid: boolean;
  coerces: boolean;
  request: object;
  response: object;
  codes: readonly ErrorCode[];
}

/** Name of an operation, as in reports, charges and faults. */
export type EndpointName = keyof typeof endpoints;

/** The operations in the specification's order. */
export const endpointNames = Object.keys(endpoints) as readonly EndpointName[];

/** The four operations that need a key and are billed. */
export const paidEndpoints = ['chat', 'finder', 'embeddings', 'rerank'] as const satisfies readonly EndpointName[];

/** Name of a paid operation. */
export type PaidEndpoint = (typeof paidEndpoints)[number];
