import { validCall } from '../../generate/bases.ts';
import { type Call, describeResponse, type Exchange, succeeded } from '../../http/exchange/exchange.ts';
import { broken, type Finding, type Judgement } from '../../judges/judgement.ts';
import { RuleBroken } from '../context/check-errors.ts';
import type { Context } from '../context/context.ts';
import { assertJudgeable, send, sendValid } from '../context/send.ts';
import { caseRule } from './case-rule.ts';
import { CaseRunner } from './case-runner.ts';
import type { Check, Outcome } from './check.ts';

/** How a scenario reports its findings. */
export interface Assertions {
  /** Ends the scenario with a broken rule unless `holds`. */
  require(holds: boolean, expected: string | undefined, actual: string, exchange?: Exchange): void;
  /** The same for a finding that no temporary failure explains: the rule fails without a repetition. */
  requireAtOnce(holds: boolean, expected: string | undefined, actual: string, exchange?: Exchange): void;
  /**
   * Requires that a valid request was accepted; throws Unjudgeable if the response is about the key or a temporary failure.
   * The message quotes `quoted` characters of it.
   */
  accepted(exchange: Exchange, expected: string, quoted?: number): void;
  /** Notes something that is tolerated, or that the specification permits; the scenario continues, and warns or passes with a note. */
  note(finding: Finding): void;
  judged(): void;
}

/** The body of a scenario: several exchanges, judged together. It throws the errors of `check-errors.ts`. */
export type ScenarioBody = (context: Context, assert: Assertions) => Promise<void>;

/** A scenario. If it breaks its rule, it is repeated with new keys before the rule fails. */
export function scenario(rule: string, method: string, play: ScenarioBody): Check {
  return { rule, kind: 'scenario', method, run: (context) => runScenario(rule, context, play) };
}

async function runScenario(rule: string, context: Context, play: ScenarioBody): Promise<Outcome> {
  const runner = new CaseRunner(rule, context);
  const runOnce = async (attemptContext: Context, assert: Assertions): Promise<'nothing'> => {
    await play(attemptContext, assert);
    return 'nothing';
  };
  const broken = await runner.attempt((attemptContext) =>
    runOnce(attemptContext, assertionsOf({ note: (judgement) => runner.note(judgement, attemptContext.log?.entries) })),
  );
  if (broken === undefined) return runner.outcome();
  return runner.confirmedOutcome(broken, (attemptContext) =>
    runOnce(attemptContext, assertionsOf(new CaseRunner(rule, attemptContext))),
  );
}

/** A scenario that runs once for each case, in parallel, see {@link caseRule}. */
export function scenarioOver<Case>(
  rule: string,
  method: string,
  cases: (context: Context) => Promise<readonly Case[]>,
  play: (context: Context, item: Case, assert: Assertions) => Promise<void>,
): Check {
  return caseRule(rule, method, cases, async (context, item) => {
    const notes: Judgement[] = [];
    await play(context, item, assertionsOf({ note: (judgement) => void notes.push(judgement) }));
    return [notes.find((judgement) => typeof judgement === 'object') ?? notes[0] ?? 'nothing', undefined];
  });
}

function assertionsOf(runner: Pick<CaseRunner, 'note'>): Assertions {
  const requireWith =
    (certain: boolean) =>
    (holds: boolean, expected: string | undefined, actual: string, exchange?: Exchange): void => {
      runner.note('fine');
      if (!holds) throw new RuleBroken(broken(expected, actual), exchange, certain);
    };
  return {
    require: requireWith(false),
    accepted: (exchange, expected, quoted) => {
      assertJudgeable(exchange);
      requireWith(false)(succeeded(exchange), expected, describeResponse(exchange, quoted), exchange);
    },
    requireAtOnce: requireWith(true),
    note: (finding) => runner.note(finding),
    judged: () => runner.note('fine'),
  };
}

/**
 * The rule that requests of a certain kind are accepted. `kind` completes «a request with …». Use a function for calls that
 * depend on the run, for example on its budget. `otherwise` returns a control without the feature, by default the smallest
 * valid call: if that is refused too, the rule is not judged.
 */
export function acceptanceRule(
  rule: string,
  kind: string,
  calls: readonly Call[] | ((context: Context) => readonly Call[]),
  otherwise: (call: Call) => Call = ({ endpoint }) => validCall(endpoint),
): Check {
  return scenario(rule, `Requests with ${kind} are sent; each must succeed.`, async (context, assert) => {
    for (const call of typeof calls === 'function' ? calls(context) : calls) {
      const exchange = await send(context, call, { expectsSuccess: true });
      if (!succeeded(exchange)) {
        assertJudgeable(exchange);
        await sendValid(context, otherwise(call));
      }
      assert.accepted(exchange, `A request with ${kind} is accepted.`);
    }
  });
}
