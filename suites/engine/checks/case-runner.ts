import { findRule } from '../../../spec/index.ts';
import { KeyUnusable } from '../../http/client/key-tracker.ts';
import { type LoggedRequest, RequestLog } from '../../http/exchange/request-log.ts';
import { EndpointUnavailable } from '../../http/pacing/health.ts';
import type { Judgement } from '../../judges/judgement.ts';
import { type CaseResult, type Ending, endingOf, RuleBroken } from '../context/check-errors.ts';
import type { Context } from '../context/context.ts';
import { inScope } from '../context/scope.ts';
import { withAnsweredBefore } from '../failure/answered-before.ts';
import { type Confirmed, confirm, describeFinding, endpointOf, reportedFailure } from '../failure/confirm.ts';
import { assertNoTransientRefusal } from '../failure/transient-refusal.ts';
import type { Outcome } from './check.ts';

/** Delays before a case is tried again that a temporary failure disturbed. */
const RETRY_DELAYS_MS: readonly number[] = [200, 1_000, 1_000];

/** Runs the cases of one rule and combines their results into its outcome. */
export class CaseRunner {
  readonly #rule: string;
  readonly #context: Context;
  #judged = 0;
  /** Cases that were judged completely. */
  #completed = 0;
  #exchanges = 0;
  /** The first tolerated finding, with the requests of its case so far. */
  #tolerated: Confirmed | undefined;
  readonly #remarks: string[] = [];
  readonly #inconclusive: Extract<Ending, { verdict: 'inconclusive' }>[] = [];
  readonly #skipped: string[] = [];
  #skipReason: string | undefined;

  constructor(rule: string, context: Context) {
    this.#rule = rule;
    this.#context = context;
  }

  /** Tries one case of a rule without counting it. */
  static async tryOnce(
    rule: string,
    context: Context,
    work: (context: Context) => Promise<Judgement>,
  ): Promise<CaseResult> {
    const runner = new CaseRunner(rule, context);
    const broken = await runner.attempt(work);
    if (broken !== undefined) return broken;
    if (runner.#judged > 0) return 'fine';
    return runner.#ended ? 'open' : 'nothing';
  }

  get #ended(): boolean {
    return this.#skipReason !== undefined || this.#inconclusive.length > 0 || this.#skipped.length > 0;
  }

  /** Counts a judged case; `nothing` does not count. */
  note(judgement: Judgement, steps: readonly LoggedRequest[] = this.#context.log?.entries ?? []): void {
    if (judgement === 'nothing') return;
    this.#judged += 1;
    if (judgement === 'fine') return;
    if (judgement.kind === 'tolerated')
      this.#tolerated ??= { broken: new RuleBroken(judgement, judgement.shownBy), steps: [...steps] };
    const description = describeFinding(this.#rule, judgement);
    if (judgement.kind === 'remarked' && !this.#remarks.includes(description)) this.#remarks.push(description);
  }

  /**
   * Tries one case, and tries it again if a temporary failure disturbed it. Returns the failure, or undefined. Each attempt
   * calls `work` with a context that logs its requests. Rejects for our own errors.
   */
  async attempt(work: (context: Context) => Promise<Judgement>): Promise<RuleBroken | undefined> {
    for (let tries = 0; this.#skipReason === undefined; tries += 1) {
      const steps = new RequestLog();
      try {
        const judgement = await work(this.#context.withLog(steps));
        if (typeof judgement === 'object' && judgement.kind === 'tolerated')
          await assertNoTransientRefusal(this.#context, judgement.shownBy, steps.entries);
        this.note(judgement, steps.entries);
        if (judgement !== 'nothing') this.#completed += 1;
        return undefined;
      } catch (error) {
        if (error instanceof RuleBroken) {
          error.steps = steps.entries;
          return error;
        }
        if (await this.#mayRetry(error, RETRY_DELAYS_MS[tries])) continue;
        this.#noteEnding(error);
        return undefined;
      } finally {
        this.#exchanges += steps.count;
      }
    }
    return undefined;
  }

  async #mayRetry(error: unknown, wait: number | undefined): Promise<boolean> {
    const { client, settings } = this.#context;
    const end = endingOf(error);
    // The endpoint was given up, or the key is lost: each of many cases would wait for nothing.
    if (error instanceof EndpointUnavailable || error instanceof KeyUnusable) return false;
    if (wait === undefined || end?.verdict !== 'inconclusive' || !end.disturbed) return false;
    return (await client.pause(settings.quick ? 0 : wait)) && client.waitUntilRecovered(endpointOf(this.#rule));
  }

  /**
   * The outcome of a broken rule: fail for a MUST, else warn; inconclusive if {@link confirm} does not see the failure
   * again.
   */
  async confirmedOutcome(
    first: RuleBroken,
    repeat: (context: Context) => Promise<unknown>,
    { seed, path } = { seed: this.#context.seed, path: '' },
  ): Promise<Outcome> {
    let confirmed: Confirmed;
    try {
      confirmed = await confirm(this.#rule, this.#context, first, repeat);
      confirmed = await withAnsweredBefore(this.#rule, this.#context, confirmed);
    } catch (error) {
      this.#noteEnding(error);
      return this.outcome();
    }
    const failure = reportedFailure(this.#rule, this.#context, confirmed, seed, path);
    const verdict = findRule(this.#rule)?.level === 'MUST' ? 'fail' : 'warn';
    const reason = `${failure.expected} ${failure.actual}`;
    return { verdict, reason, failure, judged: this.#judged + 1, ...this.#exchangeCount(), ...this.#notes() };
  }

  #noteEnding(error: unknown): void {
    const end = endingOf(error);
    if (end === undefined) throw error;
    if (end.verdict === 'inconclusive') this.#inconclusive.push(end);
    else if (end.caseOnly) this.#skipped.push(end.reason);
    else this.#skipReason ??= end.reason;
  }

  /** The outcome if no case broke the rule. One case that could not be judged makes it inconclusive. */
  outcome(): Outcome {
    return { ...this.#verdict(), ...this.#exchangeCount() };
  }

  #verdict(): Outcome {
    const [first] = this.#inconclusive;
    if (first) {
      const judged = this.#judged;
      const { reason } = first;
      const extraNotes =
        this.#inconclusive.length > 1
          ? [`${this.#inconclusive.length} cases could not be judged; the first: ${reason}`]
          : [];
      // Another attempt helps only if a temporary failure disturbed every open case.
      const disturbed = this.#inconclusive.every((one) => one.disturbed);
      return {
        verdict: 'inconclusive',
        reason,
        judged,
        disturbed,
        ...this.#notes([...this.#responsible(), ...extraNotes]),
        ...this.#verdictWithoutRefusals(reason),
      };
    }
    return this.#conclusiveVerdict();
  }

  /** Which rule judges the first refusal, if this run judges none of those: the rule alone stays open for it. */
  #responsible(): string[] {
    const { answering = [] } = this.#inconclusive[0] ?? {};
    const chosen = answering.some((rule) => this.#context.settings.rules.includes(rule));
    return chosen || answering.length === 0 ? [] : [`It is for ${answering.join(' or ')} to judge that.`];
  }

  /** The outcome without the cases whose valid requests were refused. */
  #verdictWithoutRefusals(reason: string): Pick<Outcome, 'elsewhere'> {
    const answering = this.#inconclusive.map((one) => one.answering ?? []);
    if (this.#completed === 0 || answering.some((rules) => rules.length === 0)) return {};
    const note = `${this.#inconclusive.length} of its cases could not be judged: ${reason}`;
    return { elsewhere: { answering, ...this.#conclusiveVerdict([note]) } };
  }

  #conclusiveVerdict(extraNotes: readonly string[] = []): Outcome {
    const judged = this.#judged;
    if (this.#skipReason !== undefined) return { verdict: 'skip', reason: this.#skipReason, judged };
    if (judged === 0) {
      const [reason] = this.#skipped;
      if (reason !== undefined) return { verdict: 'skip', reason, judged };
      const nothing = 'nothing to judge: no answer held what this rule speaks of';
      return { verdict: 'skip', reason: nothing, judged, sawNothing: true };
    }
    if (this.#tolerated !== undefined) {
      const failure = reportedFailure(this.#rule, this.#context, this.#tolerated, this.#context.seed, '');
      return {
        verdict: 'warn',
        reason: `${failure.expected} ${failure.actual}`,
        failure,
        judged,
        ...this.#notes(extraNotes),
      };
    }
    return { verdict: 'pass', judged, ...this.#notes(extraNotes) };
  }

  #exchangeCount(): Pick<Outcome, 'exchanges'> {
    return this.#exchanges === 0 ? {} : { exchanges: this.#exchanges };
  }

  #notes(extraNotes: readonly string[] = []): Pick<Outcome, 'notes'> {
    const notes = [...extraNotes, ...this.#remarks, ...this.#skipped.slice(0, 1)];
    return notes.length === 0 ? {} : { notes };
  }
}

/** Tries cases of a rule as if nothing had been sent before; undefined where requests cost money. */
export function judgeAsNew<Case>(
  rule: string,
  context: Context,
  work: (example: Case, context: Context) => Promise<Judgement>,
): ((example: Case) => Promise<CaseResult>) | undefined {
  if (!context.requestsAreFree) return undefined;
  const owner = `${rule} by now`;
  return (example) =>
    CaseRunner.tryOnce(rule, context, (own) =>
      inScope(context, owner, () => work(example, own.withEmptyCache(owner, own.log))),
    );
}
