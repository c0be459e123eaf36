import { defined } from '../../spec/index.ts';
import { checksOf } from '../catalogue.ts';
import type { Outcome } from '../engine/check.ts';
import { preflight } from '../engine/preflight.ts';
import { openSession, type Session } from '../engine/session.ts';
import type { RunSettings } from '../engine/settings.ts';
import { parseProfile } from '../profile/parse-profile.ts';
import type { Profile } from '../profile/profile.ts';
import { inProcess, type ServerFunction } from '../target/in-process.ts';
import type { MeterReading } from '../target/meter.ts';
import type { Transport } from '../target/transport.ts';

/** A target in this process that answers as a correct server does; no address is listened on. */
export interface DryRunTarget {
  readonly transport: Transport;
  /** Its own profile, as `/_control/profile` gives it. */
  readonly profile: unknown;
  close(): Promise<void>;
}

/** Sets up such a target. */
export type OpenDryRunTarget = () => Promise<DryRunTarget>;

/** A server as a function: what a stage needs of one. */
export interface InProcessServer {
  readonly handle: ServerFunction;
  close(): Promise<void>;
}

/** A host that nobody can have (RFC 6761): requests to it never leave this process. */
const HOST = 'dry-run.invalid';

/** Puts a server function up as a target. Rejects when it serves no profile under its control API. */
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

/** What requests may cost. */
export type Cost = Pick<MeterReading, 'requests' | 'micros' | 'worstMicros'>;

/** What a run would send for one rule; requests that an earlier rule has sent already count there. */
export interface DryRunRule extends Cost {
  readonly rule: string;
  /** Why it would be skipped or cut short. */
  readonly skipped?: string;
}

/** What a whole run would send. */
export interface DryRun extends Cost {
  /** Requests that the sharing of exchanges saves. */
  readonly saved: number;
  /** What the requests before the first rule cost, one for each endpoint; rules use their answers again. */
  readonly preflight: Cost;
  readonly rules: readonly DryRunRule[];
}

/**
 * Runs dry on a target in this process, cut down to the capabilities of the profile at hand: the same checks send the same
 * requests, and nothing leaves the process. A budget cuts it as it would cut the run. `onRule` hears each rule as soon as its requests are counted.
 */
export async function dryRun(
  settings: RunSettings,
  openDryRunTarget: OpenDryRunTarget,
  onRule?: (row: DryRunRule) => void,
): Promise<DryRun> {
  const target = await openDryRunTarget();
  const full = parseProfile(target.profile, 'of the dry run', {});
  const { recordTo: _, replay: __, ...kept } = settings;
  const session = openSession(
    { ...kept, profile: restrictProfile(full, settings.profile), timeoutMs: 30_000 },
    { transport: target.transport },
  );
  try {
    const first = await withCost(session, () => preflight(session.context));
    const rules: DryRunRule[] = [];
    for (const check of checksOf(settings.rules)) {
      const { cost, value } = await withCost(session, () => session.judge(check));
      // The dry run's own words about a capability name the same line of the profile.
      const why = value.verdict === 'skip' || isBudgetSpent(value) ? (value.reason ?? 'it does not apply') : undefined;
      const row: DryRunRule = { rule: check.rule, ...cost, ...defined({ skipped: why }) };
      rules.push(row);
      onRule?.(row);
    }
    const { requests, saved, micros, worstMicros } = session.state();
    return { requests, saved, micros, worstMicros, preflight: first.cost, rules };
  } finally {
    await session.close();
    await target.close();
  }
}

/** True for a rule that the budget kept from being judged. */
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

/** The dry run's profile with nothing that the target's profile lacks. */
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
