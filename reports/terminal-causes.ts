import { causesOf } from './causes.ts';
import type { Report } from './report.ts';
import type { Theme } from './terminal-theme.ts';

/** Causes that a terminal lists; the files hold them all. */
const MOST_CAUSES = 6;

/** The failed rules by likely cause: a line that says what they share, and one with their ids. */
export function renderCauses({ rules }: Report, theme: Theme, verbose: boolean): string[] {
  const causes = causesOf(rules);
  const shown = verbose ? causes : causes.slice(0, MOST_CAUSES);
  const lines = shown.map(({ label, rules: own }) => {
    const ids = own.map(({ id }) => theme.text(id));
    const most = verbose ? undefined : 2;
    if (ids.length === 1)
      return theme.hang('- ', `${ids[0]}: ${theme.text(label)}`, undefined, verbose ? undefined : 1);
    const who = verbose
      ? theme.hang('  ', ids.join(', '), theme.dim)
      : theme.dim(`  ${theme.some(ids, theme.width - 2)}`);
    return `${theme.hang('- ', theme.text(label), undefined, most)}\n${who}`;
  });
  const rest = causes.slice(shown.length);
  return rest.length === 0 ? lines : [...lines, theme.dim(`  and ${rest.length} more: see report.html, or --verbose`)];
}
