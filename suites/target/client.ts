import { setTimeout as sleep } from 'node:timers/promises';
import { upperCost } from '../model/cost.ts';
import { Breaker } from './breaker.ts';
import { type Call, type Exchange, headerOf, inconclusive, type WireAnswer, type WireRequest } from './exchange.ts';
import { Meter, type MeterReading } from './meter.ts';
import { Slots } from './slots.ts';
import type { Transport } from './transport.ts';
import { identityOf, toWire } from './wire.ts';

/** How a client reaches its target. */
export interface ClientOptions {
  readonly baseUrl: string;
  readonly activeKey: string;
  readonly transport: Transport;
  /** Upper bound of the bill in micros; undefined for none. */
  readonly budgetMicros?: number;
  /** Requests under way at once. */
  readonly concurrency: number;
  /** Bound of one request in milliseconds. */
  readonly timeoutMs: number;
  /** Stops the run: requests under way are given up. */
  readonly signal?: AbortSignal;
  /** Waits between attempts; false when a recording is judged again. */
  readonly waits?: boolean;
}

/** How one call is sent. */
export interface SendOptions {
  /** Sends even when an equal call was answered before. */
  readonly fresh?: boolean;
  /** False when a server fault is the expected answer. */
  readonly retry?: boolean;
  /** Does not wait for a free slot: for races, whose requests must run side by side. */
  readonly race?: boolean;
  /** Bound of this request in milliseconds, where a right answer may take longer than others. */
  readonly timeoutMs?: number;
}

/** Retries of a server fault, 429 or lost connection. */
const RETRIES = 2;
/** First wait before a retry in milliseconds; it doubles. */
const FIRST_WAIT = 200;
/** Longest wait that a Retry-After may ask for, in milliseconds. */
const LONGEST_WAIT = 5_000;

/** Sends calls to one target: bounded, retried where that is fair, counted, and each equal call only once a run. */
export class TargetClient {
  readonly #options: ClientOptions;
  readonly #meter: Meter;
  readonly #slots: Slots;
  readonly #breaker = new Breaker();
  readonly #known = new Map<string, Promise<Exchange>>();

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#meter = new Meter(options.budgetMicros);
    this.#slots = new Slots(options.concurrency);
  }

  /** What was sent so far. */
  get sent(): MeterReading {
    return this.#meter.read();
  }

  /** Why the target counts as unreachable, or undefined. */
  get unreachable(): string | undefined {
    return this.#breaker.open;
  }

  /**
   * Sends a call and gives the whole exchange. Equal calls share one exchange unless `fresh`.
   * Rejects with BudgetSpent only; what goes wrong on the wire stands in `exchange.failure`.
   */
  send(call: Call, options: SendOptions = {}): Promise<Exchange> {
    if (options.fresh || options.race) return this.#send(call, options);
    const identity = identityOf(call);
    const known = this.#known.get(identity);
    if (known) {
      this.#meter.save();
      return known;
    }
    const exchange = this.#send(call, options);
    this.#known.set(identity, exchange);
    exchange.catch(() => this.#known.delete(identity));
    return exchange;
  }

  async #send(call: Call, options: SendOptions): Promise<Exchange> {
    const request = toWire(call, this.#options.baseUrl, this.#options.activeKey);
    const attempt = (): Promise<Exchange> => this.#attempt(call, request, options);
    return options.race ? attempt() : this.#slots.use(attempt);
  }

  async #attempt(call: Call, request: WireRequest, options: SendOptions): Promise<Exchange> {
    const { retry = true, timeoutMs = 0 } = options;
    for (let attempts = 1; ; attempts += 1) {
      const closed = this.#breaker.open;
      if (closed !== undefined) return { ...nothing(closed), call, request, attempts: attempts - 1 };
      const cost = upperCost(call);
      this.#meter.spend(cost);
      const answer = await this.#options.transport.send(request, {
        timeoutMs: Math.max(timeoutMs, this.#options.timeoutMs),
        ...(this.#options.signal ? { signal: this.#options.signal } : {}),
      });
      if (answer.failure !== undefined || answer.status < 400 || answer.status >= 500) this.#meter.charge(cost);
      const again =
        retry && attempts <= RETRIES && inconclusive(answer) && worthRetrying(answer) && this.#breaker.retries(answer);
      if (!again) {
        this.#breaker.note(answer, !retry);
        return { ...answer, call, request, attempts };
      }
      if (this.#options.waits !== false) await pause(waitFor(answer, attempts), this.#options.signal);
    }
  }
}

const nothing = (message: string): WireAnswer => ({
  status: 0,
  headers: [],
  body: new Uint8Array(),
  chunks: [],
  failure: { kind: 'connect', message },
});

const worthRetrying = (answer: WireAnswer): boolean =>
  answer.failure === undefined ||
  answer.failure.kind === 'broken' ||
  answer.failure.kind === 'timeout' ||
  answer.failure.kind === 'connect';

function waitFor(answer: WireAnswer, attempts: number): number {
  const asked = Number(headerOf(answer, 'retry-after'));
  const backoff = FIRST_WAIT * 2 ** (attempts - 1);
  return Number.isFinite(asked) && asked > 0 ? Math.min(asked * 1_000, LONGEST_WAIT) : backoff;
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal ? { signal } : {}).catch(() => undefined);
}
