import { formatDuration } from './duration.ts';
import { formatDollars } from './money.ts';
import { plural } from './plural.ts';
import type { Report } from './report.ts';

/** What the run took, in parts to join: requests, cost, time, seed. */
export function runFacts({ run }: Report): string[] {
  const saved = run.requests_saved ? ` (${run.requests_saved.toLocaleString('en-US')} saved by sharing)` : '';
  return [
    `${plural(run.requests, 'request')}${saved}`,
    `at most ${formatDollars(run.estimated_cost_micros)}`,
    formatDuration(run.duration_ms),
    `seed ${run.seed}`,
  ];
}
