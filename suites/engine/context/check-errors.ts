import { NotOffered } from '../../http/client/control.ts';
import { ControlFailed } from '../../http/client/control-sender.ts';
import { EndpointDenied, KeyUnusable } from '../../http/client/key-tracker.ts';
import type { Exchange } from '../../http/exchange/exchange.ts';
import type { LoggedRequest } from '../../http/exchange/request-log.ts';
import { EndpointUnavailable } from '../../http/pacing/health.ts';
import { BudgetSpent } from '../../http/pacing/meter.ts';
import { type Finding, type Judgement, Unjudgeable } from '../../judges/judgement.ts';

/** Thrown inside a check if the target broke the rule. Carries the exchange that shows it best. */
export class RuleBroken extends Error {
  override readonly name = 'RuleBroken';
  readonly finding: Finding;
  readonly exchange: Exchange | undefined;
  /** True if no temporary failure explains it: the rule fails without a repetition. */
  readonly certain: boolean;
  /** True if a valid request of the case was refused: it says nothing of the invalid one. */
  ofValid = false;
  /** The requests of the attempt that broke the rule. */
  steps: readonly LoggedRequest[] = [];
  constructor(finding: Finding, exchange?: Exchange, certain = finding.certain ?? false) {
    super(finding.actual);
    this.finding = finding;
    this.exchange = exchange;
    this.certain = certain;
  }
}

/** The same work, with its failure told in other words. */
export const reworded = <Result>(work: Promise<Result>, say: (error: RuleBroken) => RuleBroken): Promise<Result> =>
  work.catch((thrown) => Promise.reject(thrown instanceof RuleBroken ? say(thrown) : thrown));

/** Throws {@link RuleBroken} for a broken judgement; returns any other, a tolerated one with its exchange. */
export function throwIfBroken(judgement: Judgement, exchange: Exchange | undefined, certain?: boolean): Judgement {
  if (typeof judgement !== 'object') return judgement;
  if (judgement.kind === 'broken') throw new RuleBroken(judgement, exchange, certain);
  return judgement.kind === 'tolerated' ? { shownBy: exchange, ...judgement } : judgement;
}

/** Thrown inside a check if the rule does not apply to this target or run: the verdict is skip. */
export class Inapplicable extends Error {
  override readonly name = 'Inapplicable';
}

/** How one case of a rule went: how it breaks the rule, or `nothing` if the rule does not apply to it, `open` if it could not be judged. */
export type CaseResult = RuleBroken | 'fine' | 'nothing' | 'open';

/** Thrown if one case of a rule does not apply to this target: other cases can still be judged. */
export class CaseInapplicable extends Error {
  override readonly name = 'CaseInapplicable';
}

/** How a rule, or a case of it, ends without a finding. */
export type Ending =
  | {
      readonly verdict: 'inconclusive';
      readonly reason: string;
      readonly disturbed: boolean;
      /** If a valid request was refused: one of these rules is broken. */
      readonly answering?: readonly string[];
    }
  | { readonly verdict: 'skip'; readonly reason: string; readonly caseOnly: boolean };

/**
 * What an error thrown inside a check means for its rule; undefined for our own errors. With `caseOnly`, other cases of
 * the rule can still be judged.
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
  if (error instanceof KeyUnusable)
    return { verdict: 'inconclusive', reason: error.message, disturbed: error.forgotten };
  if (error instanceof EndpointUnavailable) return { verdict: 'inconclusive', reason: error.message, disturbed: true };
  if (error instanceof EndpointDenied || error instanceof CaseInapplicable)
    return { verdict: 'skip', reason: error.message, caseOnly: true };
  if (isLacking(error) || error instanceof BudgetSpent)
    return { verdict: 'skip', reason: error.message, caseOnly: false };
  return undefined;
}

/** Undefined for what ended without a finding; rethrows our own errors. */
export function undefinedIfEnded(error: unknown): undefined {
  if (endingOf(error) === undefined) throw error;
}

/** Whether an error says that the target lacks a capability. */
export const isLacking = (error: unknown): error is Inapplicable | NotOffered =>
  error instanceof Inapplicable || error instanceof NotOffered;

/** What work gives; undefined if the target lacks a capability for it or its control API fails. Rejects for any other error. */
export async function ifOffered<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work();
  } catch (error) {
    if (isLacking(error) || error instanceof ControlFailed) return undefined;
    throw error;
  }
}

/** Whether such work could be done. */
export const isOffered = async (work: () => Promise<unknown>): Promise<boolean> =>
  (await ifOffered(() => work().then(() => true))) ?? false;
