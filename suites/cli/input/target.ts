import { maskKey, type Report } from '../../../reports/index.ts';
import { defined, UserError } from '../../../spec/index.ts';
import { loadProfile, STANDARD_INPUT } from '../../profile/load-profile.ts';
import { parseProfile, withoutCredentials } from '../../profile/parse-profile.ts';
import type { Profile } from '../../profile/profile.ts';

/** A simulator that was started for this run. */
export interface BootedTarget {
  /** Its own profile. */
  readonly profile: object;
  close(): Promise<void>;
}

/** Starts the embedded simulator on a free loopback port; calls `onFault` with its internal errors. */
export type Boot = (onFault: (error: unknown) => void) => Promise<BootedTarget>;

/** The target of a run, and how to close it. */
export interface Target {
  readonly profile: Profile;
  /** True if this run started the simulator. */
  readonly embedded: boolean;
  /** The file or URL of the profile. */
  readonly source?: string;
  close(): Promise<void>;
}

/** The target as the command line, or a test, describes it. */
export interface TargetOptions {
  /** A file, a URL, or the content of the file. */
  readonly profile?: string | object | undefined;
  readonly key?: string | undefined;
}

/** A profile that has only an address. */
export const bareProfile = (address: string): Profile => ({
  name: address,
  base_url: address,
  keys: { active: '' },
  deterministic: false,
  known_failures: [],
  limits: {},
});

/** A target that we neither start nor stop. */
export const externalTarget = (profile: Profile, source?: string): Target => ({
  profile,
  embedded: false,
  close: async () => undefined,
  ...defined({ source }),
});

/** Finds the target: of a profile, BASE_URL, or the embedded simulator. The command line has priority. Throws UserError. */
export async function resolveTarget(
  baseUrl: string | undefined,
  options: TargetOptions,
  env: NodeJS.ProcessEnv,
  boot: () => Promise<BootedTarget>,
): Promise<Target> {
  const { profile: profileOption } = options;
  if (typeof profileOption === 'string') {
    const source = profileOption === STANDARD_INPUT ? undefined : profileOption;
    return externalTarget(withOverrides(await loadProfile(profileOption, env), baseUrl, options.key), source);
  }
  if (profileOption !== undefined)
    return externalTarget(withOverrides(parseProfile(profileOption, 'of the options', env), baseUrl, options.key));
  if (baseUrl !== undefined) {
    if (!/^https?:\/\/./i.test(baseUrl) || !URL.canParse(baseUrl))
      throw new UserError(
        `Cannot check ${JSON.stringify(withoutCredentials(baseUrl))}: it is no base_url. Give an address that begins with http:// or https://.`,
      );
    const key = options.key ?? (env.ASSAY_KEY ? '$ASSAY_KEY' : undefined);
    if (key === undefined)
      throw new UserError(
        env.ASSAY_KEY === ''
          ? `Cannot check ${withoutCredentials(baseUrl)}: ASSAY_KEY is empty. Set it to a key (a pipeline of a fork gets no secrets: leave this job out there).`
          : `Cannot check ${withoutCredentials(baseUrl)}: no key is given. Pass --key KEY, set ASSAY_KEY, or give a --profile.`,
      );
    return externalTarget(parseProfile({ base_url: baseUrl, keys: { active: key } }, 'of the command line', env));
  }
  if (options.key !== undefined)
    throw new UserError(
      'Cannot use --key without a target: perhaps a variable is not set. Give BASE_URL or --profile; without --key, the embedded simulator is judged.',
    );
  return embeddedTarget(undefined, env, boot);
}

/** Starts the embedded simulator and uses its own profile. */
export async function embeddedTarget(
  key: string | undefined,
  env: NodeJS.ProcessEnv,
  boot: () => Promise<BootedTarget>,
): Promise<Target> {
  const simulator = await boot();
  const profile = parseProfile(simulator.profile, 'of the embedded simulator', env);
  return { profile: withOverrides(profile, undefined, key), embedded: true, close: () => simulator.close() };
}

/** A profile with the address and the active key of the command line, if given. */
export function withOverrides(profile: Profile, baseUrl: string | undefined, key: string | undefined): Profile {
  const { base_url } =
    baseUrl === undefined
      ? profile
      : parseProfile({ base_url: baseUrl, keys: { active: 'x' } }, 'of the command line', {});
  if (key === undefined) return { ...profile, base_url };
  const { active: _, ...keysFrom } = profile.keys_from ?? {};
  return { ...profile, base_url, keys: { ...profile.keys, active: key }, keys_from: keysFrom };
}

/** The target as a report stores it for a replay; keys are written as their variables, or masked. */
export function targetInReport({ profile, embedded, source }: Omit<Target, 'close'>): Report['target'] {
  const { keys, keys_from: from, known_failures: knownFailures, limits, ...rest } = profile;
  const maskedKeys = Object.entries(keys).map(([name, key]) => [
    name,
    from?.[name as keyof typeof keys] ?? maskKey(key),
  ]);
  return {
    name: profile.name,
    base_url: profile.base_url,
    profile: {
      ...rest,
      keys: Object.fromEntries(maskedKeys),
      ...(knownFailures.length === 0 ? {} : { known_failures: knownFailures }),
      ...(Object.keys(limits).length === 0 ? {} : { limits }),
    },
    ...defined({ profile_source: source }),
    ...(embedded ? { embedded } : {}),
  };
}
