import type { Report } from '../../../reports/index.ts';
import { circumstances, endpointNames } from '../../../spec/index.ts';
import { countCombinations } from '../../generate/circumstance-rows.ts';
import { hasCapability } from '../context/capabilities.ts';
import type { Context } from '../context/context.ts';

/** How many of the possible combinations of circumstances occurred in accepted requests, for each endpoint. */
export type Coverage = NonNullable<Report['run']['coverage']>;

/** The coverage of the accepted requests of a run, for each endpoint that was used. */
export function coverageOf({ coveredRows: rowsBy, profile }: Context): Coverage {
  const capabilities = ['control_url', 'fixtures_url'].filter((need) => hasCapability(need, profile));
  return Object.fromEntries(
    endpointNames.flatMap((endpoint) => {
      const rows = rowsBy.get(endpoint);
      if (rows === undefined) return [];
      const pairs = countCombinations(endpoint, 2, capabilities, [...rows]);
      const triples = countCombinations(endpoint, 3, capabilities, [...rows]);
      const factors = circumstances[endpoint].map(({ name }) => name);
      const left = pairs.byFactors.map(({ possible, met }) =>
        possible === 0 ? 1 : Math.floor((met / possible) * 100) / 100,
      );
      // Pairs are ordered by their first factor.
      const shares = factors.map((_, first) => left.splice(0, factors.length - first - 1));
      const { possible, met } = pairs;
      const counts = { pairs: possible, met, triples: triples.possible, triples_met: triples.met };
      return [[endpoint, { ...counts, factors, shares }]];
    }),
  );
}
