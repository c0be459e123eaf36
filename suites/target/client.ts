import type { Disturbance } from '../../reports/index.ts';
import type { EndpointName } from '../../spec/index.ts';
import { upperCost } from '../model/cost.ts';
import { Disturbances } from './disturbances.ts';
import { type Call, type Exchange, inconclusive, succeeded, type WireAnswer, type WireRequest } from './exchange.ts';
import { Health } from './health.ts';
import { KeyWatch } from './key-watch.ts';
import { BudgetSpent, Meter, type MeterReading } from './meter.ts';
import { Pace } from './pace.ts';
import { isPutOff, pause, retriesFor, waitFor } from './retry.ts';
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
  /** Does not wait for a free slot: for races, whose requests must run side by side. */
  readonly race?: boolean;
  /** Bound of this request in milliseconds, where a right answer may take longer than others. */
  readonly timeoutMs?: number;
}

/** What clients of one run share: everything but the answers they remember. */
interface Run {
  readonly options: ClientOptions;
  readonly meter: Meter;
  readonly slots: Slots;
  readonly pace: Pace;
  readonly health: Health;
  readonly keys: KeyWatch;
  readonly disturbances: Disturbances;
  /** Requests that failed each time while their neighbours were served. */
  readonly failing: Set<string>;
  /** Requests of this run that each endpoint accepted. */
  readonly accepting: Map<EndpointName, number>;
  /** The latest control of each endpoint. */
  readonly controls: Map<EndpointName, { readonly startedAt: number; readonly exchange: Promise<Exchange> }>;
}

/** Longest that the waits before the tries of one request may take together, in milliseconds. */
const LONGEST = 45_000;

/** Looks at the neighbour that a lasting failure needs before it counts as one of the request itself. */
const LOOKS = 2;

/**
 * Sends calls to one target: bounded, retried where that is fair, counted, and each equal call only once a run. What failed is never
 * remembered.
 */
export class TargetClient {
  readonly #run: Run;
  readonly #known = new Map<string, Promise<Exchange>>();

  constructor(options: ClientOptions | Run) {
    this.#run = 'slots' in options ? options : this.#begin(options);
  }

  /** A client of the same run that remembers nothing yet: for trying a case again from its beginning. */
  anew(): TargetClient {
    return new TargetClient(this.#run);
  }

  /** What was sent so far. */
  get sent(): MeterReading {
    return this.#run.meter.read();
  }

  /** Why the target counts as unreachable, or undefined. */
  get unreachable(): string | undefined {
    return this.#run.health.unreachable;
  }

  /** When the target throttled or was away. */
  get disturbances(): readonly Disturbance[] {
    return this.#run.disturbances.read();
  }

  /** Requests under way at this moment. */
  get busy(): number {
    return this.#run.slots.busy;
  }

  /** Endpoints that the active key may not use from the start, with the reason: calls to them reject with EndpointDenied. */
  deny(endpoint: EndpointName, reason: string): void {
    this.#run.keys.deny(endpoint, reason);
  }

  /** Waits until an endpoint accepts valid requests again; false when it stays away. */
  recovered(endpoint: EndpointName): Promise<boolean> {
    return this.#run.health.recovered(endpoint);
  }

  /** Requests that the target accepted: without one, a run judges nothing. */
  get acceptedCount(): number {
    return [...this.#run.accepting.values()].reduce((sum, count) => sum + count, 0);
  }

  /** True when an endpoint has accepted some request of this run. */
  accepts(endpoint: EndpointName): boolean {
    return this.#run.accepting.has(endpoint);
  }

  /** The answer to the smallest valid request to an endpoint, sent after `since` (performance.now()); those who ask together share one. */
  control(endpoint: EndpointName, since: number): Promise<Exchange> {
    const latest = this.#run.controls.get(endpoint);
    if (latest && latest.startedAt >= since) return latest.exchange;
    const exchange = this.#send(this.#neighbour(endpoint), {});
    this.#run.controls.set(endpoint, { startedAt: performance.now(), exchange });
    return exchange;
  }

  /** Waits; false when the run was stopped. Does not wait when a recording is judged. */
  pause(ms: number): Promise<boolean> {
    return this.#pause(ms);
  }

  /** Takes note of a failure of the control API. */
  noteControl(answer: WireAnswer): void {
    this.#run.disturbances.note('control', answer);
  }

  /**
   * Sends a call and gives the whole exchange. Equal calls share one exchange unless `fresh`. What goes wrong on the wire stands in
   * `exchange.failure`. Rejects with BudgetSpent, EndpointDenied or KeyStopped only.
   */
  async send(call: Call, options: SendOptions = {}): Promise<Exchange> {
    const startedAt = performance.now();
    this.#run.keys.admit(call);
    const exchange = await (options.fresh || options.race
      ? this.#send(call, options)
      : this.#remembered(call, options));
    this.#run.options.onExchange?.(exchange, startedAt, performance.now());
    return exchange;
  }

  #begin(options: ClientOptions): Run {
    const look = (endpoint: EndpointName): Promise<Exchange> => this.#attempt(this.#neighbour(endpoint), {});
    const wait = (ms: number): Promise<boolean> => this.#pause(ms);
    return {
      options,
      meter: new Meter(options.budgetMicros),
      slots: new Slots(options.concurrency),
      pace: options.pace ?? new Pace(options.signal),
      health: new Health(look, wait),
      keys: new KeyWatch(),
      disturbances: new Disturbances(),
      failing: new Set(),
      accepting: new Map(),
      controls: new Map(),
    };
  }

  #remembered(call: Call, options: SendOptions): Promise<Exchange> {
    const identity = identityOf(call);
    const known = this.#known.get(identity);
    if (known) {
      this.#run.meter.save();
      return known;
    }
    const forget = (): void => void this.#known.delete(identity);
    const exchange = this.#send(call, options);
    this.#known.set(identity, exchange);
    // A stream that told of a failure each time is remembered: it has a status of success, and chat is dear.
    exchange.then((answer) => inconclusive(answer) && forget(), forget);
    return exchange;
  }

  async #send(call: Call, options: SendOptions): Promise<Exchange> {
    const { keys } = this.#run;
    let exchange = await this.#attempt(call, options);
    for (let [tries, waited] = [1, 0]; this.#again(exchange, options, tries) && waited < LONGEST; tries += 1) {
      const wait = waitFor(exchange, tries);
      waited += wait;
      if (!(await this.#pause(wait))) break;
      exchange = { ...(await this.#attempt(call, options)), attempts: tries + 1 };
    }
    if (inconclusive(exchange))
      return (options.retry ?? true) === true ? this.#whoseFault(exchange, options) : exchange;
    const doubt = keys.note(exchange, upperCost(call));
    if (doubt === undefined) return exchange;
    const neighbour = await this.#attempt(doubt, {});
    if (succeeded(neighbour)) return { ...exchange, neighbours: 1 };
    if (neighbour.status !== exchange.status) return exchange;
    keys.stop(exchange);
    keys.admit(call);
    return exchange;
  }

  #again(exchange: Exchange, { retry = true }: SendOptions, tries: number): boolean {
    const { failing, health, slots } = this.#run;
    if (!this.#failed(exchange)) {
      slots.grow();
      return false;
    }
    if (!retry || (retry === 'put-off' && !isPutOff(exchange))) return false;
    if (failing.has(identityOf(exchange.call)) || health.unreachable !== undefined) return false;
    return tries <= retriesFor(exchange) && health.worthWaiting(exchange.call.endpoint, exchange);
  }

  /**
   * Tells a bad day from a failure that belongs to the request: its smallest neighbour is sent in between. Where that is served and the request
   * fails again, the exchange says how often its neighbours were served.
   */
  async #whoseFault(exchange: Exchange, options: SendOptions): Promise<Exchange> {
    const { failing, health } = this.#run;
    const identity = identityOf(exchange.call);
    if (failing.has(identity)) return { ...exchange, neighbours: LOOKS };
    const { failure, call } = exchange;
    const decided = failure !== undefined && failure.kind !== 'broken' && failure.kind !== 'timeout';
    if (decided || !health.worthWaiting(call.endpoint, exchange)) return exchange;
    let latest = exchange;
    try {
      for (let neighbours = 1; neighbours <= LOOKS; neighbours += 1) {
        if (!succeeded(await this.#attempt(this.#neighbour(call.endpoint), {}))) return latest;
        if (neighbours === LOOKS) break;
        latest = { ...(await this.#attempt(call, options)), attempts: latest.attempts + 1 };
        if (!inconclusive(latest)) return latest;
      }
    } catch (error) {
      if (error instanceof BudgetSpent) return latest;
      throw error;
    }
    failing.add(identity);
    return { ...latest, neighbours: LOOKS };
  }

  #failed(exchange: Exchange): boolean {
    return inconclusive(exchange) || (this.#run.options.failedInBand?.(exchange) ?? false);
  }

  #neighbour(endpoint: EndpointName): Call {
    return this.#run.options.neighbour(endpoint);
  }

  /** Sends a call once, in a slot. */
  async #attempt(call: Call, { race = false, retry = true, faultDue, timeoutMs = 0 }: SendOptions): Promise<Exchange> {
    const { options, slots, health, pace, disturbances, accepting } = this.#run;
    const request = toWire(call, options.baseUrl, options.activeKey);
    const { unreachable } = health;
    if (unreachable !== undefined) return { ...nothing(unreachable), call, request, attempts: 0 };
    // A kept connection may be closed under the request, after which nobody knows whether it was carried out.
    const ownConnection = retry !== true && !race;
    const longest = Math.max(timeoutMs, options.timeoutMs);
    const once = async (): Promise<WireAnswer> => {
      if (options.waits !== false) await pace.ready();
      return this.#once(call, request, longest, ownConnection);
    };
    const answer = await (race ? once() : slots.use(once));
    const asked = faultDue && (answer.status >= 500 || answer.failure?.kind === 'broken');
    if (!asked) {
      health.note(call.endpoint, answer);
      disturbances.note(call.endpoint, answer);
      if (answer.failure === undefined && (answer.status === 429 || answer.status === 503)) slots.shrink();
      // A literal header is no key that the others use: what it is told concerns nobody else.
      if (isPutOff(answer) && accepting.size > 0 && call.authorization?.kind !== 'header')
        pace.hold(waitFor(answer, 1));
    }
    if (succeeded(answer)) accepting.set(call.endpoint, (accepting.get(call.endpoint) ?? 0) + 1);
    return { ...answer, call, request, attempts: 1 };
  }

  async #once(call: Call, request: WireRequest, timeoutMs: number, ownConnection: boolean): Promise<WireAnswer> {
    const { options, meter } = this.#run;
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

  /** Waits; false when the run was stopped. */
  async #pause(ms: number): Promise<boolean> {
    const { signal, waits } = this.#run.options;
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
