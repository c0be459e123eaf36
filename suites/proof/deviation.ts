import type { Middleware } from '../../simulator/index.ts';
import { findRule } from '../../spec/index.ts';
import type { areas } from '../catalogue.ts';
import type { Profile } from '../profile/profile.ts';

/** What the suites have to say of a deviation: its rule fails or warns, or, where a server may be so, no rule complains. */
export type Expected = 'fail' | 'warn' | 'pass';

/** One difference from a clean server. One that breaks a rule is a mutant; one that the specification allows is a variant. */
export interface Deviation {
  /** A mutant's: `RULE/slug`. A variant's: `AREA/slug`. */
  readonly id: string;
  /** The rule that a mutant breaks; the reading that a variant uses, or its area. */
  readonly touches: string;
  /** What a client sees, in one sentence. */
  readonly summary: string;
  readonly expected: Expected;
  /** The difference, made on the wire: it runs in front of any server. */
  readonly wire: Middleware;
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
  /** True where PDFs are to be fetched, which takes long. */
  readonly fixtures?: boolean;
}

/** A mutant of a rule: `fail` is due where the rule is a MUST, else `warn`. */
export function mutant(id: `${string}/${string}`, summary: string, wire: Middleware): Deviation {
  const touches = id.slice(0, id.indexOf('/'));
  return { id, touches, summary, expected: findRule(touches)?.level === 'MUST' ? 'fail' : 'warn', wire };
}

/** A mutant that a reading makes tolerable: its rule warns. */
export const tolerated = (id: `${string}/${string}`, summary: string, wire: Middleware): Deviation => ({
  ...mutant(id, summary, wire),
  expected: 'warn',
});

/** A correct server that is not like the usual one; without a `wire` only its profile differs. */
export function variant(
  id: `${Area | 'all'}/${string}`,
  summary: string,
  wire: Middleware = (next) => next,
  traits: VariantTraits & { readonly reading?: string } = {},
): Deviation {
  const { reading = id.slice(0, id.indexOf('/')), ...rest } = traits;
  return { id, touches: reading, summary, expected: 'pass', variant: rest, wire };
}
