import { UserError } from '../../spec/index.ts';
import { suggestIds } from '../cli/input/ids.ts';
import type { Deviation } from './deviation.ts';
import { deviations } from './deviations.ts';

/** Advice for an unknown id of a mutant. */
export const whereMutantsAre =
  'Its name begins with the rule that it breaks: `assay rules` lists those, `assay explain RULE` the mutants of one.';

/** The deviation with this id. Throws UserError, which suggests similar ids, if there is none. */
export function findDeviation(id: string): Deviation {
  const found = deviations.find((deviation) => deviation.id === id);
  if (found !== undefined) return found;
  const hint = suggestIds(
    id,
    deviations.map((deviation) => deviation.id),
  );
  throw new UserError(
    `Cannot find mutant ${JSON.stringify(id.slice(0, 100))}: there is none with this id.${hint || ` ${whereMutantsAre}`}`,
  );
}
