import type { Circumstances } from '../../generate/circumstance-texts.ts';
import type { SeenIn } from '../../judges/judgement.ts';
import { type CaseResult, type RuleBroken, reworded } from '../context/check-errors.ts';
import { describeByNow } from './by-now.ts';
import { endpointOfCase, originOf, rowAsSent, rowsAt, sizesAt, withCircumstances } from './case-origin.ts';
import {
  BY_CHANCE,
  describeDivide,
  describeEither,
  describeNeeded,
  describeSizes,
  onEndpoint,
  seenWith,
} from './describe-circumstances.ts';
import { isCovered, type Needed } from './needed.ts';
import { type FailedCase, isSameKind, NeededSearch, otherRefusal, type SearchOptions } from './needed-search.ts';

/** A failed case, reduced to the circumstances that it needs. */
export interface Minimized<Case> {
  readonly example: Case;
  /** The failure, with these circumstances. */
  readonly error: RuleBroken;
  /** Those of some cases that have these circumstances; all, if there are none. */
  readonly within: (cases: readonly Case[]) => readonly Case[];
  /** Adds the circumstances to a repeated failure. */
  readonly annotate: (work: Promise<unknown>) => Promise<unknown>;
}

interface MinimizeOptions<Case> extends SearchOptions<Case> {
  /** Tries a case as if nothing had been sent before; absent where requests cost money. */
  readonly again?: ((example: Case) => Promise<CaseResult>) | undefined;
}

/** What was found of a failed case. */
interface Found<Case> {
  readonly first: RuleBroken;
  readonly options: MinimizeOptions<Case>;
  readonly search: NeededSearch<Case>;
  readonly needs: Needed;
  readonly needed: ReturnType<typeof describeNeeded>;
}

/**
 * Reduces a failed case to the circumstances that it needs ({@link NeededSearch}), and says in which it was seen, other failed cases
 * included. Undefined if it was not made from circumstances.
 */
export async function minimizeCircumstances<Case>(
  failure: FailedCase<Case>,
  options: MinimizeOptions<Case>,
): Promise<Minimized<Case> | undefined> {
  const search = searchFrom(failure, options);
  if (search === undefined) return undefined;
  const needs = await search.run();
  const needed = describeNeeded(needs);
  const circumstances = await circumstancesOf({ first: failure.error, options, search, needs, needed });
  const { example, error } = search.smallest;
  const isWithin = (one: Case): boolean => rowsAt(search.endpoint, [one]).some((row) => isCovered(row, needs));
  return {
    example,
    error: withCircumstances(error, circumstances),
    within: (cases) => (needed === undefined ? cases : cases.filter(isWithin)),
    annotate: (work) => reworded(work, (again) => withCircumstances(again, circumstances)),
  };
}

function searchFrom<Case>(failure: FailedCase<Case>, options: SearchOptions<Case>): NeededSearch<Case> | undefined {
  const origin = originOf(failure.example);
  return origin && new NeededSearch(failure, options, origin);
}

async function circumstancesOf<Case>(found: Found<Case>): Promise<SeenIn | undefined> {
  const byNow = await circumstancesByNow(found);
  if (byNow !== undefined) return byNow;
  const whole = await circumstancesOfAll(found);
  return whole && isWider(found) ? onEndpoint(found.search.endpoint, whole) : whole;
}

/** What to say instead of the circumstances, if what was right without one of them is wrong now. */
async function circumstancesByNow<Case>({ options, search, needs }: Found<Case>): Promise<SeenIn | undefined> {
  const { again, judge, passed } = options;
  if (again === undefined) return undefined;
  const without: Case[] = [];
  for (const name of Object.keys(needs.levels)) {
    const [level] = needs.tried.get(name)?.passing ?? [];
    const other = level === undefined ? undefined : search.caseWith(name, level);
    // That level may have passed beside others than those that were found since.
    if (other !== undefined && (await judge(other)) === 'fine') without.push(other);
  }
  return describeByNow(passed, without, again);
}

/** The circumstances of this failure, and of one that has not all of them. */
async function circumstancesOfAll<Case>(found: Found<Case>): Promise<SeenIn | undefined> {
  const { options, search, needs, needed } = found;
  const { judge, maxTries, failed, passed } = options;
  const { endpoint } = search;
  const without = (own: Needed, cases: readonly Case[]) =>
    cases.filter((one) => {
      const isCoveredByOwn = (row: Circumstances): boolean => isCovered(row, own);
      return !rowsAt(endpoint, [one]).every(isCoveredByOwn) && !isCoveredByOwn(rowAsSent(endpoint, one));
    });
  const elsewhere = without(needs, failed);
  const [second] = elsewhere;
  if (typeof needed === 'object' && second === undefined) return seenWith(needed.only, [needed]);
  const sizes = describeSizes(sizesAt(endpoint, failed), sizesAt(endpoint, passed));
  if (sizes) return sizes;
  if (needed === 'by chance') return BY_CHANCE;
  if (needed === undefined || second === undefined)
    return describeDivide(rowsAt(endpoint, failed), rowsAt(endpoint, passed));
  const error = await judge(second);
  const other =
    typeof error === 'object' && isSameKind(error, found.first)
      ? searchFrom({ example: second, error }, { ...options, maxTries: maxTries - search.tries, failed: elsewhere })
      : undefined;
  if (other === undefined) return describeEither(needed, undefined, elsewhere.length);
  const otherNeeds = await other.run();
  const also = describeNeeded(otherNeeds);
  const left = without(otherNeeds, elsewhere).length;
  const refusedWith = typeof error === 'object' ? otherRefusal(error, found.first) : undefined;
  return describeEither(needed, also === 'by chance' ? undefined : also, left, refusedWith);
}

/** Whether a rule of several endpoints fails on another one without these circumstances, or where there are none such. */
function isWider<Case>({ options, search, needs, needed }: Found<Case>): boolean {
  return options.failed.some((one) => {
    const other = endpointOfCase(one);
    const rows = other === undefined || other === search.endpoint ? [] : rowsAt(other, [one]);
    return rows.some((row) => needed === undefined || !isCovered(row, needs));
  });
}
