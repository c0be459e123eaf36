import { causesOf } from '../content/causes.ts';
import { coveragesOf, coveredWords } from '../content/depth.ts';
import { groupByReason, groupNotes, type NoteGroup, type ReasonGroup } from '../content/group-by-reason.ts';
import type { Report, RuleReport, Verdict } from '../content/report.ts';
import { firstOf, plural } from '../text/format.ts';
import { shCommand } from './failure.ts';
import type { Theme } from './theme.ts';

/** Number of reasons in a section, unless verbose. */
const MAX_GROUPS = 5;

/** Lines of a reason or a note, unless verbose; what to do is at its end. */
const MAX_LINES = 4;

/**
 * Rules with a verdict, by reason: a line for the reason and one for the ids. Verbose: all of it, and the profile line that is missing.
 */
export function renderGroups(
  report: Report,
  verdict: Verdict,
  theme: Theme,
  { verbose, script }: { verbose: boolean; script: (rule: RuleReport) => string | undefined },
): string[] {
  const rules = report.rules.filter((rule) => rule.verdict === verdict);
  const groups = groupByReason(verbose ? rules : rules.map(withoutCause), report.capabilities);
  const again = ({ rules: [first] }: ReasonGroup): string => {
    const file = first && (verdict === 'warn' || verdict === 'known') ? script(first) : undefined;
    return file === undefined ? '' : `\n       reproduce: ${theme.colourOf.known(shCommand(file, theme))}`;
  };
  const most = verbose ? groups.length : MAX_GROUPS;
  const shown = groups.slice(0, most).map((group) => `${renderGroup(group, verdict, theme, verbose)}${again(group)}`);
  const rest = groups.slice(most);
  const left = rest.reduce((sum, group) => sum + group.rules.length, 0);
  const more = `  and ${plural(left, 'rule')} for ${plural(rest.length, 'more reason')}`;
  return rest.length === 0 ? shown : [...shown, theme.dim(more)];
}

/** A known failure without what the target did: one line for all that are excused alike. The files have it. */
function withoutCause(rule: RuleReport): RuleReport {
  const { verdict, reason, failure } = rule;
  const cause = ` (${failure?.expected} ${failure?.actual})`;
  return verdict === 'known' && reason?.endsWith(cause) ? { ...rule, reason: reason.slice(0, -cause.length) } : rule;
}

function renderGroup({ reason, rules, unlock }: ReasonGroup, verdict: Verdict, theme: Theme, verbose: boolean): string {
  const label = theme.colourOf[verdict](`${theme.glyphOf[verdict]} ${String(rules.length).padStart(3)}  `);
  return [
    theme.wrap(label, theme.text(reason), undefined, verbose ? undefined : MAX_LINES),
    renderIds('       ', rules, theme, verbose),
    ...(verbose ? unlock : []).map((line) =>
      theme.wrap('       add to the profile: ', theme.text(line), theme.colourOf.known),
    ),
  ].join('\n');
}

/** Ids of rules behind some words: as many as fit into one line or, if verbose, all. */
function renderIds(before: string, rules: readonly RuleReport[], theme: Theme, verbose: boolean): string {
  const ids = rules.map(({ id }) => theme.text(id));
  if (verbose) return theme.wrap(before, ids.join(', '), theme.dim);
  return theme.dim(`${before}${theme.listIds(ids, theme.width - before.length)}`);
}

/** What the profile lets assay judge, and the line that would add the rest. */
export function renderCapabilities({ capabilities = [] }: Report, theme: Theme): string[] {
  const widest = Math.min(24, Math.max(0, ...capabilities.map(({ need }) => need.length)));
  return capabilities.map(({ need, available, rules, judged, unlock }) => {
    // Available, but nothing was judged with it: no tick.
    const state = available ? (judged > 0 ? 'pass' : 'inconclusive') : 'skip';
    const glyph = theme.colourOf[state](theme.glyphOf[state]);
    const line = `${glyph} ${theme.pad(theme.text(need, 24), widest)}  ${judged} of ${rules} rules judged`;
    return unlock === undefined
      ? line
      : `${line}\n${theme.wrap('    add to the profile: ', theme.text(unlock), theme.colourOf.known)}`;
  });
}

/** Which circumstances of each endpoint were covered. */
export function renderCoverage(report: Report, theme: Theme): string[] {
  return coveragesOf(report).map(([endpoint, one]) =>
    theme.wrap(theme.pad(theme.text(endpoint, 12), 12), coveredWords(one)),
  );
}

/** How the target behaves on open questions of the specification. */
export function renderReadings({ readings = [] }: Report, theme: Theme): string[] {
  return readings.map(({ id, question, branches, consistent }) => {
    const ways = Object.entries(branches).map(([way, n]) => `${theme.text(way, 80)} ${theme.times}${n}`);
    const doubt = consistent ? '' : ' (not always the same)';
    const label = `${theme.pad(theme.text(id, 12), 5)} `;
    const paint = consistent ? theme.dim : theme.colourOf.warn;
    const taken = theme.wrap(' '.repeat(6), `${ways.join(', ')}${doubt}`, paint);
    return `${theme.wrap(label, theme.text(question))}\n${taken}`;
  });
}

/** Notes that change no verdict, such as a `known_failures` entry that is no longer needed. */
export function renderNotes({ rules }: Report, theme: Theme, verbose: boolean): string[] {
  // A failure shows its notes itself.
  const noted = rules.filter(({ verdict }) => verdict !== 'fail');
  const groups = groupNotes(noted);
  const idOf = ({ rules: [first] }: NoteGroup): string => first?.id ?? '';
  // Of many notes of one rule the first says it, and would else hide those of others.
  const shownGroups = groups.filter(
    (one, at) => verbose || groups.findIndex((other) => idOf(other) === idOf(one)) === at,
  );
  const lines = shownGroups.map((group) => {
    const { note, rules } = group;
    const words = `${theme.text(idOf(group))}: ${theme.text(note)}`;
    const shown = theme.wrap('- ', words, undefined, verbose ? undefined : MAX_LINES);
    const left = verbose ? 0 : groups.filter((other) => idOf(other) === idOf(group)).length - 1;
    return [
      shown,
      ...(rules.length > 1 ? [renderIds('  the same for ', rules.slice(1), theme, verbose)] : []),
      ...(left > 0 ? [theme.dim(`  and ${plural(left, 'more note')} of this rule`)] : []),
    ].join('\n');
  });
  if (verbose) return lines;
  return firstOf(lines, MAX_GROUPS, (left) => theme.dim(`  and ${plural(left, 'more note')}`));
}

/** Number of causes on a terminal; the files have all. */
const MAX_CAUSES = 6;

/** The failed rules by likely cause: a line for what they share, and one for their ids. */
export function renderCauses({ rules }: Report, theme: Theme, verbose: boolean): string[] {
  const lines = causesOf(rules).map(({ label, rules: own }) => {
    const [only, ...others] = own;
    const isAlone = only !== undefined && others.length === 0;
    const words = `${isAlone ? `${theme.text(only.id)}: ` : ''}${theme.text(label)}`;
    const shown = theme.wrap('- ', words, undefined, verbose ? undefined : isAlone ? 1 : 2);
    return isAlone ? shown : `${shown}\n${renderIds('  ', own, theme, verbose)}`;
  });
  if (verbose) return lines;
  return firstOf(lines, MAX_CAUSES, (left) => theme.dim(`  and ${left} more: see report.html, or --verbose`));
}
