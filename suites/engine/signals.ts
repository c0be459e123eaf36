import { ControlFailed, NotOffered } from '../target/control.ts';
import type { Exchange } from '../target/exchange.ts';
import { EndpointDenied, KeyStopped } from '../target/key-watch.ts';
import { BudgetSpent } from '../target/meter.ts';
import type { JournalEntry } from './journal.ts';

/**
 * What a judge found. `broken` breaks the promise; `tolerated` is accepted though not the chosen reading: it warns; `remarked` is permitted by
 * the specification and worth a note: it passes.
 */
export interface Finding {
  readonly kind: 'broken' | 'tolerated' | 'remarked';
  /** What the specification promises, in one sentence. */
  readonly expected: string;
  /** What the target did, in one sentence, with the offending value. */
  readonly actual: string;
  /** True where no bad day explains it, so that it need not be seen again before the target is blamed. */
  readonly certain?: boolean;
}

/** A judge's answer: a finding, `fine`, or `nothing` when the exchange held nothing that the rule speaks of. */
export type Judgement = Finding | 'fine' | 'nothing';

/** A pure function from one exchange to a judgement. */
export type Judge = (exchange: Exchange) => Judgement;

export const broken = (expected: string, actual: string): Finding => ({ kind: 'broken', expected, actual });
export const tolerated = (expected: string, actual: string): Finding => ({ kind: 'tolerated', expected, actual });
export const remarked = (expected: string, actual: string): Finding => ({ kind: 'remarked', expected, actual });

/** Thrown inside a check when the target broke its rule. Carries the exchange that shows it best. */
export class RuleBroken extends Error {
  override readonly name = 'RuleBroken';
  readonly finding: Finding;
  readonly exchange: Exchange | undefined;
  /** True where no bad day explains it, so that it need not be seen again before the target is blamed. */
  readonly certain: boolean;
  /** What the try that broke the rule sent and got. */
  steps: readonly JournalEntry[] = [];
  constructor(finding: Finding, exchange?: Exchange, certain = finding.certain ?? false) {
    super(`${finding.expected} ${finding.actual}`);
    this.finding = finding;
    this.exchange = exchange;
    this.certain = certain;
  }
}

/** Thrown inside a check when the target could not be judged: the verdict is inconclusive. */
export class Unjudgeable extends Error {
  override readonly name = 'Unjudgeable';
  /** True where a bad day of the target explains it, so that the rule is worth another try later. */
  readonly disturbed: boolean;
  constructor(message: string, disturbed = false) {
    super(message);
    this.disturbed = disturbed;
  }
}

/** Thrown inside a check when the rule does not apply to this target or run: the verdict is skip. */
export class Inapplicable extends Error {
  override readonly name = 'Inapplicable';
}

/** What ends a rule, or a case of it, without a finding. */
export type End =
  | { readonly verdict: 'inconclusive'; readonly reason: string; readonly disturbed: boolean }
  | { readonly verdict: 'skip'; readonly reason: string; readonly caseOnly: boolean };

/**
 * What an error thrown inside a check means for its rule; undefined for a fault of our own. `caseOnly`: other cases of the rule can still be
 * judged.
 */
export function endOf(error: unknown): End | undefined {
  if (error instanceof Unjudgeable || error instanceof ControlFailed)
    return { verdict: 'inconclusive', reason: error.message, disturbed: error.disturbed };
  if (error instanceof KeyStopped) return { verdict: 'inconclusive', reason: error.message, disturbed: false };
  if (error instanceof EndpointDenied) return { verdict: 'skip', reason: error.message, caseOnly: true };
  if (error instanceof Inapplicable || error instanceof NotOffered || error instanceof BudgetSpent)
    return { verdict: 'skip', reason: error.message, caseOnly: false };
  return undefined;
}
