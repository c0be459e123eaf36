import type { EndpointName } from '../../../spec/index.ts';
import { maxCost } from '../exchange/cost.ts';
import { type Call, type Exchange, isInconclusive, isOverlong, succeeded } from '../exchange/exchange.ts';
import type { RequestLog } from '../exchange/request-log.ts';
import { identityOf } from '../exchange/wire.ts';
import { isAttachmentRefusal, isGatewayRefusal, isRateLimited, maxRetriesFor, retryDelay } from '../pacing/retry.ts';
import { attributeFailure } from './attribute-failure.ts';
import { ExchangeCache } from './exchange-cache.ts';
import { KeyTracker } from './key-tracker.ts';
import { CREDIT_WAIT_MS, RefusalRetries } from './refusal-retries.ts';
import { type ClientOptions, Sender, type SendOptions } from './sender.ts';

/** The state that all clients of one run share: everything but their caches. */
interface SharedState {
  readonly sender: Sender;
  readonly keys: KeyTracker;
  readonly probes: Map<EndpointName, { readonly startedAt: number; readonly exchange: Promise<Exchange> }>;
  readonly refusals: RefusalRetries;
}

const sharedState = (sender: Sender): SharedState => ({
  sender,
  keys: new KeyTracker(() => sender.now()),
  probes: new Map(),
  refusals: new RefusalRetries(sender),
});

/** The longest total wait between the attempts of one request. */
const MAX_TOTAL_WAIT_MS = 150_000;

/** A refusal for lack of credit counts after this many repetitions, each with an accepted probe of the same price. */
const CREDIT_PROBES = 4;

/** Once this many requests fail persistently, the next failure is probed without retries. */
const MANY_FAILING_REQUESTS = 8;

/**
 * Sends calls to one target, with a concurrency limit, a budget, retries and a cache for equal calls. Failures are not
 * cached.
 */
export class TargetClient {
  readonly #shared: SharedState;
  /** What knows of every request of the run, and what the target is like. */
  readonly sender: Sender;
  /** The exchanges that equal calls share. */
  readonly cache: ExchangeCache;
  readonly #log: RequestLog | undefined;
  /** Whether each request gets a connection of its own. */
  readonly #newConnections: boolean;

  constructor(
    initial: ClientOptions | SharedState,
    cache = new ExchangeCache(),
    log?: RequestLog,
    newConnections = false,
  ) {
    this.#newConnections = newConnections;
    this.cache = cache;
    this.#log = log;
    this.#shared = 'sender' in initial ? initial : sharedState(new Sender(initial));
    this.sender = this.#shared.sender;
  }

  /**
   * A client of the same run with an empty cache of `owner`, for trying a case again from its beginning; with `newConnections` each request has
   * a connection of its own.
   */
  withEmptyCache(owner: string, newConnections = false): TargetClient {
    return new TargetClient(this.#shared, new ExchangeCache(owner), undefined, newConnections);
  }

  /** The same client, which adds what it sends to a log. */
  withLog(log: RequestLog): TargetClient {
    return new TargetClient(this.#shared, this.cache, log, this.#newConnections);
  }

  /** Waits until an endpoint accepts valid requests again; resolves to false if it stays unavailable. */
  waitUntilRecovered(endpoint: EndpointName): Promise<boolean> {
    return this.sender.waits.during(`${endpoint} failed, and is probed until it recovers`, () =>
      this.sender.health.waitUntilRecovered(endpoint),
    );
  }

  /** How many requests the target accepted. With none, the run judges nothing. */
  get acceptedCount(): number {
    return [...this.sender.accepted.values()].reduce((sum, count) => sum + count, 0);
  }

  hasAccepted(endpoint: EndpointName): boolean {
    return this.sender.accepted.has(endpoint);
  }

  /** The latest probe of an endpoint, unless it was sent before `since`; else a new one. */
  probe(endpoint: EndpointName, since: number): Promise<Exchange> {
    const latest = this.#shared.probes.get(endpoint);
    if (latest && latest.startedAt >= since) return latest.exchange;
    const exchange = this.#send(this.sender.options.probe(endpoint), {});
    this.#shared.probes.set(endpoint, { startedAt: this.now(), exchange });
    return exchange;
  }

  /** The time of the run, in milliseconds. */
  now(): number {
    return this.sender.now();
  }

  /** Waits; resolves to false if the run was stopped. */
  pause(ms: number): Promise<boolean> {
    return this.sender.pause(ms);
  }

  get keys(): KeyTracker {
    return this.#shared.keys;
  }

  /**
   * Sends a call and returns the whole exchange. Equal calls share one exchange unless `fresh`. `exchange.failure`
   * reports a failure on the wire. Rejects with BudgetSpent, EndpointDenied, EndpointUnavailable or KeyUnusable only.
   */
  async send(call: Call, options: SendOptions = {}): Promise<Exchange> {
    const startedAt = this.now();
    this.#shared.keys.assertUsable(call);
    const first = await (options.fresh || options.race ? this.#send(call, options) : this.#sendCached(call, options));
    const exchange = options.expectsSuccess ? await this.#retryRefusal(first, options, startedAt) : first;
    if (options.expectsSuccess) await this.#denyModel(exchange);
    const { request } = exchange;
    const entry = { to: 'api', request, response: exchange, call, startedAt, endedAt: this.now() } as const;
    this.#log?.add(entry);
    this.sender.options.onExchange?.(entry);
    return exchange;
  }

  /** Throws EndpointDenied if the smallest request to the same model is refused too, for lack of permission. */
  async #denyModel(exchange: Exchange): Promise<void> {
    const { keys } = this.#shared;
    const { call } = exchange;
    const model = keys.modelDenied(exchange);
    if (model === undefined) return;
    const smallest = this.sender.options.probe(call.endpoint);
    const probe = await this.sender.send({ ...smallest, body: { ...Object(smallest.body), model } }, {});
    if (keys.modelDenied(probe) !== undefined) keys.denyModel(model);
    keys.assertUsable(call);
  }

  async #sendCached(call: Call, options: SendOptions): Promise<Exchange> {
    const cached = this.cache.get(call);
    if (cached && !this.sender.garbled.isOutdated(await cached)) {
      this.sender.meter.countCached();
      return cached;
    }
    if (this.cache.get(call) !== cached) return this.#sendCached(call, options);
    const exchange = this.#send(call, options);
    this.cache.set(call, exchange);
    return exchange;
  }

  async #send(call: Call, asked: SendOptions): Promise<Exchange> {
    const { keys } = this.#shared;
    const options = this.#newConnections ? { ...asked, newConnection: true } : asked;
    let exchange = await this.sender.send(call, options);
    for (
      let [attempts, waited] = [1, 0];
      this.#shouldRetry(exchange, options, attempts) && waited < MAX_TOTAL_WAIT_MS;
      attempts += 1
    ) {
      const delay = retryDelay(exchange, attempts);
      waited += delay;
      if (!(await this.sender.pause(delay))) break;
      const previousStatus = exchange.failure === undefined ? exchange.status : 0;
      exchange = { ...(await this.sender.send(call, options)), attempts: attempts + 1, previousStatus };
    }
    if (isInconclusive(exchange))
      return (options.retry ?? true) === true ? attributeFailure(this.sender, exchange, options) : exchange;
    const acceptedBefore = keys.noteResponse(exchange, maxCost(call));
    // A caller without retries may count money: one more request would be counted too.
    if (acceptedBefore === undefined || (options.retry ?? true) !== true) return exchange;
    let probe = await this.sender.send(acceptedBefore, {});
    // That the key works for another endpoint says nothing about this one.
    if (succeeded(probe) && acceptedBefore.endpoint !== call.endpoint) return exchange;
    // Requests in flight may reserve the credit for a moment, or use up the last of it.
    for (let probes = 1; succeeded(probe); probes += 1) {
      const retried = await this.sender.send(call, options);
      if (succeeded(retried) || isInconclusive(retried)) return this.#noteRecovered(exchange, retried);
      if (exchange.status !== 402 || probes === CREDIT_PROBES) return { ...retried, probesAccepted: probes };
      await this.sender.pause(CREDIT_WAIT_MS);
      probe = await this.sender.send(acceptedBefore, {});
    }
    if (probe.status !== exchange.status) return exchange;
    const isCreatedKey = call.authorization?.kind === 'key';
    // A check that sends a fresh request with such a key judges the key itself.
    if (isCreatedKey && options.fresh) return exchange;
    const recovers = isCreatedKey
      ? this.sender.isAcceptedSoon(acceptedBefore, exchange.attempts)
      : this.waitUntilRecovered(call.endpoint);
    if (await recovers) {
      const retried = await this.sender.send(call, options);
      if (retried.status !== exchange.status) return this.#noteRecovered(exchange, retried);
    }
    keys.markUnusable(exchange);
    keys.assertUsable(call);
    return exchange;
  }

  /** Retries a valid request that was refused for a reason that may pass, and caches what it gets. */
  async #retryRefusal(refused: Exchange, options: SendOptions, since: number): Promise<Exchange> {
    const { refusals } = this.#shared;
    // Who counts money sends without retries, and judges a 402 itself.
    const isForCredit = refused.status === 402 && (options.retry ?? true) === true && !options.expectsFault;
    if (!isForCredit && !isAttachmentRefusal(refused)) {
      // An armed fault may cause the same response. It is used up, so a retry would not show it again.
      const mayBeFromGateway =
        isGatewayRefusal(refused) || (!succeeded(refused) && this.sender.garbled.isUnfamiliar(refused));
      if (!mayBeFromGateway || options.expectsFault) return refused;
      const retry = (): Promise<Exchange> => this.#retryGatewayRefusal(refused, options, since);
      return options.fresh ? retry() : refusals.forGateway(refused, retry);
    }
    const resend = (): Promise<Exchange> => this.#send(refused.call, options);
    const retried = await (isForCredit
      ? refusals.forCredit(refused, resend)
      : refusals.forAttachments(refused, resend));
    if (retried !== refused && !options.fresh) this.cache.set(refused.call, Promise.resolve(retried));
    return retried;
  }

  /**
   * Retries a valid request that a gateway may have refused, if a probe of its endpoint is accepted now or, if the
   * endpoint ever accepted a request, a few seconds later. `since` is when the request was sent.
   */
  async #retryGatewayRefusal(exchange: Exchange, options: SendOptions, since: number): Promise<Exchange> {
    const { call } = exchange;
    const hasAccepted = this.hasAccepted(call.endpoint);
    const mayProbe = hasAccepted || (this.#shared.refusals.mayProbeFirst(call.endpoint) && this.acceptedCount > 0);
    if (!mayProbe) return exchange;
    const probe = await this.probe(call.endpoint, since);
    if (
      !succeeded(probe) &&
      !(hasAccepted && isGatewayRefusal(probe) && (await this.waitUntilRecovered(call.endpoint)))
    )
      return exchange;
    // The probe used the same key only if the call has no authorization of its own.
    const probed = succeeded(probe) && call.authorization === undefined ? { probesAccepted: 1 } : {};
    const retried = this.#send(call, options).then((last) => (isGatewayRefusal(last) ? { ...probed, ...last } : last));
    if (!options.fresh) this.cache.set(call, retried);
    return this.#noteRecovered(exchange, await retried);
  }

  /** Returns the exchange that followed a refusal; the report mentions gateway refusals that did not last. */
  #noteRecovered(refused: Exchange, exchange: Exchange): Exchange {
    const { disturbances } = this.sender;
    if (succeeded(exchange) && isGatewayRefusal(refused)) disturbances.noteRefusal(exchange.call.endpoint, refused);
    return exchange;
  }

  #shouldRetry(exchange: Exchange, { retry = true }: SendOptions, attempts: number): boolean {
    const { persistentFailures, health, slots, options } = this.sender;
    if (this.#shared.keys.mayBeUnknownYet(exchange, attempts)) return true;
    if (!isInconclusive(exchange) && options.failedInBand?.(exchange) !== true) {
      slots.grow();
      return false;
    }
    if (!retry || (retry === 'rate-limited' && !isRateLimited(exchange))) return false;
    if (persistentFailures.has(identityOf(exchange.call)) || health.unreachable !== undefined) return false;
    // If many requests fail persistently, a probe shows sooner than a retry whether this is one of them.
    const isLikelyPersistent =
      persistentFailures.size >= MANY_FAILING_REQUESTS &&
      retry === true &&
      (exchange.status >= 500 || isOverlong(exchange));
    return (
      !isLikelyPersistent &&
      attempts <= maxRetriesFor(exchange) &&
      health.worthRetrying(exchange.call.endpoint, exchange)
    );
  }
}
