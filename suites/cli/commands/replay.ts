import { join } from 'node:path';
import { createColors } from 'picocolors';
import { maskKey, type Report, type RuleReport } from '../../../reports/index.ts';
import { findRule, UserError } from '../../../spec/index.ts';
import type { RunSettings } from '../../engine/context/settings.ts';
import { loadProfile } from '../../profile/load-profile.ts';
import { parseProfile } from '../../profile/parse-profile.ts';
import type { Profile } from '../../profile/profile.ts';
import { protectInputs, readReport } from '../input/input-files.ts';
import {
  type BootedTarget,
  embeddedTarget,
  externalTarget,
  type Target,
  type TargetOptions,
  withOverrides,
} from '../input/target.ts';

/** A report whose failures are repeated. */
export interface Replay {
  readonly file: string;
  readonly report: Report;
  /** The failed case of each rule. */
  readonly cases: NonNullable<RunSettings['replay']>;
}

/** Default folder of a replay, different from that of a check, so that a replay does not overwrite its input. */
export const REPLAY_FOLDER = 'reports/out/replay';

/**
 * Reads the failures of a report; with `strict`, its warnings too. Throws UserError if there are none, or if the
 * reports in `out` would overwrite it.
 */
export function readReplay(file: string, options: { readonly strict: boolean; readonly out: string }): Replay {
  const report = readReport(file);
  protectInputs('replay', [file], join(options.out, 'report.json'), 'new report');
  const wanted = ['fail', 'known', ...(options.strict ? ['warn'] : [])];
  const failed = report.rules.filter(({ verdict }) => wanted.includes(verdict));
  if (failed.length === 0)
    throw new UserError(`Cannot replay ${file}: no rule failed in it. Run \`assay check\` without --replay.`);
  const unknown = failed.find(({ id }) => findRule(id) === undefined);
  if (unknown)
    throw new UserError(
      `Cannot replay ${file}: this version has no rule "${unknown.id}". Run \`assay check\` without --replay.`,
    );
  const seed = report.run.seed;
  const cases = Object.fromEntries(
    failed.map(({ id, failure }) => [id, { seed: failure?.seed ?? seed, path: failure?.path ?? '' }]),
  );
  return { file, report, cases };
}

/**
 * The target of a report: the embedded simulator, or the profile in the report, with keys from their variables, the
 * command line or the profile's file. Throws UserError if the report has no profile or the active key is missing.
 */
export async function replayTarget(
  { file, report }: Replay,
  options: TargetOptions,
  env: NodeJS.ProcessEnv,
  boot: () => Promise<BootedTarget>,
): Promise<Target> {
  const { target } = report;
  if (target.embedded) return embeddedTarget(options.key, env, boot);
  if (target.profile === undefined)
    throw new UserError(
      `Cannot replay ${file}: it does not hold the profile of the server it was made on. Name the server with BASE_URL or --profile.`,
    );
  const keys = await keysFor(target, file, options.key, env);
  const profile = parseProfile({ ...target.profile, keys }, `in ${file}`, env);
  return externalTarget(withOverrides(profile, undefined, options.key), target.profile_source);
}

type Keys = Record<string, string>;

/** The keys for the profile: variables are kept, masked keys are looked up. Only the active key is required. */
async function keysFor(
  target: Report['target'],
  file: string,
  keyOption: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Keys> {
  const reportedKeys = target.profile?.keys as Keys | undefined;
  const keys: Keys = {};
  for (const [name, text] of Object.entries(reportedKeys ?? {})) {
    const key = text.startsWith('$') ? text : await sourceKey(target.profile_source, name, text, env);
    if (key !== undefined) keys[name] = key;
  }
  // ASSAY_KEY comes last, because it may belong to another server; a key from the report is correct.
  const active = keyOption ?? keys.active ?? (env.ASSAY_KEY ? '$ASSAY_KEY' : undefined);
  if (active !== undefined) return { ...keys, active };
  throw new UserError(
    `Cannot replay ${file}: it holds the active key only as ${reportedKeys?.active ?? 'nothing'}. Give the key with --key or ASSAY_KEY, or the whole profile with --profile.`,
  );
}

/** The key in the file or URL of the profile that matches a masked key. */
async function sourceKey(
  source: string | undefined,
  name: string,
  masked: string,
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  if (source === undefined) return undefined;
  let profile: Profile;
  try {
    profile = await loadProfile(source, env);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
  const key = profile.keys[name as keyof Profile['keys']];
  return key !== undefined && maskKey(key) === masked ? key : undefined;
}

/** One line for each replayed rule: FIXED, STILL FAILING, or NOT JUDGED with the reason. */
export function renderReplay({ file }: Replay, { rules }: Report, colour: boolean): string {
  const c = createColors(colour);
  const line = ({ id, verdict, reason }: RuleReport): string => {
    if (verdict === 'pass') return `  ${c.green('FIXED')}          ${id}`;
    if (verdict === 'warn') return `  ${c.green('FIXED')}          ${id} (with a warning: ${reason})`;
    if (verdict === 'fail' || verdict === 'known') return `  ${c.red('STILL FAILING')}  ${id}`;
    return `  ${c.yellow('NOT JUDGED')}     ${id}: ${reason}`;
  };
  return `Replay of ${file}:\n${rules.map(line).join('\n')}\n\n`;
}
