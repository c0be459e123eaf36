import type { SeenIn } from '../../judges/judgement.ts';
import type { CaseResult } from '../context/check-errors.ts';

/** Of fewer cases that passed, it is not looked whether they would now. */
const MIN_PASSED = 3;

const LATER: SeenIn = {
  text: 'Not from the start: requests that were answered rightly earlier in the run are answered wrongly now. It may hang on how much the server has answered, or on what.',
};

const OTHERWISE: SeenIn = {
  text: 'Not by its circumstances: without one of them it was right once, and wrong when that was sent again. It may come by chance, or hang on what else is sent, or was.',
};

/**
 * What to say instead of the circumstances of a failure, if they do not hold: cases that passed, or those of `without` (each like the failed one but for one
 * circumstance, and right once), are wrong when they are sent as new. Undefined if they hold.
 */
export async function describeByNow<Case>(
  passed: readonly Case[],
  without: readonly Case[],
  again: (example: Case) => Promise<CaseResult>,
): Promise<SeenIn | undefined> {
  const isWrong = async (example: Case): Promise<boolean> => typeof (await again(example)) === 'object';
  if (passed.length >= MIN_PASSED) {
    const some = [passed[0], passed[passed.length >> 1], passed.at(-1)] as Case[];
    for (const [at, example] of some.entries()) {
      if (!(await isWrong(example))) break;
      if (at === some.length - 1) return LATER;
    }
  }
  for (const example of without) if (await isWrong(example)) return OTHERWISE;
  return undefined;
}
