import { testKeys } from '../../fixtures/index.ts';
import { createApp } from '../../simulator/express.ts';
import { createSimulator, referenceBehaviour } from '../../simulator/index.ts';
import { areas } from '../catalogue.ts';
import { listen } from '../cli.test-support.ts';
import type { Outcome } from '../engine/check.ts';
import { missingNeed } from '../engine/context.ts';
import { openSession } from '../engine/session.ts';
import type { Profile } from '../profile/profile.ts';
import type { Variant } from './variant.test-support.ts';

/** What came of a run, each rule with its reason. */
export interface Seen {
  /** Failed, inconclusive, or a fault of our own: none may be. */
  readonly blamed: readonly string[];
  readonly warned: readonly string[];
  /** Skipped though the profile has what they need. */
  readonly skipped: readonly string[];
  readonly passed: number;
  /** Passed with a note. */
  readonly noted: readonly string[];
  /** Reasons by rule, of every verdict but pass. */
  readonly reasons: Readonly<Record<string, string>>;
}

/** Judges a variant in this process; nothing of it is left behind. */
export async function judgeVariant({ front, change, connection, options, ...variant }: Variant): Promise<Seen> {
  const behaviour = change?.(referenceBehaviour) ?? referenceBehaviour;
  const simulator = createSimulator({ ...options, behaviour });
  const handle = front?.(simulator.handle) ?? simulator.handle;
  const app = createApp({ ...simulator, handle });
  const meet = connection?.();
  const server = await listen((request, response) => {
    meet?.(response, request);
    app(request, response);
  });
  const profile = profileOf(server.url, variant);
  const session = openSession({ profile, seed: 1, quick: true, concurrency: 8, timeoutMs: 30_000, rules: [] });
  try {
    const { rules = () => true } = variant;
    const chosen = (variant.areas ?? Object.keys(areas)).flatMap((area) => areas[area] ?? []);
    const judged = await Promise.all(
      chosen
        .filter(({ rule }) => rules(rule))
        .map(async (check) => ({ rule: check.rule, outcome: await session.judge(check).catch(faultOf) })),
    );
    return sorted(judged, profile);
  } finally {
    await session.close();
    await server.close();
    await simulator.close();
  }
}

function profileOf(url: string, { profile = (same) => same, fixtures = false }: Variant): Profile {
  const { active, revoked, empty } = testKeys;
  return profile({
    name: 'a variant',
    base_url: url,
    keys: { active, revoked, empty },
    control_url: `${url}/_control`,
    ...(fixtures ? { fixtures_url: 'https://fixtures.assay.test' } : {}),
    deterministic: true,
    known_failures: [],
    limits: {},
  });
}

const faultOf = (error: unknown): Outcome => ({
  verdict: 'inconclusive',
  reason: `our own fault: ${error}`,
  judged: 0,
});

function sorted(judged: readonly { rule: string; outcome: Outcome }[], profile: Profile): Seen {
  const open = judged.filter(({ rule }) => missingNeed(rule, profile) === undefined);
  const idsOf = (...verdicts: readonly Outcome['verdict'][]): readonly string[] =>
    open.filter(({ outcome }) => verdicts.includes(outcome.verdict)).map(({ rule }) => rule);
  const reasons = open
    .filter(({ outcome }) => outcome.verdict !== 'pass')
    .map(({ rule, outcome }) => [rule, `${outcome.verdict}: ${outcome.reason}`]);
  return {
    blamed: idsOf('fail', 'inconclusive'),
    warned: idsOf('warn').toSorted(),
    skipped: idsOf('skip').toSorted(),
    passed: idsOf('pass').length,
    noted: open.filter(({ outcome: { verdict, notes } }) => verdict === 'pass' && notes).map(({ rule }) => rule),
    reasons: Object.fromEntries(reasons),
  };
}
