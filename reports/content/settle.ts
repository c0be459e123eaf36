import { defined } from '../../spec/index.ts';
import { plural } from '../text/format.ts';
import { isShallower } from './depth.ts';
import { gateOf } from './gate.ts';
import type { Report, RuleReport } from './report.ts';
import { judgeRun } from './run-verdict.ts';
import { summarise } from './summary.ts';

/** A report as the judges left it: without excuses and decisions. */
export type ReportDraft = Omit<Report, 'verdict' | 'verdict_reason' | 'summary' | 'gate'>;

/** What decides, besides the rules, how a run is judged. */
export interface SettleOptions {
  /** Warnings fail, rules that saw nothing are inconclusive, and an unneeded `known_failures` entry fails the gate. */
  strict: boolean;
  /** The list of the profile. Rules outside the run are ignored. */
  known: readonly KnownFailure[];
  /** `YYYY-MM-DD`, UTC. */
  today: string;
  /** An earlier report; its failures count as known. */
  baseline?: Report | undefined;
}

/**
 * The only place where verdicts are decided (contract, sections 1 and 4). Terminal, exit code, JSON, JUnit, HTML,
 * Markdown and annotations show the report that it returns, and decide nothing themselves.
 */
export function settleReport(draft: ReportDraft, options: SettleOptions): Report {
  const { strict, known, today, baseline } = options;
  const before = severitiesOf(baseline);
  const entries = new Map(known.map((entry) => [entry.id, entry]));
  const drafted = settleOpen(draft.rules);
  const settled = drafted.map((rule) => settleRule(rule, entries.get(rule.id), before.get(rule.id), options));
  const rules = settled.map((rule) => {
    const entry = entries.get(rule.id);
    return withStaleEntry(rule, entry && staleness(entry, rule, today));
  });

  const canShow = baseline === undefined || !isShallower(draft.run, baseline.run);
  const fixed = fixedOf(drafted, { before: canShow ? before : new Map(), entries, strict });
  const compared = {
    ...draft.run,
    ...(baseline && {
      baseline: baselineFacts(
        draft,
        baseline,
        fixed.filter((id) => before.has(id)),
      ),
    }),
  };
  const notes = [...(draft.run.notes ?? []), ...baselineNotes({ ...draft, run: compared })];
  const run = { ...compared, ...(strict ? { strict } : {}), ...(notes.length === 0 ? {} : { notes }) };
  const summary = summarise(rules);
  const { verdict, reason } = judgeRun({ ...draft, run, rules }, summary);
  return {
    ...draft,
    run,
    gate: gateOf({ run, rules, verdict, reason, fixed }),
    verdict,
    verdict_reason: reason,
    summary,
    rules,
  };
}

/** One rule under `--strict`, then excused by the profile's list or the baseline. The evidence stays. */
function settleRule(
  drafted: RuleReport,
  entry: KnownFailure | undefined,
  before: Severity | undefined,
  { strict, today }: SettleOptions,
): RuleReport {
  const rule = strict ? applyStrict(drafted) : drafted;
  if (rule.verdict !== 'fail') return rule;
  const listed = entry && excuseOf(entry, today, rule.reason);
  if (listed !== undefined) return { ...rule, verdict: 'known', reason: listed };
  if (!excuses(before, severityOf(rule))) return rule;
  const cause = rule.reason === undefined ? '' : ` (${rule.reason})`;
  return { ...rule, verdict: 'known', reason: `failed in the baseline too${cause}` };
}

/** The effect of `--strict`: a warning fails, and a rule that saw nothing is inconclusive. */
export function applyStrict(rule: RuleReport): RuleReport {
  if (rule.saw_nothing && rule.verdict === 'skip') return { ...rule, verdict: 'inconclusive' };
  if (rule.verdict !== 'warn') return rule;
  const words = rule.reason ?? rule.failure?.actual ?? 'no reason given';
  return {
    ...rule,
    verdict: 'fail',
    was_warning: true,
    reason: `${words} (a warning, which --strict makes a failure)`,
  };
}

function withStaleEntry(rule: RuleReport, why: string | undefined): RuleReport {
  // In front: of many notes of a failure, some reports show only the first.
  return why === undefined ? rule : { ...rule, stale_entry: why, notes: [why, ...(rule.notes ?? [])] };
}

/** Rules that failed before, or are listed, and pass now. A rule without judgement is not fixed. */
function fixedOf(
  rules: readonly RuleReport[],
  {
    before,
    entries,
    strict,
  }: Pick<SettleOptions, 'strict'> & {
    before: ReadonlyMap<string, Severity>;
    entries: ReadonlyMap<string, KnownFailure>;
  },
): string[] {
  const failedBefore = (id: string): boolean => before.get(id) === 'fail' || (strict && before.get(id) === 'warn');
  return rules
    .filter(({ id, verdict }) => {
      if (verdict === 'pass') return failedBefore(id) || entries.has(id);
      // A warning is no failure any more, but only if warnings do not fail.
      return verdict === 'warn' && !strict && failedBefore(id);
    })
    .map(({ id }) => id);
}

/** A warning is less severe than a failure, even if `--strict` calls it one. */
type Severity = 'fail' | 'warn';

/** Undefined for a rule that passed or was not judged. */
function severityOf({ verdict, was_warning }: RuleReport): Severity | undefined {
  if (verdict === 'warn') return 'warn';
  if (verdict !== 'fail' && verdict !== 'known') return undefined;
  return was_warning === true ? 'warn' : 'fail';
}

/** What is to be known of an earlier report beside this one. */
type Baseline = NonNullable<Report['run']['baseline']>;

function baselineFacts(draft: ReportDraft, baseline: Report, fixed: string[]): Baseline {
  const before = new Set(baseline.rules.map(({ id }) => id));
  return {
    tool_version: baseline.tool.version,
    same_rules: baseline.rule_set?.digest === draft.rule_set?.digest,
    rules_not_in_it: draft.rules.filter(({ id }) => !before.has(id)).length,
    seed: baseline.run.seed,
    inconclusive: baseline.verdict === 'inconclusive',
    fixed,
    ...defined({ depth: baseline.run.depth }),
  };
}

/**
 * Says so if the baseline can know less than this run: a rule that it did not judge can only fail newly. And what of it is fixed: until it is renewed, that may come
 * back unseen. This report need not be the new one: it may have new failures, or be of some rules only.
 */
export function baselineNotes({ run, tool }: Pick<Report, 'run' | 'tool'>): string[] {
  if (run.baseline === undefined) return [];
  const { tool_version, same_rules, rules_not_in_it: added, seed, inconclusive, fixed, depth } = run.baseline;
  return [
    ...(same_rules
      ? []
      : [
          `The baseline was made by other rules (assay ${tool_version}, this is ${tool.version}); ${plural(added, 'rule')} of this run ${added === 1 ? 'is' : 'are'} not in it. Make it anew.`,
        ]),
    ...(depth === undefined || run.depth === undefined || depth === run.depth
      ? []
      : [
          `The baseline was made with --depth ${depth}, this run with ${run.depth}: ${isShallower(run, { depth }) ? 'what passes only at the lesser depth does not count as fixed' : 'what only the greater depth finds counts as new'}.`,
        ]),
    ...(seed === run.seed
      ? []
      : [
          `The baseline was made with --seed ${seed}, this run with ${run.seed}: other requests may find other failures, which count as new, or as fixed.`,
        ]),
    ...(inconclusive
      ? ['The baseline is of an inconclusive run: what it could not judge counts as new if it fails. Make it anew.']
      : []),
    ...(fixed.length === 0
      ? []
      : [
          `Fixed since the baseline: ${fixed.join(', ')}. The old baseline would excuse ${fixed.length === 1 ? 'it' : 'them'} again: make a new one, of all rules and without new failures.`,
        ]),
  ];
}

/** The severity of each rule in a baseline, by id; a rule that is not in it can only fail newly. */
function severitiesOf(baseline: Report | undefined): ReadonlyMap<string, Severity> {
  const rows = (baseline?.rules ?? []).map((rule) => [rule.id, severityOf(rule)] as const);
  return new Map(rows.flatMap(([id, severity]) => (severity === undefined ? [] : [[id, severity]])));
}

/** An earlier failure excuses anything; an earlier warning excuses no failure, because the target got worse. */
function excuses(before: Severity | undefined, now: Severity | undefined): boolean {
  return before === 'fail' || (before === 'warn' && now === 'warn');
}

/** One entry of `known_failures` in a profile (contract, section 2). */
export interface KnownFailure {
  id: string;
  reason?: string;
  /** Last day on which the entry counts, `YYYY-MM-DD`. */
  expires?: string;
}

/** Why an entry is no longer needed; undefined while it is. `today` is `YYYY-MM-DD`. */
export function staleness({ expires }: KnownFailure, rule: RuleReport, today: string): string | undefined {
  if (rule.verdict === 'pass') return 'listed in known_failures but passes: remove it';
  if (!hasExpired(expires, today)) return undefined;
  return `listed in known_failures, but the entry expired on ${expires}: renew or remove it`;
}

/** The reason of a failure that an entry excuses; undefined if the entry excuses nothing any more. */
export function excuseOf(entry: KnownFailure, today: string, cause?: string): string | undefined {
  if (hasExpired(entry.expires, today)) return undefined;
  const listed = entry.reason === undefined ? 'listed in known_failures' : `listed in known_failures: ${entry.reason}`;
  return cause === undefined ? listed : `${listed} (${cause})`;
}

/** An entry counts until the end of its last day. */
function hasExpired(expires: string | undefined, today: string): boolean {
  return expires !== undefined && expires < today;
}

/**
 * Settles rules that are open only because valid requests were refused: they get the verdict of their other cases, once
 * for each refusal one of the rules that answer for it is broken. Those rules may be in another shard, so shards keep
 * what they cannot settle.
 */
export function settleOpen(rules: readonly RuleReport[]): RuleReport[] {
  const broken = new Set(rules.filter((rule) => severityOf(rule) === 'fail').map(({ id }) => id));
  return rules.map((rule) => {
    const { elsewhere, reason: _, notes: __, ...rest } = rule;
    if (!elsewhere?.answering.every((answering) => answering.some((id) => broken.has(id)))) return rule;
    const { answering, ...outcome } = elsewhere;
    return { ...rest, ...outcome };
  });
}
