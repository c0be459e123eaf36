import { bodyOf, listIn } from '../../judges/read.ts';
import type { RuleBroken } from '../context/check-errors.ts';

/** The list, the place in it and the number of wrong items in a failure: `` `data[1].index` is missing …; of 2 items, 1 is wrong ``. */
const PLACE = /`([a-z_]+)\[(\d+)\]/;
const ONE_OF = /; of [\d,]+ items, 1 is wrong/;

/**
 * A note on where the wrong item stands, if it is the first or the last one in every answer with several: the smallest
 * answer, which the report shows, does not tell. Undefined where more of them are wrong, or others.
 */
export function describePlace(failures: readonly RuleBroken[]): string | undefined {
  const lengths = new Set<number>();
  const places = new Set<string>();
  for (const { finding, exchange } of failures) {
    const [, list = '', at] = PLACE.exec(finding.actual) ?? [];
    const { length } = listIn(exchange && bodyOf(exchange)?.[list]);
    if (at === undefined || length < 2) continue;
    lengths.add(length);
    const isAlone = ONE_OF.test(finding.actual);
    places.add(!isAlone ? 'several' : at === '0' ? 'first' : Number(at) === length - 1 ? 'last' : 'another');
  }
  const [place, ...others] = places;
  // In lists of two, the last one is only the second.
  const isKnown = others.length === 0 && lengths.size > 1 && (place === 'first' || place === 'last');
  return isKnown ? `In lists of several items, only the ${place} one is wrong.` : undefined;
}
