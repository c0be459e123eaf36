import { readFileSync, writeFileSync } from 'node:fs';
import {
  compareWithBaseline,
  createProgress,
  exitCode,
  formatDollars,
  parseReport,
  prepareDirectory,
  type Report,
  renderAnnotations,
  renderTerminal,
  writeReports,
} from '../../reports/index.ts';
import { secretsOf } from '../engine/recorded-transport.ts';
import { type RunResult, runSuites } from '../engine/run.ts';
import { defaults, type RunSettings } from '../engine/settings.ts';
import type { RecordingHeader } from '../target/recording.ts';
import { redact } from '../target/redact.ts';
import { assembleReport } from './assemble.ts';
import { type Io, wantsColour, wantsUnicode, watchSignals, widthOf } from './io.ts';
import { type CheckOptions, UsageError } from './options.ts';
import { rehearse } from './rehearse.ts';
import { selectRules } from './select-rules.ts';
import { type Boot, resolveTarget, type Target } from './target.ts';
import { version } from './version.ts';

/** `assay check`: judges a target, writes the reports and gives the exit code of the contract. */
export async function check(baseUrl: string | undefined, options: CheckOptions, io: Io, boot: Boot): Promise<number> {
  const baseline = options.baseline === undefined ? undefined : readReport(options.baseline);
  const failed = options.replay === undefined ? undefined : failedCases(options.replay);
  const rules = failed ? Object.keys(failed) : selectRules(options.rules);
  const target = await resolveTarget(baseUrl, options, io.env, boot);
  try {
    const settings = settingsOf(target, options, rules, failed);
    await announce(settings, target, io, boot);
    return await judgeAndReport(settings, { ...options, baseline }, io);
  } finally {
    await target.close();
  }
}

function settingsOf(
  target: Target,
  options: CheckOptions,
  rules: readonly string[],
  failed: RunSettings['replay'],
): RunSettings {
  const { limits } = target.profile;
  const budget =
    options.budget ?? (limits.budget_usd === undefined ? undefined : Math.round(limits.budget_usd * 1_000_000));
  return {
    profile: target.profile,
    seed: options.seed ?? defaults.seed,
    concurrency: options.concurrency ?? limits.concurrency ?? defaults.concurrency,
    timeoutMs: options.timeout ?? limits.timeout_ms ?? defaults.timeoutMs,
    rules,
    ...(options.runs === undefined ? {} : { runs: options.runs }),
    ...(budget === undefined ? {} : { budgetMicros: budget }),
    ...(failed ? { replay: failed } : {}),
    ...(options.record === undefined ? {} : { recordTo: options.record }),
  };
}

/** Says on stderr what is about to happen; where requests may cost somebody money, how much at most. */
async function announce(settings: RunSettings, { profile, embedded }: Target, io: Io, boot: Boot): Promise<void> {
  const where = embedded ? 'the embedded simulator' : profile.base_url;
  io.stderr.write(`assay ${version}: judging ${settings.rules.length} rules on ${where} (seed ${settings.seed})\n`);
  if (embedded || profile.control_url !== undefined) return;
  const { requests, micros, worstMicros } = await rehearse(settings, boot);
  const bound =
    settings.budgetMicros === undefined ? '' : `; --budget stops it at ${formatDollars(settings.budgetMicros)}`;
  io.stderr.write(
    `about ${requests} requests, at most ${formatDollars(micros)} by the price list (${formatDollars(worstMicros)} on a server that bills refused requests too)${bound}\n`,
  );
}

/** What is done with the results of a run. */
interface Reporting extends Pick<CheckOptions, 'out' | 'format' | 'strict'> {
  readonly baseline?: Report | undefined;
}

/** Runs the suites, shows progress, writes reports, and gives the exit code. Shared by `check` and `judge`. */
export async function judgeAndReport(settings: RunSettings, reporting: Reporting, io: Io): Promise<number> {
  if (settings.recordTo !== undefined) beginRecording(settings.recordTo, settings);
  await prepareDirectory(reporting.out);
  const startedAt = new Date();
  const signals = watchSignals();
  const progress = createProgress(io.stderr, settings.rules.length, {
    now: () => performance.now(),
    colour: wantsColour(io.stderr, io.env),
    unicode: wantsUnicode(io.env),
  });
  let failing = 0;
  let result: RunResult;
  try {
    result = await runSuites(settings, {
      signal: signals.signal,
      onResult: ({ rule, outcome, state }, done) => {
        failing += outcome.verdict === 'fail' ? 1 : 0;
        progress.update({ done, failed: failing, requests: state.requests, micros: state.micros, current: rule });
      },
    });
  } finally {
    progress.end();
  }
  const signal = signals.received();
  const report = assembleReport(signal === undefined ? result : { ...result, interrupted: signal }, {
    version,
    settings,
    startedAt,
    strict: reporting.strict ?? false,
  });
  const files = await writeReports(report, { directory: reporting.out, formats: reporting.format });
  signals.stop();
  show(report, files, reporting, io);
  return exitCode(report, { strict: reporting.strict ?? false, baseline: reporting.baseline, signal });
}

function show(report: Report, files: readonly string[], { baseline, strict }: Reporting, io: Io): void {
  const options = {
    colour: wantsColour(io.stdout, io.env),
    unicode: wantsUnicode(io.env),
    width: widthOf(io.stdout),
    files,
  };
  const comparison =
    baseline === undefined ? undefined : compareWithBaseline(report, baseline, { strict: strict ?? false });
  io.stdout.write(renderTerminal(report, { ...options, baseline: comparison }));
  if (io.env.GITHUB_ACTIONS === 'true') io.stdout.write(renderAnnotations(report));
}

function readReport(file: string): Report {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new UsageError(
      `Cannot read report ${file}: ${code === 'ENOENT' ? 'there is no such file' : code}. Check the path.`,
    );
  }
  return parseReport(text, file);
}

function failedCases(file: string): NonNullable<RunSettings['replay']> {
  const failed = readReport(file).rules.filter((row) => row.verdict === 'fail' || row.verdict === 'known');
  if (failed.length === 0)
    throw new UsageError(`Cannot replay ${file}: no rule failed in it. Run \`assay check\` without --replay.`);
  return Object.fromEntries(
    failed.map((row) => [row.id, { seed: row.failure?.seed ?? defaults.seed, path: row.failure?.path ?? '' }]),
  );
}

function beginRecording(file: string, settings: RunSettings): void {
  const { recordTo: _, ...kept } = settings;
  const header: RecordingHeader = { assay_recording: 1, version, settings: kept };
  try {
    writeFileSync(file, `${redact(JSON.stringify(header), secretsOf(settings))}\n`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    throw new UsageError(`Cannot write recording ${file}: ${code}. Choose another --record FILE.`);
  }
}
