import type { Catalogue } from '../fixtures/index.ts';
import {
  attachmentCap,
  type ChatModel,
  type ChatRequest,
  type ChatResponse,
  type DomainsQuery,
  type DomainsResponse,
  type EmbeddingsRequest,
  type EmbeddingsResponse,
  type EndpointName,
  endpointNames,
  endpoints,
  type FinderRequest,
  type FinderResponse,
  prices,
  type RerankRequest,
  type RerankResponse,
  type StreamEvent,
} from '../spec/index.ts';
import {
  type AnswerContext,
  answerChat,
  answerDomains,
  answerEmbeddings,
  answerFinder,
  answerRerank,
  type ChatAnswer,
  chatResponseOf,
  streamEventsOf,
} from './answers/index.ts';
import { authenticate } from './authenticate.ts';
import { type JsonObject, readBody } from './body.ts';
import type { Call, Requests, Schemas } from './call.ts';
import { type ErrorTable, simulatorErrors } from './errors.ts';
import type { Charge, KeyRecord, Ledger, NewKey } from './ledger.ts';
import { createMemoryLedger } from './memory-ledger.ts';
import { checkPermission } from './permission.ts';
import { type PaidCall, type PriceFacts, type Prices, priceOf } from './price.ts';
import { type Attachments, type AttachmentTools, readAttachments } from './read-attachments.ts';
import { type Route, route } from './route.ts';
import { endMarker, failStream, frame } from './stream.ts';
import { checkSchema, checkSemantics } from './validate.ts';
import type { ApiRequest, ApiResponse } from './wire.ts';

/** The request of any operation. */
type AnyRequest = Requests[EndpointName];

/** A finished request, for a tap that needs to know what it answers. */
export interface Exchange {
  readonly request: ApiRequest;
  /** Null when the path has no operation. */
  readonly endpoint: EndpointName | null;
  /** Null when the request was refused before it fitted its schema. */
  readonly call: Call | null;
}

/** The pure functions that make the answers. */
export interface Answers {
  chat(request: ChatRequest, context: AnswerContext): ChatAnswer;
  finder(request: FinderRequest, context: AnswerContext): FinderResponse;
  embeddings(request: EmbeddingsRequest, context: AnswerContext): EmbeddingsResponse;
  rerank(request: RerankRequest, context: AnswerContext): RerankResponse;
  domains(query: DomainsQuery, catalogue: Catalogue): DomainsResponse;
}

/**
 * Everything the simulator does that could be done wrongly, in the order in which a request meets it. The pipeline takes
 * every step from here, so that a mutant is a copy with one part swapped and the code holds no question for mutants.
 */
export interface Behaviour {
  readonly schemas: Schemas;
  readonly errorTable: ErrorTable;
  readonly prices: Prices;
  readonly attachmentCap: Readonly<Record<ChatModel, number>>;
  /** Which operations need a key. */
  readonly keyed: Readonly<Record<EndpointName, boolean>>;

  /** Sees each API request first. */
  tapRequest(request: ApiRequest): ApiRequest;
  route(request: ApiRequest): Route;
  authenticate(authorization: string | undefined, ledger: Ledger, endpoint: EndpointName): Promise<KeyRecord>;
  readBody(request: ApiRequest, endpoint: EndpointName): JsonObject;
  /** `bytes` is the length of the body that `value` was read from. */
  checkSchema(endpoint: EndpointName, value: JsonObject, schemas: Schemas, bytes: number): Call;
  checkSemantics(call: Call, schemas: Schemas): void;
  checkPermission(endpoint: EndpointName, key: KeyRecord | null): void;
  readAttachments(call: Call, tools: AttachmentTools): Promise<Attachments>;

  createLedger(initial: readonly NewKey[]): Ledger;
  /** The charge for a call; also asked, with the highest facts it can have, for the reservation. */
  priceOf(call: PaidCall, facts: PriceFacts, prices: Prices): Charge;

  readonly answers: Answers;
  chatResponse(answer: ChatAnswer, request: ChatRequest): ChatResponse;
  streamEvents(answer: ChatAnswer, request: ChatRequest): readonly StreamEvent[];
  /** The events of a stream that fails after `afterMessages` message events. */
  failStream(events: readonly StreamEvent[], afterMessages: number): readonly StreamEvent[];
  /** May change the events of a stream. */
  tapEvents(events: readonly StreamEvent[], request: ChatRequest): readonly StreamEvent[];
  /** The bytes of one event, as text. */
  frame(event: StreamEvent): string;
  /** What ends a stream, as text. */
  readonly endMarker: string;

  /** May change a JSON body, of answers and errors alike. `request` is null when it was refused by its schema or before. */
  tapJson(endpoint: EndpointName | null, status: number, body: unknown, request: AnyRequest | null): unknown;
  /** Sees each API response last. */
  tapResponse(response: ApiResponse, exchange: Exchange): ApiResponse;
}

/** The behaviour that the specification asks for, with `readings.md` where it leaves room. */
export const referenceBehaviour: Behaviour = {
  schemas: byEndpoint((name) => endpoints[name].request),
  errorTable: simulatorErrors,
  prices,
  attachmentCap,
  keyed: byEndpoint((name) => endpoints[name].keyed),

  tapRequest: (request) => request,
  route,
  authenticate,
  readBody,
  checkSchema,
  checkSemantics,
  checkPermission,
  readAttachments,

  createLedger: createMemoryLedger,
  priceOf,

  answers: {
    chat: answerChat,
    finder: answerFinder,
    embeddings: answerEmbeddings,
    rerank: answerRerank,
    domains: answerDomains,
  },
  chatResponse: chatResponseOf,
  streamEvents: streamEventsOf,
  failStream,
  tapEvents: (events) => events,
  frame,
  endMarker,

  tapJson: (_endpoint, _status, body) => body,
  tapResponse: (response) => response,
};

function byEndpoint<T>(value: (name: EndpointName) => T): Readonly<Record<EndpointName, T>> {
  return Object.fromEntries(endpointNames.map((name) => [name, value(name)])) as Record<EndpointName, T>;
}
