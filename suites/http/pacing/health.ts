import type { EndpointName } from '../../../spec/index.ts';
import {
  excerpt,
  isInconclusive,
  isNotRecorded,
  isOverlong,
  succeeded,
  type WireResponse,
} from '../exchange/exchange.ts';
import { BudgetSpent } from './meter.ts';
import { retryAfterIsTooLong } from './retry.ts';

/** The target counts as unreachable after this many requests without a response, if it never sent any. */
const UNREACHABLE_AFTER = 3;

/** Requests are not retried after this many failures in a row, if the target never sent a useful response. */
const GIVE_UP_AFTER = 6;

/** Delays between probes of an unavailable endpoint: a minute and a half in total. */
const PROBE_DELAYS_MS: readonly number[] = [0, 500, 1_000, 2_000, 3_000, 5_000, 8_000, ...Array(7).fill(10_000)];

/**
 * The number of probes (ten seconds in total) for an endpoint that refuses them or never sent a useful response: waiting
 * does not restore a revoked key.
 */
const FEW_PROBES = 6;

/** Why an endpoint was given up. */
interface GivenUp {
  /** Whether it ever sent a useful response. */
  readonly answered: boolean;
  /** Whether it ever accepted a request. */
  readonly accepted: boolean;
  /** Whether its Retry-After is longer than a run waits. */
  readonly postponed: boolean;
  /** Its last response. */
  readonly last: string;
}

/** Thrown for a call to an endpoint that was given up. */
export class EndpointUnavailable extends Error {
  override readonly name = 'EndpointUnavailable';
  constructor(endpoint: string, { answered, accepted, postponed, last }: GivenUp) {
    const before = accepted ? 'accepted valid requests before, then' : 'never accepted a valid request,';
    const refused = answered
      ? `${before} not even its smallest one for a minute and a half`
      : 'never gave a useful answer, not even to its smallest valid request for ten seconds';
    const history = postponed ? 'asks with `Retry-After` for a wait of more than two minutes' : refused;
    super(`${endpoint} ${history}: it was asked for nothing more. Its last answer: ${last}`);
  }
}

/** The health of the target: which endpoints ever answered, which are unavailable, and whether a retry is worthwhile. */
export class Health<Endpoint extends string = EndpointName> {
  readonly #answered: Set<string>;
  readonly #accepted = new Set<Endpoint>();
  readonly #givenUp = new Map<Endpoint, GivenUp>();
  /** Endpoints that refused every probe. */
  readonly #refusing = new Set<Endpoint>();
  readonly #recoveries = new Map<Endpoint, Promise<boolean>>();
  readonly #probe: (endpoint: Endpoint) => Promise<WireResponse>;
  readonly #pause: (ms: number) => Promise<boolean>;
  #unansweredInARow = 0;
  #failuresInARow = 0;
  #unreachable: string | undefined;

  /**
   * `probe` sends an endpoint its smallest valid request; `pause` resolves to false when the run was stopped. What `answered`, such as another part
   * of the target, shows that it is worth waiting for.
   */
  constructor(
    probe: (endpoint: Endpoint) => Promise<WireResponse>,
    pause: (ms: number) => Promise<boolean>,
    answered: readonly string[] = [],
  ) {
    this.#answered = new Set(answered);
    this.#probe = probe;
    this.#pause = pause;
  }

  note(endpoint: Endpoint, response: WireResponse): void {
    if (response.failure?.kind === 'cancelled' || isNotRecorded(response)) return;
    const noResponse = response.failure !== undefined && !isOverlong(response);
    const failed = noResponse || response.status >= 500 || response.status === 429;
    if (!failed) {
      this.#answered.add(endpoint);
      this.#givenUp.delete(endpoint);
      if (succeeded(response)) {
        this.#accepted.add(endpoint);
        this.#refusing.delete(endpoint);
      }
      this.#unreachable = undefined;
    }
    this.#unansweredInARow = noResponse ? this.#unansweredInARow + 1 : 0;
    this.#failuresInARow = failed ? this.#failuresInARow + 1 : 0;
    if (noResponse && this.#answered.size === 0 && this.#unansweredInARow >= UNREACHABLE_AFTER)
      this.#unreachable ??= response.failure.message;
  }

  /** Why nothing more is sent; undefined while the target may still answer. */
  get unreachable(): string | undefined {
    return this.#unreachable;
  }

  /** Whether an endpoint is being probed, or was given up and has not answered since. */
  isUnavailable(endpoint: Endpoint): boolean {
    return this.#givenUp.has(endpoint) || this.#recoveries.has(endpoint);
  }

  /**
   * Waits while an endpoint is probed. Rejects with {@link EndpointUnavailable} if it was given up and has not answered since.
   */
  async waitWhileProbed(endpoint: Endpoint): Promise<void> {
    await this.#recoveries.get(endpoint);
    const givenUp = this.#givenUp.get(endpoint);
    if (givenUp !== undefined) throw new EndpointUnavailable(endpoint, givenUp);
  }

  /** Whether a retry is worth the wait: a target that never sent a useful response gets few retries. */
  worthRetrying(endpoint: Endpoint, response: WireResponse): boolean {
    if (this.#givenUp.has(endpoint)) return false;
    if (this.#answered.has(endpoint)) return true;
    return this.#answered.size > 0 || (response.failure?.kind !== 'timeout' && this.#failuresInARow < GIVE_UP_AFTER);
  }

  /**
   * Waits until the endpoint accepts a probe: at most a minute and a half, or ten seconds if it refuses probes or never
   * sent a useful response. All callers share the probes. Resolves to false if the endpoint stays unavailable; at once if
   * the target never answered. An endpoint that was given up before gets one probe.
   */
  waitUntilRecovered(endpoint: Endpoint): Promise<boolean> {
    const pending = this.#recoveries.get(endpoint);
    if (pending) return pending;
    const recovery = this.#probeUntilAccepted(endpoint).finally(() => this.#recoveries.delete(endpoint));
    this.#recoveries.set(endpoint, recovery);
    return recovery;
  }

  async #probeUntilAccepted(endpoint: Endpoint): Promise<boolean> {
    if (this.#answered.size === 0) return false;
    const answered = this.#answered.has(endpoint);
    const failedBefore = this.#givenUp.has(endpoint) || this.#refusing.has(endpoint);
    let [last, postponed] = ['none', false];
    for (const [probes, wait] of (failedBefore ? [0] : PROBE_DELAYS_MS).entries()) {
      if (!(await this.#pause(wait))) return false;
      const response = await this.#probe(endpoint).catch((error: unknown) => {
        // Without budget for a probe, the endpoint cannot be tested.
        if (error instanceof BudgetSpent) return undefined;
        throw error;
      });
      if (response === undefined) break;
      // Another rule may have sent this probe of a recorded run. What came next is recorded.
      if (succeeded(response) || isNotRecorded(response)) return true;
      last = response.failure?.message ?? `${response.status} ${excerpt(response.body)}`;
      postponed = retryAfterIsTooLong(response);
      if (postponed) break;
      if ((answered && isInconclusive(response)) || (!failedBefore && probes + 1 < FEW_PROBES)) continue;
      if (isInconclusive(response)) break;
      // It answers, but refuses: waiting restores neither a key nor its credit.
      this.#refusing.add(endpoint);
      return false;
    }
    // The first reason is kept, so that all rules report the same one.
    if (!this.#givenUp.has(endpoint))
      this.#givenUp.set(endpoint, { answered, accepted: this.#accepted.has(endpoint), postponed, last });
    return false;
  }
}
