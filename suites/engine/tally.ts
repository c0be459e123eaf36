import { findRule } from '../../spec/index.ts';
import type { Judgement } from '../judges/judgement.ts';
import { EndpointGone } from '../target/health.ts';
import type { Outcome } from './check.ts';
import { type Confirmed, confirm, endpointOf, failureOf, wordsOf } from './confirm.ts';
import type { Context } from './context.ts';
import { Journal, type JournalEntry, journal } from './journal.ts';
import { type End, endOf, RuleBroken } from './signals.ts';

/** Waits before a case that a bad day disturbed is tried again, in milliseconds. */
const AGAIN: readonly number[] = [200, 1_000];

/** What piles up over the cases of one rule. */
export class Tally {
  readonly #rule: string;
  readonly #context: Context;
  #judged = 0;
  /** Cases that were judged to their end. */
  #whole = 0;
  #exchanges = 0;
  /** The first thing that was tolerated, with what the case sent and got until then. */
  #tolerated: Confirmed | undefined;
  readonly #remarks: string[] = [];
  readonly #open: Extract<End, { verdict: 'inconclusive' }>[] = [];
  readonly #skipped: string[] = [];
  #ended: string | undefined;

  constructor(rule: string, context: Context) {
    this.#rule = rule;
    this.#context = context;
  }

  /** Counts a case that was judged; `nothing` is no case. */
  note(judgement: Judgement, steps: readonly JournalEntry[] = journal.getStore()?.entries ?? []): void {
    if (judgement === 'nothing') return;
    this.#judged += 1;
    if (judgement === 'fine') return;
    if (judgement.kind === 'tolerated')
      this.#tolerated ??= { broken: new RuleBroken(judgement, judgement.shownBy), steps: [...steps] };
    const words = wordsOf(this.#rule, judgement);
    if (judgement.kind === 'remarked' && !this.#remarks.includes(words)) this.#remarks.push(words);
  }

  /**
   * Tries one case, again where a bad day disturbed it, and gives how it broke the rule, or undefined. `work` begins from the start each time.
   * Rejects for a fault of our own.
   */
  async attempt(work: () => Promise<Judgement>): Promise<RuleBroken | undefined> {
    for (let tries = 0; this.#ended === undefined; tries += 1) {
      const steps = new Journal();
      try {
        const judgement = await journal.run(steps, work);
        this.note(judgement, steps.entries);
        if (judgement !== 'nothing') this.#whole += 1;
        return undefined;
      } catch (error) {
        if (error instanceof RuleBroken) {
          error.steps = steps.entries;
          return error;
        }
        if (await this.#worthAnother(error, AGAIN[tries])) continue;
        this.#end(error);
        return undefined;
      } finally {
        this.#exchanges += steps.count;
      }
    }
    return undefined;
  }

  async #worthAnother(error: unknown, wait: number | undefined): Promise<boolean> {
    const { client, settings } = this.#context;
    const end = endOf(error);
    // Its endpoint was looked for: each of many cases would wait for nothing.
    if (error instanceof EndpointGone) return false;
    if (wait === undefined || end?.verdict !== 'inconclusive' || !end.disturbed || settings.recording !== undefined)
      return false;
    return (await client.pause(settings.quick ? 0 : wait)) && client.waitUntilRecovered(endpointOf(this.#rule));
  }

  /** The outcome of a broken rule: blamed when {@link confirm} sees it again, left open when not. A MUST fails, anything less warns. */
  async blamed(
    first: RuleBroken,
    again: (context: Context) => Promise<unknown>,
    { seed, path } = { seed: this.#context.seed, path: '' },
  ): Promise<Outcome> {
    let confirmed: Confirmed;
    try {
      confirmed = await confirm(this.#rule, this.#context, first, again);
    } catch (error) {
      this.#end(error);
      return this.settled();
    }
    const failure = failureOf(this.#rule, this.#context, confirmed, seed, path);
    const verdict = findRule(this.#rule)?.level === 'MUST' ? 'fail' : 'warn';
    const reason = `${failure.expected} ${failure.actual}`;
    return { verdict, reason, failure, judged: this.#judged + 1, ...this.#seen(), ...this.#notes() };
  }

  #end(error: unknown): void {
    const end = endOf(error);
    if (end === undefined) throw error;
    if (end.verdict === 'inconclusive') this.#open.push(end);
    else if (end.caseOnly) this.#skipped.push(end.reason);
    else this.#ended ??= end.reason;
  }

  /** The outcome where no case broke the rule: one that could not be judged leaves it open, whatever the others gave. */
  settled(): Outcome {
    return { ...this.#settled(), ...this.#seen() };
  }

  #settled(): Outcome {
    const [first] = this.#open;
    if (first) {
      const judged = this.#judged;
      const { reason } = first;
      const more =
        this.#open.length > 1 ? [`${this.#open.length} cases could not be judged; the first: ${reason}`] : [];
      // A case that waiting does not repair would leave the rule open again.
      const disturbed = this.#open.every((one) => one.disturbed);
      return { verdict: 'inconclusive', reason, judged, disturbed, ...this.#notes(more), ...this.#elsewhere(reason) };
    }
    return this.#closed();
  }

  /** The outcome without the cases that valid requests were refused for. */
  #elsewhere(reason: string): Pick<Outcome, 'elsewhere'> {
    const answering = this.#open.map((one) => one.answering ?? []);
    if (this.#whole === 0 || answering.some((rules) => rules.length === 0)) return {};
    const note = `${this.#open.length} of its cases could not be judged: ${reason}`;
    return { elsewhere: { answering, ...this.#closed([note]) } };
  }

  #closed(more: readonly string[] = []): Outcome {
    const judged = this.#judged;
    if (this.#ended !== undefined) return { verdict: 'skip', reason: this.#ended, judged };
    if (judged === 0) {
      const [reason] = this.#skipped;
      if (reason !== undefined) return { verdict: 'skip', reason, judged };
      const nothing = 'nothing to judge: no answer held what this rule speaks of';
      return { verdict: 'skip', reason: nothing, judged, sawNothing: true };
    }
    if (this.#tolerated !== undefined) {
      const failure = failureOf(this.#rule, this.#context, this.#tolerated, this.#context.seed, '');
      return {
        verdict: 'warn',
        reason: `${failure.expected} ${failure.actual}`,
        failure,
        judged,
        ...this.#notes(more),
      };
    }
    return { verdict: 'pass', judged, ...this.#notes(more) };
  }

  #seen(): Pick<Outcome, 'exchanges'> {
    return this.#exchanges === 0 ? {} : { exchanges: this.#exchanges };
  }

  #notes(more: readonly string[] = []): Pick<Outcome, 'notes'> {
    const notes = [...more, ...this.#remarks, ...this.#skipped.slice(0, 1)];
    return notes.length === 0 ? {} : { notes };
  }
}
