import { type Finding, type Judgement, Unjudgeable } from '../judges/judgement.ts';
import { ControlFailed, NotOffered } from '../target/control.ts';
import type { Exchange } from '../target/exchange.ts';
import { EndpointGone } from '../target/health.ts';
import { EndpointDenied, KeyStopped } from '../target/key-watch.ts';
import { BudgetSpent } from '../target/meter.ts';
import type { LoggedRequest } from './request-log.ts';

/** Thrown inside a check when the target broke its rule. Carries the exchange that shows it best. */
export class RuleBroken extends Error {
  override readonly name = 'RuleBroken';
  readonly finding: Finding;
  readonly exchange: Exchange | undefined;
  /** True where no bad day explains it, so that it need not be seen again before the target is blamed. */
  readonly certain: boolean;
  /** What the try that broke the rule sent and got. */
  steps: readonly LoggedRequest[] = [];
  constructor(finding: Finding, exchange?: Exchange, certain = finding.certain ?? false) {
    super(finding.actual);
    this.finding = finding;
    this.exchange = exchange;
    this.certain = certain;
  }
}

/** Throws {@link RuleBroken} for a judgement that says so; gives back any other, what is tolerated with the exchange that shows it. */
export function throwIfBroken(judgement: Judgement, exchange: Exchange | undefined, certain?: boolean): Judgement {
  if (typeof judgement !== 'object') return judgement;
  if (judgement.kind === 'broken') throw new RuleBroken(judgement, exchange, certain);
  return judgement.kind === 'tolerated' ? { shownBy: exchange, ...judgement } : judgement;
}

/** Thrown inside a check when the rule does not apply to this target or run: the verdict is skip. */
export class Inapplicable extends Error {
  override readonly name = 'Inapplicable';
}

/** What ends a rule, or a case of it, without a finding. */
export type Ending =
  | {
      readonly verdict: 'inconclusive';
      readonly reason: string;
      readonly disturbed: boolean;
      /** Rules of which one is broken where a valid request was refused, and that is why. */
      readonly answering?: readonly string[];
    }
  | { readonly verdict: 'skip'; readonly reason: string; readonly caseOnly: boolean };

/**
 * What an error thrown inside a check means for its rule; undefined for a fault of our own. `caseOnly`: other cases of the rule can still be
 * judged.
 */
export function endingOf(error: unknown): Ending | undefined {
  if (error instanceof Unjudgeable)
    return {
      verdict: 'inconclusive',
      reason: error.message,
      disturbed: error.disturbed,
      answering: error.answering,
    };
  if (error instanceof ControlFailed)
    return { verdict: 'inconclusive', reason: error.message, disturbed: error.disturbed };
  if (error instanceof KeyStopped) return { verdict: 'inconclusive', reason: error.message, disturbed: false };
  if (error instanceof EndpointGone) return { verdict: 'inconclusive', reason: error.message, disturbed: true };
  if (error instanceof EndpointDenied) return { verdict: 'skip', reason: error.message, caseOnly: true };
  if (error instanceof Inapplicable || error instanceof NotOffered || error instanceof BudgetSpent)
    return { verdict: 'skip', reason: error.message, caseOnly: false };
  return undefined;
}
