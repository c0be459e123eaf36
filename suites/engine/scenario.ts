import { ControlFailed, NotOffered } from '../target/control.ts';
import type { Exchange } from '../target/exchange.ts';
import { BudgetSpent } from '../target/meter.ts';
import type { Check, Outcome } from './check.ts';
import type { Context } from './context.ts';
import { evidenceOf } from './evidence.ts';
import { brokenOutcome } from './property.ts';
import { broken, type Finding, Inapplicable, RuleBroken, Unjudgeable } from './signals.ts';

/** What a scenario has at hand beside the context. */
export interface Stage {
  /** Ends the scenario with a broken rule unless `holds`. */
  require(holds: boolean, expected: string, actual: string, exchange?: Exchange): void;
  /** Takes note of something tolerated; the scenario goes on and warns. */
  tolerate(finding: Finding): void;
  /** Counts a case that was judged. */
  judged(): void;
}

/** A scenario: several exchanges, judged together. `play` throws the signals of this folder. */
export function scenario(rule: string, method: string, play: (context: Context, stage: Stage) => Promise<void>): Check {
  return { rule, kind: 'scenario', method, run: (context) => playOut(rule, context, play) };
}

async function playOut(
  rule: string,
  context: Context,
  play: (context: Context, stage: Stage) => Promise<void>,
): Promise<Outcome> {
  let judged = 0;
  let tolerated: Finding | undefined;
  const stage: Stage = {
    require: (holds, expected, actual, exchange) => {
      judged += 1;
      if (!holds) throw new RuleBroken(broken(expected, actual), exchange);
    },
    tolerate: (finding) => {
      judged += 1;
      tolerated ??= finding;
    },
    judged: () => {
      judged += 1;
    },
  };
  try {
    await play(context, stage);
  } catch (error) {
    return outcomeOf(rule, context, error, judged);
  }
  if (judged === 0)
    return { verdict: 'skip', reason: 'nothing to judge: no answer held what this rule speaks of', judged };
  if (tolerated) return { verdict: 'warn', reason: `${tolerated.expected} ${tolerated.actual}`, judged };
  return { verdict: 'pass', judged };
}

function outcomeOf(rule: string, context: Context, error: unknown, judged: number): Outcome {
  if (error instanceof RuleBroken)
    return brokenOutcome(rule, evidenceOf(error.finding, error.exchange, context.seed, ''), judged);
  if (error instanceof Unjudgeable || error instanceof ControlFailed)
    return { verdict: 'inconclusive', reason: error.message, judged };
  if (error instanceof Inapplicable || error instanceof NotOffered || error instanceof BudgetSpent)
    return { verdict: 'skip', reason: error.message, judged };
  throw error;
}
