import { loadProfile } from '../profile/load-profile.ts';
import { parseProfile } from '../profile/parse-profile.ts';
import type { Profile } from '../profile/profile.ts';
import { UsageError } from './options.ts';

/** A simulator that was started for this run. */
export interface BootedTarget {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts the embedded simulator on a free loopback port. */
export type Boot = () => Promise<BootedTarget>;

/** The target of a run, and how to let it go. */
export interface Target {
  readonly profile: Profile;
  /** True when the target is the simulator that this run started. */
  readonly embedded: boolean;
  close(): Promise<void>;
}

const nothingToClose = async (): Promise<void> => undefined;

/**
 * Finds the target: the profile's, the BASE_URL's, or the embedded simulator where neither is given. What the command line says
 * beats the profile. Throws ProfileUnusable or UsageError.
 */
export async function resolveTarget(
  baseUrl: string | undefined,
  options: { readonly profile?: string | undefined; readonly key?: string | undefined },
  env: NodeJS.ProcessEnv,
  boot: Boot,
): Promise<Target> {
  if (options.profile !== undefined) {
    const profile = await loadProfile(options.profile, env);
    return { profile: overridden(profile, baseUrl, options.key, env), embedded: false, close: nothingToClose };
  }
  if (baseUrl !== undefined) {
    const key = options.key ?? env.ASSAY_KEY;
    if (key === undefined || key === '')
      throw new UsageError(
        `Cannot check ${baseUrl}: no key is given. Pass --key KEY, set ASSAY_KEY, or give a --profile.`,
      );
    return {
      profile: parseProfile({ base_url: baseUrl, keys: { active: key } }, 'of the command line', env),
      embedded: false,
      close: nothingToClose,
    };
  }
  const simulator = await boot();
  const profile = await loadProfile(`${simulator.url}/_control/profile`, env);
  return { profile: overridden(profile, undefined, options.key, {}), embedded: true, close: () => simulator.close() };
}

function overridden(
  profile: Profile,
  baseUrl: string | undefined,
  key: string | undefined,
  env: NodeJS.ProcessEnv,
): Profile {
  const { base_url } =
    baseUrl === undefined
      ? profile
      : parseProfile({ base_url: baseUrl, keys: { active: 'x' } }, 'of the command line', env);
  return { ...profile, base_url, keys: { ...profile.keys, ...(key === undefined ? {} : { active: key }) } };
}
