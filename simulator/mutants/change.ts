import type { Behaviour } from '../behaviour.ts';
import type { Mutant } from '../mutant.ts';

/** What a mutant does to the behaviour: a copy with the defect in it. */
export type Change = (behaviour: Behaviour) => Behaviour;

/** A row of an area file. `id` is `<rule>/<slug>`; `summary` says what a client sees. */
export function mutant(id: `${string}/${string}`, summary: string, change: Change): Mutant {
  return { id, breaks: id.slice(0, id.indexOf('/')), summary, apply: change };
}

/** Several changes that make one defect together, the first one innermost. */
export function together(...changes: readonly Change[]): Change {
  return (behaviour) => changes.reduce((changed, change) => change(changed), behaviour);
}
