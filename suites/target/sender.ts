import type { EndpointName } from '../../spec/index.ts';
import { hasAttachments, upperCost } from './cost.ts';
import { Disturbances } from './disturbances.ts';
import { type Call, type Exchange, mediaTypeOf, succeeded, type WireAnswer, type WireRequest } from './exchange.ts';
import { Forms } from './forms.ts';
import { Health } from './health.ts';
import { LatencyLog } from './latency.ts';
import { Meter } from './meter.ts';
import { Pace } from './pace.ts';
import { asksTooMuch, isCrowded, isPutOff, pause, waitFor } from './retry.ts';
import { Slots } from './slots.ts';
import type { Transport } from './transport.ts';
import { identityOf, toWire } from './wire.ts';

/** How a client reaches its target. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly activeKey: string;
  readonly transport: Transport;
  /** The smallest valid request to an endpoint: sent to tell a bad day of the target from a fault that belongs to one request. */
  readonly neighbour: (endpoint: EndpointName) => Call;
  /** True for an answer that tells of a failure although its status is 200, as a stream may. */
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
  readonly waits?: boolean;
}

/** How one call is sent. */
export interface SendOptions {
  /** Sends even when an equal call was answered before. */
  readonly fresh?: boolean;
  /** False when a second try would spoil what is looked at; `put-off` when it would not after a 429, which nothing was done for. */
  readonly retry?: boolean | 'put-off';
  /** True when a server fault is the expected answer: it says nothing of the target's health. */
  readonly faultDue?: boolean;
  /** True where all that is attached can be read: a request that is refused for it is sent again, for the host may have a bad moment. */
  readonly readable?: boolean;
  /** Does not wait for a free slot: for races, whose requests must run side by side. */
  readonly race?: boolean;
  /** True for a request that tells whether an endpoint that is away is back: all others wait for its answer. */
  readonly look?: true;
  /** Bound of this request in milliseconds, where a right answer may take longer than others. */
  readonly timeoutMs?: number;
}

/** Waits before a call that was accepted before is sent once more, in milliseconds. */
const SOON = [300, 1_000, 3_000] as const;

/** Sends calls one by one, in slots, and keeps what a run knows of its target: its bill, its pace, its health. */
export class Sender {
  readonly options: ClientOptions;
  readonly meter: Meter;
  readonly slots: Slots;
  readonly health: Health;
  readonly disturbances = new Disturbances();
  readonly forms = new Forms();
  readonly latencies = new LatencyLog();
  /** Requests that failed each time while their neighbours were served, by identity. */
  readonly failing = new Set<string>();
  /** Requests of this run that each endpoint accepted. */
  readonly accepted = new Map<EndpointName, number>();
  /** True when a request with attachments was accepted. */
  hasReadAttachments = false;
  readonly #pace: Pace;

  constructor(options: ClientOptions) {
    this.options = options;
    this.meter = new Meter(options.budgetMicros);
    this.slots = new Slots(options.concurrency);
    this.#pace = options.pace ?? new Pace(options.signal);
    this.health = new Health(
      (endpoint) => this.once(options.neighbour(endpoint), { look: true }),
      (ms) => this.pause(ms),
    );
  }

  /** Sends a call once. Rejects with BudgetSpent or EndpointGone only. */
  async once(call: Call, given: SendOptions = {}): Promise<Exchange> {
    const { race = false, retry = true, faultDue, look, timeoutMs = 0 } = given;
    const { options, slots, health, disturbances, accepted, failing } = this;
    const identity = identityOf(call);
    const request = toWire(call, options.baseUrl, options.activeKey);
    const { unreachable } = health;
    if (unreachable !== undefined) return { ...nothing(unreachable), call, request, attempts: 0 };
    if (options.waits !== false && !race && !look) await health.waitFor(call.endpoint);
    // A kept connection may be closed under the request, after which nobody knows whether it was carried out.
    const ownConnection = retry !== true && !race;
    const longest = Math.max(timeoutMs, options.timeoutMs);
    const once = async (): Promise<WireAnswer> => {
      if (options.waits !== false) await this.#pace.ready();
      const bound = health.isAway(call.endpoint) ? Math.min(longest, this.#patienceWith(call.endpoint)) : longest;
      return this.#exchange(call, request, bound, ownConnection);
    };
    const came = await (race ? once() : hasAttachments(call) ? slots.useSlow(once) : slots.use(once));
    // A fault that is due may well break the form of a stream.
    const isDue = faultDue && mediaTypeOf(came) === 'text/event-stream';
    const answer = isDue || failing.has(identity) ? came : this.forms.read(call, came);
    const asked = faultDue && (answer.status >= 500 || answer.failure?.kind === 'broken');
    if (!asked) {
      health.note(call.endpoint, answer);
      if (!failing.has(identity)) disturbances.note(call.endpoint, answer, identity);
      if (isCrowded(answer)) slots.shrink();
      // A literal header is no key that the others use: what it is told concerns nobody else.
      if (isPutOff(answer) && !asksTooMuch(answer) && accepted.size > 0 && call.authorization?.kind !== 'header')
        this.#pace.hold(waitFor(answer, 1));
    }
    if (succeeded(answer)) {
      this.hasReadAttachments ||= hasAttachments(call);
      accepted.set(call.endpoint, (accepted.get(call.endpoint) ?? 0) + 1);
      this.latencies.note(call.endpoint, answer);
    }
    return { ...answer, call, request, attempts: 1 };
  }

  /** Whether a call is accepted within some seconds, sent again and again. */
  async acceptsSoon(call: Call): Promise<boolean> {
    for (const wait of SOON) if ((await this.pause(wait)) && succeeded(await this.once(call))) return true;
    return false;
  }

  async #exchange(call: Call, request: WireRequest, timeoutMs: number, ownConnection: boolean): Promise<WireAnswer> {
    const { options, meter } = this;
    const cost = upperCost(call);
    meter.spend(cost);
    const answer = await options.transport.send(request, {
      timeoutMs,
      ownConnection,
      ...(options.signal ? { signal: options.signal } : {}),
    });
    if (answer.failure !== undefined || answer.status < 400 || answer.status >= 500) meter.charge(cost);
    return answer;
  }

  /**
   * How long an endpoint that is away is given for an answer, in milliseconds: each of many hundred requests would hang for its whole bound. Without
   * end where nobody knows how long its answers take.
   */
  #patienceWith(endpoint: EndpointName): number {
    return Math.max(2_000, 4 * (this.latencies.read()[endpoint]?.max ?? Number.POSITIVE_INFINITY));
  }

  /** Waits; false when the run was stopped. Does not wait when a recording is judged. */
  async pause(ms: number): Promise<boolean> {
    const { signal, waits } = this.options;
    if (waits !== false && ms > 0) await pause(ms, signal);
    return signal?.aborted !== true;
  }
}

const nothing = (message: string): WireAnswer => ({
  status: 0,
  headers: [],
  body: new Uint8Array(),
  chunks: [],
  failure: { kind: 'connect', message },
});
