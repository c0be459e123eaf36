import { defined } from '../../../spec/index.ts';
import { defaults, type RunSettings } from '../../engine/context/settings.ts';
import type { Profile } from '../../profile/profile.ts';
import type { CheckOptions } from './options.ts';
import type { Target } from './target.ts';

/** The options that become settings of a run. */
export type SettingsOptions = Pick<
  CheckOptions,
  'seed' | 'runs' | 'budget' | 'freeRefusals' | 'concurrency' | 'timeout' | 'record' | 'depth'
>;

/** Settings of a run on a target; asks its fixtures host which files it serves. */
export async function settingsForTarget(
  { profile, embedded }: Target,
  options: SettingsOptions,
  rules: readonly string[],
): Promise<RunSettings> {
  const settings = settingsForProfile(profile, options, rules);
  if (embedded)
    return { ...settings, concurrency: options.concurrency ?? defaults.embeddedConcurrency, wholeFixtures: true };
  // Imported only when needed, because it loads an HTTP client.
  const { servesFullManifest } = await import('./fixtures-host.ts');
  return (await servesFullManifest(profile)) ? { ...settings, wholeFixtures: true } : settings;
}

/** Settings of a run on a profile; the command line takes precedence. */
export function settingsForProfile(profile: Profile, options: SettingsOptions, rules: readonly string[]): RunSettings {
  const { limits } = profile;
  const budget =
    options.budget ?? (limits.budget_usd === undefined ? undefined : Math.round(limits.budget_usd * 1_000_000));
  return {
    profile,
    seed: options.seed ?? defaults.seed,
    concurrency: options.concurrency ?? limits.concurrency ?? defaults.concurrency,
    timeoutMs: options.timeout ?? limits.timeout_ms ?? defaults.timeoutMs,
    rules,
    depth: options.depth ?? (profile.control_url === undefined || budget !== undefined ? 'quick' : 'standard'),
    ...defined({
      runs: options.runs,
      budgetMicros: budget,
      freeRefusals: options.freeRefusals,
      recordTo: options.record,
    }),
  };
}
