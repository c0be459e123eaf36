import type { Failure } from '../../../reports/index.ts';
import type { Check, Outcome } from '../checks/check.ts';
import { RuleBroken } from '../context/check-errors.ts';
import { timesSeen } from '../failure/confirm.ts';
import { describeEmptyParts } from './empty-parts.ts';
import { describeWrong, isCompleteAnswer, judgeEntry, type ObservedRequest } from './observed.ts';
import { describePlace } from './wrong-items.ts';

/**
 * The outcomes of failed rules whose own requests showed no circumstance, where the answers to the requests of all rules do: all
 * wrong answers have it, and no right one; and those with a note on what the wrong answers hold. Nothing is sent.
 */
export function divideObserved(
  failed: ReadonlyMap<Check, Outcome>,
  entries: readonly ObservedRequest[],
): ReadonlyMap<string, Outcome> {
  if (failed.size === 0) return new Map();
  const whole = entries.filter(({ response }) => isCompleteAnswer(response));
  const outcomes = [...failed].flatMap(([{ rule, responseJudge }, outcome]): [string, Outcome][] => {
    const { failure, reason = '' } = outcome;
    if (responseJudge === undefined || failure === undefined) return [];
    const { endpoint, judge, includes = () => true } = responseJudge;
    const results = whole
      .filter(({ response: { call } }) => call.endpoint === endpoint && includes(call))
      .map((entry) => [judgeEntry(judge, entry), entry] as const);
    const broken = results.flatMap(([result, entry]) => (result instanceof RuleBroken ? [{ result, entry }] : []));
    const wrong = broken.map(({ entry }) => entry);
    const right = results.flatMap(([result, entry]) => (result === 'fine' ? [entry] : []));
    const divide = isExplained(failure) ? undefined : describeWrong(wrong, right, whole);
    const [wrongAnswers = [], rightAnswers = []] = [wrong, right].map((some) => some.map(({ response }) => response));
    const added = [
      describePlace(broken.map(({ result }) => result)),
      describeEmptyParts(wrongAnswers, rightAnswers, `${rule} ${failure.expected} ${failure.actual}`),
    ].filter((note) => note !== undefined);
    if (divide === undefined && added.length === 0) return [];
    const notes = added.length === 0 ? {} : { notes: [...added, ...(outcome.notes ?? [])] };
    const noted = { ...outcome, ...notes };
    if (divide === undefined) return [[rule, noted]];
    const actual = `${failure.actual} ${divide.text}`;
    const divided = { ...failure, actual, circumstances: divide };
    return [[rule, { ...noted, reason: `${reason} ${divide.text}`, failure: divided }]];
  });
  return new Map(outcomes);
}

/** Whether a failure names its circumstances, or did not come each time. */
function isExplained({ circumstances, seen }: Failure): boolean {
  const [times, tries] = timesSeen(seen);
  return circumstances !== undefined || times !== tries;
}
