import { firstOf, formatDollars, formatDuration, plural } from '../text/format.ts';
import type { Disturbance, Report } from './report.ts';
import { judgedOf } from './summary.ts';

/** Number of disturbances that are listed one by one. */
const MAX_PERIODS = 3;

/** What interrupted the run, for the head of every report; undefined for a finished run. */
export function interruptionOf({ run, summary }: Report): string | undefined {
  const { signal, fault, interrupted = signal } = run;
  const reached = `${judgedOf(summary)} of ${plural(summary.rules, 'rule')} judged`;
  if (fault !== undefined) return `ABORTED, assay itself failed: ${fault} (${reached})`;
  return interrupted === undefined ? undefined : `INTERRUPTED: ${interrupted} (${reached})`;
}

/** What happened during the run, one sentence each: when the target throttled or was away, and notes of the run. */
export function remarksOf({ run }: Report): string[] {
  const { disturbances = [], notes = [] } = run;
  const throttled = disturbances.filter(({ kind }) => kind === 'throttled');
  const away = disturbances.filter(({ kind }) => kind === 'away');
  const isRefusal = ({ what }: Disturbance): boolean => what.split(', ').every((one) => /^4\d\d /.test(one));
  return [
    ...disturbanceSentence('The target throttled', throttled),
    ...disturbanceSentence(
      'The target was away',
      away.filter((one) => !isRefusal(one)),
    ),
    ...disturbanceSentence(
      "Requests were refused in a form that is not the API's, as a firewall or one odd instance does",
      away.filter(isRefusal),
    ),
    ...notes,
  ];
}

function disturbanceSentence(what: string, disturbances: readonly Disturbance[]): string[] {
  if (disturbances.length === 0) return [];
  const periods = disturbances.map(({ what: received, endpoint, answers, from_ms, to_ms }) => {
    const where = `${received.split(', ').map(inWords).join(' and ')} on ${endpoint}`;
    if (answers === 1) return `${where}, once, at ${formatDuration(from_ms)}`;
    // Of a lost answer there is none to count.
    const count = /^\d/.test(received) ? plural(answers, 'answer') : `${answers.toLocaleString('en-US')} times`;
    return `${where}, ${count}, from ${formatDuration(from_ms)} to ${formatDuration(to_ms)}`;
  });
  const last = formatDuration(Math.max(...disturbances.map(({ to_ms }) => to_ms)));
  const more = (left: number): string => `and ${left === 1 ? 'once' : `${left} times`} more, until ${last}`;
  return [`${what}: ${firstOf(periods, MAX_PERIODS, more).join('; ')}.`];
}

/** What came instead of an answer, by the code of the failure. */
const LOST: Readonly<Record<string, string>> = {
  broken: 'an answer that broke off',
  timeout: 'no answer in time',
  ECONNREFUSED: 'nobody listening (ECONNREFUSED)',
  ECONNRESET: 'a connection that was reset (ECONNRESET)',
  EPIPE: 'a connection that was closed (EPIPE)',
  ETIMEDOUT: 'no connection in time (ETIMEDOUT)',
};

const inWords = (code: string): string => LOST[code] ?? code;

/** What the run took, in parts to join: requests, cost, time, seed. */
export function runFacts({ run, target }: Report): string[] {
  const saved = run.requests_saved ? ` (${run.requests_saved.toLocaleString('en-US')} saved by sharing)` : '';
  return [
    `${plural(run.requests, 'request')}${saved}`,
    // The simulator costs nobody anything, whatever the price list says.
    target.embedded === true ? 'nothing to pay' : `at most ${formatDollars(run.estimated_cost_micros)}`,
    formatDuration(run.duration_ms),
    `seed ${run.seed}`,
  ];
}
