import { UserError } from '../../spec/index.ts';
import { resembling } from '../cli/resembling.ts';
import type { Deviation } from './deviation.ts';
import { deviations } from './deviations.ts';

/** The deviation of an id. Throws UserError, which names ids that resemble it. */
export function findDeviation(id: string): Deviation {
  const found = deviations.find((deviation) => deviation.id === id);
  if (found !== undefined) return found;
  const near = resembling(
    id,
    deviations.map((deviation) => deviation.id),
  );
  const advice = near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'List them with `assay explain RULE`.';
  throw new UserError(`Cannot find mutant ${JSON.stringify(id.slice(0, 100))}: there is none with this id. ${advice}`);
}
