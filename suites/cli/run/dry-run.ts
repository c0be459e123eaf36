import { defined } from '../../../spec/index.ts';
import { checksOf } from '../../areas/catalogue.ts';
import type { Outcome } from '../../engine/checks/check.ts';
import type { RunSettings } from '../../engine/context/settings.ts';
import { preflight } from '../../engine/run/preflight.ts';
import { openSession, type Session } from '../../engine/run/session.ts';
import type { Usage } from '../../http/pacing/meter.ts';
import { inProcess, type ServerFunction } from '../../http/transport/in-process.ts';
import type { Transport } from '../../http/transport/transport.ts';
import { parseProfile } from '../../profile/parse-profile.ts';
import type { Profile } from '../../profile/profile.ts';

/** A target in this process that answers like a correct server, without a network. */
export interface DryRunTarget {
  readonly transport: Transport;
  /** Its own profile, from `/_control/profile`. */
  readonly profile: unknown;
  close(): Promise<void>;
}

export type OpenDryRunTarget = () => Promise<DryRunTarget>;

export interface InProcessServer {
  readonly handle: ServerFunction;
  close(): Promise<void>;
}

/** A reserved host name (RFC 6761): requests to it never leave this process. */
const HOST = 'dry-run.invalid';

/** Makes a target of a server function. Rejects if its control API has no profile. */
export async function dryRunTargetOf(server: InProcessServer): Promise<DryRunTarget> {
  const transport = inProcess(server.handle);
  const profile = await transport.send(
    { method: 'GET', url: `http://${HOST}/_control/profile`, headers: {} },
    { timeoutMs: 30_000 },
  );
  return {
    transport,
    profile: JSON.parse(new TextDecoder().decode(profile.body)),
    close: () => server.close(),
  };
}

/** A number of requests and the upper bound of their cost. */
export type Cost = Pick<Usage, 'requests' | 'micros' | 'worstMicros'>;

/** What a run would send for one rule. Requests shared with earlier rules are not counted again. */
export interface DryRunRule extends Cost {
  readonly rule: string;
  /** Why the rule would be skipped or cut short. */
  readonly skipped?: string;
}

export interface DryRun extends Cost {
  /** Requests that are answered from the cache. */
  readonly fromCache: number;
  /** One request to each endpoint before the first rule; the rules reuse the responses. */
  readonly preflight: Cost;
  readonly rules: readonly DryRunRule[];
}

/**
 * Runs the same checks on a target in this process that has only the capabilities of the profile: they send the same
 * requests, but not over the network. A budget has the same effect as in the run. Calls `onRule` for each rule as soon as
 * its requests are counted.
 */
export async function dryRun(
  settings: RunSettings,
  openDryRunTarget: OpenDryRunTarget,
  onRule?: (row: DryRunRule) => void,
): Promise<DryRun> {
  const target = await openDryRunTarget();
  const fullProfile = parseProfile(target.profile, 'of the dry run', {});
  const { recordTo: _, replay: __, ...otherSettings } = settings;
  const session = openSession(
    { ...otherSettings, profile: restrictProfile(fullProfile, settings.profile), timeoutMs: 30_000 },
    { transport: target.transport },
  );
  try {
    const { cost: preflightCost } = await withCost(session, () => preflight(session.context));
    const rules: DryRunRule[] = [];
    for (const check of checksOf(settings.rules)) {
      const { cost, value } = await withCost(session, () => session.judge(check));
      // The reason names the same profile line as in a real run.
      const skipped =
        value.verdict === 'skip' || isBudgetSpent(value) ? (value.reason ?? 'it does not apply') : undefined;
      const row: DryRunRule = { rule: check.rule, ...cost, ...defined({ skipped: skipped }) };
      rules.push(row);
      onRule?.(row);
    }
    const { requests, fromCache, micros, worstMicros } = session.state();
    return { requests, fromCache, micros, worstMicros, preflight: preflightCost, rules };
  } finally {
    await session.close();
    await target.close();
  }
}

/** Whether the budget kept a rule from being judged. */
const isBudgetSpent = ({ verdict, reason }: Outcome): boolean =>
  verdict === 'inconclusive' && reason?.startsWith('the budget of ') === true;

async function withCost<T>(session: Session, work: () => Promise<T>): Promise<{ value: T; cost: Cost }> {
  const before = session.state();
  const value = await work();
  const after = session.state();
  return {
    value,
    cost: {
      requests: after.requests - before.requests,
      micros: after.micros - before.micros,
      worstMicros: after.worstMicros - before.worstMicros,
    },
  };
}

/** The dry run's profile without the capabilities that the wanted profile lacks. */
export function restrictProfile(full: Profile, wanted: Profile): Profile {
  const { control_url, fixtures_url, keys, ...rest } = full;
  return {
    ...rest,
    deterministic: wanted.deterministic,
    keys: {
      active: keys.active,
      ...defined({ revoked: wanted.keys.revoked && keys.revoked, empty: wanted.keys.empty && keys.empty }),
    },
    ...defined({
      control_url: wanted.control_url && control_url,
      fixtures_url: wanted.fixtures_url && fixtures_url,
    }),
  };
}
