import type { Exchange } from '../../http/exchange/exchange.ts';
import { type Judgement, Unjudgeable } from '../../judges/judgement.ts';
import { type RuleBroken, throwIfBroken } from '../context/check-errors.ts';
import type { Context } from '../context/context.ts';
import { mapConcurrently } from '../context/map-concurrently.ts';
import { sendValid } from '../context/send.ts';
import { validCallOf } from '../failure/case-origin.ts';
import { type Minimized, minimizeCircumstances } from '../failure/minimize.ts';
import { CaseRunner, judgeAsNew } from './case-runner.ts';
import type { Check, Outcome } from './check.ts';
import { withOtherFaults } from './other-faults.ts';

/** Maximum number of cases that are tried after the first failure, to find the circumstances that it needs. */
const MAX_SHRINKS = 30;

/** Judges one case; also returns the exchange that shows the judgement best. */
type JudgeCase<Case> = (context: Context, item: Case) => Promise<readonly [Judgement, Exchange | undefined]>;

/**
 * A check over a fixed list of cases, judged separately and in parallel. Before the rule fails, the first failed case
 * whose circumstances the target accepts in a valid request is repeated from its beginning. A case that cannot be judged
 * leaves the rule open.
 */
export function caseRule<Case>(
  rule: string,
  method: string,
  cases: (context: Context) => Promise<readonly Case[]>,
  judge: JudgeCase<Case>,
): Check {
  return { rule, kind: 'scenario', method, run: (context) => run(rule, context, cases, judge) };
}

async function run<Case>(
  rule: string,
  context: Context,
  cases: (context: Context) => Promise<readonly Case[]>,
  judge: JudgeCase<Case>,
): Promise<Outcome> {
  const runner = new CaseRunner(rule, context);
  const exchanges = new Map<unknown, Exchange>();
  const tryCase = async (attemptContext: Context, item: Case): Promise<Judgement> => {
    const judged = await judge(attemptContext, item);
    if (judged[1]) exchanges.set(item, judged[1]);
    const judgement = throwIfBroken(...judged);
    const validCall = validCallOf(item);
    if (validCall && typeof judgement === 'object' && judgement.kind === 'tolerated')
      await sendValid(attemptContext, validCall);
    return judgement;
  };
  let items: readonly Case[] = [];
  await runner.attempt(async (attemptContext) => {
    items = await cases(attemptContext);
    return 'nothing';
  });
  const fine: Case[] = [];
  const broken = await mapConcurrently(items, context.caseConcurrency, (item) =>
    runner.attempt(async (attemptContext) => {
      const judgement = await tryCase(attemptContext, item);
      if (judgement === 'fine') fine.push(item);
      return judgement;
    }),
  );
  // A case made from circumstances is preferred: the report can name those that it needs.
  const failedAt = [...broken.keys()]
    .filter((index) => broken[index] !== undefined)
    .toSorted((one, other) => Number(isPlain(items[one])) - Number(isPlain(items[other])));
  const tried = new Set<number>();
  // If the first one was a temporary failure, the last one is tried as well: it may hide what another one finds.
  for (const candidates of [failedAt, failedAt.toReversed()]) {
    const index = await firstAttributable(
      candidates.filter((at) => !tried.has(at)),
      items,
      runner,
    );
    const error = index === undefined ? undefined : broken[index];
    if (index === undefined || error === undefined) break;
    tried.add(index);
    const failed = items.filter((_, at) => broken[at] !== undefined);
    const minimized = await minimize(index, error, failed);
    const outcome = await confirmCase(index, error, minimized);
    if (outcome.verdict !== 'inconclusive')
      return withOtherFaults(rule, outcome, {
        failed,
        wrong: failed,
        fine,
        alike: minimized?.within(fine) ?? fine,
        answerOf: (one) => exchanges.get(one),
      });
  }
  return runner.outcome();

  function minimize(index: number, error: RuleBroken, failed: readonly Case[]): Promise<Minimized<Case> | undefined> {
    const judgeOnce = (item: Case) =>
      CaseRunner.tryOnce(rule, context, (attemptContext) => tryCase(attemptContext, item));
    return minimizeCircumstances(
      { example: items[index] as Case, error },
      {
        judge: judgeOnce,
        again: judgeAsNew(rule, context, (item, own) => tryCase(own, item)),
        maxTries: MAX_SHRINKS,
        passed: fine,
        failed,
      },
    );
  }

  async function confirmCase(
    index: number,
    error: RuleBroken,
    minimized: Minimized<Case> | undefined,
  ): Promise<Outcome> {
    if (minimized)
      return runner.confirmedOutcome(minimized.error, (attemptContext) =>
        minimized.annotate(tryCase(attemptContext, minimized.example)),
      );
    return runner.confirmedOutcome(error, async (attemptContext) => {
      const casesNow = await cases(attemptContext);
      // The new list may be shorter, for example after a change of the catalogue: then there is nothing to repeat.
      return index < casesNow.length ? tryCase(attemptContext, casesNow[index] as Case) : undefined;
    });
  }
}

const isPlain = (item: unknown): boolean => validCallOf(item) === undefined;

/**
 * The index of the first failed case whose plain valid call is accepted: `ENDPOINT.accepts-valid` judges refused valid
 * calls. A temporary failure ends the search and leaves the rule open.
 */
async function firstAttributable(
  failedAt: readonly number[],
  items: readonly unknown[],
  runner: CaseRunner,
): Promise<number | undefined> {
  for (const index of failedAt) {
    const validCall = validCallOf(items[index]);
    if (validCall === undefined) return index;
    const latest: { refusal?: Unjudgeable } = {};
    await runner.attempt(async (attemptContext) => {
      delete latest.refusal;
      await sendValid(attemptContext, validCall).catch((error: unknown) => {
        if (error instanceof Unjudgeable) latest.refusal = error;
        throw error;
      });
      return 'nothing';
    });
    // If the call could not be sent, for example without budget, nothing excuses the failure.
    if (latest.refusal === undefined) return index;
    if (latest.refusal.disturbed) return undefined;
  }
  return undefined;
}
