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
import type { Bill } from './bill.ts';
import type { Call } from './call.ts';
import { createChance } from './chance.ts';
import { ApiError } from './errors.ts';
import type { TakeFault } from './faults.ts';
import type { Parts } from './options.ts';
import { endMarker, streamBody } from './stream.ts';
import { breakOff, halfBody, streamFaults, strikeStream } from './stream-faults.ts';
import { styles } from './stream-styles.ts';
import { type ApiResponse, jsonResponse } from './wire.ts';
import { dayBefore } from './world.ts';

/** What making an answer needs besides the call. */
export interface Making {
  readonly parts: Parts;
  readonly bill: Bill;
  readonly pdfs: AnswerContext['pdfs'];
  readonly take: TakeFault;
  readonly signal: AbortSignal | undefined;
}

/** Makes the answer to an accepted call and ends its bill; a stream ends its own. */
export async function respond(call: Call, making: Making): Promise<ApiResponse> {
  if (call.endpoint === 'chat') return respondToChat(call.request, making);
  return finish(answer(call, making), making, false);
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
  if (request.stream !== true) return finish(chatResponseOf(answer), making, answer.followUpsInvoked);
  const { bill, parts, take, signal } = making;
  const fault = take(...streamFaults);
  const style = styles[take('stream_style')?.style ?? 'plain'](createChance(parts.world.seed, 'stream_style'));
  const events = style.events(streamEventsOf(answer, request));
  const broken = fault && strikeStream(events, fault, style.write);
  const sleep = (milliseconds: number): Promise<void> => parts.world.sleep(milliseconds, signal);
  const body = streamBody({
    frames: broken?.frames ?? events.map(style.write),
    marker: broken?.marker === null ? null : style.respell(endMarker),
    cut: style.cut,
    complete: () => (fault === null ? bill.settle(answer.followUpsInvoked) : bill.release()),
    abandon: () => bill.release(),
    turn: () => parts.world.turn(),
    breakOff: async () => broken?.breaks && breakOff(broken.breaks, sleep),
    signal,
  });
  return { status: 200, headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' }, body };
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
