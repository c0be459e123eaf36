import { defined, type EndpointName } from '../../../spec/index.ts';
import { hasAttachments, maxCost } from '../exchange/cost.ts';
import {
  type Call,
  type Exchange,
  isOverlong,
  mediaTypeOf,
  succeeded,
  type WireRequest,
  type WireResponse,
  wireResponse,
} from '../exchange/exchange.ts';
import { refusesChunks, withLength } from '../exchange/framing.ts';
import { GarbledResponses } from '../exchange/garbled.ts';
import type { ApiRequest } from '../exchange/request-log.ts';
import { identityOf, toWire, wantsStream } from '../exchange/wire.ts';
import { Disturbances, type RequestTraits, traitsOf } from '../pacing/disturbances.ts';
import { Health } from '../pacing/health.ts';
import { LatencyLog } from '../pacing/latency.ts';
import { Meter } from '../pacing/meter.ts';
import {
  clockOf,
  isAttachmentRefusal,
  isOverloaded,
  isRateLimited,
  retryAfterIsTooLong,
  retryDelay,
} from '../pacing/retry.ts';
import { Slots } from '../pacing/slots.ts';
import { Throttle } from '../pacing/throttle.ts';
import { Waits } from '../pacing/waits.ts';
import type { Clock, Transport, TransportOptions } from '../transport/transport.ts';

/** How a client reaches its target. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly activeKey: string;
  readonly transport: Transport;
  /** The smallest valid request to an endpoint. It distinguishes a temporary failure of the target from a failure of one request. */
  readonly probe: (endpoint: EndpointName) => Call;
  /** Whether a response with status 200 reports a failure, as a stream may. */
  readonly failedInBand?: (exchange: Exchange) => boolean;
  /** Called with each exchange, cached ones too. */
  readonly onExchange?: (sent: ApiRequest) => void;
  /** Upper bound of the bill in micros; undefined for none. */
  readonly budgetMicros?: number;
  /** Whether refused requests cost nothing. */
  readonly freeRefusals?: boolean;
  /** Maximum number of parallel requests. */
  readonly concurrency: number;
  /** Timeout of one request in milliseconds. */
  readonly timeoutMs: number;
  /** Shared with other senders, so that a pause applies to all. */
  readonly throttle?: Throttle;
  /** Stops the run, with the requests in flight. */
  readonly signal?: AbortSignal;
}

export interface SendOptions {
  /** Sends even if the cache holds an equal call. */
  readonly fresh?: boolean;
  /**
   * False if a retry would invalidate the case; `rate-limited` to retry only after 429, when nothing was done.
   */
  readonly retry?: boolean | 'rate-limited';
  /** True if a server fault is the expected response: it does not affect the target's health. */
  readonly expectsFault?: boolean;
  /**
   * True for a valid request with readable attachments: refusals that a gateway or a file host may have caused are
   * retried.
   */
  readonly expectsSuccess?: boolean;
  /** Does not wait for a free slot: the requests of a race must run in parallel. */
  readonly race?: boolean;
  /** Requests with the same object use one connection, one after the other. */
  readonly connection?: object;
  /** Opens a connection of its own. */
  readonly newConnection?: boolean;
  /** True for a probe of an unavailable endpoint: all other requests wait for its response. */
  readonly probe?: true;
  /** Closes the connection once any of the body came. */
  readonly leaves?: true;
  /** True if it was sent before, and waited for in vain until its whole timeout was over. */
  readonly timedOut?: boolean;
  /** Timeout of this request in milliseconds, if a correct response may take longer than usual. */
  readonly timeoutMs?: number;
}

/** Delays before a call that was accepted before is repeated. */
const SOON_DELAYS_MS = [300, 1_000, 3_000] as const;

/** After so many calls of a kind that are never answered, others wait no longer than answers of the endpoint take, if so many came. */
const MIN_NEVER_ANSWERED = 3;
const MIN_ACCEPTED = 20;

/** What takes long for its own reasons: streams, and what has to be fetched. */
const kindOf = (call: Call): string => `${call.endpoint} ${wantsStream(call)} ${hasAttachments(call)}`;

/** What requests wait for after a 429. */
export const REQUESTED_PAUSE = 'the target asked for a pause (429)';

/** Sends calls within the slots, and tracks the cost, the throttling and the health of the target. */
export class Sender {
  readonly options: ClientOptions;
  readonly meter: Meter;
  readonly slots: Slots;
  readonly health: Health;
  readonly disturbances = new Disturbances();
  readonly garbled = new GarbledResponses();
  readonly latencies = new LatencyLog();
  readonly waits = new Waits();
  /** Identities of requests that failed each time although probes were accepted. */
  readonly persistentFailures = new Set<string>();
  readonly accepted = new Map<EndpointName, number>();
  readonly #neverAnswered = new Map<string, number>();
  /** The cheapest request with attachments that was accepted: with PDFs, and with images alone. */
  readonly #attached = new Map<'pdfs' | 'images', Call>();
  /** False once the target is known to take no body in chunks: it speaks HTTP/1.0 (RFC 9112, section 6.1), or refused each (readings S48). */
  takesChunks = true;
  readonly #throttle: Throttle;
  readonly #clock: Clock;

  constructor(options: ClientOptions) {
    this.options = options;
    this.meter = new Meter(options.budgetMicros, options.freeRefusals);
    this.slots = new Slots(options.concurrency);
    this.#throttle = options.throttle ?? new Throttle(options.signal);
    this.#clock = clockOf(options.transport, options.signal);
    this.health = new Health(
      (endpoint) => this.send(options.probe(endpoint), { probe: true }),
      (ms) => this.pause(ms),
    );
  }

  /** Sends a call once, without retries. Rejects with BudgetSpent or EndpointUnavailable only. */
  async send(call: Call, sendOptions: SendOptions = {}): Promise<Exchange> {
    const {
      race = false,
      retry = true,
      expectsFault,
      probe,
      timeoutMs = 0,
      connection,
      newConnection,
      leaves,
      timedOut,
    } = sendOptions;
    const { options, slots, health, disturbances, accepted, persistentFailures } = this;
    const identity = identityOf(call);
    const wanted = toWire(call, options.baseUrl, options.activeKey);
    let request = this.takesChunks ? wanted : withLength(wanted);
    const traits = traitsOf(call, request);
    const { unreachable } = health;
    if (unreachable !== undefined)
      return { ...wireResponse({ failure: { kind: 'connect', message: unreachable } }), call, request, attempts: 0 };
    if (!race && !probe) await health.waitWhileProbed(call.endpoint);
    // A kept-alive connection may be closed during the request, and then nobody knows whether it was carried out.
    const isAlone = newConnection === true || (retry !== true && !race);
    const transportOptions = { newConnection: isAlone, ...defined({ connection, probe, leaves }) };
    const maxTimeout = Math.max(timeoutMs, options.timeoutMs);
    const attempt = async (): Promise<WireResponse> => {
      if (this.#throttle.isPaused) await this.waits.during(REQUESTED_PAUSE, () => this.#throttle.waitUntilReady());
      const isPatient = timeoutMs > 0 || !this.#isHardlyAnswered(call, timedOut);
      const timeout =
        health.isUnavailable(call.endpoint) || !isPatient
          ? Math.min(maxTimeout, this.#shortTimeout(call.endpoint))
          : maxTimeout;
      const response = await this.#exchange(call, request, traits, timeout, transportOptions);
      if (response.http10) this.takesChunks = false;
      if (!refusesChunks(request, response)) return response;
      request = withLength(request);
      return this.#exchange(call, request, traits, timeout, transportOptions);
    };
    const raw = await (race ? attempt() : hasAttachments(call) ? slots.runSlow(attempt) : slots.run(attempt));
    // An expected fault may break the format of a stream.
    const isExpectedStream = expectsFault && mediaTypeOf(raw) === 'text/event-stream';
    const response = isExpectedStream || persistentFailures.has(identity) ? raw : this.garbled.markIfGarbled(call, raw);
    const { status, failure } = response;
    const isBroken = status >= 500 || failure?.kind === 'broken' || failure?.kind === 'left' || isOverlong(response);
    const isExpectedFault = expectsFault && isBroken;
    if (!isExpectedFault) {
      health.note(call.endpoint, response);
      if (!persistentFailures.has(identity)) disturbances.note(call.endpoint, response, traits);
      // Many large responses at once would fill our memory.
      if (isOverloaded(response) || failure?.kind === 'too-large') slots.shrink();
      // The other requests do not use a literal header: a rate limit on it does not concern them.
      if (
        isRateLimited(response) &&
        !retryAfterIsTooLong(response) &&
        accepted.size > 0 &&
        call.authorization?.kind !== 'header'
      )
        this.#throttle.pauseFor(retryDelay(response, 1));
    }
    if (succeeded(response)) {
      if (hasAttachments(call)) this.#noteAttached(call);
      accepted.set(call.endpoint, (accepted.get(call.endpoint) ?? 0) + 1);
      this.latencies.note(call.endpoint, response);
    }
    return { ...response, call, request, attempts: 1 };
  }

  /** Whether a request was accepted before with such attachments as a call has. */
  hasAcceptedLike = (call: Call): boolean => this.#attached.has(attachedTo(call));

  /** Whether the target refuses such attachments now, although it accepted them before: it cannot reach their host. */
  async isCutOffFromHost(call: Call): Promise<boolean> {
    const accepted = this.#attached.get(attachedTo(call));
    return accepted !== undefined && isAttachmentRefusal(await this.send(accepted));
  }

  #noteAttached({ endpoint, body }: Call): void {
    // With the active key: a key that was made for a rule may be spent by then.
    const call: Call = { endpoint, body };
    const known = this.#attached.get(attachedTo(call));
    if (!known || maxCost(call) < maxCost(known)) this.#attached.set(attachedTo(call), call);
  }

  /** Repeats a call a few times, or once if the caller waited already. Resolves to whether it is accepted within some seconds. */
  async isAcceptedSoon(call: Call, attempts: number): Promise<boolean> {
    const delays = attempts > 1 ? SOON_DELAYS_MS.slice(0, 1) : SOON_DELAYS_MS;
    for (const wait of delays) if ((await this.pause(wait)) && succeeded(await this.send(call))) return true;
    return false;
  }

  async #exchange(
    call: Call,
    request: WireRequest,
    traits: RequestTraits,
    timeoutMs: number,
    transportOptions: Pick<TransportOptions, 'newConnection' | 'connection' | 'probe' | 'leaves'>,
  ): Promise<WireResponse> {
    const { options, meter, disturbances } = this;
    const cost = maxCost(call);
    await meter.reserve(cost);
    disturbances.noteSent(traits);
    const response = await this.waits.during(`${call.endpoint} has not answered yet`, () =>
      options.transport.send(request, {
        timeoutMs,
        ...transportOptions,
        ...(options.signal ? { signal: options.signal } : {}),
      }),
    );
    meter.settle(cost, response.failure === undefined && response.status >= 400 && response.status < 500);
    return response;
  }

  /** Notes a call that got no answer in time, each time, although probes of its endpoint were accepted. */
  noteNeverAnswered(call: Call): void {
    const kind = kindOf(call);
    this.#neverAnswered.set(kind, (this.#neverAnswered.get(kind) ?? 0) + 1);
  }

  /** Whether a call, or those of its kind, got no answer before, although it is known how long answers of the endpoint take. */
  #isHardlyAnswered(call: Call, timedOut = false): boolean {
    if ((this.accepted.get(call.endpoint) ?? 0) < MIN_ACCEPTED) return false;
    return timedOut || (this.#neverAnswered.get(kindOf(call)) ?? 0) >= MIN_NEVER_ANSWERED;
  }

  /**
   * The timeout for an endpoint that is unavailable, or never answers some requests, in milliseconds: otherwise each of many
   * hundred requests would wait for its whole timeout. Infinite if no latency is known.
   */
  #shortTimeout(endpoint: EndpointName): number {
    return Math.max(2_000, 4 * (this.latencies.longest(endpoint) ?? Number.POSITIVE_INFINITY));
  }

  /** The time of the run, in milliseconds. */
  now(): number {
    return this.#clock.now();
  }

  /** Waits; resolves to false if the run was stopped. */
  async pause(ms: number): Promise<boolean> {
    if (ms > 0) await this.#clock.pause(ms);
    return this.options.signal?.aborted !== true;
  }
}

/** What a request has attached. Images alone may never be fetched. */
const attachedTo = ({ body }: Call): 'pdfs' | 'images' =>
  JSON.stringify(body).includes('"pdf_urls":["') ? 'pdfs' : 'images';
