import type { Behaviour, Middleware, SimulatorOptions } from '../../simulator/index.ts';
import { findRule } from '../../spec/index.ts';
import type { areas } from '../catalogue.ts';
import type { Profile } from '../profile/profile.ts';

/** A part of the simulator swapped: for a difference that lives in state (ledger, races, pages) and cannot be made on the wire. */
export type Swap = (behaviour: Behaviour) => Behaviour;

/** What the suites have to say of a deviation: its rule fails or warns, or, where a server may be so, no rule complains. */
export type Expected = 'fail' | 'warn' | 'pass';

/** How a deviation is made: on the wire, in front of any server, or inside the simulator. */
export interface Difference {
  readonly wire?: Middleware;
  readonly swap?: Swap;
}

/** One difference from a clean server. One that breaks a rule is a mutant; one that the specification allows is a variant. */
export interface Deviation extends Difference {
  /** A mutant's: `RULE/slug`. A variant's: `AREA/slug`. */
  readonly id: string;
  /** The rule that a mutant breaks; the reading that a variant uses, or its area. */
  readonly touches: string;
  /** What a client sees, in one sentence. */
  readonly summary: string;
  readonly expected: Expected;
  readonly variant?: VariantTraits;
}

/** Area of rules. */
export type Area = keyof typeof areas;

/** What else there is to say of a variant. */
export interface VariantTraits {
  /** Areas to judge; all unless told. */
  readonly areas?: readonly Area[];
  /** Rules that warn, each by a reading. */
  readonly warned?: readonly string[];
  /** Rules that pass with a note: what the specification permits with «may». */
  readonly noted?: readonly string[];
  /** Rules that find nothing to judge, beside those whose capability the profile lacks. */
  readonly skipped?: readonly string[];
  /** How its profile differs. */
  readonly profile?: (profile: Profile) => Profile;
  readonly clock?: NonNullable<SimulatorOptions['clock']>;
  /** True where PDFs are to be fetched, which takes long. */
  readonly fixtures?: boolean;
}

/** A mutant of a rule: `fail` is due where the rule is a MUST, else `warn`. */
export function mutant(
  id: `${string}/${string}`,
  summary: string,
  made: Middleware | { readonly swap: Swap },
): Deviation {
  const touches = id.slice(0, id.indexOf('/'));
  const expected = findRule(touches)?.level === 'MUST' ? 'fail' : 'warn';
  return { id, touches, summary, expected, ...(typeof made === 'function' ? { wire: made } : made) };
}

/** A mutant that a reading makes tolerable: its rule warns. */
export const tolerated = (
  id: `${string}/${string}`,
  summary: string,
  made: Middleware | { readonly swap: Swap },
): Deviation => ({ ...mutant(id, summary, made), expected: 'warn' });

/** A correct server that is not like the usual one. */
export function variant(
  id: `${Area | 'all'}/${string}`,
  summary: string,
  made: Middleware | { readonly swap: Swap } | undefined,
  traits: VariantTraits & { readonly reading?: string } = {},
): Deviation {
  const { reading = id.slice(0, id.indexOf('/')), ...rest } = traits;
  const difference = typeof made === 'function' ? { wire: made } : (made ?? {});
  return { id, touches: reading, summary, expected: 'pass', variant: rest, ...difference };
}
