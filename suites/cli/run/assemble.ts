import {
  type Capability,
  listed,
  maskDeep,
  type ReadingBranch,
  type Report,
  type ReportDraft,
  type RuleReport,
} from '../../../reports/index.ts';
import { defined, findRule, needs, type Rule, readings, ruleSet } from '../../../spec/index.ts';
import { checksOf } from '../../areas/catalogue.ts';
import { hasCapability, profileLineFor } from '../../engine/context/capabilities.ts';
import { secretsOf } from '../../engine/context/secrets.ts';
import type { RunSettings } from '../../engine/context/settings.ts';
import type { RuleResult, RunResult } from '../../engine/run/run.ts';
import type { Profile } from '../../profile/profile.ts';
import type { InterruptSignal } from './interruption.ts';

export interface RunDetails {
  readonly version: string;
  readonly settings: RunSettings;
  readonly target: Report['target'];
  readonly startedAt: Date;
  readonly signal?: InterruptSignal | undefined;
  /** An error of our own that ended the run. */
  readonly fault?: string | undefined;
  readonly chosenBy?: Report['run']['chosen_by'];
  readonly shard?: string;
  readonly notes?: readonly string[];
  /** The budget that the whole run needs, if a dry run computed it. */
  readonly neededMicros?: number;
}

/** Makes the draft of a report with a row for every planned rule, reached or not. Keys are masked. */
export function assembleReport(result: RunResult, details: RunDetails): ReportDraft {
  const { settings, target, version } = details;
  const run = runSection(result, details);
  const rules = settings.rules.map((id) => ruleReportOf(id, result, run));
  const capabilities = capabilityLadder(rules, settings.profile);
  const draft: ReportDraft = {
    tool: { name: 'assay', version },
    target,
    run: { ...run, rung: rungOf(settings.profile) },
    rule_set: { ...ruleSet },
    rules,
    readings: branchesOf(result),
    capabilities,
  };
  return maskDeep(draft, secretsOf(settings));
}

function runSection(
  result: RunResult,
  { settings, startedAt, signal, chosenBy, shard, notes = [], ...details }: RunDetails,
) {
  const { state, preflight, durationMs, latencies = {} } = result;
  const interrupted = signal ?? result.interrupted;
  const fault = details.fault ?? result.faults[0] ?? result.results.find((one) => one.fault !== undefined)?.fault;
  // The estimate of a dry run is better than the sum of prevented requests, which may count some twice and misses those
  // that would have followed.
  const unsent = state.budgetShortMicros;
  const missing = (details.neededMicros ?? 0) - (settings.budgetMicros ?? 0);
  const budgetShort = unsent > 0 && missing > 0 ? missing : unsent;
  const allNotes = [
    ...notes,
    ...(state.lengthLimit === undefined ? [] : [state.lengthLimit]),
    ...(state.unanswered ?? []),
    ...unusedFixturesNote(state.unusedFixtures ?? {}, settings.rules),
  ];
  const run: Report['run'] = {
    seed: settings.seed,
    ...(settings.depth === undefined ? {} : { depth: settings.depth, coverage: result.coverage ?? {} }),
    started_at: startedAt.toISOString(),
    duration_ms: durationMs,
    requests: state.requests,
    estimated_cost_micros: state.micros,
    requests_saved: state.fromCache,
    controls_accepted: state.controlsAccepted,
    ...defined({
      control_broken: state.controlBroken,
      unreachable: state.unreachable,
      interrupted,
      signal,
      fault,
      chosen_by: chosenBy,
      shard,
    }),
    ...(budgetShort > 0 ? { budget_short_micros: budgetShort } : {}),
    ...(Object.keys(latencies).length === 0 ? {} : { latencies }),
    ...(state.disturbances.length === 0 ? {} : { disturbances: state.disturbances }),
    ...(allNotes.length === 0 ? {} : { notes: allNotes }),
    ...defined({ preflight }),
  };
  return run;
}

/** Maximum number of rules and files that a note names. */
const MAX_NAMED = 3;

/** A note about attachments that were not used: by which rules, and how to make them available. */
function unusedFixturesNote(unused: Readonly<Record<string, readonly string[]>>, rules: readonly string[]): string[] {
  const judged = Object.entries(unused).filter(([rule]) => rules.includes(rule));
  const each = judged.map(([rule, files]) => `${rule} (${listed(files, MAX_NAMED)})`);
  if (each.length === 0) return [];
  // What to do comes first: the terminal cuts a long remark off at its end.
  return [
    `Some attachments were not tried: no manifest.json that assay could ask for names them. Host what \`assay fixtures --out DIR\` writes, or serve its manifest at control_url/fixtures/manifest.json. They were left out of ${listed(each, MAX_NAMED)}.`,
  ];
}

function ruleReportOf(id: string, result: RunResult, run: Report['run']): RuleReport {
  const rule = findRule(id) as Rule;
  const { clause, level, endpoint, statement } = rule;
  const method = checksOf([id])[0]?.method;
  const row = {
    id,
    clause,
    level,
    endpoint,
    statement,
    ...(rule.needs.length === 0 ? {} : { needs: [...rule.needs] }),
    ...defined({ method }),
  };
  const ruleResult = result.results.find((report) => report.rule === id);
  if (!ruleResult) return { ...row, verdict: 'inconclusive', reason: `not reached: ${reasonNotReached(run)}` };
  // If the control API is incomplete, that may be the reason.
  const isControlApiPartial = result.state.controlPartial ?? false;
  return {
    ...row,
    ...outcomeOf(ruleResult),
    ...(ruleResult.outcome.sawNothing && !isControlApiPartial ? { saw_nothing: true } : {}),
  };
}

/** The first reason that explains why rules were not reached. */
function reasonNotReached({ preflight, fault, interrupted }: Report['run']): string {
  if (preflight?.[1] !== undefined) return preflight[1];
  if (fault !== undefined) return `assay itself failed (${fault}); the target is not to blame`;
  return interrupted === undefined ? 'the run ended early' : `the run was interrupted (${interrupted})`;
}

function outcomeOf({ outcome, durationMs }: RuleResult): Omit<RuleReport, keyof Rule> & Pick<RuleReport, 'verdict'> {
  const { verdict, reason, failure, notes, judged, exchanges, elsewhere } = outcome;
  return {
    verdict,
    duration_ms: Math.round(durationMs),
    judged,
    ...defined({ exchanges, reason, failure, notes: notes && [...notes], elsewhere }),
  };
}

function branchesOf({ state }: RunResult): ReadingBranch[] {
  return readings.flatMap(({ id, question }) => {
    const branches = { ...state.branches[id] };
    const names = Object.keys(branches);
    return names.length === 0 ? [] : [{ id, question, branches, consistent: names.length === 1 }];
  });
}

/** The name of a profile's capabilities: `public`, `public + control_url …`, or `full`. */
function rungOf(profile: Profile): string {
  const available = needs.filter((need) => hasCapability(need, profile));
  return available.length === needs.length ? 'full' : ['public', ...available].join(' + ');
}

/** Each capability with the rules that need it and how many of them were judged. */
function capabilityLadder(rules: readonly RuleReport[], profile: Profile): Capability[] {
  const judged = (row: RuleReport): boolean => row.verdict !== 'skip' && row.verdict !== 'inconclusive';
  const rulesNeeding = (need: string): RuleReport[] =>
    rules.filter((row) => findRule(row.id)?.needs.some((one) => one === need));
  const withoutNeeds = rules.filter((row) => findRule(row.id)?.needs.length === 0);
  const rungs = needs.map((need): Capability => {
    const rows = rulesNeeding(need);
    const available = hasCapability(need, profile);
    return {
      need,
      available,
      rules: rows.length,
      judged: rows.filter(judged).length,
      ...(available ? {} : { unlock: profileLineFor(need) }),
    };
  });
  return [
    { need: 'public', available: true, rules: withoutNeeds.length, judged: withoutNeeds.filter(judged).length },
    ...rungs,
  ].filter((rung) => rung.rules > 0);
}
