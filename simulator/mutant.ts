import type { Behaviour } from './behaviour.ts';

/** The simulator with exactly one rule broken. */
export interface Mutant {
  readonly id: string;
  /** Id of the rule that it breaks. */
  readonly breaks: string;
  /** What a client sees, in one sentence. */
  readonly summary: string;
  /** The same behaviour with the defect in it. */
  apply(behaviour: Behaviour): Behaviour;
}
