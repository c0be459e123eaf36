import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createProgress,
  type KnownFailure,
  prepareDirectory,
  type Report,
  type ReportDraft,
  renderAnnotations,
  renderTerminal,
  settleReport,
  writeReports,
} from '../../reports/index.ts';
import { UserError } from '../../spec/index.ts';
import { checksOf } from '../catalogue.ts';
import { secretsOf } from '../engine/recorded-transport.ts';
import { type RuleResult, type RunOptions, type RunResult, run } from '../engine/run.ts';
import { openSession, type SessionState } from '../engine/session.ts';
import type { RunSettings } from '../engine/settings.ts';
import type { RecordingHeader } from '../target/recording.ts';
import { redact } from '../target/redact.ts';
import { version } from '../version.ts';
import { assembleReport, type RunFrame } from './assemble.ts';
import { type Ending, unlessEnded } from './ending.ts';
import { type Io, wantsColour, wantsUnicode, widthOf } from './io.ts';
import type { CheckOptions } from './options.ts';

/** What is done with the results of a run. */
export interface Reporting extends Pick<CheckOptions, 'format' | 'strict' | 'verbose'> {
  readonly out: string;
  readonly baseline?: Report | undefined;
}

/** What the report of a run says of it, and what ends the run. */
export interface RunContext extends Pick<RunFrame, 'target' | 'startedAt' | 'chosenBy' | 'notes' | 'needed'> {
  readonly ending: Ending;
  /** What is said before the report on the terminal. */
  readonly heading?: (report: Report, colour: boolean) => string;
  /** Adds to the failures of a run that came to its end how another server answers. */
  readonly compare?: (draft: ReportDraft) => Promise<ReportDraft>;
}

/** Totals of a run that was ended before it began. */
const NOTHING_SENT: SessionState = {
  requests: 0,
  saved: 0,
  micros: 0,
  worstMicros: 0,
  budgetShortMicros: 0,
  controlsAccepted: 0,
  disturbances: [],
  branches: {},
};

/** Longest wait for the checks to stop after the run was ended, in milliseconds; what they found by then is reported. */
const STOP_GRACE = 5_000;

/** Runs the checks, shows progress, writes reports, and gives the exit code. Shared by `check` and `judge`. */
export async function runAndReport(
  settings: RunSettings,
  reporting: Reporting,
  io: Io,
  { ending, heading, compare, ...frame }: RunContext,
): Promise<number> {
  if (settings.recordTo !== undefined) await beginRecording(settings.recordTo, settings);
  await prepareDirectory(reporting.out);
  const result = await runWatched(settings, io, ending);
  // Made anew after a comparison that was broken off: it says that the run was ended.
  const draft = (): ReportDraft =>
    assembleReport(result, { ...frame, version, settings, signal: ending.received(), fault: ending.fault() });
  const compared = compare && !ending.signal.aborted ? await unlessEnded(compare(draft()), ending) : undefined;
  return settleAndShow(compared ?? draft(), reporting, io, {
    known: settings.profile.known_failures,
    ...(heading ? { heading } : {}),
  });
}

/** Settles a draft, writes its reports, shows it, and gives the exit code. */
export async function settleAndShow(
  draft: ReportDraft,
  reporting: Reporting,
  io: Io,
  { known = [], heading }: { readonly known?: readonly KnownFailure[] } & Pick<RunContext, 'heading'> = {},
): Promise<number> {
  const report = settleReport(draft, {
    strict: reporting.strict ?? false,
    known,
    today: draft.run.started_at.slice(0, 10),
    baseline: reporting.baseline,
  });
  const files = await writeReports(report, { directory: reporting.out, formats: reporting.format });
  if (heading) io.stdout.write(heading(report, wantsColour(io.stdout, io.env)));
  show(report, files, reporting, io);
  if (report.run.fault !== undefined)
    io.stderr.write(`assay: a fault of assay itself: ${report.run.fault}. Please report it with the command line.\n`);
  return report.gate?.exit_code ?? 0;
}

async function runWatched(settings: RunSettings, io: Io, ending: Ending): Promise<RunResult> {
  const progress = createProgress(io.stderr, settings.rules.length, {
    now: () => performance.now(),
    colour: wantsColour(io.stderr, io.env),
    unicode: wantsUnicode(io.env),
  });
  const started = performance.now();
  const seen: RuleResult[] = [];
  let latest: SessionState = NOTHING_SENT;
  let failed = 0;
  const onResult = (result: RuleResult, done: number, state: SessionState): void => {
    seen.push(result);
    latest = state;
    failed += result.outcome.verdict === 'fail' ? 1 : 0;
    progress.update({ done, failed, requests: state.requests, micros: state.micros, current: result.rule });
  };
  const whole = ending.signal.aborted ? undefined : judged(settings, { signal: ending.signal, onResult });
  whole?.catch(ending.blame);
  try {
    // The run may hang where something of our own broke: what was found by then stands in the report all the same.
    const result =
      whole &&
      ((await unlessEnded(whole, ending)) ??
        (await Promise.race([whole, sleep(STOP_GRACE, undefined, { ref: false })])));
    if (result) return result;
  } catch {
    // Taken note of above.
  } finally {
    progress.end();
  }
  return { results: seen, state: latest, faults: [], durationMs: Math.round(performance.now() - started) };
}

async function judged(settings: RunSettings, options: RunOptions): Promise<RunResult> {
  const session = openSession(settings, options);
  try {
    return await run(checksOf(settings.rules), session, options);
  } finally {
    await session.close().catch(() => undefined);
  }
}

function show(report: Report, files: readonly string[], { verbose }: Reporting, io: Io): void {
  const colour = wantsColour(io.stdout, io.env);
  const unicode = wantsUnicode(io.env);
  io.stdout.write(
    renderTerminal(report, { colour, unicode, width: widthOf(io.stdout), files, verbose: verbose ?? false }),
  );
  if (io.env.GITHUB_ACTIONS === 'true') io.stdout.write(renderAnnotations(report));
}

/** Writes the first line of a recording. Throws UserError where the file cannot be written. */
export async function beginRecording(
  file: string,
  settings: RunSettings,
  more: Pick<RecordingHeader, 'traffic'> = {},
): Promise<void> {
  const { recordTo: _, ...kept } = settings;
  const header: RecordingHeader = { assay_recording: 1, version, ...more, settings: kept };
  try {
    await prepareDirectory(dirname(file));
    writeFileSync(file, `${redact(JSON.stringify(header), secretsOf(settings))}\n`);
  } catch (error) {
    const cause = error instanceof UserError ? error.cause : error;
    const code = cause instanceof Error && 'code' in cause ? cause.code : cause;
    throw new UserError(`Cannot write recording ${file}: ${code}. Choose another --record FILE.`);
  }
}
