import { appendFileSync, existsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  excuseOf,
  joinReports,
  type KnownFailure,
  plural,
  prepareDirectory,
  type Report,
  type ReportDraft,
  renderAnnotations,
  renderStepSummary,
  renderTerminal,
  type SettleOptions,
  settleReport,
  writeReports,
} from '../../../reports/index.ts';
import { UserError } from '../../../spec/index.ts';
import { checksOf } from '../../areas/catalogue.ts';
import { readRecordings } from '../../engine/context/read-recording.ts';
import { secretsOf } from '../../engine/context/secrets.ts';
import type { RunSettings } from '../../engine/context/settings.ts';
import { type RuleResult, type RunOptions, type RunResult, run } from '../../engine/run/run.ts';
import { openSession, type SessionState } from '../../engine/run/session.ts';
import { redact } from '../../http/exchange/redact.ts';
import { RECORDING_END, type RecordingHeader } from '../../http/transport/recording.ts';
import { reasonOf } from '../../read-file.ts';
import { version } from '../../version.ts';
import { digestOf } from '../input/input-files.ts';
import type { CheckOptions } from '../input/options.ts';
import { selectRules } from '../input/select-rules.ts';
import { externalTarget, targetInReport } from '../input/target.ts';
import { assembleReport, type RunDetails } from './assemble.ts';
import { type Interruption, SIGNAL_EXIT_CODES, unlessInterrupted } from './interruption.ts';
import { type Io, progressOn, wantsColour, wantsUnicode, widthOf } from './io.ts';

/** How the results of a run are reported. */
export interface Reporting extends Pick<CheckOptions, 'format' | 'strict' | 'verbose'> {
  readonly out: string;
  readonly baseline?: Report | undefined;
}

/** Details of the run for the report, and what interrupts it. */
export interface RunContext
  extends Pick<RunDetails, 'target' | 'startedAt' | 'chosenBy' | 'shard' | 'notes' | 'neededMicros'> {
  readonly interruption: Interruption;
  /** Text before the report on the terminal. */
  readonly heading?: (report: Report, colour: boolean) => string;
  /** Adds the responses of another server to the failures of a finished run. */
  readonly compare?: (draft: ReportDraft) => Promise<ReportDraft>;
}

/** The state of a run that sent nothing. */
export const NOTHING_SENT: SessionState = {
  requests: 0,
  fromCache: 0,
  micros: 0,
  worstMicros: 0,
  budgetShortMicros: 0,
  controlsAccepted: 0,
  disturbances: [],
  branches: {},
};

/** What is waited for is told once no rule has got its verdict for so long. */
const LONG_WAIT_MS = 4_000;

/** How long an interrupted run waits for its checks. Results until then are reported. */
const STOP_GRACE_MS = 5_000;

/** Runs the checks, shows progress, writes the reports, and returns the report. */
export async function runAndReport(
  settings: RunSettings,
  reporting: Reporting,
  io: Io,
  { heading, ...context }: RunContext,
): Promise<Report> {
  if (settings.recordTo !== undefined) await startRecording(settings.recordTo, settings);
  await prepareDirectory(reporting.out);
  const draft = withRecording(await makeDraft(settings, io, context), settings, reporting.out);
  const there = join(reporting.out, 'report.json');
  if (existsSync(there) && statSync(there).mtime > context.startedAt)
    io.stderr.write(`another run wrote ${there} meanwhile, and is replaced: give each run its own --out\n`);
  return settleAndShow(draft, reporting, io, {
    known: settings.profile.known_failures,
    ...(heading ? { heading } : {}),
  });
}

/** Adds the name of the recording to the report, so that the recordings of shards can be found and joined. */
function withRecording(draft: ReportDraft, { recordTo }: RunSettings, out: string): ReportDraft {
  if (recordTo === undefined) return draft;
  const file = relative(out, recordTo).replaceAll('\\', '/');
  return { ...draft, run: { ...draft.run, recording: { file, sha256: digestOf(recordTo) } } };
}

async function makeDraft(
  settings: RunSettings,
  io: Io,
  { interruption, compare, ...details }: Omit<RunContext, 'heading'>,
): Promise<ReportDraft> {
  const isFree = details.target.embedded === true;
  const result = await runWithProgress(settings, io, interruption, isFree);
  // A function: if the comparison is interrupted, the draft is made again and says so.
  const draft = (): ReportDraft =>
    assembleReport(result, {
      ...details,
      version,
      settings,
      signal: interruption.receivedSignal(),
      fault: interruption.fault(),
    });
  const compared =
    compare && !interruption.signal.aborted ? await unlessInterrupted(compare(draft()), interruption) : undefined;
  return compared ?? draft();
}

/** Judges a recording again with the `strict` option and the date of its run. Sends and writes nothing, but shows progress. */
export async function rejudge(
  file: string,
  { strict, today }: Pick<SettleOptions, 'strict' | 'today'>,
  io: Io,
  interruption: Interruption,
): Promise<Report> {
  const report = await judgeRecordings(file, { strict, today }, io, { interruption });
  if (report.run.fault !== undefined) throw new Error(report.run.fault);
  return report;
}

/** Judges the recordings of a file separately and returns one joined report. `rules` selects from the recorded rules. */
export async function judgeRecordings(
  file: string,
  options: Pick<SettleOptions, 'strict' | 'today'> & { readonly rules?: readonly string[] | undefined },
  io: Io,
  context: Pick<RunContext, 'interruption' | 'notes'>,
): Promise<Report> {
  const selected = options.rules && new Set(options.rules);
  const parts = readRecordings(file).map(({ settings }, recordingPart) => {
    const rules = settings.rules.filter((rule) => selected === undefined || selected.has(rule));
    return { ...settings, rules, recording: file, recordingPart };
  });
  const count = parts.reduce((sum, { rules }) => sum + rules.length, 0);
  io.stderr.write(`assay: judging ${plural(count, 'rule')} from ${file}; nothing is sent\n`);
  const selection = count < selectRules(undefined).length ? { chosenBy: '--rules' as const } : {};
  const partsToJudge = parts.filter(({ rules }, part) => rules.length > 0 || (count === 0 && part === 0));
  const reports: Report[] = [];
  for (const settings of partsToJudge) {
    const target = targetInReport(externalTarget(settings.profile));
    const draft = await makeDraft(settings, io, { ...context, ...selection, target, startedAt: new Date() });
    reports.push(settleReport(draft, { ...options, known: settings.profile.known_failures }));
  }
  const [only, ...others] = reports as [Report, ...Report[]];
  return others.length === 0 ? only : joinReports([only, ...others]);
}

/** Settles a draft, writes and shows its reports, and returns the settled report. */
export async function settleAndShow(
  draft: ReportDraft,
  reporting: Reporting,
  io: Io,
  { known = [], heading }: { readonly known?: readonly KnownFailure[] } & Pick<RunContext, 'heading'> = {},
): Promise<Report> {
  const report = settleReport(draft, {
    strict: reporting.strict ?? false,
    known,
    today: draft.run.started_at.slice(0, 10),
    baseline: reporting.baseline,
  });
  await writeAndShow(report, reporting, io, heading);
  return report;
}

/** Writes the reports of a settled report, and shows it. */
export async function writeAndShow(
  report: Report,
  reporting: Reporting,
  io: Io,
  heading?: RunContext['heading'],
): Promise<void> {
  const files = await writeReports(report, { directory: reporting.out, formats: reporting.format });
  if (heading) io.stdout.write(heading(report, wantsColour(io.stdout, io.env)));
  show(report, files, reporting, io);
  if (report.run.fault !== undefined)
    io.stderr.write(`assay: a fault of assay itself: ${report.run.fault}. Please report it with the command line.\n`);
}

/** The exit code of a report, or of a signal that came after it was settled. */
export function exitCodeOf({ gate }: Report, interruption?: Interruption): number {
  const signal = interruption?.receivedSignal();
  return signal === undefined ? (gate?.exit_code ?? 0) : SIGNAL_EXIT_CODES[signal];
}

async function runWithProgress(
  settings: RunSettings,
  io: Io,
  interruption: Interruption,
  isFree = false,
): Promise<RunResult> {
  const progress = progressOn(io, settings.rules.length);
  const started = performance.now();
  const results: RuleResult[] = [];
  let latest: SessionState = NOTHING_SENT;
  let failed = 0;
  let lastResult = started;
  const today = new Date().toISOString().slice(0, 10);
  const excused = new Set(
    settings.profile.known_failures.filter((entry) => excuseOf(entry, today)).map(({ id }) => id),
  );
  const spent = ({ requests, micros }: SessionState) => ({ requests, ...(isFree ? {} : { micros }) });
  const onTick = (state: SessionState): void => {
    const { wait } = state;
    const isLong = wait !== undefined && Math.min(wait.ms, performance.now() - lastResult) >= LONG_WAIT_MS;
    progress.update({ done: results.length, failed, ...spent(state), ...(isLong ? { wait } : {}) });
  };
  const onResult = (result: RuleResult, done: number, state: SessionState): void => {
    results.push(result);
    latest = state;
    lastResult = performance.now();
    failed += result.outcome.verdict === 'fail' && !excused.has(result.rule) ? 1 : 0;
    progress.update({ done, failed, ...spent(state), current: result.rule });
  };
  const running = interruption.signal.aborted
    ? undefined
    : runSession(settings, { signal: interruption.signal, onResult, onTick });
  running?.catch(interruption.noteFault);
  try {
    // After our own error the run may hang: then the report has the results so far.
    const result =
      running &&
      ((await unlessInterrupted(running, interruption)) ??
        (await Promise.race([running, sleep(STOP_GRACE_MS, undefined, { ref: false })])));
    if (result) return result;
  } catch {
    // `noteFault` has recorded the error.
  } finally {
    progress.end();
  }
  return { results, state: latest, faults: [], durationMs: Math.round(performance.now() - started) };
}

async function runSession(settings: RunSettings, options: RunOptions): Promise<RunResult> {
  const session = openSession(settings, options);
  try {
    const result = await run(checksOf(settings.rules), session, options);
    if (settings.recordTo !== undefined && result.interrupted === undefined)
      appendFileSync(settings.recordTo, `${RECORDING_END}\n`);
    return result;
  } finally {
    await session.close().catch(() => undefined);
  }
}

function show(report: Report, files: readonly string[], { verbose }: Reporting, io: Io): void {
  const colour = wantsColour(io.stdout, io.env);
  const unicode = wantsUnicode(io.env);
  // First, because the line of the gate must be last.
  if (io.env.GITHUB_ACTIONS === 'true') io.stdout.write(renderAnnotations(report));
  io.stdout.write(
    renderTerminal(report, { colour, unicode, width: widthOf(io.stdout), files, verbose: verbose ?? false }),
  );
  if (io.env.GITHUB_STEP_SUMMARY) appendSummary(io.env.GITHUB_STEP_SUMMARY, report, io);
}

/** A failure to write the summary does not change the verdict. */
function appendSummary(file: string, report: Report, io: Io): void {
  try {
    appendFileSync(file, renderStepSummary(report, existsSync(file) ? statSync(file).size : 0));
  } catch (error) {
    io.stderr.write(`assay: Cannot write the step summary ${file}: ${reasonOf(error)}.\n`);
  }
}

/** Writes the first line of a recording. Throws UserError if the file cannot be written. */
export async function startRecording(
  file: string,
  settings: RunSettings,
  extra: Pick<RecordingHeader, 'traffic'> = {},
): Promise<void> {
  const { recordTo: _, ...recordedSettings } = settings;
  const header: RecordingHeader = { assay_recording: 1, version, ...extra, settings: recordedSettings };
  try {
    await prepareDirectory(dirname(file));
    writeFileSync(file, `${redact(JSON.stringify(header), secretsOf(settings))}\n`);
  } catch (error) {
    const cause = error instanceof UserError ? error.cause : error;
    throw new UserError(`Cannot write recording ${file}: ${reasonOf(cause)}. Choose another --record FILE.`);
  }
}
