import { realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createColors } from 'picocolors';
import { maskKey, parseReport, type Report, type RuleReport } from '../../reports/index.ts';
import { findRule, UserError } from '../../spec/index.ts';
import type { RunSettings } from '../engine/settings.ts';
import { loadProfile } from '../profile/load-profile.ts';
import { parseProfile } from '../profile/parse-profile.ts';
import type { Profile } from '../profile/profile.ts';
import { readNamed } from '../read-file.ts';
import {
  type BootedTarget,
  embeddedTarget,
  externalTarget,
  type Target,
  type TargetOptions,
  withOverrides,
} from './target.ts';

/** A report whose failures are tried again. */
export interface Replay {
  readonly file: string;
  readonly report: Report;
  /** The case to begin with, by rule. */
  readonly cases: NonNullable<RunSettings['replay']>;
}

/** Where a replay writes unless told: beside its input, never over it. */
export const REPLAY_FOLDER = 'reports/out/replay';

/** Reads the failures of a report; with `strict`, its warnings too. Throws UserError where there is none, or where `out` holds the report. */
export function readReplay(file: string, options: { readonly strict: boolean; readonly out: string }): Replay {
  const report = readReport(file);
  if (realPath(join(options.out, 'report.json')) === realPath(file))
    throw new UserError(
      `Cannot replay ${file}: the new report would be written over it. Name another folder with --out DIR.`,
    );
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
 * The target that a report was made on: the simulator where it was the embedded one, else its profile with the keys from their
 * variables, from the command line, or from the file it came from. Throws UserError where it is not known or a key is missing.
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

/** The keys as a profile may hold them: variables stay, masked ones are found again or, but for the active one, left out. */
async function keysFor(
  target: Report['target'],
  file: string,
  given: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Keys> {
  const kept = target.profile?.keys as Keys | undefined;
  const found: Keys = {};
  for (const [name, text] of Object.entries(kept ?? {})) {
    const key = text.startsWith('$') ? text : await sourceKey(target.profile_source, name, text, env);
    if (key !== undefined) found[name] = key;
  }
  // A key that was given for some server comes last: the one that the report knows is the right one.
  const active = given ?? found.active ?? (env.ASSAY_KEY ? '$ASSAY_KEY' : undefined);
  if (active !== undefined) return { ...found, active };
  throw new UserError(
    `Cannot replay ${file}: it holds the active key only as ${kept?.active ?? 'nothing'}. Give the key with --key or ASSAY_KEY, or the whole profile with --profile.`,
  );
}

/** A masked key as the profile's own file or URL still holds it. */
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

/** What came of each replayed rule, a line each: FIXED, STILL FAILING, or NOT JUDGED with the reason. */
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

/** A path by which files are told apart, whether there is one or not. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

/** Reads a report.json. Throws UserError where there is none, or something else. */
export function readReport(file: string): Report {
  return parseReport(readNamed('read report', file).toString(), file);
}
