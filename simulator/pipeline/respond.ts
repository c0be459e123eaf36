import { type Catalogue, catalogue } from '../../fixtures/index.ts';
import { type ChatRequest, type DomainsQuery, oncePerObject } from '../../spec/index.ts';
import {
  type AnswerContext,
  answerChat,
  answerDomains,
  answerFinder,
  answerRerank,
  type ChatAnswer,
  chatResponseOf,
  streamEventsOf,
  writeEmbeddings,
} from '../answers/index.ts';
import type { Call } from '../core/call.ts';
import { ApiError } from '../core/errors.ts';
import { type ApiResponse, isBytes, jsonBytes, sentAtOnce } from '../core/wire.ts';
import { dayBefore } from '../core/world.ts';
import type { TakeFault } from '../faults/faults.ts';
import type { Tempo } from '../stream/pace.ts';
import { bytesOf } from '../stream/stream.ts';
import { halfBody } from '../stream/stream-faults.ts';
import type { Making } from './making.ts';
import { sendStream } from './send-stream.ts';

/** Makes the answer to an accepted call and ends its bill; a stream ends its own. */
export async function respond(call: Call, making: Making): Promise<ApiResponse> {
  if (call.endpoint === 'chat') return respondToChat(call.request, making);
  const tempo = making.parts.pacer.begin(null);
  if (tempo !== null) await hold(tempo.latencyMs, tempo, making);
  return finish(answer(call, making), making, false);
}

/** Waits before an answer that is sent as a whole. */
async function hold(milliseconds: number, tempo: Tempo, { parts, request }: Making): Promise<void> {
  await parts.world.sleep(milliseconds, request.signal).finally(tempo.end);
}

/** Sends a JSON answer and charges for it, unless a fault breaks it off (readings R20). */
async function finish(
  body: Uint8Array | readonly Uint8Array[],
  { bill, parts, take, request }: Making,
  followUps: boolean,
): Promise<ApiResponse> {
  const headers = { 'content-type': 'application/json' };
  const fault = take('truncate', 'stall');
  if (fault === null) {
    await bill.settle(followUps);
    if (isBytes(body)) return { status: 200, headers, body };
    if (body.reduce((sum, { byteLength }) => sum + byteLength, 0) < longToJoin)
      return { status: 200, headers, body: Buffer.concat(body) };
    return sentAtOnce(
      { status: 200, headers },
      { isStream: false, make: async () => body, body: () => Buffer.concat(body) },
    );
  }
  await bill.release();
  const whole = isBytes(body) ? body : Buffer.concat(body);
  return {
    status: 200,
    headers: { ...headers, 'content-length': String(whole.byteLength) },
    body: halfBody(whole, fault, parts.world, request.signal),
  };
}

function answer(call: Exclude<Call, { endpoint: 'chat' }>, making: Making): Uint8Array | readonly Uint8Array[] {
  switch (call.endpoint) {
    case 'finder': {
      const faults = struck(making.take, [
        'no_results',
        ...(call.request.include_answer ? ['no_answer' as const] : []),
      ]);
      const context = contextOf(making, faults);
      if (faults.size > 0) return jsonBytes(answerFinder(call.request, context));
      return recordOf(call.request, 'fnd', context, () => answerFinder(call.request, context));
    }
    case 'embeddings':
      return writeEmbeddings(call.request, contextOf(making));
    case 'rerank': {
      const context = contextOf(making);
      return recordOf(call.request, 'rrk', context, () => answerRerank(call.request, context));
    }
    case 'domains': {
      const snapshot = catalogueSnapshot(making.take);
      return snapshot === catalogue ? listOf(call.request) : jsonBytes(answerDomains(call.request, snapshot));
    }
  }
}

// Parts of answers, all but id and time, are cached for as long as their request is (`recall.ts`).
const records = new WeakMap<object, Uint8Array>();
const chats = new WeakMap<ChatRequest, { readonly pdfs: Making['pdfs']; readonly answer: ChatAnswer }>();
const listOf = oncePerObject((query: DomainsQuery) => jsonBytes(answerDomains(query, catalogue)));
const bodyOf = oncePerObject((answer: ChatAnswer) => jsonBytes(chatResponseOf(answer)));
const eventsOf = oncePerObject(streamEventsOf);

/** From this many bytes on, several writes are faster than joining the parts first. */
const longToJoin = 4_096;

/** The bytes of an answer that has its own id and time. */
function recordOf(
  request: object,
  prefix: 'fnd' | 'rrk',
  { nextId, nowSeconds }: AnswerContext,
  make: () => { readonly id: string; readonly created: number },
): readonly Uint8Array[] {
  const start = (id: string): Uint8Array => bytesOf(`{"id":"${id}","created":${nowSeconds},`);
  const before = records.get(request);
  if (before !== undefined) return [start(nextId(prefix)), before];
  const { id, created: _, ...others } = make();
  const rest = jsonBytes(others).subarray(1);
  records.set(request, rest);
  return [start(id), rest];
}

async function respondToChat(request: ChatRequest, making: Making): Promise<ApiResponse> {
  const followUpFaults = ['no_follow_ups', 'follow_ups_not_invoked'] as const;
  const faults = struck(making.take, ['no_sources', ...(request.include_follow_ups ? followUpFaults : [])]);
  const make = (): ChatAnswer => answerChat(request, contextOf(making, faults));
  const answer = faults.size === 0 ? chatOf(request, making.pdfs, make) : make();
  const tempo = making.parts.pacer.begin(making.take('pace'));
  if (request.stream === true) return sendStream(eventsOf(answer), making, tempo, answer.followUpsInvoked);
  // As long as the stream would take.
  if (tempo !== null) await hold(tempo.schedule(eventsOf(answer)).at(-1) ?? 0, tempo, making);
  return finish(bodyOf(answer), making, answer.followUpsInvoked);
}

/** The answer to a request, cached as long as its PDFs say the same when they are fetched again. */
function chatOf(request: ChatRequest, pdfs: Making['pdfs'], make: () => ChatAnswer): ChatAnswer {
  const before = chats.get(request);
  if (before && saySame(before.pdfs, pdfs)) return before.answer;
  const answer = make();
  chats.set(request, { pdfs, answer });
  return answer;
}

const saySame = (some: Making['pdfs'], others: Making['pdfs']): boolean =>
  some.every(({ pages }, at) => {
    const same = others[at]?.pages;
    return same?.length === pages.length && pages.every(({ markdown }, index) => markdown === same[index]?.markdown);
  });

type AnswerFault = AnswerContext['faults'] extends ReadonlySet<infer F> ? F : never;

const nothing: ReadonlySet<AnswerFault> = new Set();

function struck(take: TakeFault, names: readonly AnswerFault[]): ReadonlySet<AnswerFault> {
  const found = names.filter((name) => take(name) !== null);
  return found.length === 0 ? nothing : new Set(found);
}

function contextOf({ parts: { world }, pdfs, echo }: Making, faults: AnswerContext['faults'] = nothing): AnswerContext {
  return {
    seed: world.seed,
    faults,
    pdfs,
    ...(echo && { echo }),
    nowSeconds: world.nowSeconds(),
    nextId: world.nextId,
  };
}

/** The snapshot that is still served when a refresh fails: the same domains, one day older. */
const lastGood: Catalogue = { ...catalogue, generated_at: dayBefore(catalogue.generated_at) };

/**
 * The catalogue snapshot to answer from. A failed refresh (`stale_catalog`) gives the last good one; without any
 * (`service_unavailable`) it throws 503. Source: Resources, domains catalog, rules; Errors, per-endpoint causes.
 */
function catalogueSnapshot(take: TakeFault): Catalogue {
  if (take('service_unavailable') !== null) {
    throw new ApiError('Cannot list the domains: no usable catalogue snapshot exists. Try again later.', {
      code: 'service_unavailable',
    });
  }
  return take('stale_catalog') !== null ? lastGood : catalogue;
}
