import { escapeControls, plural, prepareDirectory } from '../../reports/index.ts';
import { findRule } from '../../spec/index.ts';
import type { CheckOptions } from '../cli/input/options.ts';
import { bareProfile, externalTarget, targetInReport } from '../cli/input/target.ts';
import { assembleReport } from '../cli/run/assemble.ts';
import type { Interruption } from '../cli/run/interruption.ts';
import type { Io } from '../cli/run/io.ts';
import { exitCodeOf, NOTHING_SENT, settleAndShow } from '../cli/run/run-and-report.ts';
import type { RunSettings } from '../engine/context/settings.ts';
import { version } from '../version.ts';
import { type Violation, type Witness, watchedRules } from './witness.ts';

/** Options of the commands that judge traffic of others. */
export type TrafficOptions = Pick<CheckOptions, 'out' | 'format' | 'strict' | 'verbose'>;

/** Settings for a report on requests that others made. */
export const trafficSettings = (base: string): RunSettings => ({
  profile: bareProfile(base),
  seed: 0,
  concurrency: 1,
  timeoutMs: 30_000,
  rules: watchedRules,
});

/** A violation in one line for the terminal; the first of a rule is longer. */
export function violationLine({ rule, finding, exchange, times }: Violation): string {
  const word = findRule(rule)?.level === 'MUST' ? 'FAIL' : 'WARN';
  const { method, url } = exchange.request;
  const where = `${word}  ${rule}  ${method} ${new URL(url).pathname} ${exchange.status}`;
  return escapeControls(times === 1 ? `${where}: ${finding.actual}` : `${where}, for the ${times}th time`);
}

/** What the report of judged traffic says beside its verdicts. */
export interface TrafficFrame {
  readonly base: string;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly notes: readonly string[];
  readonly interruption: Interruption;
  /** True if a signal is the normal end: the exit code is then that of the verdict. */
  readonly endsBySignal?: boolean;
}

/** Writes and shows the reports of a witness, and returns the exit code. */
export async function reportTraffic(
  witness: Witness,
  { base, startedAt, durationMs, notes, interruption, endsBySignal = false }: TrafficFrame,
  options: TrafficOptions,
  io: Io,
): Promise<number> {
  const out = options.out ?? 'reports/out';
  await prepareDirectory(out);
  const settings = trafficSettings(base);
  const state = { ...NOTHING_SENT, requests: witness.seen, controlsAccepted: witness.accepted };
  const draft = assembleReport(
    { results: witness.results(), state, faults: [], durationMs },
    {
      version,
      settings,
      target: targetInReport(externalTarget(settings.profile)),
      startedAt,
      chosenBy: 'traffic',
      notes: [
        `${plural(witness.seen, 'exchange')} with the API, ${plural(witness.accepted, 'valid request')} accepted: judged as they passed, by the rules that speak of a single answer. Nothing was sent, and no failure could be confirmed by trying it again.`,
        ...notes,
      ],
      ...(endsBySignal ? {} : { signal: interruption.receivedSignal() }),
      fault: interruption.fault(),
    },
  );
  return exitCodeOf(await settleAndShow(draft, { ...options, out }, io));
}
