import type { EndpointName } from '../../spec/index.ts';
import { excerpt, inconclusive, succeeded, type WireAnswer } from './exchange.ts';
import { BudgetSpent } from './meter.ts';
import { asksTooMuch } from './retry.ts';

/** Answers in a row that never came, with none ever seen, after which the target counts as unreachable. */
const UNREACHABLE_AFTER = 3;

/** Failures in a row, with no useful answer ever seen, after which retrying is given up. */
const AWAY_AFTER = 6;

/** Waits between looks at an endpoint that is away, in milliseconds: a minute and a half in all, longer than a bad minute. */
const LOOKS: readonly number[] = [0, 500, 1_000, 2_000, 3_000, 5_000, 8_000, ...Array(7).fill(10_000)];

/**
 * So often is an endpoint looked for, in ten seconds, that refuses its smallest valid request, for a key that was revoked stays so; and one that never
 * gave a useful answer.
 */
const FEW_LOOKS = 6;

/** What is known of an endpoint that is away for good: whether it ever gave a useful answer, and its last one. */
interface Lost {
  readonly answered: boolean;
  readonly last: string;
}

/** Thrown for a call to an endpoint that is away for good. */
export class EndpointGone extends Error {
  override readonly name = 'EndpointGone';
  constructor(endpoint: EndpointName, { answered, last }: Lost) {
    const history = answered
      ? 'accepted valid requests before, then not even its smallest one for a minute and a half'
      : 'never gave a useful answer, not even to its smallest valid request for ten seconds';
    super(`${endpoint} ${history}: it was asked for nothing more. Its last answer: ${last}`);
  }
}

/** What is known of the target's health: which endpoints ever answered, which are away, and whether waiting is worth while. */
export class Health {
  readonly #answered = new Set<EndpointName>();
  readonly #lost = new Map<EndpointName, Lost>();
  /** Endpoints that refused their smallest valid request each time they were looked for. */
  readonly #refusing = new Set<EndpointName>();
  readonly #looks = new Map<EndpointName, Promise<boolean>>();
  readonly #look: (endpoint: EndpointName) => Promise<WireAnswer>;
  readonly #pause: (ms: number) => Promise<boolean>;
  #silent = 0;
  #failed = 0;
  #reason: string | undefined;

  /** `look` sends an endpoint its smallest valid request; `pause` waits, and gives false when the run was stopped. */
  constructor(look: (endpoint: EndpointName) => Promise<WireAnswer>, pause: (ms: number) => Promise<boolean>) {
    this.#look = look;
    this.#pause = pause;
  }

  /** Takes note of an answer. */
  note(endpoint: EndpointName, answer: WireAnswer): void {
    if (answer.failure?.kind === 'cancelled' || answer.failure?.kind === 'not-recorded') return;
    const silent = answer.failure !== undefined;
    const failed = silent || answer.status >= 500 || answer.status === 429;
    if (!failed) {
      this.#answered.add(endpoint);
      this.#lost.delete(endpoint);
      if (succeeded(answer)) this.#refusing.delete(endpoint);
      this.#reason = undefined;
    }
    this.#silent = silent ? this.#silent + 1 : 0;
    this.#failed = failed ? this.#failed + 1 : 0;
    if (silent && this.#answered.size === 0 && this.#silent >= UNREACHABLE_AFTER)
      this.#reason ??= answer.failure.message;
  }

  /** Why nothing more is sent, or undefined while the target may still answer. */
  get unreachable(): string | undefined {
    return this.#reason;
  }

  /** True while an endpoint is looked for, and once it was looked for in vain, until it answers again. */
  isAway(endpoint: EndpointName): boolean {
    return this.#lost.has(endpoint) || this.#looks.has(endpoint);
  }

  /** Waits while an endpoint is looked for. Rejects with {@link EndpointGone} once that was in vain, until it answers again. */
  async waitFor(endpoint: EndpointName): Promise<void> {
    await this.#looks.get(endpoint);
    const lost = this.#lost.get(endpoint);
    if (lost !== undefined) throw new EndpointGone(endpoint, lost);
  }

  /** True while another try after a failure is worth its wait: a target that never gave a useful answer is not waited for again and again. */
  worthWaiting(endpoint: EndpointName, answer: WireAnswer): boolean {
    if (this.#lost.has(endpoint)) return false;
    if (this.#answered.has(endpoint)) return true;
    return this.#answered.size > 0 || (answer.failure?.kind !== 'timeout' && this.#failed < AWAY_AFTER);
  }

  /**
   * Waits until the endpoint accepts its smallest valid request again, a minute and a half at most, and ten seconds where it refuses that or never
   * gave a useful answer; all who wait share one look. False when it stays away, and at once where it was given up before or the target never answered.
   */
  recovered(endpoint: EndpointName): Promise<boolean> {
    const known = this.#looks.get(endpoint);
    if (known) return known;
    const look = this.#lookAgain(endpoint).finally(() => this.#looks.delete(endpoint));
    this.#looks.set(endpoint, look);
    return look;
  }

  async #lookAgain(endpoint: EndpointName): Promise<boolean> {
    if (this.#answered.size === 0) return false;
    const answered = this.#answered.has(endpoint);
    const known = this.#lost.has(endpoint) || this.#refusing.has(endpoint);
    let last = 'none';
    for (const [looks, wait] of (known ? [0] : LOOKS).entries()) {
      if (!(await this.#pause(wait))) return false;
      const answer = await this.#look(endpoint).catch((error: unknown) => {
        // Nothing is left to look with: nobody can tell whether it is back.
        if (error instanceof BudgetSpent) return undefined;
        throw error;
      });
      if (answer === undefined) break;
      if (succeeded(answer)) return true;
      last = answer.failure?.message ?? `${answer.status} ${excerpt(answer.body)}`;
      if (asksTooMuch(answer)) break;
      if ((answered && inconclusive(answer)) || (!known && looks + 1 < FEW_LOOKS)) continue;
      if (inconclusive(answer)) break;
      // It is there and refuses: waiting mends neither a key nor its credit.
      this.#refusing.add(endpoint);
      return false;
    }
    // One reason for all rules, however often it is looked for again.
    if (!this.#lost.has(endpoint)) this.#lost.set(endpoint, { answered, last });
    return false;
  }
}
