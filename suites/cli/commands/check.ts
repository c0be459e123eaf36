import { formatDollars, plural, prepareDirectory, type Report } from '../../../reports/index.ts';
import { defined, UserError } from '../../../spec/index.ts';
import type { RunSettings } from '../../engine/context/settings.ts';
import { notesOnWay, proxyFor, proxyName } from '../../http/transport/network.ts';
import { STANDARD_INPUT } from '../../profile/load-profile.ts';
import { version } from '../../version.ts';
import { readReport } from '../input/input-files.ts';
import type { CheckOptions } from '../input/options.ts';
import { settingsForTarget } from '../input/run-settings.ts';
import { selectRules } from '../input/select-rules.ts';
import { shardOf } from '../input/shards.ts';
import { type Boot, bareProfile, externalTarget, resolveTarget, type Target, targetInReport } from '../input/target.ts';
import { type Patience, waitForTarget, whenReachable } from '../input/wait-for-target.ts';
import { dryRun, type OpenDryRunTarget } from '../run/dry-run.ts';
import { type Interruption, unlessInterrupted } from '../run/interruption.ts';
import type { Io } from '../run/io.ts';
import { withReference } from '../run/reference.ts';
import { exitCodeOf, judgeRecordings, runAndReport, writeAndShow } from '../run/run-and-report.ts';
import { certify, removeOldCertificate, signingOf } from './certify.ts';
import { REPLAY_FOLDER, type Replay, readReplay, renderReplay, replayTarget } from './replay.ts';

/** What a check gets from the command: how to start the simulator and a dry run, and how to stop the run. */
export interface CheckDependencies {
  readonly boot: () => ReturnType<Boot>;
  readonly openDryRunTarget: OpenDryRunTarget;
  readonly interruption: Interruption;
  readonly now: () => Date;
}

const FIRST_BASELINE = 'Check the path; if there is none yet, leave --baseline out: every failure counts then.';

/** `assay check`: judges a target, writes the reports and returns the exit code of the contract. */
export async function check(
  baseUrl: string | undefined,
  options: CheckOptions,
  io: Io,
  { boot, openDryRunTarget, interruption, now }: CheckDependencies,
): Promise<number> {
  const startedAt = new Date();
  if (options.parallel !== undefined)
    throw new UserError(
      'Cannot use --parallel without --targets: one server is judged. Leave it out, or add --targets.',
    );
  const out = options.out ?? (options.replay === undefined ? 'reports/out' : REPLAY_FOLDER);
  const baseline = options.baseline === undefined ? undefined : readReport(options.baseline, FIRST_BASELINE);
  const replay =
    options.replay === undefined ? undefined : readReplay(options.replay, { strict: options.strict ?? false, out });
  const { rules, chosenBy } = chooseRules(options, replay);
  const signing = signingOf(options, out);
  const patience = patienceFor(options.wait ?? 0, io, interruption);
  const targetPromise = whenReachable(() => findTarget(baseUrl, options, io, replay, boot), patience);
  const target =
    (await unlessInterrupted(targetPromise, interruption)) ??
    externalTarget(bareProfile(describeTarget(baseUrl, options)));
  try {
    const notes = notesOnWay(target.profile.base_url);
    if (options.wait !== undefined && !target.embedded && !(await waitForTarget(target.profile.base_url, patience)))
      io.stderr.write(`the target gave no answer in ${options.wait} s: if it is still starting, raise --wait\n`);
    const settings = {
      ...(await settingsForTarget(target, signing ? { ...options, record: signing.recording } : options, rules)),
      ...(replay && {
        replay: replay.cases,
        seed: options.seed ?? replay.report.run.seed,
        ...defined({ depth: options.depth ?? replay.report.run.depth }),
      }),
    };
    const neededMicros = await unlessInterrupted(
      announce(settings, target, io, openDryRunTarget).catch(interruption.noteFault),
      interruption,
    );
    const reporting = { ...options, out, baseline };
    if (signing) await removeOldCertificate(signing);
    const report = await runAndReport(settings, reporting, io, {
      interruption,
      startedAt,
      target: targetInReport(target),
      notes,
      compare: (draft) => withReference(draft, settings.profile, openDryRunTarget),
      ...defined({ chosenBy, shard: options.shard && `${options.shard.index}/${options.shard.count}` }),
      ...(typeof neededMicros === 'number' ? { neededMicros } : {}),
      ...(replay ? { heading: (report: Report, colour: boolean) => renderReplay(replay, report, colour) } : {}),
    });
    if (signing) await certify(report, signing, io, interruption, now);
    return exitCodeOf(report, interruption);
  } finally {
    // A simulator that starts up after an interruption must still be closed.
    void targetPromise.then((booted) => (booted === target ? undefined : booted.close())).catch(() => undefined);
    await target.close();
  }
}

/** How long `--wait` waits for the target, with one line about it. */
function patienceFor(seconds: number, io: Io, { signal }: Interruption): Patience {
  let told = false;
  return {
    until: performance.now() + seconds * 1_000,
    signal,
    onWait: () => {
      if (!told) io.stderr.write(`waiting up to ${seconds} s until the target answers\n`);
      told = true;
    },
  };
}

function chooseRules(
  options: CheckOptions,
  replay: Replay | undefined,
): { rules: readonly string[]; chosenBy?: NonNullable<Report['run']['chosen_by']> } {
  if (replay && (options.rules !== undefined || options.shard !== undefined))
    throw new UserError('Cannot replay with --rules or --shard: the report chooses the rules. Leave them out.');
  if (replay) return { rules: selectRules(Object.keys(replay.cases)), chosenBy: '--replay' };
  const all = selectRules(undefined);
  const selected = selectRules(options.rules);
  const rules = shardOf(selected, options.shard);
  if (rules.length < selected.length) return { rules, chosenBy: '--shard' };
  return rules.length < all.length ? { rules, chosenBy: '--rules' } : { rules };
}

/** The target of the command line. A replay without one uses the target of its report. */
function findTarget(
  baseUrl: string | undefined,
  options: CheckOptions,
  io: Io,
  replay: Replay | undefined,
  boot: () => ReturnType<Boot>,
): Promise<Target> {
  const isNamed = baseUrl !== undefined || options.profile !== undefined;
  return replay && !isNamed
    ? replayTarget(replay, options, io.env, boot)
    : resolveTarget(baseUrl, options, io.env, boot);
}

/** The name of the target for the report of a run that was interrupted before the target was found. */
const describeTarget = (baseUrl: string | undefined, { profile }: CheckOptions): string =>
  baseUrl ?? (profile === STANDARD_INPUT ? 'a profile on standard input' : (profile ?? 'the embedded simulator'));

/** Announces the run on stderr, with the upper bound of its cost if requests may cost money. Returns this bound in micros. */
async function announce(
  settings: RunSettings,
  { profile, embedded }: Target,
  io: Io,
  openDryRunTarget: OpenDryRunTarget,
): Promise<number | undefined> {
  const targetName = embedded ? 'the embedded simulator' : profile.base_url;
  const rules = plural(settings.rules.length, 'rule');
  io.stderr.write(`assay ${version}: judging ${rules} on ${targetName} (seed ${settings.seed})\n`);
  const proxy = embedded ? undefined : proxyFor(profile.base_url);
  if (proxy !== undefined) io.stderr.write(`through the proxy ${proxyName(proxy)}\n`);
  // In CI the address may be missing because a variable is not set, and the gate would pass unnoticed.
  if (embedded && io.env.ASSAY_KEY)
    io.stderr.write('ASSAY_KEY is set, but no server is named: to judge yours, give its address.\n');
  if (embedded || profile.control_url !== undefined) return undefined;
  const { budgetMicros: _, ...unbounded } = settings;
  const { requests, micros, worstMicros } = await dryRun(unbounded, openDryRunTarget);
  const budgetNote =
    settings.budgetMicros === undefined ? '' : `; --budget stops it at ${formatDollars(settings.budgetMicros)}`;
  const refusalsNote = settings.freeRefusals
    ? ''
    : ` (${formatDollars(worstMicros)} on a server that bills refused requests too)`;
  io.stderr.write(
    `about ${requests} requests, at most ${formatDollars(micros)} by the price list${refusalsNote}, and what has to be sent again${budgetNote}\n`,
  );
  return worstMicros;
}

type JudgeOptions = Pick<CheckOptions, 'rules' | 'out' | 'format' | 'strict' | 'verbose'>;

/** `assay judge FILE`: judges a recorded run again and sends nothing. */
export async function judgeRecording(
  file: string,
  options: JudgeOptions,
  io: Io,
  interruption: Interruption,
): Promise<number> {
  const { strict = false, out = 'reports/out' } = options;
  const terms = { strict, today: new Date().toISOString().slice(0, 10) };
  const rules = options.rules && selectRules(options.rules);
  await prepareDirectory(out);
  const report = await judgeRecordings(file, { ...terms, rules }, io, {
    interruption,
    notes: [
      `A recording was judged (${file}): nothing was sent, and only failures that the run repeated are confirmed. It holds no whole key, so keys that differ from the active one in a digit or the prefix were not judged.`,
    ],
  });
  await writeAndShow(report, { ...options, out }, io);
  return exitCodeOf(report, interruption);
}
