import { type Failure, readCircumstances } from '../../../reports/index.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import type { Check, Outcome } from '../checks/check.ts';
import { circumstancesIn } from '../checks/refused-valid.ts';
import { RuleBroken } from '../context/check-errors.ts';
import { timesSeen } from '../failure/confirm.ts';
import { describeDivide } from '../failure/needed.ts';
import { isCompleteAnswer, judgeEntry, type ObservedRequest } from './observed.ts';

/**
 * The outcomes of failed rules whose own requests showed no circumstance, where the answers to the requests of all rules do: all
 * wrong answers have it, and no right one. Nothing is sent.
 */
export function divideObserved(
  failed: ReadonlyMap<Check, Outcome>,
  entries: readonly ObservedRequest[],
): ReadonlyMap<string, Outcome> {
  if (failed.size === 0) return new Map();
  const whole = entries.filter(({ response }) => isCompleteAnswer(response));
  const outcomes = [...failed].flatMap(([{ rule, responseJudge }, outcome]): [string, Outcome][] => {
    const { failure, reason = '' } = outcome;
    if (responseJudge === undefined || failure === undefined || isExplained(failure)) return [];
    const { endpoint, judge, includes = () => true } = responseJudge;
    const rows = (wanted: (result: ReturnType<typeof judgeEntry>) => boolean): readonly Circumstances[] =>
      whole
        .filter(({ response: { call } }) => call.endpoint === endpoint && includes(call))
        .flatMap((entry) => (wanted(judgeEntry(judge, entry)) ? [circumstancesIn(entry.response)] : []));
    const divide = describeDivide(
      rows((result) => result instanceof RuleBroken),
      rows((result) => result === 'fine'),
    );
    if (divide === '') return [];
    return [
      [
        rule,
        { ...outcome, reason: `${reason}${divide}`, failure: { ...failure, actual: `${failure.actual}${divide}` } },
      ],
    ];
  });
  return new Map(outcomes);
}

/** Whether a failure names its circumstances, or did not come each time. */
function isExplained({ actual, seen }: Failure): boolean {
  const [times, tries] = timesSeen(seen);
  return readCircumstances(actual).sentence !== undefined || times !== tries;
}
