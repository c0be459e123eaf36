import type { Handler, Middleware } from '../../simulator/index.ts';
import { findRule } from '../../spec/index.ts';
import type { areas } from '../areas/catalogue.ts';
import type { Profile } from '../profile/profile.ts';

/**
 * What the suites must say about a deviation: its rule fails or warns, or, if the deviation is allowed, all rules pass.
 */
export type Expected = 'fail' | 'warn' | 'pass';

/**
 * One difference from a correct server. If it breaks a rule, it is a mutant; if the specification allows it, a variant.
 */
export interface Deviation {
  /** A mutant's: `RULE/slug`. A variant's: `AREA/slug`. */
  readonly id: string;
  /** The rule that a mutant breaks; the reading that a variant uses, or its area. */
  readonly touches: string;
  /** What a client sees, in one sentence. */
  readonly summary: string;
  readonly expected: Expected;
  /** The difference, as a middleware that works in front of any server. */
  readonly wire: Middleware;
  readonly variant?: VariantTraits;
}

/** Area of rules. */
export type Area = keyof typeof areas;

/** The area of a rule or a deviation: its id up to the first dot or slash. */
export const areaOf = (id: string): string => id.split(/[./]/, 1)[0] ?? '';

/** Optional properties of a variant. */
export interface VariantTraits {
  /** Areas to judge; by default all. */
  readonly areas?: readonly Area[];
  /** Rules that warn, each because of a reading. */
  readonly warned?: readonly string[];
  /** Rules that pass with a note: what the specification permits with «may». */
  readonly noted?: readonly string[];
  /** Rules that find nothing to judge, besides those whose capability the profile lacks. */
  readonly skipped?: readonly string[];
  /** How its profile differs. */
  readonly profile?: (profile: Profile) => Profile;
  /** True if PDFs must be fetched, which is slow; false if nothing can be fetched from a host of the fixtures, not in a mixture with others either. */
  readonly fixtures?: boolean;
}

/** What a client sees, and the difference on the wire; `warn` if a reading makes it tolerable. */
type Mutant = readonly [summary: string, wire: Middleware, expected?: 'warn'];

/** Rows by slug. */
export type Rows = Readonly<Record<string, Mutant>>;

/** Rows by rule and slug; one that is alone under its rule may stand by its id, `RULE/slug`. */
export type Mutants = Readonly<Record<string, Rows | Mutant>>;

/** Rows that differ in one value, from which `make` makes their middleware. */
export const madeBy = <What>(
  make: (what: What) => Middleware,
  rows: Readonly<Record<string, readonly [summary: string, what: NoInfer<What>]>>,
): Rows => Object.fromEntries(Object.entries(rows).map(([slug, [summary, what]]) => [slug, [summary, make(what)]]));

/** Mutants by the rule that they break: `fail` is expected if the rule is a MUST, else `warn`. */
export const mutantsOf = (table: Mutants): readonly Deviation[] =>
  Object.entries(table).flatMap(([key, rows]) =>
    isMutant(rows) ? mutantOf(key, rows) : Object.entries(rows).map(([slug, row]) => mutantOf(`${key}/${slug}`, row)),
  );

const isMutant = (rows: Rows | Mutant): rows is Mutant => Array.isArray(rows);

function mutantOf(id: string, [summary, wire, expected]: Mutant): Deviation {
  const [touches = ''] = id.split('/', 1);
  return { id, touches, summary, expected: expected ?? (findRule(touches)?.level === 'MUST' ? 'fail' : 'warn'), wire };
}

/** What a client sees of an unusual but correct server; without a `wire` only its profile differs. */
type Variant = readonly [
  summary: string,
  wire?: Middleware | undefined,
  traits?: VariantTraits & { readonly reading?: string },
];

/** Variants by their ids; a row without areas is judged by those of its table. */
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
