import { checks } from '../catalogue.ts';
import { openSession } from '../engine/session.ts';
import type { RunSettings } from '../engine/settings.ts';
import { loadProfile } from '../profile/load-profile.ts';
import type { Profile } from '../profile/profile.ts';
import type { Boot } from './target.ts';

/** What a run would send for one rule; requests that an earlier rule has sent already count there. */
export interface RehearsedRule {
  readonly rule: string;
  readonly requests: number;
  /** Upper bound of the bill by the price list, where refused requests are free. */
  readonly micros: number;
  /** The same where they are billed like others. */
  readonly worstMicros: number;
}

/** What a whole run would send. */
export interface Rehearsal {
  readonly requests: number;
  readonly saved: number;
  readonly micros: number;
  readonly worstMicros: number;
  readonly rules: readonly RehearsedRule[];
}

/**
 * Rehearses a run on the embedded simulator, cut down to the capabilities of the profile at hand: the same checks send the same
 * requests, and nothing reaches the target.
 */
export async function rehearse(settings: RunSettings, boot: Boot): Promise<Rehearsal> {
  const simulator = await boot();
  try {
    const full = await loadProfile(`${simulator.url}/_control/profile`, {});
    const { recordTo: _, budgetMicros: __, replay: ___, ...kept } = settings;
    const session = openSession({ ...kept, profile: cutDown(full, settings.profile), timeoutMs: 30_000 });
    const rules: RehearsedRule[] = [];
    const selected = new Set(settings.rules);
    for (const check of checks.filter(({ rule }) => selected.has(rule))) {
      const before = session.state();
      await session.judge(check);
      const after = session.state();
      rules.push({
        rule: check.rule,
        requests: after.requests - before.requests,
        micros: after.micros - before.micros,
        worstMicros: after.worstMicros - before.worstMicros,
      });
    }
    const { requests, saved, micros, worstMicros } = session.state();
    await session.close();
    return { requests, saved, micros, worstMicros, rules };
  } finally {
    await simulator.close();
  }
}

/** The simulator's profile with nothing that the target's profile lacks. */
function cutDown(full: Profile, wanted: Profile): Profile {
  const { control_url, fixtures_url, keys, ...rest } = full;
  return {
    ...rest,
    deterministic: wanted.deterministic,
    keys: {
      active: keys.active,
      ...(wanted.keys.revoked === undefined || keys.revoked === undefined ? {} : { revoked: keys.revoked }),
      ...(wanted.keys.empty === undefined || keys.empty === undefined ? {} : { empty: keys.empty }),
    },
    ...(wanted.control_url === undefined || control_url === undefined ? {} : { control_url }),
    ...(wanted.fixtures_url === undefined || fixtures_url === undefined ? {} : { fixtures_url }),
  };
}
