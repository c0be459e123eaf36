import { type Catalogue, catalogue } from '../fixtures/index.ts';
import type { ChatRequest } from '../spec/index.ts';
import {
  type AnswerContext,
  answerChat,
  answerDomains,
  answerEmbeddings,
  answerFinder,
  answerRerank,
  chatResponseOf,
  streamEventsOf,
} from './answers/index.ts';
import type { Call } from './call.ts';
import { ApiError } from './errors.ts';
import type { TakeFault } from './faults.ts';
import type { Making } from './making.ts';
import type { Tempo } from './pace.ts';
import { sendStream } from './send-stream.ts';
import { halfBody } from './stream-faults.ts';
import { type ApiResponse, jsonResponse } from './wire.ts';
import { dayBefore } from './world.ts';

/** Makes the answer to an accepted call and ends its bill; a stream ends its own. */
export async function respond(call: Call, making: Making): Promise<ApiResponse> {
  if (call.endpoint === 'chat') return respondToChat(call.request, making);
  const tempo = making.parts.pacer.begin(null);
  if (tempo !== null) await hold(tempo.latencyMs, tempo, making);
  return finish(answer(call, making), making, false);
}

/** Lets the time of an answer that comes at once pass before it. */
async function hold(milliseconds: number, tempo: Tempo, { parts, signal }: Making): Promise<void> {
  await parts.world.sleep(milliseconds, signal).finally(tempo.end);
}

/** Sends a JSON answer and charges for it, unless a fault breaks it off (readings R20). */
async function finish(value: unknown, { bill, parts, take, signal }: Making, followUps: boolean): Promise<ApiResponse> {
  const response = jsonResponse({ status: 200, value });
  const fault = take('truncate', 'stall');
  if (fault === null) {
    await bill.settle(followUps);
    return response;
  }
  await bill.release();
  const headers = { ...response.headers, 'content-length': String(response.body.byteLength) };
  return { ...response, headers, body: halfBody(response.body, fault, (ms) => parts.world.sleep(ms, signal)) };
}

function answer(call: Exclude<Call, { endpoint: 'chat' }>, making: Making): unknown {
  switch (call.endpoint) {
    case 'finder': {
      const faults = struck(making.take, [
        'no_results',
        ...(call.request.include_answer ? ['no_answer' as const] : []),
      ]);
      return answerFinder(call.request, contextOf(making, faults));
    }
    case 'embeddings':
      return answerEmbeddings(call.request, contextOf(making));
    case 'rerank':
      return answerRerank(call.request, contextOf(making));
    case 'domains':
      return answerDomains(call.request, catalogueSnapshot(making.take));
  }
}

async function respondToChat(request: ChatRequest, making: Making): Promise<ApiResponse> {
  const followUpFaults = ['no_follow_ups', 'follow_ups_not_invoked'] as const;
  const faults = struck(making.take, ['no_sources', ...(request.include_follow_ups ? followUpFaults : [])]);
  const answer = answerChat(request, contextOf(making, faults));
  const tempo = making.parts.pacer.begin(making.take('pace'));
  if (request.stream === true)
    return sendStream(streamEventsOf(answer, request), making, tempo, answer.followUpsInvoked);
  // As long as the stream would take.
  if (tempo !== null) await hold(tempo.schedule(streamEventsOf(answer, request)).at(-1) ?? 0, tempo, making);
  return finish(chatResponseOf(answer), making, answer.followUpsInvoked);
}

type AnswerFault = AnswerContext['faults'] extends ReadonlySet<infer F> ? F : never;

function struck(take: TakeFault, names: readonly AnswerFault[]): ReadonlySet<AnswerFault> {
  return new Set(names.filter((name) => take(name) !== null));
}

function contextOf({ parts: { world }, pdfs }: Making, faults: AnswerContext['faults'] = new Set()): AnswerContext {
  return { seed: world.seed, faults, pdfs, nowSeconds: world.nowSeconds(), nextId: world.nextId };
}

/** The snapshot that is still there when a refresh fails: the same domains, one day older. */
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
