import { expect, it } from 'vitest';
import { areas } from '../catalogue.ts';
import type { Outcome } from '../engine/check.ts';
import { missingNeed } from '../engine/context.ts';
import { openSession } from '../engine/session.ts';
import type { House } from '../independent/house.test-support.ts';
import { startIndependent } from '../independent/server.test-support.ts';
import type { Profile } from '../profile/profile.ts';
import type { Area } from '../variants/variant.test-support.ts';
import { type Bend, bend } from './bend.test-support.ts';

/** A conforming server on a bad day, or one with a defect that only some requests meet. */
export interface Row {
  /** What it does, to follow «a server that». */
  readonly name: string;
  /** Conditions that traffic passes, the outermost first. */
  readonly bends?: readonly Bend[];
  /** What differs in the server itself. */
  readonly plant?: (house: House) => void;
  /** Areas to judge; all unless told. */
  readonly areas?: readonly Area[];
  /** Of these areas, the rules to judge; all unless told. */
  readonly rules?: (id: string) => boolean;
  /** Rules that must fail, and no others; none unless told. */
  readonly failed?: readonly string[];
  /** Rules that warn, each by a reading. */
  readonly warned?: readonly string[];
  /** Which inconclusive verdicts are right, by rule and reason, because nothing could be known; none unless told. */
  readonly open?: (rule: string, reason: string) => boolean;
  /** Bound of one request in milliseconds. */
  readonly timeoutMs?: number;
  readonly concurrency?: number;
}

/** Verdicts of a run that are no passes and no skips, each as `rule: reason`. */
interface Seen {
  readonly failed: readonly string[];
  readonly warned: readonly string[];
  readonly open: readonly (readonly [rule: string, reason: string])[];
  readonly passed: number;
  readonly reasons: Readonly<Record<string, string>>;
  readonly bent: number;
}

/** Judges a bent server in this process, all checks side by side. */
export async function judgeBent({ bends = [], plant, ...row }: Row): Promise<Seen> {
  const server = await startIndependent(plant);
  const front = await bend(server, bends);
  const profile: Profile = {
    name: 'a bent server',
    base_url: front.url,
    keys: server.ledger.profileKeys,
    control_url: `${front.url}/_control`,
    deterministic: true,
    known_failures: [],
    limits: {},
  };
  const { timeoutMs = 10_000, concurrency = 4, rules = () => true } = row;
  const session = openSession({ profile, seed: 1, quick: true, concurrency, timeoutMs, rules: [] });
  try {
    const chosen = (row.areas ?? Object.keys(areas)).flatMap((area) => areas[area] ?? []);
    const open = chosen.filter(({ rule }) => rules(rule) && missingNeed(rule, profile) === undefined);
    const judged = await Promise.all(
      open.map(async (check) => [check.rule, await session.judge(check).catch(faultOf)] as const),
    );
    return { ...sorted(judged), bent: front.times() };
  } finally {
    await session.close();
    await front.stop();
    await server.stop();
  }
}

const faultOf = (error: unknown): Outcome => ({
  verdict: 'inconclusive',
  reason: `our own fault: ${error}`,
  judged: 0,
});

function sorted(judged: readonly (readonly [string, Outcome])[]): Omit<Seen, 'bent'> {
  const seen = judged.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const having = (verdict: Outcome['verdict']): (readonly [string, string])[] =>
    seen.filter(([, outcome]) => outcome.verdict === verdict).map(([rule, { reason }]) => [rule, reason ?? '']);
  const ids = (verdict: Outcome['verdict']): string[] => having(verdict).map(([rule]) => rule);
  const told = seen.filter(([, { verdict }]) => verdict !== 'pass' && verdict !== 'skip');
  return {
    failed: ids('fail'),
    warned: ids('warn'),
    open: having('inconclusive'),
    passed: ids('pass').length,
    reasons: Object.fromEntries(told.map(([rule, { verdict, reason }]) => [rule, `${verdict}: ${reason}`])),
  };
}

/** Bound of one test in milliseconds: rows share a process, and a long outage takes its time. */
const PATIENCE = 300_000;

/** Declares a test for each row: exactly its rules fail and warn, and inconclusive is only what it names. */
export function proveRows(rows: readonly Row[]): void {
  it.for(rows.map((row) => [row.name, row] as const))('a server that %s', { timeout: PATIENCE }, async ([, row]) => {
    const seen = await judgeBent(row);
    const told = JSON.stringify(seen.reasons, null, 2);
    expect(seen.failed, told).toEqual(row.failed ?? []);
    expect(seen.warned, told).toEqual(row.warned ?? []);
    expect(
      seen.open.filter(([rule, reason]) => !row.open?.(rule, reason)),
      told,
    ).toEqual([]);
    expect(seen.passed).toBeGreaterThan(0);
    if (row.bends) expect(seen.bent).toBeGreaterThan(0);
  });
}
