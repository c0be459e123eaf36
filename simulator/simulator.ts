import { prices } from '../spec/index.ts';
import { createAttachmentReader } from './attachments/index.ts';
import { createControl, isControlPath } from './control/control.ts';
import { ApiError, errorAnswer, reasonOf } from './core/errors.ts';
import { type ApiRequest, type ApiResponse, type Handler, type JsonAnswer, jsonResponse } from './core/wire.ts';
import { createWorld } from './core/world.ts';
import { initialKeys } from './ledger/initial-keys.ts';
import type { Parts, SimulatorOptions } from './pipeline/options.ts';
import { answerRequest } from './pipeline/pipeline.ts';
import { createRecall } from './pipeline/recall.ts';
import { Struck } from './pipeline/strike.ts';
import { noteLeft, overheard, requestEntry, type Trace } from './pipeline/trace.ts';
import { bearerToken } from './request/authenticate.ts';
import { type JournalEntry, sentIn } from './stores/journal.ts';
import { createMemoryStore } from './stores/memory.ts';
import { createMemoryLedger } from './stores/memory-ledger.ts';
import { createPacer } from './stream/pace.ts';

/** The deterministic API on plain values. */
export interface Simulator {
  /** Answers a request; never rejects. */
  handle(request: ApiRequest): Promise<ApiResponse>;
  /** Ends all open streams with an `error` event. */
  endStreams(): void;
  /** Ends what runs besides the requests (the PDF workers). */
  close(): Promise<void>;
}

const withoutBodyForHead = ({ method }: ApiRequest, response: ApiResponse): ApiResponse =>
  method === 'HEAD' ? { ...response, body: new Uint8Array() } : response;

/** Builds a simulator; two of them share no state. */
export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const { seed = 1, clock = 'fixed', network = 'simulated', deviation, onRequest, watcher, onUnexpected } = options;
  const createLedger = options.createLedger ?? createMemoryLedger;
  const { ledger, faults, journal, replica } = options.store ?? createMemoryStore(createLedger(initialKeys));
  const world = createWorld(seed, clock, options.replica ?? replica);
  const reader = createAttachmentReader({ network, clock: { now: world.now, sleep: world.wait } });
  const parts: Parts = {
    prices: options.prices ?? prices,
    world,
    ledger,
    faults,
    journal,
    reader: options.reader?.(reader) ?? reader,
    pacer: createPacer(world, options),
    recall: createRecall(),
    directives: options.directives ?? false,
    openStreams: new Set(),
  };
  const control = createControl(parts, { ...options, network });

  const failure = (error: unknown): JsonAnswer => {
    if (error instanceof ApiError) return errorAnswer(error);
    onUnexpected?.(error);
    const unexpected = new ApiError('The request could not be answered: an unexpected failure.', {
      code: 'internal_error',
    });
    return errorAnswer(unexpected);
  };

  // A client that has left reads no answer, and that is no failure of the simulator.
  const refuse = ({ signal }: ApiRequest, trace: Trace, error: unknown): ApiResponse => {
    if (error instanceof Struck) return error.response;
    if (signal?.aborted) return jsonResponse({ status: 499 });
    if (error instanceof ApiError) trace.reason = reasonOf(error);
    return jsonResponse(failure(error));
  };

  const handleApi = async (request: ApiRequest): Promise<ApiResponse> => {
    const from = world.elapsed();
    const watched = watcher?.begin(request, world);
    const trace: Trace = { endpoint: null, faults: [], charge: null, entry: null, isLeft: false, reason: null };
    const response = await answerRequest(request, parts, trace).catch((error) => refuse(request, trace, error));
    const entry: JournalEntry = {
      endpoint: trace.endpoint,
      method: request.method,
      path: request.path,
      key: bearerToken(request.headers.authorization ?? ''),
      status: response.status,
      faults: trace.faults,
      at: world.nowSeconds(),
    };
    const added = journal.add(entry, sentIn(request, from));
    if (added instanceof Promise) await added;
    trace.entry = entry;
    if (trace.isLeft) noteLeft(trace, journal);
    const sent = withoutBodyForHead(request, response);
    if (onRequest === undefined && watched === undefined) return sent;
    const { status } = sent;
    watched?.answered?.(sent);
    return overheard(sent, watched?.piece, (ended) => {
      const milliseconds = world.elapsed() - from;
      const logged = requestEntry(request, trace, { status, ended, milliseconds, at: world.wallClock() });
      onRequest?.(logged);
      watched?.ended(logged);
    });
  };

  const hasControl = options.control ?? true;
  const handle: Handler = async (request) => {
    try {
      if (!hasControl || !isControlPath(request.path)) return await handleApi(request);
      return withoutBodyForHead(request, jsonResponse(await control(request)));
    } catch (error) {
      return jsonResponse(failure(error));
    }
  };
  return {
    handle: deviation?.wire(handle) ?? handle,
    endStreams: () => {
      for (const end of parts.openStreams) end();
    },
    close: () => parts.reader.close(),
  };
}
