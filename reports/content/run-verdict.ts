import { clientRules, rules as ruleSet } from '../../spec/index.ts';
import { elide } from '../text/elide.ts';
import { formatDollars, listed, plural } from '../text/format.ts';
import { groupByReason } from './group-by-reason.ts';
import type { Report, RuleReport, RunVerdict } from './report.ts';
import { judgedOf } from './summary.ts';

/** The rules of a full run; those that nobody outside the server can judge are never selected. */
const JUDGEABLE = ruleSet.filter(({ unjudged }) => unjudged === undefined).length;

/** Longer reasons are shortened in the verdict; the rules hold them whole. */
const MAX_REASON = 240;

/** Number of ids in a sentence; the lists have all. */
const MAX_IDS = 3;

/** The parts of a report that its verdict depends on. */
type VerdictInput = Pick<Report, 'run' | 'rules' | 'capabilities'>;

/**
 * The verdict of a whole run with its reason in a sentence (contract, section 1).
 *
 * A broken rule outweighs everything. Then come the ways in which a run is only empty and never conforming: no
 * response, no accepted control, no judged rule, a rule without a verdict, a run that did not finish. Then rules that
 * were not selected.
 */
export function judgeRun(report: VerdictInput, summary: Report['summary']): { verdict: RunVerdict; reason: string } {
  const { fail, inconclusive } = summary;
  const judged = judgedOf(summary);
  if (fail > 0) {
    const broken = `${fail} of ${plural(judged, 'judged rule')} ${fail === 1 ? 'is' : 'are'} broken`;
    const open = inconclusive > 0 ? [`${plural(inconclusive, 'rule')} inconclusive`] : [];
    const parts = [
      broken,
      ...warningsAndExcuses(summary),
      ...open,
      ...sawNothing(report),
      ...brokenControlApi(report),
      ...cutShort(report),
      ...selectionOf(report),
    ];
    return { verdict: 'nonconforming', reason: sentence(parts) };
  }
  const open = reasonsForInconclusive(report, summary);
  if (open.length > 0) return { verdict: 'inconclusive', reason: sentence([...open, ...sawNothing(report)]) };
  if (report.run.chosen_by !== undefined) {
    const holds =
      summary.known > 0
        ? `no new failure in ${plural(judged, 'judged rule')}`
        : judged === 1
          ? 'the judged rule is not broken'
          : `none of the ${plural(judged, 'judged rule')} is broken`;
    return {
      verdict: 'partial',
      reason: sentence([...selectionOf(report), holds, ...sawNothing(report), ...warningsAndExcuses(summary)]),
    };
  }
  const rung = `at rung ${report.run.rung ?? 'public'}: ${judged} of ${plural(summary.rules, 'rule')}${unjudgedEndpoints(report)}`;
  return {
    verdict: 'conforming',
    reason: sentence([rung, ...skippedRules(report), ...sawNothing(report), ...warningsAndExcuses(summary)]),
  };
}

/** The verdict with its reason, as one line: `CONFORMING at rung public: 279 of 352 rules; 73 need …`. */
export function verdictLine({ verdict, verdict_reason: reason = '' }: Report): string {
  const word = verdict.toUpperCase();
  if (reason === '') return word;
  return reason.startsWith('at rung ') ? `${word} ${reason}` : `${word}: ${reason}`;
}

function reasonsForInconclusive(report: VerdictInput, summary: Report['summary']): string[] {
  const { preflight, fault, unreachable, controls_accepted: accepted } = report.run;
  if (preflight !== undefined) return [`no rule was judged: ${preflight[1]}`];
  if (fault !== undefined) return [`assay itself failed: ${fault}`];
  if (unreachable !== undefined) return [`the target could not be reached: ${unreachable}`];
  const emptiness =
    judgedOf(summary) === 0
      ? ['no rule was judged']
      : accepted === 0
        ? ['the target accepted no valid request of this run, so its refusals prove nothing']
        : [];
  const open =
    summary.inconclusive > 0
      ? [
          `${plural(summary.inconclusive, 'rule')} ${summary.inconclusive === 1 ? 'is' : 'are'} inconclusive${sharedReason(report) ?? ` (${listed(inconclusiveIds(report), MAX_IDS)})`}`,
        ]
      : [];
  return [...cutShort(report), ...brokenControlApi(report), ...emptiness, ...open];
}

const inconclusiveIds = ({ rules }: VerdictInput): string[] =>
  rules.flatMap(({ id, verdict }) => (verdict === 'inconclusive' ? [id] : []));

/** Why most of the inconclusive rules are so, if they share one reason, as after a key has run out of credit. */
function sharedReason({ rules }: VerdictInput): string | undefined {
  const inconclusive = rules.filter(({ verdict }) => verdict === 'inconclusive');
  const [group] = groupByReason(inconclusive.filter(({ reason }) => reason !== undefined));
  if (group === undefined || group.rules.length < 3 || 2 * group.rules.length <= inconclusive.length) return undefined;
  const which = group.rules.length === inconclusive.length ? 'all' : `${group.rules.length} of them`;
  return `, ${which} for one reason: ${elide(group.reason, MAX_REASON)}`;
}

/** A declared control API must work in some part; else nothing that depends on it was judged. */
function brokenControlApi({ run }: VerdictInput): string[] {
  const { control_broken: fault } = run;
  return fault === undefined
    ? []
    : [`the control API that the profile declares does not work (${fault}): correct control_url, or leave it out`];
}

/** Rules that saw nothing to which they apply: not broken, but not confirmed either. */
function sawNothing({ rules }: VerdictInput): string[] {
  const count = rules.filter(({ saw_nothing }) => saw_nothing).length;
  return count === 0 ? [] : [`${plural(count, 'rule')} saw nothing`];
}

/** What ended the run early, or kept rules out of it. */
function cutShort({ run }: VerdictInput): string[] {
  const { signal, interrupted = signal, fault, budget_short_micros: short } = run;
  return [
    ...(interrupted === undefined || fault !== undefined ? [] : [`the run was interrupted: ${interrupted}`]),
    ...(short === undefined
      ? []
      : [
          `the budget cut it short: about ${formatDollars(short)} more would finish it (refusals count as billed without --free-refusals)`,
        ]),
  ];
}

function selectionOf({ run, rules }: VerdictInput): string[] {
  if (run.chosen_by === undefined) return [];
  const were = rules.length === 1 ? 'was' : 'were';
  const all = run.chosen_by === '--scenarios' ? clientRules.length : JUDGEABLE;
  return [`only ${rules.length} of ${plural(all, 'rule')} ${were} chosen by ${run.chosen_by}`];
}

function warningsAndExcuses({ warn, known }: Report['summary']): string[] {
  return [
    ...(warn > 0 ? [`${warn} with a warning`] : []),
    ...(known > 0 ? [`${plural(known, 'known failure')} excused`] : []),
  ];
}

/** The endpoints that nothing was judged of, as where the key may not use them. */
function unjudgedEndpoints({ rules }: VerdictInput): string {
  const judged = new Set(rules.filter(({ verdict }) => verdict !== 'skip').map(({ endpoint }) => endpoint));
  const none = [...new Set(rules.map(({ endpoint }) => endpoint))].filter(
    (name) => name !== 'all' && !judged.has(name),
  );
  return none.length === 0 ? '' : `, none of ${none.join(', ')}`;
}

/** The skipped rules: by missing capability, and the others; without those that found nothing. */
function skippedRules({ rules, capabilities = [] }: VerdictInput): string[] {
  const missing = new Set(capabilities.filter(({ available }) => !available).map(({ need }) => need));
  const lacking = ({ needs = [] }: RuleReport) => needs.filter((need) => missing.has(need));
  const skipped = rules.filter(({ verdict, saw_nothing }) => verdict === 'skip' && !saw_nothing);
  const needing = skipped.filter((rule) => lacking(rule).length > 0);
  const counts = [...missing]
    .map((need) => ({ need, n: needing.filter((rule) => lacking(rule).includes(need)).length }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.n - a.n)
    .map(({ need, n }) => `${need} (${n})`);
  const others = skipped.length - needing.length;
  return [
    ...(needing.length > 0 ? [`${needing.length} need${needing.length === 1 ? 's' : ''} ${counts.join(', ')}`] : []),
    ...(others > 0 ? [`${others} skipped for other reasons`] : []),
  ];
}

function sentence(parts: readonly string[]): string {
  const text = parts.join('; ').replace(/^(?!at rung |assay )[a-z]/, (first) => first.toUpperCase());
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
