import type { Disturbance } from '../../reports/index.ts';
import type { EndpointName } from '../../spec/index.ts';
import { attributeFailure } from './attribute-failure.ts';
import { maxCost } from './cost.ts';
import { type Call, type Exchange, isInconclusive, succeeded, type WireResponse } from './exchange.ts';
import { ExchangeCache } from './exchange-cache.ts';
import { KeyTracker } from './key-tracker.ts';
import type { LatencyLog } from './latency.ts';
import type { Usage } from './meter.ts';
import type { RequestLog } from './request-log.ts';
import { isAttachmentRefusal, isGatewayRefusal, isRateLimited, maxRetriesFor, retryDelay } from './retry.ts';
import { type ClientOptions, Sender, type SendOptions } from './sender.ts';
import type { Slots } from './slots.ts';
import { identityOf } from './wire.ts';

/** What all clients of one run share: everything but their caches. */
interface SharedState {
  readonly sender: Sender;
  readonly keys: KeyTracker;
  readonly probes: Map<EndpointName, { readonly startedAt: number; readonly exchange: Promise<Exchange> }>;
  /** How many requests were retried for their attachments in vain, and whether a retry ever helped. */
  readonly attachmentRetries: { failed: number; helped: boolean };
}

/** The waits before the attempts of one request take no longer than this together. */
const MAX_TOTAL_WAIT_MS = 150_000;

/** Refusals for lack of credit, each with an accepted probe of the same price, before the refusal counts. */
const CREDIT_PROBES = 4;
const CREDIT_WAIT_MS = 300;

/** Once so many requests are known to fail each time, the next failure is probed without retries. */
const MANY_FAILING_REQUESTS = 8;

/** Delays before a request is retried whose attachments were refused, and how many requests may be retried in vain. */
const ATTACHMENT_RETRIES = { delaysMs: [300, 1_000, 3_000], maxFailed: 6 } as const;

/**
 * Sends calls to one target: bounded, counted, retried, and equal calls only once in a run. Failures are not cached.
 */
export class TargetClient {
  readonly #shared: SharedState;
  readonly #sender: Sender;
  /** The exchanges that equal calls share. */
  readonly cache: ExchangeCache;
  readonly #log: RequestLog | undefined;

  constructor(initial: ClientOptions | SharedState, cache = new ExchangeCache(), log?: RequestLog) {
    this.cache = cache;
    this.#log = log;
    this.#shared =
      'sender' in initial
        ? initial
        : {
            sender: new Sender(initial),
            keys: new KeyTracker(),
            probes: new Map(),
            attachmentRetries: { failed: 0, helped: false },
          };
    this.#sender = this.#shared.sender;
  }

  /** A client of the same run with an empty cache, for trying a case again from its beginning. */
  withEmptyCache(): TargetClient {
    return new TargetClient(this.#shared);
  }

  /** The same client, which adds what it sends to a log. */
  withLog(log: RequestLog): TargetClient {
    return new TargetClient(this.#shared, this.cache, log);
  }

  /** What was sent so far. */
  get usage(): Usage {
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

  get latencies(): ReturnType<LatencyLog['read']> {
    return this.#sender.latencies.read();
  }

  get slots(): Slots {
    return this.#sender.slots;
  }

  /** Waits until an endpoint accepts valid requests again; false when it stays away. */
  waitUntilRecovered(endpoint: EndpointName): Promise<boolean> {
    return this.#sender.health.waitUntilRecovered(endpoint);
  }

  /** How many requests the target accepted. A run without any judges nothing. */
  get acceptedCount(): number {
    return [...this.#sender.accepted.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Whether an endpoint has accepted a request of this run. */
  hasAccepted(endpoint: EndpointName): boolean {
    return this.#sender.accepted.has(endpoint);
  }

  /** The latest probe of an endpoint, unless it was sent before `since` (performance.now()); else a new one. */
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
  get keys(): KeyTracker {
    return this.#shared.keys;
  }

  /** Notes a failure of the control API. */
  noteControlApi(response: WireResponse): void {
    this.#sender.disturbances.note('control', response);
  }

  /**
   * Sends a call and returns the whole exchange. Equal calls share one exchange unless `fresh`. `exchange.failure`
   * reports a failure on the wire. Rejects with BudgetSpent, EndpointDenied, EndpointGone or KeyStopped only.
   */
  async send(call: Call, options: SendOptions = {}): Promise<Exchange> {
    const startedAt = performance.now();
    this.#shared.keys.assertUsable(call);
    const first = await (options.fresh || options.race ? this.#send(call, options) : this.#sendCached(call, options));
    const retryRefusal = isAttachmentRefusal(first) ? this.#retryAttachments : this.#retryGatewayRefusal;
    const exchange = options.expectsSuccess ? await retryRefusal.call(this, first, options, startedAt) : first;
    if (options.expectsSuccess) await this.#denyModel(exchange);
    const { request } = exchange;
    const entry = { to: 'api', request, response: exchange, call, startedAt, endedAt: performance.now() } as const;
    this.#log?.add(entry);
    this.#sender.options.onExchange?.(entry);
    return exchange;
  }

  /** Where the smallest request to a model is refused as well, for lack of permission: throws EndpointDenied. */
  async #denyModel(exchange: Exchange): Promise<void> {
    const { keys } = this.#shared;
    const { call } = exchange;
    const model = keys.modelDenied(exchange);
    if (model === undefined) return;
    const smallest = this.#sender.options.probe(call.endpoint);
    const probe = await this.#sender.send({ ...smallest, body: { ...Object(smallest.body), model } }, {});
    if (keys.modelDenied(probe) !== undefined) keys.denyModel(model);
    keys.assertUsable(call);
  }

  #sendCached(call: Call, options: SendOptions): Promise<Exchange> {
    const cached = this.cache.get(call);
    if (cached) {
      this.#sender.meter.countCached();
      return cached;
    }
    const exchange = this.#send(call, options);
    this.cache.set(call, exchange);
    return exchange;
  }

  async #send(call: Call, options: SendOptions): Promise<Exchange> {
    const { keys } = this.#shared;
    let exchange = await this.#sender.send(call, options);
    for (
      let [attempts, waited] = [1, 0];
      this.#shouldRetry(exchange, options, attempts) && waited < MAX_TOTAL_WAIT_MS;
      attempts += 1
    ) {
      const delay = retryDelay(exchange, attempts);
      waited += delay;
      if (!(await this.#sender.pause(delay))) break;
      const afterNoResponse = exchange.failure !== undefined;
      exchange = { ...(await this.#sender.send(call, options)), attempts: attempts + 1, afterNoResponse };
    }
    if (isInconclusive(exchange))
      return (options.retry ?? true) === true ? attributeFailure(this.#sender, exchange, options) : exchange;
    const acceptedBefore = keys.noteResponse(exchange, maxCost(call));
    // Where the caller counts money, one more request would be counted too.
    if (acceptedBefore === undefined || (options.retry ?? true) !== true) return exchange;
    let probe = await this.#sender.send(acceptedBefore, {});
    // That a key is good elsewhere says nothing of this endpoint.
    if (succeeded(probe) && acceptedBefore.endpoint !== call.endpoint) return exchange;
    // Requests under way may hold the credit for a moment. Where it runs out, they may also take the last of it.
    for (let probes = 1; succeeded(probe); probes += 1) {
      const retried = await this.#sender.send(call, options);
      if (succeeded(retried) || isInconclusive(retried)) return this.#noteRecovered(exchange, retried);
      if (exchange.status !== 402 || probes === CREDIT_PROBES) return { ...retried, probesAccepted: probes };
      await this.#sender.pause(CREDIT_WAIT_MS);
      probe = await this.#sender.send(acceptedBefore, {});
    }
    if (probe.status !== exchange.status) return exchange;
    const isCreatedKey = call.authorization?.kind === 'key';
    // A check that asks afresh with such a key judges the key itself.
    if (isCreatedKey && options.fresh) return exchange;
    const recovers = isCreatedKey
      ? this.#sender.isAcceptedSoon(acceptedBefore, exchange.attempts)
      : this.waitUntilRecovered(call.endpoint);
    if (await recovers) {
      const retried = await this.#sender.send(call, options);
      if (retried.status !== exchange.status) return this.#noteRecovered(exchange, retried);
    }
    keys.markUnusable(exchange);
    keys.assertUsable(call);
    return exchange;
  }

  /**
   * Retries a request whose attachments were refused: their host may have had a bad moment. Caches an accepted retry.
   */
  async #retryAttachments(exchange: Exchange, options: SendOptions): Promise<Exchange> {
    const identity = identityOf(exchange.call);
    const { persistentFailures, acceptedAttachments } = this.#sender;
    const { attachmentRetries } = this.#shared;
    const hasGivenUp = attachmentRetries.failed >= ATTACHMENT_RETRIES.maxFailed && !attachmentRetries.helped;
    if (!acceptedAttachments || persistentFailures.has(identity) || hasGivenUp) return exchange;
    for (const delay of ATTACHMENT_RETRIES.delaysMs) {
      if (!(await this.#sender.pause(delay))) return exchange;
      const retried = this.#send(exchange.call, options);
      if (isAttachmentRefusal(await retried)) continue;
      if (!options.fresh) this.cache.set(exchange.call, retried);
      attachmentRetries.helped = true;
      return retried;
    }
    persistentFailures.add(identity);
    attachmentRetries.failed += 1;
    return exchange;
  }

  /**
   * Retries a valid request that was refused with a status of gateways (401, 403, 404), if a probe of its endpoint is
   * accepted now or a few seconds later. `since` is when the request was sent.
   */
  async #retryGatewayRefusal(exchange: Exchange, options: SendOptions, since: number): Promise<Exchange> {
    const { call } = exchange;
    // An armed fault may give the same response, and the retry would not meet it again.
    if (!isGatewayRefusal(exchange) || options.expectsFault || !this.hasAccepted(call.endpoint)) return exchange;
    const probe = await this.probe(call.endpoint, since);
    if (!succeeded(probe) && !(isGatewayRefusal(probe) && (await this.waitUntilRecovered(call.endpoint))))
      return exchange;
    // The probe used the same key only if the call has no authorization of its own.
    const probed = succeeded(probe) && call.authorization === undefined ? { probesAccepted: 1 } : {};
    const retried = this.#send(call, options).then((last) => (isGatewayRefusal(last) ? { ...probed, ...last } : last));
    if (!options.fresh) this.cache.set(call, retried);
    return this.#noteRecovered(exchange, await retried);
  }

  /** Returns the exchange that followed a refusal; the report mentions gateway refusals that did not last. */
  #noteRecovered(refused: Exchange, exchange: Exchange): Exchange {
    const { disturbances } = this.#sender;
    if (succeeded(exchange) && isGatewayRefusal(refused)) disturbances.noteRefusal(exchange.call.endpoint, refused);
    return exchange;
  }

  #shouldRetry(exchange: Exchange, { retry = true }: SendOptions, attempts: number): boolean {
    const { persistentFailures, health, slots, options } = this.#sender;
    if (this.#shared.keys.mayBeUnknownYet(exchange, attempts)) return true;
    if (!isInconclusive(exchange) && options.failedInBand?.(exchange) !== true) {
      slots.grow();
      return false;
    }
    if (!retry || (retry === 'rate-limited' && !isRateLimited(exchange))) return false;
    if (persistentFailures.has(identityOf(exchange.call)) || health.unreachable !== undefined) return false;
    // Where many requests fail each time, a probe tells sooner than waits whether this is one of them.
    const isLikelyPersistent =
      persistentFailures.size >= MANY_FAILING_REQUESTS && retry === true && exchange.status >= 500;
    return (
      !isLikelyPersistent &&
      attempts <= maxRetriesFor(exchange) &&
      health.worthRetrying(exchange.call.endpoint, exchange)
    );
  }
}
