import type { Disturbance } from '../../reports/index.ts';
import type { EndpointName } from '../../spec/index.ts';
import { maxCost } from './cost.ts';
import { type Call, type Exchange, isInconclusive, succeeded, type WireResponse } from './exchange.ts';
import { ExchangeCache } from './exchange-cache.ts';
import { KeyWatch } from './key-watch.ts';
import type { LatencyLog } from './latency.ts';
import { BudgetSpent, type MeterReading } from './meter.ts';
import { isAttachmentRefusal, isGatewayRefusal, isRateLimited, maxRetriesFor, retryDelay } from './retry.ts';
import { type ClientOptions, Sender, type SendOptions } from './sender.ts';
import type { Slots } from './slots.ts';
import { identityOf } from './wire.ts';

/** What clients of one run share: everything but the responses they remember. */
interface SharedState {
  readonly sender: Sender;
  readonly keys: KeyWatch;
  /** The latest control of each endpoint. */
  readonly probes: Map<EndpointName, { readonly startedAt: number; readonly exchange: Promise<Exchange> }>;
  /** Requests whose attachments were not read that were sent again, and whether any was read then. */
  readonly attachmentRetries: { failed: number; helped: boolean };
}

/** Longest that the waits before the tries of one request may take together, in milliseconds. */
const MAX_TOTAL_WAIT_MS = 150_000;

/** Looks at the neighbour that a lasting failure needs at least before it counts as one of the request itself, and at most. */
const PROBES = { min: 2, max: 15 } as const;

/** So many neighbours in a row that are not served either tell that the target is away. */
const FAILED_PROBES_WHEN_AWAY = 4;

/** A failure that comes each time belongs to the request once chance explains it no better than this. */
const MAX_CHANCE = 1e-6;

/** So often must a request be refused for want of credit, while one as dear is accepted in between, and the wait between, in milliseconds. */
const CREDIT_PROBES = 4;
const CREDIT_WAIT_MS = 300;

/** Requests that were found to fail each time, after which another is looked into at once. */
const MANY_FAILING_REQUESTS = 8;

/** A request whose attachments can be read, and were not, is sent again after these waits, in milliseconds, unless so many were in vain. */
const ATTACHMENT_RETRIES = { waits: [300, 1_000, 3_000], maxFailed: 6 } as const;

/**
 * Sends calls to one target: bounded, retried where that is fair, counted, and each equal call only once a run. What failed is never
 * remembered.
 */
export class TargetClient {
  readonly #shared: SharedState;
  readonly #sender: Sender;
  /** What equal calls share. */
  readonly cache = new ExchangeCache();

  constructor(given: ClientOptions | SharedState) {
    this.#shared =
      'sender' in given
        ? given
        : {
            sender: new Sender(given),
            keys: new KeyWatch(),
            probes: new Map(),
            attachmentRetries: { failed: 0, helped: false },
          };
    this.#sender = this.#shared.sender;
  }

  /** A client of the same run that remembers nothing yet: for trying a case again from its beginning. */
  withEmptyCache(): TargetClient {
    return new TargetClient(this.#shared);
  }

  /** What was sent so far. */
  get usage(): MeterReading {
    return this.#sender.meter.read();
  }

  /** Why the target counts as unreachable, or undefined. */
  get unreachable(): string | undefined {
    return this.#sender.health.unreachable;
  }

  /** When the target throttled or was away. */
  get disturbances(): readonly Disturbance[] {
    return this.#sender.disturbances.read();
  }

  /** How long responses took, by endpoint. */
  get latencies(): ReturnType<LatencyLog['read']> {
    return this.#sender.latencies.read();
  }

  /** The slots that bound what is under way at once. */
  get slots(): Slots {
    return this.#sender.slots;
  }

  /** Waits until an endpoint accepts valid requests again; false when it stays away. */
  waitUntilRecovered(endpoint: EndpointName): Promise<boolean> {
    return this.#sender.health.waitUntilRecovered(endpoint);
  }

  /** Requests that the target accepted: without one, a run judges nothing. */
  get acceptedCount(): number {
    return [...this.#sender.accepted.values()].reduce((sum, count) => sum + count, 0);
  }

  /** True when an endpoint has accepted some request of this run. */
  hasAccepted(endpoint: EndpointName): boolean {
    return this.#sender.accepted.has(endpoint);
  }

  /** The response to the smallest valid request to an endpoint, sent after `since` (performance.now()); those who ask together share one. */
  probe(endpoint: EndpointName, since: number): Promise<Exchange> {
    const latest = this.#shared.probes.get(endpoint);
    if (latest && latest.startedAt >= since) return latest.exchange;
    const exchange = this.#send(this.#sender.options.probe(endpoint), {});
    this.#shared.probes.set(endpoint, { startedAt: performance.now(), exchange });
    return exchange;
  }

  /** Waits; false when the run was stopped. Does not wait when a recording is judged. */
  pause(ms: number): Promise<boolean> {
    return this.#sender.pause(ms);
  }

  /** What the run knows of its keys. */
  get keys(): KeyWatch {
    return this.#shared.keys;
  }

  /** Takes note of a failure of the control API. */
  noteControlApi(response: WireResponse): void {
    this.#sender.disturbances.note('control', response);
  }

  /**
   * Sends a call and gives the whole exchange. Equal calls share one exchange unless `fresh`. What goes wrong on the wire stands in
   * `exchange.failure`. Rejects with BudgetSpent, EndpointDenied, EndpointGone or KeyStopped only.
   */
  async send(call: Call, options: SendOptions = {}): Promise<Exchange> {
    const startedAt = performance.now();
    this.#shared.keys.assertUsable(call);
    const first = await (options.fresh || options.race ? this.#send(call, options) : this.#sendCached(call, options));
    const askedAgain = isAttachmentRefusal(first) ? this.#retryAttachments : this.#retryGatewayRefusal;
    const exchange = options.expectsSuccess ? await askedAgain.call(this, first, options, startedAt) : first;
    this.#sender.options.onExchange?.(exchange, startedAt, performance.now());
    return exchange;
  }

  #sendCached(call: Call, options: SendOptions): Promise<Exchange> {
    const known = this.cache.get(call);
    if (known) {
      this.#sender.meter.save();
      return known;
    }
    const exchange = this.#send(call, options);
    this.cache.set(call, exchange);
    return exchange;
  }

  async #send(call: Call, options: SendOptions): Promise<Exchange> {
    const { keys } = this.#shared;
    let exchange = await this.#sender.send(call, options);
    for (
      let [tries, waited] = [1, 0];
      this.#shouldRetry(exchange, options, tries) && waited < MAX_TOTAL_WAIT_MS;
      tries += 1
    ) {
      const wait = retryDelay(exchange, tries);
      waited += wait;
      if (!(await this.#sender.pause(wait))) break;
      const afterNoResponse = exchange.failure !== undefined;
      exchange = { ...(await this.#sender.send(call, options)), attempts: tries + 1, afterNoResponse };
    }
    if (isInconclusive(exchange))
      return (options.retry ?? true) === true ? this.#attributeFailure(exchange, options) : exchange;
    const doubt = keys.noteResponse(exchange, maxCost(call));
    // Where money is counted, one more request would be counted too.
    if (doubt === undefined || (options.retry ?? true) !== true) return exchange;
    let neighbour = await this.#sender.send(doubt, {});
    // Requests under way may have held the credit for a moment; where it runs out, others get a last bit of it.
    for (let looks = 1; succeeded(neighbour); looks += 1) {
      const again = await this.#sender.send(call, options);
      if (succeeded(again) || isInconclusive(again)) return this.#noteRecovered(exchange, again);
      if (exchange.status !== 402 || looks === CREDIT_PROBES) return { ...again, probesAccepted: looks };
      await this.#sender.pause(CREDIT_WAIT_MS);
      neighbour = await this.#sender.send(doubt, {});
    }
    if (neighbour.status !== exchange.status) return exchange;
    const isMade = call.authorization?.kind === 'key';
    // Who asks afresh judges keys.
    if (isMade && options.fresh) return exchange;
    if (await (isMade ? this.#sender.isAcceptedSoon(doubt) : this.waitUntilRecovered(call.endpoint))) {
      const later = await this.#sender.send(call, options);
      if (later.status !== exchange.status) return this.#noteRecovered(exchange, later);
    }
    keys.stop(exchange);
    keys.assertUsable(call);
    return exchange;
  }

  /** Where attachments could be read before, a host of one may have had a bad moment. What is accepted in the end is remembered. */
  async #retryAttachments(exchange: Exchange, options: SendOptions): Promise<Exchange> {
    const identity = identityOf(exchange.call);
    const { failing, acceptedAttachments } = this.#sender;
    const { attachmentRetries: rereads } = this.#shared;
    if (
      !acceptedAttachments ||
      failing.has(identity) ||
      (rereads.failed >= ATTACHMENT_RETRIES.maxFailed && !rereads.helped)
    )
      return exchange;
    for (const wait of ATTACHMENT_RETRIES.waits) {
      if (!(await this.#sender.pause(wait))) return exchange;
      const again = this.#send(exchange.call, options);
      if (isAttachmentRefusal(await again)) continue;
      if (!options.fresh) this.cache.set(exchange.call, again);
      rereads.helped = true;
      return again;
    }
    failing.add(identity);
    rereads.failed += 1;
    return exchange;
  }

  /**
   * Sends a valid request that was refused at the door again, where what stands there had a bad moment: its endpoint accepts its smallest one, now
   * or a few seconds later. `since` is when the request was sent.
   */
  async #retryGatewayRefusal(exchange: Exchange, options: SendOptions, since: number): Promise<Exchange> {
    const { call } = exchange;
    // An armed fault may response so, and is used up.
    if (!isGatewayRefusal(exchange) || options.expectsFault || !this.hasAccepted(call.endpoint)) return exchange;
    const control = await this.probe(call.endpoint, since);
    if (!succeeded(control) && !(isGatewayRefusal(control) && (await this.waitUntilRecovered(call.endpoint))))
      return exchange;
    // The control came with the same key, or without any.
    const own = succeeded(control) && call.authorization === undefined ? { probesAccepted: 1 } : {};
    const again = this.#send(call, options).then((last) => (isGatewayRefusal(last) ? { ...own, ...last } : last));
    if (!options.fresh) this.cache.set(call, again);
    return this.#noteRecovered(exchange, await again);
  }

  /** What a request came to that was refused before; the report tells of refusals at the door that did not last. */
  #noteRecovered(refused: Exchange, exchange: Exchange): Exchange {
    const { disturbances } = this.#sender;
    if (succeeded(exchange) && isGatewayRefusal(refused)) disturbances.noteRefusal(exchange.call.endpoint, refused);
    return exchange;
  }

  #shouldRetry(exchange: Exchange, { retry = true }: SendOptions, tries: number): boolean {
    const { failing, health, slots, options } = this.#sender;
    if (this.#shared.keys.mayBeTooNew(exchange, tries)) return true;
    if (!isInconclusive(exchange) && options.failedInBand?.(exchange) !== true) {
      slots.grow();
      return false;
    }
    if (!retry || (retry === 'rate-limited' && !isRateLimited(exchange))) return false;
    if (failing.has(identityOf(exchange.call)) || health.unreachable !== undefined) return false;
    // Where many requests fail each time, its neighbour tells sooner than waits whether this is one of them.
    const isLikely = failing.size >= MANY_FAILING_REQUESTS && retry === true && exchange.status >= 500;
    return !isLikely && tries <= maxRetriesFor(exchange) && health.worthRetrying(exchange.call.endpoint, exchange);
  }

  /**
   * Tells a bad day from a failure that belongs to the request: its smallest neighbour is sent in between. Where that is served and the request
   * fails again, the exchange says how often its neighbours were served.
   */
  async #attributeFailure(exchange: Exchange, options: SendOptions): Promise<Exchange> {
    const { failing, garbled: forms, health, disturbances } = this.#sender;
    const identity = identityOf(exchange.call);
    if (failing.has(identity)) return { ...exchange, probesAccepted: PROBES.min };
    const { failure, call } = exchange;
    const decided = failure !== undefined && !['broken', 'timeout', 'garbled'].includes(failure.kind);
    if (decided || !health.worthRetrying(call.endpoint, exchange)) return exchange;
    const looks = this.#probesNeeded(exchange);
    let [latest, neighbours] = [exchange, 0];
    try {
      for (let missed = 0; ; ) {
        const neighbour = await this.#sender.send(this.#sender.options.probe(call.endpoint));
        missed = succeeded(neighbour) ? 0 : missed + 1;
        if (
          missed > 0 &&
          (neighbour.failure?.kind === 'timeout' || missed === FAILED_PROBES_WHEN_AWAY || looks === PROBES.min)
        ) {
          // Nobody need ask it for more while it is away.
          if (this.#sender.options.pauses !== false)
            void health.waitUntilRecovered(call.endpoint).catch(() => undefined);
          return latest;
        }
        neighbours += missed === 0 ? 1 : 0;
        if (neighbours === looks) break;
        latest = { ...(await this.#sender.send(call, options)), attempts: latest.attempts + 1 };
        if (!isInconclusive(latest)) return latest;
      }
    } catch (error) {
      if (error instanceof BudgetSpent) return latest;
      throw error;
    }
    failing.add(identity);
    disturbances.forget(identity);
    return { ...forms.acceptAsLasting(latest), probesAccepted: neighbours };
  }

  /**
   * How many neighbours must be served for a failure to belong to a request: the more of the target's other responses fail, the likelier is it that all
   * those to one request do by chance.
   */
  #probesNeeded({ attempts, call }: Exchange): number {
    const { disturbances, meter } = this.#sender;
    const share = disturbances.countOfOthers(identityOf(call)) / Math.max(meter.read().requests - attempts, 1);
    const failures = Math.ceil(Math.log(MAX_CHANCE) / Math.log(Math.min(Math.max(share, 0.001), 0.5)));
    return Math.min(Math.max(failures - attempts + 1, PROBES.min), PROBES.max);
  }
}
