import { compareWithBaseline } from './baseline.ts';
import type { Report, RuleReport } from './report.ts';
import { judgeRun } from './verdict.ts';

/** What, beside the report, decides how `assay check` ends. */
export interface ExitOptions {
  /** Warnings fail. */
  strict: boolean;
  /** Failures that this report has too do not count. */
  baseline?: Report | undefined;
  /** The signal that ended the run. */
  signal?: 'SIGINT' | 'SIGTERM' | undefined;
}

/**
 * Exit code of `assay check` (contract, section 1): 0 conforming, 1 a rule failed, 3 inconclusive, 130 and 143 for
 * signals. 2, wrong usage, is the command's own.
 *
 * Failures of the baseline are weighed like known ones: they never make a 1, and never make a run conforming that is
 * otherwise inconclusive.
 */
export function exitCode(report: Report, options: ExitOptions): 0 | 1 | 3 | 130 | 143 {
  if (options.signal === 'SIGINT') return 130;
  if (options.signal === 'SIGTERM') return 143;
  const rules = weighed(report, options);
  if (rules.some(({ verdict }) => verdict === 'fail')) return 1;
  // The run may know more than its rules, such as that no control was accepted.
  if (report.verdict === 'inconclusive') return 3;
  const { controls_accepted = 1, interrupted, unreachable } = report.run;
  const { verdict } = judgeRun(rules, { controlsAccepted: controls_accepted, interrupted, unreachable });
  return verdict === 'conforming' ? 0 : 3;
}

function weighed(report: Report, { strict, baseline }: ExitOptions): RuleReport[] {
  const old = new Set(baseline === undefined ? [] : compareWithBaseline(report, baseline, { strict }).oldFailures);
  return report.rules.map((rule) => {
    if (old.has(rule.id)) return { ...rule, verdict: 'known' };
    return strict && rule.verdict === 'warn' ? { ...rule, verdict: 'fail' } : rule;
  });
}
