import { defined, needs, readings, rules as ruleSet, UserError } from '../../spec/index.ts';
import { gateOf } from './gate.ts';
import type { Capability, ReadingBranch, Report, RuleReport } from './report.ts';
import { judgeRun } from './run-verdict.ts';
import { applyStrict, baselineNotes, settleOpen } from './settle.ts';
import { summarise } from './summary.ts';

/** A report with the user's name for it. */
export interface NamedReport {
  readonly name: string;
  readonly report: Report;
}

/**
 * Joins the reports of the shards of one run (`check --shard I/N`) into one: all rules as each shard left them, with
 * verdict and gate decided again. Whatever makes a shard untrustworthy does so for the whole. Reports of earlier
 * versions do not say which shard they are: without one of them the whole is partial.
 *
 * @throws {UserError} if they are not shards of one run.
 */
export function mergeReports(shards: readonly [NamedReport, ...NamedReport[]]): Report {
  assertSameRun(shards);
  assertComplete(shards);
  // In the order of the parts, so that the order in which they are given makes no difference.
  const parts = shards.map(({ report }) => report).sort((one, other) => partOf(one) - partOf(other));
  return joinReports(parts as [Report]);
}

const partOf = ({ run }: Report): number => Number.parseInt(run.shard ?? '0', 10);

/** Joins reports that are known to be parts of one run. */
export function joinReports(reports: readonly [Report, ...Report[]]): Report {
  const [first] = reports;
  const settled = settleOpen(
    inOrder(
      ruleIds,
      reports.flatMap((report) => report.rules),
      ({ id }) => id,
    ),
  );
  const rules = first.run.strict ? settled.map(applyStrict) : settled;
  const run = runOf(reports, rules);
  const summary = summarise(rules);
  const capabilities = capabilitiesOf(reports);
  const { verdict, reason } = judgeRun({ run, rules, capabilities }, summary);
  const gate = gateOf({
    ...{ run, rules, verdict, reason },
    fixed: inOrder(
      ruleIds,
      reports.flatMap(({ gate }) => gate?.fixed ?? []),
      (id) => id,
    ),
  });
  const { tool, target, rule_set } = first;
  return {
    ...{ tool, target, run, ...(rule_set ? { rule_set } : {}), verdict, verdict_reason: reason, gate, summary, rules },
    ...{ readings: readingsOf(reports), capabilities },
  };
}

/** What shards of one run must have in common. The embedded simulator has another port each time. */
const MUST_MATCH: readonly (readonly [what: string, (report: Report) => unknown])[] = [
  ['target', ({ target }) => `${target.name}${target.embedded ? '' : ` (${target.base_url})`}`],
  ['rules', ({ rule_set }) => rule_set?.digest],
  ['version of assay', ({ tool }) => tool.version],
  ['seed', ({ run }) => run.seed],
  ['depth', ({ run }) => run.depth],
  ['rung', ({ run }) => run.rung],
  ['--strict', ({ run }) => run.strict === true],
];

function assertSameRun([first, ...others]: readonly [NamedReport, ...NamedReport[]]): void {
  for (const other of others)
    for (const [what, of] of MUST_MATCH) {
      const [one, two] = [of(first.report), of(other.report)];
      if (one !== two) throw mergeError(`${first.name} and ${other.name} differ in ${what}: ${one} and ${two}`);
    }
  // A different run is reported before rules that occur twice.
  const counts = new Map([first, ...others].map(({ name, report }) => [report.run.shard?.split('/')[1], name]));
  counts.delete(undefined);
  if (counts.size > 1)
    throw mergeError(
      `they differ in --shard: ${[...counts].map(([count, name]) => `${name} is one of ${count}`).join(', ')}`,
    );
  const seen = new Map<string, string>();
  for (const { name, report } of [first, ...others])
    for (const { id } of report.rules) {
      const before = seen.get(id);
      if (before === name) throw mergeError(`${name} is given twice`);
      if (before !== undefined) throw mergeError(`${id} was judged in ${before} and in ${name}`);
      seen.set(id, name);
    }
}

/** Shards say which part they are: a missing one would make the whole look smaller than it is. */
function assertComplete(shards: readonly NamedReport[]): void {
  const parts = shards.map(({ report }) => report.run.shard);
  const [count] = parts.flatMap((part) => (part === undefined ? [] : [Number(part.split('/')[1])]));
  if (count === undefined) return;
  const missing = Array.from({ length: count }, (_, at) => `${at + 1}/${count}`).filter(
    (part) => !parts.includes(part),
  );
  if (missing.length > 0)
    throw new UserError(
      `Cannot merge reports: ${missing.length === 1 ? `shard ${missing} is` : `shards ${missing.join(', ')} are`} missing. Give the report of each; where a job wrote none, run it again with the same options.`,
    );
}

const mergeError = (why: string): UserError =>
  new UserError(`Cannot merge reports: ${why}. Give the reports of the shards of one run, each once.`);

/** Rows in the order of a report of the whole; those of later versions last. */
function inOrder<Row>(names: readonly string[], rows: readonly Row[], nameOf: (row: Row) => string): Row[] {
  const order = new Map(names.map((name, at) => [name, at]));
  const orderOf = (row: Row): number => order.get(nameOf(row)) ?? order.size;
  return [...rows].sort((one, other) => orderOf(one) - orderOf(other));
}

const ruleIds = ruleSet.map(({ id }) => id);

/** What selected a part of the rules. If every shard is there, it was not the shards. */
function chosenByOf(runs: readonly Report['run'][]): NonNullable<Report['run']['chosen_by']> {
  const [first] = runs;
  const shards = new Set(runs.map(({ shard }) => shard));
  const isAll = shards.size === Number(first?.shard?.split('/')[1]);
  return isAll ? '--rules' : (first?.chosen_by ?? '--shard');
}

function runOf(reports: readonly Report[], rules: readonly RuleReport[]): Report['run'] {
  const runs = reports.map(({ run }) => run);
  const [first] = reports as [Report];
  const starts = runs.map(({ started_at }) => Date.parse(started_at));
  const start = Math.min(...starts);
  const sum = (of: (run: Report['run']) => number | undefined): number =>
    runs.reduce((all, run) => all + (of(run) ?? 0), 0);
  const any = <T>(of: (run: Report['run']) => T | undefined): T | undefined =>
    runs.map(of).find((one) => one !== undefined);
  const judged = new Set(rules.map(({ id }) => id));
  const whole = ruleSet.every(({ id, unjudged }) => unjudged !== undefined || judged.has(id));
  const short = sum(({ budget_short_micros }) => budget_short_micros);
  const disturbances = runs.flatMap(({ disturbances: own = [] }, at) => {
    const later = (starts[at] ?? start) - start;
    return own.map((one) => ({ ...one, from_ms: one.from_ms + later, to_ms: one.to_ms + later }));
  });
  const baseline = baselineOf(runs);
  // What each shard says of the baseline is true of its own rules.
  const others = reports.flatMap((report) => {
    const ofBaseline = baselineNotes(report);
    return (report.run.notes ?? []).filter((note) => !ofBaseline.includes(note));
  });
  const notes = [
    ...new Set(others),
    ...baselineNotes({ tool: first.tool, run: { ...first.run, ...defined({ baseline }) } }),
  ];
  return {
    seed: first.run.seed,
    started_at: new Date(start).toISOString(),
    duration_ms: Math.max(...runs.map(({ duration_ms }, at) => (starts[at] ?? start) + duration_ms)) - start,
    requests: sum(({ requests }) => requests),
    estimated_cost_micros: sum(({ estimated_cost_micros }) => estimated_cost_micros),
    requests_saved: sum(({ requests_saved }) => requests_saved),
    // Refusals in a shard that accepted nothing prove nothing, whatever another shard saw.
    controls_accepted: runs.some(({ controls_accepted }) => controls_accepted === 0)
      ? 0
      : sum(({ controls_accepted }) => controls_accepted),
    ...defined({
      ...{ depth: first.run.depth, rung: first.run.rung, strict: first.run.strict },
      baseline,
      coverage: first.run.coverage && coverageOf(runs),
      chosen_by: whole ? undefined : chosenByOf(runs),
      budget_short_micros: short > 0 ? short : undefined,
      control_broken: any(({ control_broken }) => control_broken),
      unreachable: any(({ unreachable }) => unreachable),
      fault: any(({ fault }) => fault),
      interrupted: any(({ signal, interrupted }) => interrupted ?? signal),
    }),
    // A shard that was not judged leaves its rules open: «no rule was judged» is true of the whole only if true of
    // each.
    ...(runs.every(({ preflight }) => preflight !== undefined) ? defined({ preflight: first.run.preflight }) : {}),
    ...(disturbances.length === 0 ? {} : { disturbances }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/** Each shard knows what of the baseline is fixed among its own rules, and which of them it lacks. */
function baselineOf(runs: readonly Report['run'][]): Report['run']['baseline'] {
  const facts = runs.flatMap(({ baseline }) => baseline ?? []);
  const [first] = facts;
  if (first === undefined) return undefined;
  const fixed = facts.flatMap((one) => one.fixed);
  return {
    ...first,
    rules_not_in_it: facts.reduce((all, one) => all + one.rules_not_in_it, 0),
    fixed: inOrder(ruleIds, fixed, (id) => id),
  };
}

/** Shards count combinations without naming them: the whole covered at least as many as the best shard. */
function coverageOf(runs: readonly Report['run'][]): NonNullable<Report['run']['coverage']> {
  const best: Record<string, NonNullable<Report['run']['coverage']>[string]> = {};
  const met = (one: (typeof best)[string] | undefined): number => (one ? one.met + (one.triples_met ?? 0) : -1);
  for (const { coverage = {} } of runs)
    for (const [endpoint, one] of Object.entries(coverage)) if (met(one) > met(best[endpoint])) best[endpoint] = one;
  return best;
}

function readingsOf(reports: readonly Report[]): ReadingBranch[] {
  const joined = new Map<string, ReadingBranch>();
  for (const reading of reports.flatMap(({ readings = [] }) => readings)) {
    const branches: Record<string, number> = { ...joined.get(reading.id)?.branches };
    for (const [way, times] of Object.entries(reading.branches)) branches[way] = (branches[way] ?? 0) + times;
    joined.set(reading.id, { ...reading, branches, consistent: Object.keys(branches).length === 1 });
  }
  return inOrder(
    readings.map(({ id }) => id),
    [...joined.values()],
    ({ id }) => id,
  );
}

function capabilitiesOf(reports: readonly Report[]): Capability[] {
  const joined = new Map<string, Capability>();
  for (const rung of reports.flatMap(({ capabilities = [] }) => capabilities)) {
    const { rules = 0, judged = 0 } = joined.get(rung.need) ?? {};
    joined.set(rung.need, { ...rung, rules: rules + rung.rules, judged: judged + rung.judged });
  }
  return inOrder(['public', ...needs], [...joined.values()], ({ need }) => need);
}
