import { findRule } from '../../../spec/index.ts';
import type { Profile } from '../../profile/profile.ts';

const profileLines: Readonly<Record<string, string>> = {
  control_url: '"control_url": "https://…/_control"',
  fixtures_url: '"fixtures_url": "https://…"',
  'keys.revoked': '"keys": { "revoked": "svc_test_…" }',
  'keys.empty': '"keys": { "empty": "svc_test_…" }',
  deterministic: '"deterministic": true',
};

export const profileLineFor = (need: string): string => profileLines[need] ?? need;

/** Why a rule is skipped for a missing capability, with the profile line that adds it. */
export function unlockHint(need: string): string {
  return `it needs ${need}: add ${profileLineFor(need)} to the profile`;
}

/** Whether a profile has a capability. A control API can also create the keys. */
export function hasCapability(need: string, profile: Profile): boolean {
  const { keys, control_url: control, fixtures_url: fixtures, deterministic } = profile;
  if (need === 'keys.revoked') return keys.revoked !== undefined || control !== undefined;
  if (need === 'keys.empty') return keys.empty !== undefined || control !== undefined;
  if (need === 'control_url') return control !== undefined;
  if (need === 'fixtures_url') return fixtures !== undefined;
  return need === 'deterministic' ? deterministic : true;
}

/** The capability that a rule needs and the profile lacks; undefined if the rule can be judged. */
export function missingCapability(ruleId: string, profile: Profile): string | undefined {
  return findRule(ruleId)?.needs.find((need) => !hasCapability(need, profile));
}
