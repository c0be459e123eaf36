import type { Disturbance } from '../../reports/index.ts';
import type { EndpointName } from '../../spec/index.ts';
import { upperCost } from './cost.ts';
import { type Call, type Exchange, inconclusive, succeeded, type WireAnswer } from './exchange.ts';
import { KeyWatch } from './key-watch.ts';
import type { LatencyLog } from './latency.ts';
import { BudgetSpent, type MeterReading } from './meter.ts';
import { Remembered } from './remembered.ts';
import { isAtTheDoor, isPutOff, isUnread, retriesFor, waitFor } from './retry.ts';
import { type ClientOptions, Sender, type SendOptions } from './sender.ts';
import type { Slots } from './slots.ts';
import { identityOf } from './wire.ts';

/** What clients of one run share: everything but the answers they remember. */
interface Run {
  readonly sender: Sender;
  readonly keys: KeyWatch;
  /** The latest control of each endpoint. */
  readonly controls: Map<EndpointName, { readonly startedAt: number; readonly exchange: Promise<Exchange> }>;
  /** Requests whose attachments were not read that were sent again, and whether any was read then. */
  readonly rereads: { vain: number; helped: boolean };
}

/** Longest that the waits before the tries of one request may take together, in milliseconds. */
const LONGEST = 150_000;

/** Looks at the neighbour that a lasting failure needs at least before it counts as one of the request itself, and at most. */
const LOOKS = { least: 2, most: 15 } as const;

/** So many neighbours in a row that are not served either tell that the target is away. */
const AWAY = 4;

/** A failure that comes each time belongs to the request once chance explains it no better than this. */
const CHANCE = 1e-6;

/** So often must a request be refused for want of credit, while one as dear is accepted in between, and the wait between, in milliseconds. */
const CREDIT_LOOKS = 4;
const CREDIT_WAIT = 300;

/** Requests that were found to fail each time, after which another is looked into at once. */
const MANY_FAILING = 8;

/** A request whose attachments can be read, and were not, is sent again after these waits, in milliseconds, unless so many were in vain. */
const READ_AGAIN = { waits: [300, 1_000, 3_000], vain: 6 } as const;

/**
 * Sends calls to one target: bounded, retried where that is fair, counted, and each equal call only once a run. What failed is never
 * remembered.
 */
export class TargetClient {
  readonly #run: Run;
  readonly #sender: Sender;
  /** What equal calls share. */
  readonly remembered = new Remembered();

  constructor(given: ClientOptions | Run) {
    this.#run =
      'sender' in given
        ? given
        : { sender: new Sender(given), keys: new KeyWatch(), controls: new Map(), rereads: { vain: 0, helped: false } };
    this.#sender = this.#run.sender;
  }

  /** A client of the same run that remembers nothing yet: for trying a case again from its beginning. */
  anew(): TargetClient {
    return new TargetClient(this.#run);
  }

  /** What was sent so far. */
  get sent(): MeterReading {
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

  /** How long answers took, by endpoint. */
  get latencies(): ReturnType<LatencyLog['read']> {
    return this.#sender.latencies.read();
  }

  /** The slots that bound what is under way at once. */
  get slots(): Slots {
    return this.#sender.slots;
  }

  /** Waits until an endpoint accepts valid requests again; false when it stays away. */
  recovered(endpoint: EndpointName): Promise<boolean> {
    return this.#sender.health.recovered(endpoint);
  }

  /** Requests that the target accepted: without one, a run judges nothing. */
  get acceptedCount(): number {
    return [...this.#sender.accepted.values()].reduce((sum, count) => sum + count, 0);
  }

  /** True when an endpoint has accepted some request of this run. */
  accepts(endpoint: EndpointName): boolean {
    return this.#sender.accepted.has(endpoint);
  }

  /** The answer to the smallest valid request to an endpoint, sent after `since` (performance.now()); those who ask together share one. */
  control(endpoint: EndpointName, since: number): Promise<Exchange> {
    const latest = this.#run.controls.get(endpoint);
    if (latest && latest.startedAt >= since) return latest.exchange;
    const exchange = this.#send(this.#sender.options.neighbour(endpoint), {});
    this.#run.controls.set(endpoint, { startedAt: performance.now(), exchange });
    return exchange;
  }

  /** Waits; false when the run was stopped. Does not wait when a recording is judged. */
  pause(ms: number): Promise<boolean> {
    return this.#sender.pause(ms);
  }

  /** What the run knows of its keys. */
  get keys(): KeyWatch {
    return this.#run.keys;
  }

  /** Takes note of a failure of the control API. */
  noteControl(answer: WireAnswer): void {
    this.#sender.disturbances.note('control', answer);
  }

  /**
   * Sends a call and gives the whole exchange. Equal calls share one exchange unless `fresh`. What goes wrong on the wire stands in
   * `exchange.failure`. Rejects with BudgetSpent, EndpointDenied, EndpointGone or KeyStopped only.
   */
  async send(call: Call, options: SendOptions = {}): Promise<Exchange> {
    const startedAt = performance.now();
    this.#run.keys.admit(call);
    const first = await (options.fresh || options.race ? this.#send(call, options) : this.#shared(call, options));
    const askedAgain = isUnread(first) ? this.#readAgain : this.#acceptedLater;
    const exchange = options.readable ? await askedAgain.call(this, first, options, startedAt) : first;
    this.#sender.options.onExchange?.(exchange, startedAt, performance.now());
    return exchange;
  }

  #shared(call: Call, options: SendOptions): Promise<Exchange> {
    const known = this.remembered.get(call);
    if (known) {
      this.#sender.meter.save();
      return known;
    }
    const exchange = this.#send(call, options);
    this.remembered.set(call, exchange);
    return exchange;
  }

  async #send(call: Call, options: SendOptions): Promise<Exchange> {
    const { keys } = this.#run;
    let exchange = await this.#sender.once(call, options);
    for (let [tries, waited] = [1, 0]; this.#again(exchange, options, tries) && waited < LONGEST; tries += 1) {
      const wait = waitFor(exchange, tries);
      waited += wait;
      if (!(await this.#sender.pause(wait))) break;
      const afterSilence = exchange.failure !== undefined;
      exchange = { ...(await this.#sender.once(call, options)), attempts: tries + 1, afterSilence };
    }
    if (inconclusive(exchange))
      return (options.retry ?? true) === true ? this.#whoseFault(exchange, options) : exchange;
    const doubt = keys.note(exchange, upperCost(call));
    // Where money is counted, one more request would be counted too.
    if (doubt === undefined || (options.retry ?? true) !== true) return exchange;
    let neighbour = await this.#sender.once(doubt, {});
    // Requests under way may have held the credit for a moment; where it runs out, others get a last bit of it.
    for (let looks = 1; succeeded(neighbour); looks += 1) {
      const again = await this.#sender.once(call, options);
      if (succeeded(again) || inconclusive(again)) return this.#atLast(exchange, again);
      if (exchange.status !== 402 || looks === CREDIT_LOOKS) return { ...again, neighbours: looks };
      await this.#sender.pause(CREDIT_WAIT);
      neighbour = await this.#sender.once(doubt, {});
    }
    if (neighbour.status !== exchange.status) return exchange;
    const isMade = call.authorization?.kind === 'key';
    // Who asks afresh judges keys.
    if (isMade && options.fresh) return exchange;
    if (await (isMade ? this.#sender.acceptsSoon(doubt) : this.recovered(call.endpoint))) {
      const later = await this.#sender.once(call, options);
      if (later.status !== exchange.status) return this.#atLast(exchange, later);
    }
    keys.stop(exchange);
    keys.admit(call);
    return exchange;
  }

  /** Where attachments could be read before, a host of one may have had a bad moment. What is accepted in the end is remembered. */
  async #readAgain(exchange: Exchange, options: SendOptions): Promise<Exchange> {
    const identity = identityOf(exchange.call);
    const { failing, hasReadAttachments } = this.#sender;
    const { rereads } = this.#run;
    if (!hasReadAttachments || failing.has(identity) || (rereads.vain >= READ_AGAIN.vain && !rereads.helped))
      return exchange;
    for (const wait of READ_AGAIN.waits) {
      if (!(await this.#sender.pause(wait))) return exchange;
      const again = this.#send(exchange.call, options);
      if (isUnread(await again)) continue;
      if (!options.fresh) this.remembered.set(exchange.call, again);
      rereads.helped = true;
      return again;
    }
    failing.add(identity);
    rereads.vain += 1;
    return exchange;
  }

  /**
   * Sends a valid request that was refused at the door again, where what stands there had a bad moment: its endpoint accepts its smallest one, now
   * or a few seconds later. `since` is when the request was sent.
   */
  async #acceptedLater(exchange: Exchange, options: SendOptions, since: number): Promise<Exchange> {
    const { call } = exchange;
    // An armed fault may answer so, and is used up.
    if (!isAtTheDoor(exchange) || options.faultDue || !this.accepts(call.endpoint)) return exchange;
    const control = await this.control(call.endpoint, since);
    if (!succeeded(control) && !(isAtTheDoor(control) && (await this.recovered(call.endpoint)))) return exchange;
    // The control came with the same key, or without any.
    const own = succeeded(control) && call.authorization === undefined ? { neighbours: 1 } : {};
    const again = this.#send(call, options).then((last) => (isAtTheDoor(last) ? { ...own, ...last } : last));
    if (!options.fresh) this.remembered.set(call, again);
    return this.#atLast(exchange, await again);
  }

  /** What a request came to that was refused before; the report tells of refusals at the door that did not last. */
  #atLast(refused: Exchange, exchange: Exchange): Exchange {
    const { disturbances } = this.#sender;
    if (succeeded(exchange) && isAtTheDoor(refused)) disturbances.noteRefusal(exchange.call.endpoint, refused);
    return exchange;
  }

  #again(exchange: Exchange, { retry = true }: SendOptions, tries: number): boolean {
    const { failing, health, slots, options } = this.#sender;
    if (this.#run.keys.notYetKnown(exchange, tries)) return true;
    if (!inconclusive(exchange) && options.failedInBand?.(exchange) !== true) {
      slots.grow();
      return false;
    }
    if (!retry || (retry === 'put-off' && !isPutOff(exchange))) return false;
    if (failing.has(identityOf(exchange.call)) || health.unreachable !== undefined) return false;
    // Where many requests fail each time, its neighbour tells sooner than waits whether this is one of them.
    const isLikely = failing.size >= MANY_FAILING && retry === true && exchange.status >= 500;
    return !isLikely && tries <= retriesFor(exchange) && health.worthWaiting(exchange.call.endpoint, exchange);
  }

  /**
   * Tells a bad day from a failure that belongs to the request: its smallest neighbour is sent in between. Where that is served and the request
   * fails again, the exchange says how often its neighbours were served.
   */
  async #whoseFault(exchange: Exchange, options: SendOptions): Promise<Exchange> {
    const { failing, forms, health, disturbances } = this.#sender;
    const identity = identityOf(exchange.call);
    if (failing.has(identity)) return { ...exchange, neighbours: LOOKS.least };
    const { failure, call } = exchange;
    const decided = failure !== undefined && !['broken', 'timeout', 'garbled'].includes(failure.kind);
    if (decided || !health.worthWaiting(call.endpoint, exchange)) return exchange;
    const looks = this.#looksFor(exchange);
    let [latest, neighbours] = [exchange, 0];
    try {
      for (let missed = 0; ; ) {
        const neighbour = await this.#sender.once(this.#sender.options.neighbour(call.endpoint));
        missed = succeeded(neighbour) ? 0 : missed + 1;
        if (missed > 0 && (neighbour.failure?.kind === 'timeout' || missed === AWAY || looks === LOOKS.least)) {
          // Nobody need ask it for more while it is away.
          if (this.#sender.options.waits !== false) void health.recovered(call.endpoint).catch(() => undefined);
          return latest;
        }
        neighbours += missed === 0 ? 1 : 0;
        if (neighbours === looks) break;
        latest = { ...(await this.#sender.once(call, options)), attempts: latest.attempts + 1 };
        if (!inconclusive(latest)) return latest;
      }
    } catch (error) {
      if (error instanceof BudgetSpent) return latest;
      throw error;
    }
    failing.add(identity);
    disturbances.forget(identity);
    return { ...forms.lasts(latest), neighbours };
  }

  /**
   * How many neighbours must be served for a failure to belong to a request: the more of the target's other answers fail, the likelier is it that all
   * those to one request do by chance.
   */
  #looksFor({ attempts, call }: Exchange): number {
    const { disturbances, meter } = this.#sender;
    const share = disturbances.countBeside(identityOf(call)) / Math.max(meter.read().requests - attempts, 1);
    const failures = Math.ceil(Math.log(CHANCE) / Math.log(Math.min(Math.max(share, 0.001), 0.5)));
    return Math.min(Math.max(failures - attempts + 1, LOOKS.least), LOOKS.most);
  }
}
