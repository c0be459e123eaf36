import { maskKey, type Report } from '../../reports/index.ts';
import { defined, UserError } from '../../spec/index.ts';
import { loadProfile, STANDARD_INPUT } from '../profile/load-profile.ts';
import { parseProfile } from '../profile/parse-profile.ts';
import type { Profile } from '../profile/profile.ts';

/** A simulator that was started for this run. */
export interface BootedTarget {
  /** Its own description. */
  readonly profile: object;
  close(): Promise<void>;
}

/** Starts the embedded simulator on a free loopback port; `onFault` hears of its own faults. */
export type Boot = (onFault: (error: unknown) => void) => Promise<BootedTarget>;

/** The target of a run, and how to let it go. */
export interface Target {
  readonly profile: Profile;
  /** True when the target is the simulator that this run started. */
  readonly embedded: boolean;
  /** The file or URL that the profile came from. */
  readonly source?: string;
  close(): Promise<void>;
}

/** What the command line, or a test, says of the target. */
export interface TargetOptions {
  /** A file, a URL, or what would stand in the file. */
  readonly profile?: string | object | undefined;
  readonly key?: string | undefined;
}

/** A profile that says no more of a target than its address. */
export const bareProfile = (address: string): Profile => ({
  name: address,
  base_url: address,
  keys: { active: '' },
  deterministic: false,
  known_failures: [],
  limits: {},
});

const nothingToClose = async (): Promise<void> => undefined;

/** A target that is not ours to start or to stop. */
export const externalTarget = (profile: Profile, source?: string): Target => ({
  profile,
  embedded: false,
  close: nothingToClose,
  ...defined({ source }),
});

/**
 * Finds the target: the profile's, the BASE_URL's, or the embedded simulator where neither is given. What the command line says
 * beats the profile. Throws UserError.
 */
export async function resolveTarget(
  baseUrl: string | undefined,
  options: TargetOptions,
  env: NodeJS.ProcessEnv,
  boot: () => Promise<BootedTarget>,
): Promise<Target> {
  const { profile: given } = options;
  if (typeof given === 'string') {
    const source = given === STANDARD_INPUT ? undefined : given;
    return externalTarget(withOverrides(await loadProfile(given, env), baseUrl, options.key), source);
  }
  if (given !== undefined)
    return externalTarget(withOverrides(parseProfile(given, 'of the options', env), baseUrl, options.key));
  if (baseUrl !== undefined) {
    if (!/^https?:\/\/./i.test(baseUrl) || !URL.canParse(baseUrl))
      throw new UserError(
        `Cannot check ${JSON.stringify(baseUrl)}: it is no base_url. Give an address that begins with http:// or https://.`,
      );
    const key = options.key ?? (env.ASSAY_KEY ? '$ASSAY_KEY' : undefined);
    if (key === undefined)
      throw new UserError(
        `Cannot check ${baseUrl}: no key is given. Pass --key KEY, set ASSAY_KEY, or give a --profile.`,
      );
    return externalTarget(parseProfile({ base_url: baseUrl, keys: { active: key } }, 'of the command line', env));
  }
  return embeddedTarget(options.key, env, boot);
}

/** Starts the embedded simulator and takes its own description. */
export async function embeddedTarget(
  key: string | undefined,
  env: NodeJS.ProcessEnv,
  boot: () => Promise<BootedTarget>,
): Promise<Target> {
  const simulator = await boot();
  const profile = parseProfile(simulator.profile, 'of the embedded simulator', env);
  return { profile: withOverrides(profile, undefined, key), embedded: true, close: () => simulator.close() };
}

/** A profile with the address and the active key of the command line, where it gives them. */
export function withOverrides(profile: Profile, baseUrl: string | undefined, key: string | undefined): Profile {
  const { base_url } =
    baseUrl === undefined
      ? profile
      : parseProfile({ base_url: baseUrl, keys: { active: 'x' } }, 'of the command line', {});
  if (key === undefined) return { ...profile, base_url };
  const { active: _, ...keysFrom } = profile.keys_from ?? {};
  return { ...profile, base_url, keys: { ...profile.keys, active: key }, keys_from: keysFrom };
}

/** The target as a report keeps it: what a replay needs, keys as the variables they came from or masked. */
export function targetInReport({ profile, embedded, source }: Omit<Target, 'close'>): Report['target'] {
  const { keys, keys_from: from, known_failures: known, limits, ...rest } = profile;
  const kept = Object.entries(keys).map(([name, key]) => [name, from?.[name as keyof typeof keys] ?? maskKey(key)]);
  return {
    name: profile.name,
    base_url: profile.base_url,
    profile: {
      ...rest,
      keys: Object.fromEntries(kept),
      ...(known.length === 0 ? {} : { known_failures: known }),
      ...(Object.keys(limits).length === 0 ? {} : { limits }),
    },
    ...defined({ profile_source: source }),
    ...(embedded ? { embedded } : {}),
  };
}
