import { findRule } from '../../spec/index.ts';
import { areas, checks } from '../catalogue.ts';
import { missingCapability } from '../engine/capabilities.ts';
import type { Check, Outcome } from '../engine/check.ts';
import { openSession } from '../engine/session.ts';
import type { Depth } from '../engine/settings.ts';
import type { Profile } from '../profile/profile.ts';
import type { Deviation } from './deviation.ts';
import type { ProofServer } from './servers.ts';

/** A rule that did not simply pass. */
export interface Finding {
  readonly rule: string;
  readonly verdict: Outcome['verdict'];
  readonly reason: string;
}

/** What came of one deviation on one server. */
export interface Trial {
  readonly id: string;
  readonly server: string;
  /** What is wrong with it; empty when the suites say what is expected. */
  readonly faults: readonly string[];
  /** Rules that failed, warned or stayed open, its own first. */
  readonly red: readonly Finding[];
}

/** How a deviation is tried. */
export interface TryOptions {
  /** Judges only the rule that it touches: that is cheaper, and others tell nothing more. */
  readonly alone?: boolean;
  /** How many circumstances valid requests combine; none unless told. */
  readonly depth?: Depth | undefined;
}

/** Judges one deviation on one server by the rules that it can reach. */
export async function tryDeviation(
  deviation: Deviation,
  server: ProofServer,
  { alone = false, depth }: TryOptions = {},
): Promise<Trial> {
  const started = await server.start(deviation);
  const { variant } = deviation;
  const edit = variant?.profile ?? ((same: Profile) => same);
  const { fixtures_url, ...whole } = started.profile;
  const fixtures = fixtures_url !== undefined && (variant === undefined || variant.fixtures === true);
  const profile = edit({ ...whole, ...(fixtures ? { fixtures_url } : {}) });
  const chosen = checksFor(deviation, alone);
  const rules = chosen.map(({ rule }) => rule);
  const { wholeFixtures = false } = started;
  const common = { profile, seed: 1, concurrency: 8, timeoutMs: 30_000, rules, quick: true, wholeFixtures };
  const session = openSession(depth === undefined ? common : { ...common, depth }, { transport: started.transport });
  try {
    const first = await Promise.all(
      chosen.map(async ({ rule, ...check }) => ({
        rule,
        outcome: await session.judge({ rule, ...check }).catch(ownFault),
      })),
    );
    const late = await session.finish();
    const outcomes = first.map(({ rule, outcome }) => ({ rule, outcome: late.get(rule) ?? outcome }));
    return {
      id: deviation.id,
      server: server.name,
      faults:
        deviation.expected === 'pass'
          ? variantFaults(deviation, outcomes, profile, depth)
          : mutantFaults(deviation, outcomes),
      red: redOf(outcomes, deviation.touches),
    };
  } finally {
    await session.close();
    await started.close();
  }
}

interface Judged {
  readonly rule: string;
  readonly outcome: Outcome;
}

const ownFault = (error: unknown): Outcome => ({
  verdict: 'inconclusive',
  reason: `our own fault: ${error}`,
  judged: 0,
});

function redOf(outcomes: readonly Judged[], own: string): readonly Finding[] {
  const red = outcomes.filter(({ outcome: { verdict } }) => verdict !== 'pass' && verdict !== 'skip');
  const sorted = red.toSorted((one, other) => Number(other.rule === own) - Number(one.rule === own));
  return sorted.map(({ rule, outcome: { verdict, reason = '' } }) => ({ rule, verdict, reason }));
}

/** A mutant is killed by the very rule that it breaks. */
function mutantFaults({ touches, expected }: Deviation, outcomes: readonly Judged[]): readonly string[] {
  const own = outcomes.find(({ rule }) => rule === touches)?.outcome;
  if (own === undefined) return [`${touches} is no rule with a check`];
  if (own.verdict === expected) return [];
  return [`${touches} should ${expected}, and is «${own.verdict}»${own.reason === undefined ? '' : `: ${own.reason}`}`];
}

/** Of a variant no rule may fail or stay open, and only those warn, are noted or skipped that it names. */
function variantFaults(
  { variant = {} }: Deviation,
  outcomes: readonly Judged[],
  profile: Profile,
  depth: Depth | undefined,
): readonly string[] {
  const { warned = [], noted = [], skipped = [] } = variant;
  const open = outcomes.filter(({ rule }) => missingCapability(rule, profile) === undefined);
  const wanted = (rule: string): Outcome['verdict'] =>
    warned.includes(rule) ? 'warn' : skipped.includes(rule) ? 'skip' : 'pass';
  // In more circumstances a rule may find something after all.
  const right = ({ rule, outcome: { verdict } }: Judged): boolean =>
    verdict === wanted(rule) || (depth !== undefined && verdict === 'pass' && skipped.includes(rule));
  const wrong = open.filter((judged) => !right(judged));
  const silent = open.filter(
    ({ rule, outcome }) => noted.includes(rule) && (outcome.verdict !== 'pass' || outcome.notes === undefined),
  );
  return [
    ...wrong.map(
      ({ rule, outcome }) => `${rule} should ${wanted(rule)}, and is «${outcome.verdict}»: ${outcome.reason ?? ''}`,
    ),
    ...silent.map(({ rule }) => `${rule} passes without the note that is due`),
    ...(open.some(({ outcome }) => outcome.verdict === 'pass') ? [] : ['no rule passed']),
  ];
}

/**
 * The checks that a deviation can reach. A variant: those of its areas. A mutant of a rule: those of its endpoint and area, and for rules of all
 * endpoints one valid request each; those of error answers, unless it is accepted answers that are wrong. Fetched attachments are left out unless
 * it is about them: they are expensive, and nothing else moves them.
 */
function checksFor({ touches, expected, variant }: Deviation, alone: boolean): readonly Check[] {
  if (alone) return checks.filter(({ rule }) => rule === touches);
  if (expected === 'pass') {
    const chosen = variant?.areas?.flatMap((area) => areas[area] ?? []) ?? checks;
    return variant?.fixtures ? chosen : chosen.filter(({ rule }) => !fetches(rule));
  }
  const broken = findRule(touches);
  const area = areaOf(touches);
  const about = area === 'attachments' || fetches(touches);
  const refuses = !/\.response\.|^(events|citations)\./.test(touches);
  return checks.filter(({ rule }) => {
    if (rule === touches) return true;
    if (!about && fetches(rule)) return false;
    const near =
      broken?.endpoint === 'all' ? rule.endsWith('.accepts-valid') : findRule(rule)?.endpoint === broken?.endpoint;
    return near || areaOf(rule) === area || (refuses && areaOf(rule) === 'errors');
  });
}

const areaOf = (id: string): string => id.split('.')[0] ?? '';
const fetches = (id: string): boolean => findRule(id)?.needs.includes('fixtures_url') ?? false;
