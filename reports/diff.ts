import { createColors } from 'picocolors';
import { defined } from '../spec/index.ts';
import { coveragesOf, coveredWords, type EndpointCoverage, isShallower } from './content/depth.ts';
import type { Report, RuleReport, Verdict } from './content/report.ts';
import { verdictLine } from './content/run-verdict.ts';
import { elide } from './text/elide.ts';
import { escapeControls } from './text/escape-controls.ts';
import { firstOf, plural } from './text/format.ts';
import { markdownCode, markdownText } from './text/markdown-text.ts';
import { maskDeep } from './text/mask.ts';

interface Change {
  readonly id: string;
  readonly before: Verdict | null;
  readonly after: Verdict;
  /** From the later report: what the target did, or why the rule has no verdict. */
  readonly why?: string;
}

/** The differences of the later report. Programs read it from `assay diff --format json`. */
export interface ReportDiff {
  /** True for a new failure, a new warning, or a rule that passed before and is not judged now. */
  readonly worse: boolean;
  readonly verdict: { readonly before: Report['verdict']; readonly after: Report['verdict'] };
  readonly new_failures: readonly Change[];
  readonly new_warnings: readonly Change[];
  /** Rules that passed before and are not judged now. */
  readonly lost: readonly Change[];
  /** Failures that are gone. A run of less depth cannot show that: there they are among the other changes. */
  readonly fixed: readonly Change[];
  readonly changed: readonly Change[];
  readonly only_before: readonly string[];
  readonly only_after: readonly string[];
  /** Open questions that the target answered differently. */
  readonly readings: readonly { id: string; question: string; before: readonly string[]; after: readonly string[] }[];
  readonly coverage: readonly { endpoint: string; before: EndpointCoverage | null; after: EndpointCoverage | null }[];
  readonly depth: { readonly before: string | null; readonly after: string | null } | null;
  /** Why the reports may not be comparable: another target, other rules, another version, another seed. */
  readonly notes: readonly string[];
}

export function diffReports(before: Report, after: Report): ReportDiff {
  const [a, b] = [maskDeep(before, []), maskDeep(after, [])];
  const earlier = new Map(a.rules.map((rule) => [rule.id, rule]));
  const later = new Set(b.rules.map(({ id }) => id));
  const kinds: Record<ChangeKind, Change[]> = { new_failures: [], new_warnings: [], lost: [], fixed: [], changed: [] };
  for (const rule of b.rules) {
    const old = earlier.get(rule.id);
    const [was, is] = [old && verdictOf(old), verdictOf(rule)];
    const why = rule.failure?.actual ?? rule.reason;
    const kind = changeKindOf(was, is, rule.saw_nothing);
    if (kind === 'fixed' && isShallower(b.run, a.run))
      kinds.changed.push({ id: rule.id, before: was ?? null, after: is });
    else if (kind) kinds[kind].push({ id: rule.id, before: was ?? null, after: is, ...defined({ why }) });
  }
  return {
    worse: kinds.new_failures.length + kinds.new_warnings.length + kinds.lost.length > 0,
    verdict: { before: a.verdict, after: b.verdict },
    ...kinds,
    only_before: a.rules.flatMap(({ id }) => (later.has(id) ? [] : [id])),
    only_after: b.rules.flatMap(({ id }) => (earlier.has(id) ? [] : [id])),
    readings: readingChanges(a, b),
    coverage: coverageChanges(a, b),
    depth: a.run.depth === b.run.depth ? null : { before: a.run.depth ?? null, after: b.run.depth ?? null },
    notes: notesOf(a, b),
  };
}

type ChangeKind = 'new_failures' | 'new_warnings' | 'lost' | 'fixed' | 'changed';

/** The verdict without `--strict`: stricter judging does not make the target worse. */
function verdictOf({ verdict, was_warning, saw_nothing }: RuleReport): Verdict {
  if (was_warning) return 'warn';
  return saw_nothing ? 'skip' : verdict;
}

const isOpen = (verdict: Verdict): boolean => verdict === 'skip' || verdict === 'inconclusive';

/**
 * What a change of verdict means. A failure that is excused now is among the other changes, on purpose.
 */
function changeKindOf(was: Verdict | undefined, is: Verdict, sawNothing = false): ChangeKind | undefined {
  if (was === is) return undefined;
  if (is === 'fail') return 'new_failures';
  if (is === 'warn' && (was === undefined || was === 'pass' || isOpen(was))) return 'new_warnings';
  if (was === undefined) return undefined;
  // By chance, the responses of one run may lack what a rule applies to.
  if (isOpen(is) && (was === 'pass' || was === 'warn')) return sawNothing ? 'changed' : 'lost';
  return (was === 'fail' || was === 'known') && !isOpen(is) && is !== 'known' ? 'fixed' : 'changed';
}

function readingChanges(a: Report, b: Report): ReportDiff['readings'] {
  const branches = ({ readings = [] }: Report) =>
    new Map(readings.map((one) => [one.id, { ...one, ways: Object.keys(one.branches).sort() }]));
  const [old, now] = [branches(a), branches(b)];
  return [...new Map([...old, ...now]).values()]
    .map(({ id, question }) => ({ id, question, before: old.get(id)?.ways ?? [], after: now.get(id)?.ways ?? [] }))
    .filter(({ before, after }) => before.join('\n') !== after.join('\n'));
}

function coverageChanges(a: Report, b: Report): ReportDiff['coverage'] {
  const [old, now] = [new Map(coveragesOf(a)), new Map(coveragesOf(b))];
  const counts = (one: EndpointCoverage | undefined): EndpointCoverage | null => {
    if (one === undefined) return null;
    const { factors: _, shares: __, ...rest } = one;
    return rest;
  };
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((endpoint) => ({ endpoint, before: counts(old.get(endpoint)), after: counts(now.get(endpoint)) }))
    .filter(({ before, after }) => coverageWords(before) !== coverageWords(after));
}

const coverageWords = (one: EndpointCoverage | null): string => (one === null ? 'none' : coveredWords(one));

function notesOf(a: Report, b: Report): string[] {
  const unlike = (what: string, one = 'unknown', other = 'unknown') =>
    one === other ? [] : [`${what}: ${one} before, ${other} now`];
  return [
    ...unlike('Another target', a.target.name, b.target.name),
    ...unlike('Other rules', a.rule_set?.digest, b.rule_set?.digest),
    ...unlike('Another version of assay', a.tool.version, b.tool.version),
    ...unlike('Another rung', a.run.rung, b.run.rung),
    ...unlike('Another seed', String(a.run.seed), String(b.run.seed)),
    ...unlike('Another choice of rules', a.run.chosen_by ?? 'all', b.run.chosen_by ?? 'all'),
  ];
}

/** A part of the output: rows with an id, which may be empty, and words. */
interface Section {
  readonly title: string;
  readonly tone: 'red' | 'yellow' | 'green' | 'bold';
  readonly rows: readonly (readonly [id: string, words: string])[];
}

function sectionsOf(diff: ReportDiff): Section[] {
  const changes = (title: string, tone: Section['tone'], list: readonly Change[], withReason = true): Section => ({
    title,
    tone,
    rows: list.map(({ id, before, after, why }) => {
      const words = before === null ? `${after}, a rule that the earlier report does not have` : `${before} → ${after}`;
      return [id, withReason && why !== undefined ? `${words}: ${elide(why, 300)}` : words];
    }),
  });
  const ids = (title: string, list: readonly string[]): Section => ({
    title: `${plural(list.length, 'rule')} ${title}`,
    tone: 'bold',
    rows: list.map((id) => [id, '']),
  });
  const { depth } = diff;
  const circumstances: Section['rows'] = [
    ...(depth === null ? [] : [['depth', `${depth.before ?? 'none'} → ${depth.after ?? 'none'}`] as const]),
    ...diff.coverage.map(
      ({ endpoint, before, after }) => [endpoint, `${coverageWords(before)} → ${coverageWords(after)}`] as const,
    ),
  ];
  const all: Section[] = [
    changes(plural(diff.new_failures.length, 'new failure'), 'red', diff.new_failures),
    changes(plural(diff.new_warnings.length, 'new warning'), 'yellow', diff.new_warnings),
    changes(`${plural(diff.lost.length, 'rule')} not judged any more`, 'yellow', diff.lost),
    changes(`${diff.fixed.length} fixed`, 'green', diff.fixed, false),
    changes(plural(diff.changed.length, 'other change'), 'bold', diff.changed),
    ids('only in the earlier report', diff.only_before),
    ids('only in the later report', diff.only_after),
    {
      title: `${plural(diff.readings.length, 'open question')} answered in another way`,
      tone: 'bold',
      rows: diff.readings.map(({ id, question, before, after }) => [
        id,
        `${question} ${before.join(', ') || 'not met'} → ${after.join(', ') || 'not met'}`,
      ]),
    },
    { title: 'Circumstances covered', tone: 'bold', rows: circumstances },
    { title: 'Not alike', tone: 'bold', rows: diff.notes.map((note) => ['', note]) },
  ];
  return all.filter(({ rows }) => rows.length > 0);
}

/** The last line of every format: the meaning of the exit code. */
function conclusion({ worse, new_failures, new_warnings, lost, fixed, only_before: gone }: ReportDiff): string {
  if (!worse) {
    const better = fixed.length === 0 ? '' : `; ${fixed.length} fixed`;
    // The exit code does not show it: a gate that selects fewer rules must not look as if it had judged them all.
    const unseen = gone.length === 0 ? '' : `; nothing is said of ${plural(gone.length, 'rule')} of the earlier report`;
    return `Nothing got worse${better}${unseen}.`;
  }
  const parts = [
    ...(new_failures.length > 0 ? [plural(new_failures.length, 'new failure')] : []),
    ...(new_warnings.length > 0 ? [plural(new_warnings.length, 'new warning')] : []),
    ...(lost.length > 0 ? [`${plural(lost.length, 'rule')} not judged any more`] : []),
  ];
  return `It got worse: ${parts.join(', ')}.`;
}

/** Rows of a section to show; JSON has them all. */
const MAX_ROWS = 60;

const truncatedRows = ({ rows }: Section): Section['rows'] =>
  firstOf(rows, MAX_ROWS, (left) => ['', `and ${left} more`]);

/** For a terminal. */
export function renderDiff(diff: ReportDiff, [before, after]: readonly [Report, Report], colour: boolean): string {
  const c = createColors(colour);
  const width = (section: Section): number => Math.min(44, Math.max(...section.rows.map(([id]) => id.length)));
  const row = (section: Section, [id, words]: Section['rows'][number]): string =>
    escapeControls(`  ${id === '' ? '' : `${id.padEnd(width(section))}  `}${words}`.trimEnd());
  return [
    `before  ${escapeControls(verdictLine(before))}`,
    `now     ${escapeControls(verdictLine(after))}`,
    ...sectionsOf(diff).flatMap((section) => [
      '',
      c[section.tone](section.title),
      ...truncatedRows(section).map((one) => row(section, one)),
    ]),
    '',
    c[diff.worse ? 'red' : 'green'](conclusion(diff)),
    '',
  ].join('\n');
}

/** For a pull request. */
export function renderDiffMarkdown(diff: ReportDiff, [before, after]: readonly [Report, Report]): string {
  const row = ([id, words]: Section['rows'][number]): string =>
    `- ${[...(id === '' ? [] : [markdownCode(id, 100)]), markdownText(words, 600)].join(' ')}`;
  return `${[
    `### ${diff.worse ? '❌' : '✅'} ${conclusion(diff)}`,
    `Before: ${markdownText(verdictLine(before), 600)}`,
    `Now: ${markdownText(verdictLine(after), 600)}`,
    ...sectionsOf(diff).map((section) => `**${section.title}**\n\n${truncatedRows(section).map(row).join('\n')}`),
  ].join('\n\n')}\n`;
}
