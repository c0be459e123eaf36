import { findRule } from '../../../spec/index.ts';
import { areas, checks } from '../../areas/catalogue.ts';
import type { Check, Outcome } from '../../engine/checks/check.ts';
import { missingCapability } from '../../engine/context/capabilities.ts';
import type { Depth } from '../../engine/context/settings.ts';
import { openSession } from '../../engine/run/session.ts';
import type { Profile } from '../../profile/profile.ts';
import { areaOf, type Deviation } from '../deviation.ts';
import type { ProofServer } from './servers.ts';

/** A rule with another result than a plain pass. */
export interface Finding {
  readonly rule: string;
  readonly verdict: Outcome['verdict'];
  readonly reason: string;
}

/** The result of one deviation on one server. */
export interface Trial {
  readonly id: string;
  readonly server: string;
  /** What is not as expected; empty if everything is. */
  readonly faults: readonly string[];
  /** Rules that failed, warned or stayed open, its own first. */
  readonly red: readonly Finding[];
  /** True if files were left out that the host of the fixtures may lack. */
  readonly filesLeftOut: boolean;
}

/** How a deviation is tried. */
export interface TryOptions {
  /** Judges only the rule that it breaks: cheaper, and other rules add nothing. */
  readonly alone?: boolean;
  /** How many circumstances valid requests combine; by default none. */
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
  const { fixtures_url, ...rest } = started.profile;
  const fixtures = fixtures_url !== undefined && (variant === undefined || variant.fixtures === true);
  const profile = edit({ ...rest, ...(fixtures ? { fixtures_url } : {}) });
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
      filesLeftOut: session.state().unusedFixtures !== undefined,
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

function redOf(outcomes: readonly Judged[], ownRule: string): readonly Finding[] {
  const red = outcomes.filter(({ outcome: { verdict } }) => verdict !== 'pass' && verdict !== 'skip');
  const sorted = red.toSorted((one, other) => Number(other.rule === ownRule) - Number(one.rule === ownRule));
  return sorted.map(({ rule, outcome: { verdict, reason = '' } }) => ({ rule, verdict, reason }));
}

/** A mutant must be killed by the rule that it breaks. */
function mutantFaults({ touches, expected }: Deviation, outcomes: readonly Judged[]): readonly string[] {
  const outcome = outcomes.find(({ rule }) => rule === touches)?.outcome;
  if (outcome === undefined) return [`${touches} is no rule with a check`];
  if (outcome.verdict === expected) return [];
  const { verdict, reason } = outcome;
  return [`${touches} should ${expected}, and is «${verdict}»${reason === undefined ? '' : `: ${reason}`}`];
}

/** On a variant no rule may fail or stay open, and only the rules that it names may warn, have a note or be skipped. */
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
  // In more circumstances a rule may find something to judge after all.
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
 * The checks that a deviation can affect. For a variant: those of its areas. For a mutant: those of its rule's endpoint
 * and area, and for rules of all endpoints one valid request each; also those of error answers, unless accepted answers
 * are wrong. Fetched attachments are left out unless it is about them: they are slow, and nothing else affects them.
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

const fetches = (id: string): boolean => findRule(id)?.needs.includes('fixtures_url') ?? false;
