import { type Failure, readCircumstances } from '../../../reports/index.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import type { Check, Outcome } from '../checks/check.ts';
import { circumstancesIn } from '../checks/refused-valid.ts';
import { RuleBroken } from '../context/check-errors.ts';
import { timesSeen } from '../failure/confirm.ts';
import { describeDivide } from '../failure/needed.ts';
import { isCompleteAnswer, judgeEntry, type ObservedRequest } from './observed.ts';
import { describePlace } from './wrong-items.ts';

/**
 * The outcomes of failed rules whose own requests showed no circumstance, where the answers to the requests of all rules do: all
 * wrong answers have it, and no right one; and of those in whose lists the wrong item stands in one place. Nothing is sent.
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
      .map((entry) => [judgeEntry(judge, entry), entry.response] as const);
    const rows = (wanted: (result: ReturnType<typeof judgeEntry>) => boolean): readonly Circumstances[] =>
      results.flatMap(([result, response]) => (wanted(result) ? [circumstancesIn(response)] : []));
    const divide = isExplained(failure)
      ? ''
      : describeDivide(
          rows((result) => result instanceof RuleBroken),
          rows((result) => result === 'fine'),
        );
    const place = describePlace(results.flatMap(([result]) => (result instanceof RuleBroken ? [result] : [])));
    if (divide === '' && place === undefined) return [];
    const notes = place === undefined ? {} : { notes: [place, ...(outcome.notes ?? [])] };
    const actual = `${failure.actual}${divide}`;
    return [[rule, { ...outcome, ...notes, reason: `${reason}${divide}`, failure: { ...failure, actual } }]];
  });
  return new Map(outcomes);
}

/** Whether a failure names its circumstances, or did not come each time. */
function isExplained({ actual, seen }: Failure): boolean {
  const [times, tries] = timesSeen(seen);
  return readCircumstances(actual).sentence !== undefined || times !== tries;
}
