import fc from 'fast-check';
import { findRule } from '../../spec/index.ts';
import { ControlFailed, NotOffered } from '../target/control.ts';
import { BudgetSpent } from '../target/meter.ts';
import type { Outcome } from './check.ts';
import type { Context } from './context.ts';
import { evidenceOf } from './evidence.ts';
import { type Finding, Inapplicable, RuleBroken, Unjudgeable } from './signals.ts';

/** What trying one case gives: it was judged, it held nothing to judge, or it was tolerated. Other ends are thrown. */
export type CaseResult = 'fine' | 'nothing' | Finding;

/** A property over generated cases. */
export interface Property<Case> {
  /** Tried first, in order: the cases that must not be left to chance. */
  readonly examples: readonly Case[];
  readonly arbitrary: fc.Arbitrary<Case>;
  readonly runs: number;
  /** True where each case is a promise of its own: one that cannot be judged leaves the rule inconclusive. */
  readonly everyCase?: boolean;
  try(example: Case): Promise<CaseResult>;
}

/** Cases tried after the first failure, while fast-check looks for a smaller one. */
const SHRINKS = { paid: 10, free: 60 } as const;

/** What piles up over the cases of one property. */
interface Tally {
  judged: number;
  tolerated?: Finding;
  unjudged: string[];
  ended?: Error;
  shrinks: number;
  failing: boolean;
}

/** Runs a property for a rule and turns what came of it into an outcome. Rejects only for faults of our own. */
export async function checkProperty<Case>(rule: string, context: Context, property: Property<Case>): Promise<Outcome> {
  const replay = context.settings.replay?.[rule];
  const tally: Tally = { judged: 0, unjudged: [], shrinks: 0, failing: false };
  const details = await fc.check(
    fc.asyncProperty(property.arbitrary, (example) => attempt(example, property, tally, shrinksFor(rule, context))),
    {
      seed: replay?.seed ?? context.seed,
      ...(replay !== undefined && replay.path !== '' ? { path: replay.path } : {}),
      examples: property.examples.map((example): [Case] => [example]),
      numRuns: Math.max(1, property.runs),
      maxSkipsPerRun: 20,
      markInterruptAsFailure: false,
      includeErrorInReport: false,
    },
  );
  const error: unknown = details.errorInstance;
  if (details.failed && error instanceof RuleBroken) {
    const failure = evidenceOf(error.finding, error.exchange, details.seed, details.counterexamplePath ?? '');
    return brokenOutcome(rule, failure, tally.judged);
  }
  if (details.failed && error instanceof Error) throw error;
  return settled(tally, property.everyCase ?? false);
}

const shrinksFor = (rule: string, context: Context): number =>
  !context.generous && findRule(rule)?.endpoint === 'chat' ? SHRINKS.paid : SHRINKS.free;

async function attempt<Case>(example: Case, property: Property<Case>, tally: Tally, shrinks: number): Promise<void> {
  if (tally.ended) return;
  if (tally.failing) {
    tally.shrinks += 1;
    if (tally.shrinks > shrinks) return;
  }
  try {
    const result = await property.try(example);
    if (result === 'nothing') return;
    tally.judged += 1;
    if (result !== 'fine') tally.tolerated ??= result;
  } catch (error) {
    if (error instanceof RuleBroken) {
      tally.failing = true;
      throw error;
    }
    if (error instanceof Unjudgeable) tally.unjudged.push(error.message);
    else if (isEnd(error)) tally.ended = error;
    else throw error;
  }
}

const isEnd = (error: unknown): error is Error =>
  error instanceof Inapplicable ||
  error instanceof NotOffered ||
  error instanceof BudgetSpent ||
  error instanceof ControlFailed;

/** The outcome of a broken rule: a MUST fails, anything less warns. */
export function brokenOutcome(rule: string, failure: NonNullable<Outcome['failure']>, judged: number): Outcome {
  const must = findRule(rule)?.level === 'MUST';
  return { verdict: must ? 'fail' : 'warn', reason: `${failure.expected} ${failure.actual}`, failure, judged };
}

function settled(tally: Tally, everyCase: boolean): Outcome {
  const { judged, ended } = tally;
  if (ended instanceof ControlFailed) return { verdict: 'inconclusive', reason: ended.message, judged };
  if (ended) return { verdict: 'skip', reason: ended.message, judged };
  const why = tally.unjudged[0];
  if (why !== undefined && (judged === 0 || everyCase)) return { verdict: 'inconclusive', reason: why, judged };
  if (judged === 0)
    return { verdict: 'skip', reason: 'nothing to judge: no answer held what this rule speaks of', judged };
  const notes = why === undefined ? {} : { notes: [`${tally.unjudged.length} more could not be judged: ${why}`] };
  if (tally.tolerated)
    return { verdict: 'warn', reason: `${tally.tolerated.expected} ${tally.tolerated.actual}`, judged, ...notes };
  return { verdict: 'pass', judged, ...notes };
}
