import { UserError } from '../../spec/index.ts';
import { similarIds } from '../cli/similar-ids.ts';
import type { Deviation } from './deviation.ts';
import { deviations } from './deviations.ts';

/** The next step for who names a mutant that there is not. */
export const whereMutantsAre =
  'Its name begins with the rule that it breaks: `assay rules` lists those, `assay explain RULE` the mutants of one.';

/** The deviation of an id. Throws UserError, which names ids that resemble it. */
export function findDeviation(id: string): Deviation {
  const found = deviations.find((deviation) => deviation.id === id);
  if (found !== undefined) return found;
  const near = similarIds(
    id,
    deviations.map((deviation) => deviation.id),
  );
  const advice = near.length > 0 ? `Did you mean ${near.join(', ')}?` : whereMutantsAre;
  throw new UserError(`Cannot find mutant ${JSON.stringify(id.slice(0, 100))}: there is none with this id. ${advice}`);
}
