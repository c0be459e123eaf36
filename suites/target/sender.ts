import type { EndpointName } from '../../spec/index.ts';
import { hasAttachments, maxCost } from './cost.ts';
import { Disturbances } from './disturbances.ts';
import { type Call, type Exchange, mediaTypeOf, succeeded, type WireRequest, type WireResponse } from './exchange.ts';
import { GarbledResponses } from './garbled.ts';
import { Health } from './health.ts';
import { LatencyLog } from './latency.ts';
import { Meter } from './meter.ts';
import { Pace } from './pace.ts';
import { isOverloaded, isRateLimited, pause, retryAfterIsTooLong, retryDelay } from './retry.ts';
import { Slots } from './slots.ts';
import type { Transport } from './transport.ts';
import { identityOf, toWire } from './wire.ts';

/** How a client reaches its target. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly activeKey: string;
  readonly transport: Transport;
  /** The smallest valid request to an endpoint: sent to tell a bad day of the target from a fault that belongs to one request. */
  readonly probe: (endpoint: EndpointName) => Call;
  /** True for an response that tells of a failure although its status is 200, as a stream may. */
  readonly failedInBand?: (exchange: Exchange) => boolean;
  /** Hears each exchange, remembered ones too: the evidence of a failure is made of them. */
  readonly onExchange?: (exchange: Exchange, startedAt: number, endedAt: number) => void;
  /** Upper bound of the bill in micros; undefined for none. */
  readonly budgetMicros?: number;
  /** Requests under way at once. */
  readonly concurrency: number;
  /** Bound of one request in milliseconds. */
  readonly timeoutMs: number;
  /** Holds requests back together with those of others. */
  readonly pace?: Pace;
  /** Stops the run: requests under way are given up. */
  readonly signal?: AbortSignal;
  /** Waits between attempts; false when a recording is judged again. */
  readonly pauses?: boolean;
}

/** How one call is sent. */
export interface SendOptions {
  /** Sends even when an equal call was answered before. */
  readonly fresh?: boolean;
  /** False when a second try would spoil what is looked at; `rate-limited` when it would not after a 429, which nothing was done for. */
  readonly retry?: boolean | 'rate-limited';
  /** True when a server fault is the expected response: it says nothing of the target's health. */
  readonly expectsFault?: boolean;
  /** True where all that is attached can be read: a request that is refused for it is sent again, for the host may have a bad moment. */
  readonly expectsSuccess?: boolean;
  /** Does not wait for a free slot: for races, whose requests must run side by side. */
  readonly race?: boolean;
  /** True for a request that tells whether an endpoint that is away is back: all others wait for its response. */
  readonly probe?: true;
  /** Bound of this request in milliseconds, where a right response may take longer than others. */
  readonly timeoutMs?: number;
}

/** Waits before a call that was accepted before is sent once more, in milliseconds. */
const SOON_DELAYS_MS = [300, 1_000, 3_000] as const;

/** Sends calls one by one, in slots, and keeps what a run knows of its target: its bill, its pace, its health. */
export class Sender {
  readonly options: ClientOptions;
  readonly meter: Meter;
  readonly slots: Slots;
  readonly health: Health;
  readonly disturbances = new Disturbances();
  readonly garbled = new GarbledResponses();
  readonly latencies = new LatencyLog();
  /** Requests that failed each time while their neighbours were served, by identity. */
  readonly failing = new Set<string>();
  /** Requests of this run that each endpoint accepted. */
  readonly accepted = new Map<EndpointName, number>();
  /** True when a request with attachments was accepted. */
  acceptedAttachments = false;
  readonly #pace: Pace;

  constructor(options: ClientOptions) {
    this.options = options;
    this.meter = new Meter(options.budgetMicros);
    this.slots = new Slots(options.concurrency);
    this.#pace = options.pace ?? new Pace(options.signal);
    this.health = new Health(
      (endpoint) => this.send(options.probe(endpoint), { probe: true }),
      (ms) => this.pause(ms),
    );
  }

  /** Sends a call once. Rejects with BudgetSpent or EndpointGone only. */
  async send(call: Call, sendOptions: SendOptions = {}): Promise<Exchange> {
    const { race = false, retry = true, expectsFault, probe, timeoutMs = 0 } = sendOptions;
    const { options, slots, health, disturbances, accepted, failing } = this;
    const identity = identityOf(call);
    const request = toWire(call, options.baseUrl, options.activeKey);
    const { unreachable } = health;
    if (unreachable !== undefined) return { ...noResponse(unreachable), call, request, attempts: 0 };
    if (options.pauses !== false && !race && !probe) await health.waitWhileAway(call.endpoint);
    // A kept connection may be closed under the request, after which nobody knows whether it was carried out.
    const ownConnection = retry !== true && !race;
    const longest = Math.max(timeoutMs, options.timeoutMs);
    const once = async (): Promise<WireResponse> => {
      if (options.pauses !== false) await this.#pace.ready();
      const bound = health.isAway(call.endpoint) ? Math.min(longest, this.#patienceWith(call.endpoint)) : longest;
      return this.#exchange(call, request, bound, ownConnection);
    };
    const came = await (race ? once() : hasAttachments(call) ? slots.useSlow(once) : slots.use(once));
    // A fault that is due may well break the form of a stream.
    const isDue = expectsFault && mediaTypeOf(came) === 'text/event-stream';
    const response = isDue || failing.has(identity) ? came : this.garbled.mark(call, came);
    const asked = expectsFault && (response.status >= 500 || response.failure?.kind === 'broken');
    if (!asked) {
      health.note(call.endpoint, response);
      if (!failing.has(identity)) disturbances.note(call.endpoint, response, identity);
      if (isOverloaded(response)) slots.shrink();
      // A literal header is no key that the others use: what it is told concerns nobody else.
      if (
        isRateLimited(response) &&
        !retryAfterIsTooLong(response) &&
        accepted.size > 0 &&
        call.authorization?.kind !== 'header'
      )
        this.#pace.hold(retryDelay(response, 1));
    }
    if (succeeded(response)) {
      this.acceptedAttachments ||= hasAttachments(call);
      accepted.set(call.endpoint, (accepted.get(call.endpoint) ?? 0) + 1);
      this.latencies.note(call.endpoint, response);
    }
    return { ...response, call, request, attempts: 1 };
  }

  /** Whether a call is accepted within some seconds, sent again and again. */
  async isAcceptedSoon(call: Call): Promise<boolean> {
    for (const wait of SOON_DELAYS_MS) if ((await this.pause(wait)) && succeeded(await this.send(call))) return true;
    return false;
  }

  async #exchange(call: Call, request: WireRequest, timeoutMs: number, ownConnection: boolean): Promise<WireResponse> {
    const { options, meter } = this;
    const cost = maxCost(call);
    meter.spend(cost);
    const response = await options.transport.send(request, {
      timeoutMs,
      ownConnection,
      ...(options.signal ? { signal: options.signal } : {}),
    });
    if (response.failure !== undefined || response.status < 400 || response.status >= 500) meter.charge(cost);
    return response;
  }

  /**
   * How long an endpoint that is away is given for an response, in milliseconds: each of many hundred requests would hang for its whole bound. Without
   * end where nobody knows how long its responses take.
   */
  #patienceWith(endpoint: EndpointName): number {
    return Math.max(2_000, 4 * (this.latencies.read()[endpoint]?.max ?? Number.POSITIVE_INFINITY));
  }

  /** Waits; false when the run was stopped. Does not wait when a recording is judged. */
  async pause(ms: number): Promise<boolean> {
    const { signal, pauses } = this.options;
    if (pauses !== false && ms > 0) await pause(ms, signal);
    return signal?.aborted !== true;
  }
}

const noResponse = (message: string): WireResponse => ({
  status: 0,
  headers: [],
  body: new Uint8Array(),
  chunks: [],
  failure: { kind: 'connect', message },
});
