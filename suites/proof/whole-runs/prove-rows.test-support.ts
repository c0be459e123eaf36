import { it } from 'vitest';
import { settleOpen } from '../../../reports/index.ts';
import { defined, findRule, type Rule } from '../../../spec/index.ts';
import { areas, checksOf } from '../../areas/catalogue.ts';
import type { Outcome } from '../../engine/checks/check.ts';
import { missingCapability } from '../../engine/context/capabilities.ts';
import type { Depth } from '../../engine/context/settings.ts';
import { type RuleResult, run } from '../../engine/run/run.ts';
import { openSession } from '../../engine/run/session.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Area } from '../deviation.ts';
import { startIndependent } from '../second-server/server.ts';
import type { Service } from '../second-server/service.ts';
import { type Middleware, startFront } from './front.test-support.ts';

/** A conforming server with temporary failures, or one with a defect that only some requests trigger. */
export interface Row {
  /** Middleware for its traffic, the outermost first. */
  readonly middleware?: readonly Middleware[];
  /** What differs in the server itself. */
  readonly alter?: (service: Service) => void;
  /** Areas to judge; by default all. */
  readonly areas?: readonly Area[];
  /** Rules of these areas to judge; by default all. */
  readonly chosen?: (rule: string) => boolean;
  /** Exactly the rules that must fail; by default none. */
  readonly failed?: readonly string[];
  /** What the reason of each of them says. */
  readonly said?: RegExp;
  /** Rules that warn, each because of a reading. */
  readonly warned?: readonly string[];
  /** Exactly the rules that have a note; by default any. */
  readonly noted?: readonly string[];
  /** Which inconclusive verdicts are right, by rule and reason, because nothing could be known; by default none. */
  readonly open?: (rule: string, reason: string) => boolean;
  /** What the report must mention: that the target throttled, or was away. */
  readonly disturbed?: readonly string[];
  /** Timeout of one request in milliseconds. */
  readonly timeoutMs?: number;
  /** How many circumstances valid requests combine; by default none. */
  readonly depth?: Depth;
  /** `fixtures_url` of the profile; by default none. */
  readonly fixturesUrl?: string;
}

/** Servers by what they do, after the words «a server that». */
export type Rows = Readonly<Record<string, Row>>;

/** Rows that differ in one thing. */
export const rowsFor = <const Thing>(things: readonly Thing[], make: (thing: Thing) => readonly [string, Row]): Rows =>
  Object.fromEntries(things.map(make));

interface Seen {
  readonly failed: readonly string[];
  readonly warned: readonly string[];
  readonly noted: readonly string[];
  readonly open: readonly (readonly [rule: string, reason: string])[];
  readonly passed: number;
  /** Reasons of verdicts that are neither a pass nor a skip, by rule. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Bugs of our own, and reasons why the target was not judged at all; must be empty. */
  readonly trouble: readonly string[];
  /** Kinds of disturbance that the report will mention. */
  readonly disturbed: readonly string[];
  /** How often middleware had an effect. */
  readonly struck: number;
}

/** Timeout of one request in milliseconds: ten servers and their checks share a process. */
const REQUEST_TIMEOUT_MS = 30_000;

/**
 * Judges a server behind its middleware in this process as `assay check` does: first the preflight, then all rules in
 * parallel.
 */
export async function judge({ middleware = [], alter, ...row }: Row): Promise<Seen> {
  const server = await startIndependent(alter);
  const front = await startFront(server, middleware);
  const profile: Profile = {
    name: 'a server behind a front',
    base_url: front.url,
    keys: server.ledger.profileKeys,
    control_url: `${front.url}/_control`,
    deterministic: true,
    known_failures: [],
    limits: {},
    ...defined({ fixtures_url: row.fixturesUrl }),
  };
  const { timeoutMs = REQUEST_TIMEOUT_MS, chosen = () => true, depth } = row;
  const rules = (row.areas ?? Object.keys(areas))
    .flatMap((area) => areas[area] ?? [])
    .map(({ rule }) => rule)
    .filter((rule) => chosen(rule) && missingCapability(rule, profile) === undefined);
  const session = openSession({
    profile,
    seed: 1,
    concurrency: 8,
    timeoutMs,
    rules,
    ...(depth === undefined ? {} : { depth }),
  });
  try {
    const { results, state, faults, preflight } = await run(checksOf(rules), session);
    const disturbed = [...new Set(state.disturbances.map(({ kind }) => kind))];
    return { ...sorted(results), trouble: [...faults, ...(preflight ?? [])], disturbed, struck: front.times() };
  } finally {
    await session.close();
    await front.stop();
    await server.stop();
  }
}

function sorted(results: readonly RuleResult[]): Omit<Seen, 'struck' | 'disturbed' | 'trouble'> {
  const rows = results.map(({ rule, outcome }) => ({ ...(findRule(rule) as Rule), ...outcome }));
  const seen = settleOpen(rows).toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const having = (verdict: Outcome['verdict']): (readonly [string, string])[] =>
    seen.flatMap((row) => (row.verdict === verdict ? [[row.id, row.reason ?? ''] as const] : []));
  const ids = (verdict: Outcome['verdict']): string[] => having(verdict).map(([rule]) => rule);
  const red = seen.filter(({ verdict }) => !['pass', 'skip'].includes(verdict));
  return {
    failed: ids('fail'),
    warned: ids('warn'),
    noted: seen.flatMap(({ id, notes = [] }) => (notes.length > 0 ? [id] : [])),
    open: having('inconclusive'),
    passed: ids('pass').length,
    reasons: Object.fromEntries(red.map(({ id, verdict, reason }) => [id, `${verdict}: ${reason}`])),
  };
}

/** Declares a test for each row: exactly its rules fail and warn, and only what it names is inconclusive. */
export function proveRows(rows: Rows): void {
  it.for(Object.entries(rows))('a server that %s', async ([, row], { expect }) => {
    const seen = await judge(row);
    const reasons = JSON.stringify(seen.reasons, null, 2);
    expect(seen.trouble).toEqual([]);
    expect(seen.failed, reasons).toEqual(row.failed ?? []);
    for (const rule of seen.failed) expect(seen.reasons[rule]).toMatch(row.said ?? /./);
    expect(seen.warned, reasons).toEqual(row.warned ?? []);
    if (row.noted) expect(seen.noted).toEqual(row.noted);
    expect(
      seen.open.filter(([rule, reason]) => !row.open?.(rule, reason)),
      reasons,
    ).toEqual([]);
    expect(seen.passed).toBeGreaterThan(0);
    expect(seen.disturbed).toEqual(expect.arrayContaining([...(row.disturbed ?? [])]));
    if (row.middleware) expect(seen.struck).toBeGreaterThan(0);
  });
}
