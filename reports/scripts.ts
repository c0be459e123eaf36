import type { Report } from './report.ts';
import { reproductionOf } from './reproduce.ts';

/** Folder of the scripts, beside the reports. */
export const SCRIPTS = 'reproduce';

/** Path of the script of a rule, from the folder of the reports. */
export function scriptOf(id: string): string {
  return `${SCRIPTS}/${id}.sh`;
}

/** The scripts that send the failures of a report again, by file name. A report from elsewhere may hold any id. */
export function scriptsOf({ rules, target }: Report): ReadonlyMap<string, string> {
  const failed = rules.filter(
    ({ id, verdict }) => (verdict === 'fail' || verdict === 'known') && /^\w[\w.-]*$/.test(id),
  );
  const scripts = failed.map((rule) => [`${rule.id}.sh`, reproductionOf(rule, target)] as const);
  return new Map(scripts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
}
