import type { Exchange } from '../../http/exchange/exchange.ts';
import { type Judgement, Unjudgeable } from '../../judges/judgement.ts';
import { throwIfBroken } from '../context/check-errors.ts';
import type { Context } from '../context/context.ts';
import { sendValid } from '../context/send.ts';
import { validCallOf } from '../failure/case-origin.ts';
import { CaseRunner } from './case-runner.ts';
import type { Check, Outcome } from './check.ts';
import { checkProperty, type FailedCase, type Property } from './property.ts';

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
  const tryCase = async (item: Case, attemptContext: Context): Promise<Judgement> => {
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
  const property: Property<Case> = {
    examples: items,
    maxShrinks: MAX_SHRINKS,
    try: tryCase,
    again: async (item, attemptContext) => {
      const casesNow = await cases(attemptContext);
      const index = items.indexOf(item);
      // The new list may be shorter, for example after a change of the catalogue: then there is nothing to repeat.
      return index < casesNow.length ? tryCase(casesNow[index] as Case, attemptContext) : undefined;
    },
    candidates: (failed) => attributable(failed, runner),
    answerOf: (one) => exchanges.get(one),
  };
  return checkProperty(rule, context, property, runner);
}

/** Failed cases whose plain valid call is accepted: the first and, if that was a temporary failure, the last, since it may hide what another one finds. */
async function* attributable<Case>(
  failed: readonly FailedCase<Case>[],
  runner: CaseRunner,
): AsyncGenerator<FailedCase<Case>> {
  // A case made from circumstances is preferred: the report can name those that it needs.
  const sorted = failed.toSorted((one, other) => Number(isPlain(one.example)) - Number(isPlain(other.example)));
  const first = await firstAttributable(sorted, runner);
  if (first === undefined) return;
  yield first;
  const last = await firstAttributable(
    sorted.toReversed().filter((one) => one !== first),
    runner,
  );
  if (last !== undefined) yield last;
}

const isPlain = (item: unknown): boolean => validCallOf(item) === undefined;

/**
 * The first failed case whose plain valid call is accepted: `ENDPOINT.accepts-valid` judges refused valid
 * calls. A temporary failure ends the search and leaves the rule open.
 */
async function firstAttributable<Failed extends { readonly example: unknown }>(
  failed: readonly Failed[],
  runner: CaseRunner,
): Promise<Failed | undefined> {
  for (const one of failed) {
    const validCall = validCallOf(one.example);
    if (validCall === undefined) return one;
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
    if (latest.refusal === undefined) return one;
    if (latest.refusal.disturbed) return undefined;
  }
  return undefined;
}
