import { listed, plural } from '../text/format.ts';
import type { Gate, Report, RuleReport, RunVerdict } from './report.ts';

/** What decides whether a merge is allowed. */
interface GateInput {
  run: Report['run'];
  /** Rows after `--strict`, known failures and baseline were applied. */
  rules: readonly RuleReport[];
  verdict: RunVerdict;
  reason: string;
  fixed: string[];
}

/** Number of ids in a sentence; the lists have all. */
const MAX_IDS = 5;

/**
 * The gate of a report with its exit code (contract, section 1): 130 and 143 for signals, 70 for a fault of our own, 1
 * for a failed rule, 3 for inconclusive, 0 for conforming and partial.
 */
export function gateOf({ run, rules, verdict, reason, fixed }: GateInput): Gate {
  const ids = (wanted: RuleReport['verdict']) => rules.filter((rule) => rule.verdict === wanted).map(({ id }) => id);
  const [failing, known] = [ids('fail'), ids('known')];
  // Without an earlier report nothing can be called new.
  const failure = run.baseline !== undefined || known.length > 0 ? 'new failure' : 'failure';
  const errors = rules.flatMap(({ id, stale_entry }) =>
    run.strict && stale_entry ? [`${id} is ${stale_entry}.`] : [],
  );
  const code = exitCode(run, verdict, failing.length > 0 || errors.length > 0);
  const reasons = [
    ...(failing.length > 0 ? [`${plural(failing.length, failure)} (${listed(failing, MAX_IDS)}).`] : []),
    ...errors,
    ...interruption(run),
    ...(verdict === 'inconclusive' && run.fault === undefined && run.signal === undefined ? [reason] : []),
  ];
  return { passed: code === 0, exit_code: code, reasons, new: failing, known, fixed };
}

function exitCode(run: Report['run'], verdict: RunVerdict, failed: boolean): number {
  if (run.signal !== undefined) return run.signal === 'SIGINT' ? 130 : 143;
  if (run.fault !== undefined) return 70;
  if (failed) return 1;
  return verdict === 'inconclusive' ? 3 : 0;
}

function interruption({ signal, fault }: Report['run']): string[] {
  return [
    ...(signal === undefined ? [] : [`${signal} ended the run early.`]),
    ...(fault === undefined ? [] : [`assay itself failed: ${fault}`]),
  ];
}

/** The gate in one line, the last of every report: `GATE FAILED: 2 new failures (a.b, c.d); 1 known; 1 fixed (e.f)`. */
export function gateLine({ passed, reasons, known, fixed }: Gate): string {
  const parts = [
    ...reasons.map((reason) => reason.replace(/\.$/, '')),
    ...(known.length > 0 ? [`${known.length} known`] : []),
    ...(fixed.length > 0 ? [`${fixed.length} fixed (${listed(fixed, MAX_IDS)})`] : []),
  ];
  const words = `GATE ${passed ? 'PASSED' : 'FAILED'}`;
  return parts.length === 0 ? words : `${words}: ${parts.join('; ')}`;
}
