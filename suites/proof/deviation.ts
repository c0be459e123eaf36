import type { Handler, Middleware } from '../../simulator/index.ts';
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

/** What a client sees, and the difference on the wire; `warn` where a reading makes it tolerable. */
type Mutant = readonly [summary: string, wire: Middleware, expected?: 'warn'];

/** Rows by rule, each with a slug of its own. */
export type Mutants = Readonly<Record<string, Readonly<Record<string, Mutant>>>>;

/** Rows that `make` makes of the one thing in which they differ. */
export const madeBy = <What>(
  make: (what: What) => Middleware,
  rows: Readonly<Record<string, readonly [summary: string, what: NoInfer<What>]>>,
): Mutants[string] =>
  Object.fromEntries(Object.entries(rows).map(([slug, [summary, what]]) => [slug, [summary, make(what)]]));

/** Mutants by the rule that they break: `fail` is due where the rule is a MUST, else `warn`. */
export const mutantsOf = (table: Mutants): readonly Deviation[] =>
  Object.entries(table).flatMap(([rule, rows]) => {
    const due: Expected = findRule(rule)?.level === 'MUST' ? 'fail' : 'warn';
    return Object.entries(rows).map(
      ([slug, [summary, wire, expected = due]]): Deviation => ({
        id: `${rule}/${slug}`,
        touches: rule,
        summary,
        expected,
        wire,
      }),
    );
  });

/** What a client sees of a correct server that is not like the usual one; without a `wire` only its profile differs. */
type Variant = readonly [
  summary: string,
  wire?: Middleware | undefined,
  traits?: VariantTraits & { readonly reading?: string },
];

/** Variants by their ids; a row that tells no areas is judged by those of its table. */
export const variantsOf = (
  areas: readonly Area[] | 'all',
  table: Readonly<Record<`${Area | 'all'}/${string}`, Variant>>,
): readonly Deviation[] =>
  Object.entries(table).map(([id, [summary, wire = (next: Handler) => next, traits = {}]]) => {
    const { reading = id.slice(0, id.indexOf('/')), ...rest } = traits;
    return {
      id,
      touches: reading,
      summary,
      expected: 'pass',
      variant: { ...(areas !== 'all' && { areas }), ...rest },
      wire,
    };
  });
