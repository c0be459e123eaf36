import type { BaselineComparison } from './baseline.ts';
import { groupByReason } from './group-by-reason.ts';
import type { Report, RuleReport, Verdict } from './report.ts';
import type { Theme } from './terminal-theme.ts';

/** Rules with a verdict and their reasons, a line or two each. */
export function renderShort(rules: readonly RuleReport[], verdict: Verdict, theme: Theme): string[] {
  return rules
    .filter((rule) => rule.verdict === verdict)
    .map((rule) => {
      const id = theme.colourOf[verdict](`${theme.glyphOf[verdict]} ${theme.text(rule.id)}`);
      const why = rule.reason ?? rule.failure?.actual ?? rule.statement;
      return `${id}\n${theme.hang('    ', theme.text(why, 300))}`;
    });
}

/** Rules with a verdict, grouped by reason, with what unlocks each group. */
export function renderGroups(report: Report, verdict: Verdict, theme: Theme): string[] {
  const rules = report.rules.filter((rule) => rule.verdict === verdict);
  return groupByReason(rules, report.capabilities).map((group) => {
    const label = theme.colourOf[verdict](`${theme.glyphOf[verdict]} ${String(group.rules.length).padStart(3)}  `);
    const ids = group.rules.map(({ id }) => theme.text(id)).join(', ');
    return [
      theme.hang(label, theme.text(group.reason)),
      theme.hang('       ', ids, theme.dim),
      ...group.unlock.map((line) => theme.hang('       unlock: ', theme.text(line), theme.colourOf.known)),
    ].join('\n');
  });
}

/** The capability ladder: what the profile opens, and what would open the rest. */
export function renderLadder({ capabilities = [] }: Report, theme: Theme): string[] {
  const widest = Math.min(24, Math.max(0, ...capabilities.map(({ need }) => need.length)));
  return capabilities.map(({ need, available, rules, judged, unlock }) => {
    const glyph = available ? theme.colourOf.pass(theme.glyphOf.pass) : theme.dim(theme.glyphOf.skip);
    const line = `${glyph} ${theme.pad(theme.text(need, 24), widest)}  ${judged} of ${rules} rules judged`;
    return unlock === undefined
      ? line
      : `${line}\n${theme.hang('    unlock: ', theme.text(unlock), theme.colourOf.known)}`;
  });
}

/** Which way the target went where the specification leaves room. */
export function renderReadings({ readings = [] }: Report, theme: Theme): string[] {
  return readings.map(({ id, question, branches, consistent }) => {
    const ways = Object.entries(branches).map(([way, n]) => `${theme.text(way, 80)} ${theme.times}${n}`);
    const doubt = consistent ? '' : ' (not always the same)';
    const label = `${theme.pad(theme.text(id, 12), 5)} `;
    const paint = consistent ? theme.dim : theme.colourOf.warn;
    const taken = theme.hang(' '.repeat(6), `${ways.join(', ')}${doubt}`, paint);
    return `${theme.hang(label, theme.text(question))}\n${taken}`;
  });
}

/** Notes that change no verdict, such as an entry of `known_failures` that has become needless. */
export function renderNotes({ rules }: Report, theme: Theme): string[] {
  // A failure shows its own notes.
  const noted = rules.filter(({ verdict }) => verdict !== 'fail');
  return noted.flatMap(({ id, notes = [] }) =>
    notes.map((note) => theme.hang('- ', `${theme.text(id)}: ${theme.text(note)}`)),
  );
}

/** What changed against the baseline. */
export function renderBaseline(baseline: BaselineComparison, theme: Theme): string[] {
  const rows = [
    ['new', baseline.newFailures, theme.colourOf.fail],
    ['old', baseline.oldFailures, theme.colourOf.known],
    ['fixed', baseline.fixed, theme.colourOf.pass],
  ] as const;
  return rows.map(([word, ids, paint]) => {
    const list = ids.length === 0 ? 'none' : ids.map((id) => theme.text(id)).join(', ');
    return theme.hang(`${word.padEnd(6)}`, list, ids.length === 0 ? theme.dim : paint);
  });
}
