import type { EndpointName } from '../../spec/index.ts';
import { excerpt, isInconclusive, succeeded, type WireResponse } from './exchange.ts';
import { BudgetSpent } from './meter.ts';
import { retryAfterIsTooLong } from './retry.ts';

/** Answers in a row that never came, with none ever seen, after which the target counts as unreachable. */
const UNREACHABLE_AFTER = 3;

/** Failures in a row, with no useful response ever seen, after which retrying is given up. */
const GIVE_UP_AFTER = 6;

/** Waits between looks at an endpoint that is away, in milliseconds: a minute and a half in all, longer than a bad minute. */
const PROBE_DELAYS_MS: readonly number[] = [0, 500, 1_000, 2_000, 3_000, 5_000, 8_000, ...Array(7).fill(10_000)];

/**
 * So often is an endpoint looked for, in ten seconds, that refuses its smallest valid request, for a key that was revoked stays so; and one that never
 * gave a useful response.
 */
const FEW_PROBES = 6;

/** What is known of an endpoint that is away for good: whether it ever gave a useful response, and its last one. */
interface GoneEndpoint {
  readonly answered: boolean;
  readonly last: string;
}

/** Thrown for a call to an endpoint that is away for good. */
export class EndpointGone extends Error {
  override readonly name = 'EndpointGone';
  constructor(endpoint: EndpointName, { answered, last }: GoneEndpoint) {
    const history = answered
      ? 'accepted valid requests before, then not even its smallest one for a minute and a half'
      : 'never gave a useful answer, not even to its smallest valid request for ten seconds';
    super(`${endpoint} ${history}: it was asked for nothing more. Its last answer: ${last}`);
  }
}

/** What is known of the target's health: which endpoints ever answered, which are away, and whether waiting is worth while. */
export class Health {
  readonly #answered = new Set<EndpointName>();
  readonly #gone = new Map<EndpointName, GoneEndpoint>();
  /** Endpoints that refused their smallest valid request each time they were looked for. */
  readonly #refusing = new Set<EndpointName>();
  readonly #recoveries = new Map<EndpointName, Promise<boolean>>();
  readonly #probe: (endpoint: EndpointName) => Promise<WireResponse>;
  readonly #pause: (ms: number) => Promise<boolean>;
  #unanswered = 0;
  #failed = 0;
  #unreachable: string | undefined;

  /** `look` sends an endpoint its smallest valid request; `pause` waits, and gives false when the run was stopped. */
  constructor(look: (endpoint: EndpointName) => Promise<WireResponse>, pause: (ms: number) => Promise<boolean>) {
    this.#probe = look;
    this.#pause = pause;
  }

  /** Takes note of an response. */
  note(endpoint: EndpointName, response: WireResponse): void {
    if (response.failure?.kind === 'cancelled' || response.failure?.kind === 'not-recorded') return;
    const silent = response.failure !== undefined;
    const failed = silent || response.status >= 500 || response.status === 429;
    if (!failed) {
      this.#answered.add(endpoint);
      this.#gone.delete(endpoint);
      if (succeeded(response)) this.#refusing.delete(endpoint);
      this.#unreachable = undefined;
    }
    this.#unanswered = silent ? this.#unanswered + 1 : 0;
    this.#failed = failed ? this.#failed + 1 : 0;
    if (silent && this.#answered.size === 0 && this.#unanswered >= UNREACHABLE_AFTER)
      this.#unreachable ??= response.failure.message;
  }

  /** Why nothing more is sent, or undefined while the target may still response. */
  get unreachable(): string | undefined {
    return this.#unreachable;
  }

  /** True while an endpoint is looked for, and once it was looked for in vain, until it responses again. */
  isAway(endpoint: EndpointName): boolean {
    return this.#gone.has(endpoint) || this.#recoveries.has(endpoint);
  }

  /** Waits while an endpoint is looked for. Rejects with {@link EndpointGone} once that was in vain, until it responses again. */
  async waitWhileAway(endpoint: EndpointName): Promise<void> {
    await this.#recoveries.get(endpoint);
    const lost = this.#gone.get(endpoint);
    if (lost !== undefined) throw new EndpointGone(endpoint, lost);
  }

  /** True while another try after a failure is worth its wait: a target that never gave a useful response is not waited for again and again. */
  worthRetrying(endpoint: EndpointName, response: WireResponse): boolean {
    if (this.#gone.has(endpoint)) return false;
    if (this.#answered.has(endpoint)) return true;
    return this.#answered.size > 0 || (response.failure?.kind !== 'timeout' && this.#failed < GIVE_UP_AFTER);
  }

  /**
   * Waits until the endpoint accepts its smallest valid request again, a minute and a half at most, and ten seconds where it refuses that or never
   * gave a useful response; all who wait share one look. False when it stays away, and at once where it was given up before or the target never answered.
   */
  waitUntilRecovered(endpoint: EndpointName): Promise<boolean> {
    const known = this.#recoveries.get(endpoint);
    if (known) return known;
    const look = this.#probeUntilAccepted(endpoint).finally(() => this.#recoveries.delete(endpoint));
    this.#recoveries.set(endpoint, look);
    return look;
  }

  async #probeUntilAccepted(endpoint: EndpointName): Promise<boolean> {
    if (this.#answered.size === 0) return false;
    const answered = this.#answered.has(endpoint);
    const known = this.#gone.has(endpoint) || this.#refusing.has(endpoint);
    let last = 'none';
    for (const [looks, wait] of (known ? [0] : PROBE_DELAYS_MS).entries()) {
      if (!(await this.#pause(wait))) return false;
      const response = await this.#probe(endpoint).catch((error: unknown) => {
        // Nothing is left to look with: nobody can tell whether it is back.
        if (error instanceof BudgetSpent) return undefined;
        throw error;
      });
      if (response === undefined) break;
      if (succeeded(response)) return true;
      last = response.failure?.message ?? `${response.status} ${excerpt(response.body)}`;
      if (retryAfterIsTooLong(response)) break;
      if ((answered && isInconclusive(response)) || (!known && looks + 1 < FEW_PROBES)) continue;
      if (isInconclusive(response)) break;
      // It is there and refuses: waiting mends neither a key nor its credit.
      this.#refusing.add(endpoint);
      return false;
    }
    // One reason for all rules, however often it is looked for again.
    if (!this.#gone.has(endpoint)) this.#gone.set(endpoint, { answered, last });
    return false;
  }
}
