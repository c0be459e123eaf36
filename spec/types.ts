import type { FromSchema } from 'json-schema-to-ts';
import type { chatRequest } from './schemas/chat-request.ts';
import type { chatResponse, source } from './schemas/chat-response.ts';
import type { chargeList, controlKey, faultOrder, keyOrder } from './schemas/control.ts';
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
import type { Shape } from './shape.ts';

// Types of everything on the wire, all read off the schemas: nothing is restated.

type Request<S extends object> = FromSchema<S, { keepDefaultedPropertiesOptional: true }>;

/** Body of POST /v1/chat/completions; defaults not filled in. */
export type ChatRequest = Request<typeof chatRequest>;
/** One message of a chat request. */
export type ChatMessage = ChatRequest['messages'][number];
/** Body of POST /v1/finder; defaults not filled in. */
export type FinderRequest = Request<typeof finderRequest>;
/** Body of POST /v1/embeddings; `input` is one string or up to 100. */
export type EmbeddingsRequest = Request<typeof embeddingsRequest>;
/** Body of POST /v1/rerank; a document is a string or `{text}`. */
export type RerankRequest = Request<typeof rerankRequest>;
/** Query of GET /v1/domains, its `limit` read as an integer. */
export type DomainsQuery = Request<typeof domainsQuery>;

/** Answer of chat without a stream. */
export type ChatResponse = FromSchema<typeof chatResponse>;
/** One citation. */
export type Source = FromSchema<typeof source>;
/** One processing step as a stream sends it; `sources` on the retrieving one only. */
export type Step = FromSchema<typeof stepsEvent>['steps'][number];
/** Answer of finder. */
export type FinderResponse = FromSchema<typeof finderResponse>;
/** Answer of embeddings. */
export type EmbeddingsResponse = FromSchema<typeof embeddingsResponse>;
/** Answer of rerank. */
export type RerankResponse = FromSchema<typeof rerankResponse>;
/** The catalogue of trusted domains. */
export type DomainsResponse = FromSchema<typeof domainsResponse>;
/** An error that is no schema failure. */
export type ErrorEnvelope = FromSchema<typeof errorEnvelope>;
/** A schema failure, always with 422. */
export type ValidationDetail = FromSchema<typeof validationDetail>;

/** Snapshot of all steps so far. */
export type StepsEvent = FromSchema<typeof stepsEvent>;
/** A fragment to append to the answer. */
export type MessageEvent = FromSchema<typeof messageEvent>;
/** Snapshot of the citations. */
export type SourcesEvent = FromSchema<typeof sourcesEvent>;
/** Snapshot of the follow-up questions. */
export type FollowUpQuestionsEvent = FromSchema<typeof followUpQuestionsEvent>;
/** The in-band failure of a stream. */
export type ErrorEvent = FromSchema<typeof errorEvent>;

/** One JSON event of a chat stream; tell them apart by `type`. */
export type StreamEvent = StepsEvent | MessageEvent | SourcesEvent | FollowUpQuestionsEvent | ErrorEvent;

/** What a new key may be given, by the control API. */
export type KeyOrder = Shape<typeof keyOrder>;
/** A fault to arm. */
export type FaultOrder = Shape<typeof faultOrder>;
/** A key as the control API shows it. */
export type ControlKey = Shape<typeof controlKey>;
/** One charge of a key. */
export type ControlCharge = Shape<typeof chargeList>['charges'][number];
