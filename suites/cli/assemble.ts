import {
  applyKnownFailures,
  type CapabilityRung,
  judgeRun,
  maskDeep,
  type ReadingBranch,
  type Report,
  type RuleReport,
  summarise,
} from '../../reports/index.ts';
import { findRule, needs, type Rule, readings } from '../../spec/index.ts';
import { hasCapability, profileLineFor } from '../engine/context.ts';
import type { RunResult } from '../engine/run.ts';
import type { RunSettings } from '../engine/settings.ts';
import type { Profile } from '../profile/profile.ts';

/** What a report says beyond the results. */
export interface RunFrame {
  readonly version: string;
  readonly settings: RunSettings;
  readonly startedAt: Date;
  readonly strict: boolean;
}

/** Makes the report of a run: every planned rule has a row, also the ones that were not reached. Holds no whole key. */
export function assembleReport(result: RunResult, { version, settings, startedAt, strict }: RunFrame): Report {
  const { profile } = settings;
  const rows = settings.rules.map((id) => rowOf(id, result));
  const rules = applyKnownFailures(rows, profile.known_failures, startedAt.toISOString().slice(0, 10), { strict });
  const { state } = result;
  const facts = {
    controlsAccepted: state.controlsAccepted,
    interrupted: result.interrupted,
    unreachable: state.unreachable,
  };
  const { verdict, reason } = judgeRun(rules, facts);
  const report: Report = {
    tool: { name: 'assay', version },
    target: { name: profile.name, base_url: profile.base_url },
    run: {
      seed: settings.seed,
      started_at: startedAt.toISOString(),
      duration_ms: result.durationMs,
      requests: state.requests,
      estimated_cost_micros: state.micros,
      requests_saved: state.saved,
      controls_accepted: state.controlsAccepted,
      ...(state.unreachable === undefined ? {} : { unreachable: state.unreachable }),
      ...(result.interrupted === undefined ? {} : { interrupted: result.interrupted }),
    },
    verdict,
    verdict_reason: reason,
    summary: summarise(rules),
    rules,
    readings: branchesOf(result),
    capabilities: ladder(rules, profile),
  };
  return maskDeep(
    report,
    Object.values(profile.keys).filter((key) => key !== undefined),
  );
}

function rowOf(id: string, result: RunResult): RuleReport {
  const rule = findRule(id) as Rule;
  const { clause, level, endpoint, statement } = rule;
  const row = {
    id,
    clause,
    level,
    endpoint,
    statement,
    ...(rule.needs.length === 0 ? {} : { needs: [...rule.needs] }),
  };
  const found = result.results.find((report) => report.rule === id);
  if (!found)
    return {
      ...row,
      verdict: 'inconclusive',
      reason: `it was not reached: ${result.interrupted ?? result.faults[0] ?? 'the run ended early'}`,
    };
  const { verdict, reason, failure, notes } = found.outcome;
  return {
    ...row,
    verdict,
    ...(reason === undefined ? {} : { reason }),
    ...(failure === undefined ? {} : { failure }),
    ...(notes === undefined ? {} : { notes: [...notes] }),
  };
}

function branchesOf(result: RunResult): ReadingBranch[] {
  const seen = result.results.reduce<RunResult['state']['branches']>(
    (latest, { state }) => (Object.keys(state.branches).length >= Object.keys(latest).length ? state.branches : latest),
    {},
  );
  return readings.flatMap(({ id, question }) => {
    const branches = { ...seen[id], ...result.state.branches[id] };
    const names = Object.keys(branches);
    return names.length === 0 ? [] : [{ id, question, branches, consistent: names.length === 1 }];
  });
}

/** How far the profile let the run see: each capability with the rules that need it and how many were judged. */
function ladder(rules: readonly RuleReport[], profile: Profile): CapabilityRung[] {
  const judged = (row: RuleReport): boolean => row.verdict !== 'skip' && row.verdict !== 'inconclusive';
  const needing = (need: string): RuleReport[] =>
    rules.filter((row) => findRule(row.id)?.needs.some((one) => one === need));
  const open = rules.filter((row) => findRule(row.id)?.needs.length === 0);
  const rungs = needs.map((need): CapabilityRung => {
    const rows = needing(need);
    const available = hasCapability(need, profile);
    return {
      need,
      available,
      rules: rows.length,
      judged: rows.filter(judged).length,
      ...(available ? {} : { unlock: profileLineFor(need) }),
    };
  });
  return [{ need: 'public', available: true, rules: open.length, judged: open.filter(judged).length }, ...rungs].filter(
    (rung) => rung.rules > 0,
  );
}
