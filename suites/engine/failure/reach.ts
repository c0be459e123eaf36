import { inList } from '../../../reports/index.ts';
import { describeLevel } from '../../generate/circumstance-words.ts';

/** Factors whose levels are numbers, so that numbers between two levels can be tried. */
const COUNTED = new Set(['messages', 'length', 'listed', 'max results', 'input', 'documents', 'limit']);

/** Those of which a smaller one is «less». */
const UNCOUNTABLE: ReadonlySet<string> = new Set(['limit', 'max results']);

export const isCounted = (factor: string): boolean => COUNTED.has(factor);

/** The numbers with which a case failed and passed, in rising order. */
export interface Reach {
  readonly failing: readonly number[];
  readonly passing: readonly number[];
}

/** Whether some number passed between two that failed. */
export function hasGaps({ failing, passing }: Reach = { failing: [], passing: [] }): boolean {
  return passing.some((count) => count > (failing[0] ?? count) && count < (failing.at(-1) ?? count));
}

/** Below this length a text has no room for what else it must hold. */
const SHORTEST_TEXT = 200;

/**
 * Finds where a failure with a number begins and ends, by halving the gaps to the nearest numbers that passed. One number
 * inside is tried too: a failure with odd numbers alone has no beginning. `fails` is undefined where a case could not be tried.
 */
export async function findReach(
  factor: string,
  found: number,
  tried: Reach,
  fails: (count: number) => Promise<boolean | undefined>,
): Promise<Reach> {
  const failing = new Set([...tried.failing, found]);
  const passing = new Set(tried.passing);
  const tryOne = async (count: number): Promise<boolean | undefined> => {
    const result = await fails(count);
    if (result !== undefined) (result ? failing : passing).add(count);
    return result;
  };
  const edge = (direction: 1 | -1): readonly [failing: number, passing: number | undefined] => {
    const beyond = [...passing].filter((count) => (count - found) * direction > 0);
    const stop = beyond.length === 0 ? undefined : nearest(beyond, found);
    const inside = [...failing].filter((count) => stop === undefined || (stop - count) * direction > 0);
    return [direction === 1 ? Math.max(...inside) : Math.min(...inside), stop];
  };
  // A short text has no number.
  if (factor === 'length' && edge(-1)[1] === undefined && edge(-1)[0] > SHORTEST_TEXT) await tryOne(SHORTEST_TEXT);
  for (const direction of [-1, 1] as const)
    for (let [inner, outer] = edge(direction); outer !== undefined && Math.abs(outer - inner) > 1; ) {
      if ((await tryOne(inner + Math.trunc((outer - inner) / 2))) === undefined) break;
      [inner, outer] = edge(direction);
    }
  const [[from], [to]] = [edge(-1), edge(1)];
  if (to - from >= 2 && !failing.has(from + 1)) await tryOne(from + 1);
  const rising = (counts: ReadonlySet<number>): readonly number[] => [...counts].toSorted((one, other) => one - other);
  return { failing: rising(failing), passing: rising(passing) };
}

const nearest = (counts: readonly number[], to: number): number =>
  counts.reduce((best, count) => (Math.abs(count - to) < Math.abs(best - to) ? count : best));

const written = (count: number): string => count.toLocaleString('en-US');

/** The numbers with which a case fails, in words, and those with which it does not: `51 documents or more` and `50`, `3 to 7 messages` and `2 or 8`. */
export function describeReach(
  factor: string,
  { failing, passing }: Reach,
  others: readonly string[],
): { readonly name: string; readonly not: string } {
  const [from = 0, to = 0] = [failing[0], failing.at(-1)];
  const words = (counts: string): string =>
    describeLevel(factor, String(to)).replace(new RegExp(`${written(to)}|${to}`), counts);
  const below = passing.findLast((count) => count < from);
  const above = passing.find((count) => count > to);
  const inside = passing.filter((count) => count > from && count < to);
  const beside = [
    ...others,
    ...[below, ...inside, above].flatMap((count) => (count === undefined ? [] : [written(count)])),
  ];
  const named = (name: string) => ({ name, not: inList(beside, 'or') });
  if (inside.length > 0) return named(words(inList(failing.map(written), 'or')));
  if (from === to) return named(describeLevel(factor, String(to)));
  if (above === undefined) return named(`${describeLevel(factor, String(from))} or more`);
  if (below === undefined && others.length === 0)
    return named(`${describeLevel(factor, String(to))} or ${UNCOUNTABLE.has(factor) ? 'less' : 'fewer'}`);
  return named(words(`${written(from)} to ${written(to)}`));
}
