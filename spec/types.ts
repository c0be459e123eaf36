import type { FromSchema } from 'json-schema-to-ts';
import type { chatRequest } from './schemas/chat-request.ts';
import type { chatResponse, source } from './schemas/chat-response.ts';
import type { domainsQuery, domainsResponse } from './schemas/domains.ts';
import type { embeddingsRequest, embeddingsResponse } from './schemas/embeddings.ts';
import type { errorEnvelope, validationDetail } from './schemas/errors.ts';
import type { finderRequest, finderResponse } from './schemas/finder.ts';
import type { rerankRequest, rerankResponse } from './schemas/rerank.ts';
import type {
  errorEvent,
  followUpQuestionsEvent,
  messageEvent,
  sourcesEvent,
  stepsEvent,
} from './schemas/stream-events.ts';

/** Types of everything on the wire, all read off the schemas: nothing is restated. */
type Request<S extends object> = FromSchema<S, { keepDefaultedPropertiesOptional: true }>;

export type ChatRequest = Request<typeof chatRequest>;
export type ChatMessage = ChatRequest['messages'][number];
export type FinderRequest = Request<typeof finderRequest>;
export type EmbeddingsRequest = Request<typeof embeddingsRequest>;
export type RerankRequest = Request<typeof rerankRequest>;
export type DomainsQuery = Request<typeof domainsQuery>;

export type ChatResponse = FromSchema<typeof chatResponse>;
export type Source = FromSchema<typeof source>;
export type Step = FromSchema<typeof stepsEvent>['steps'][number];
export type FinderResponse = FromSchema<typeof finderResponse>;
export type EmbeddingsResponse = FromSchema<typeof embeddingsResponse>;
export type RerankResponse = FromSchema<typeof rerankResponse>;
export type DomainsResponse = FromSchema<typeof domainsResponse>;
export type ErrorEnvelope = FromSchema<typeof errorEnvelope>;
export type ValidationDetail = FromSchema<typeof validationDetail>;

export type StepsEvent = FromSchema<typeof stepsEvent>;
export type MessageEvent = FromSchema<typeof messageEvent>;
export type SourcesEvent = FromSchema<typeof sourcesEvent>;
export type FollowUpQuestionsEvent = FromSchema<typeof followUpQuestionsEvent>;
export type ErrorEvent = FromSchema<typeof errorEvent>;

/** One JSON event of a chat stream; tell them apart by `type`. */
export type StreamEvent = StepsEvent | MessageEvent | SourcesEvent | FollowUpQuestionsEvent | ErrorEvent;
