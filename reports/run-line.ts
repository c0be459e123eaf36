import { formatDuration } from './duration.ts';
import { formatDollars } from './money.ts';
import type { Report } from './report.ts';

/** What the run took, in parts to be joined: requests, cost, time, seed. */
export function runFacts({ run }: Report): string[] {
  const saved = run.requests_saved ? ` (${integer(run.requests_saved)} saved by sharing)` : '';
  return [
    `${integer(run.requests)} request${run.requests === 1 ? '' : 's'}${saved}`,
    `at most ${formatDollars(run.estimated_cost_micros)}`,
    formatDuration(run.duration_ms),
    `seed ${run.seed}`,
  ];
}

function integer(n: number): string {
  return n.toLocaleString('en-US');
}
