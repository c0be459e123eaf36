import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createColors } from 'picocolors';
import wrapAnsi from 'wrap-ansi';
import {
  areaOf,
  type ExplainedPart,
  type ExplainedRule,
  plural,
  prepareDirectory,
  renderRuleBook,
} from '../../../reports/index.ts';
import {
  circumstances,
  defined,
  findRule,
  levelNeeds,
  type Rule,
  readings,
  resolveConstraint,
  ruleSet,
  rules,
  UserError,
} from '../../../spec/index.ts';
import { checks } from '../../areas/catalogue.ts';
import type { CheckKind } from '../../engine/checks/check.ts';
import { profileLineFor } from '../../engine/context/capabilities.ts';
import { describeOutcome } from '../../judges/expect-error.ts';
import { reasonOf } from '../../read-file.ts';
import { version } from '../../version.ts';
import { idMatches } from '../input/ids.ts';
import { didYouMean } from '../input/select-rules.ts';
import { type Io, wantsColour, widthOf } from '../run/io.ts';

/** One row of `assay rules --json` (contract, section 1). */
type RuleRow = Pick<Rule, 'id' | 'level' | 'endpoint' | 'clause' | 'statement' | 'needs'> & {
  readonly judged: 'yes' | 'unchecked' | 'no';
  readonly reason?: string;
};

/** Every rule, with whether it is judged and why not. */
export function ruleRows(): readonly RuleRow[] {
  const checked = new Set(checks.map((check) => check.rule));
  return rules.map(({ id, level, endpoint, clause, statement, needs, unjudged }) => ({
    id,
    level,
    endpoint,
    clause,
    statement,
    judged: unjudged !== undefined ? 'no' : checked.has(id) ? 'yes' : 'unchecked',
    ...defined({ reason: unjudged }),
    needs,
  }));
}

/**
 * The rules that match filters: ids, prefixes ending in `*` and areas select rules, and every other word must occur in
 * the id, clause or statement, in any case. Throws UserError if none matches.
 */
function filterRules(filters: readonly string[]): readonly RuleRow[] {
  const all = ruleRows();
  const named = new Set(all.flatMap(({ id }) => [id, areaOf(id)]));
  const names = filters.filter((filter) => filter.endsWith('*') || named.has(filter));
  const words = filters.filter((filter) => !names.includes(filter)).map((word) => word.toLowerCase());
  const isNamed = ({ id }: RuleRow): boolean => names.some((name) => idMatches(name, id) || areaOf(id) === name);
  const containsWords = (row: RuleRow): boolean =>
    words.every((word) => [row.id, row.clause, row.statement].some((text) => text.toLowerCase().includes(word)));
  const rows = all.filter((row) => (names.length === 0 || isNamed(row)) && containsWords(row));
  if (rows.length > 0) return rows;
  throw new UserError(
    `Cannot list rules: none meets ${filters.map((filter) => `"${filter}"`).join(' and ')}.${didYouMean(filters[0] ?? '')} Leave the filter out to see all.`,
  );
}

/** `assay rules`: lists the rules that match the filters, as a table or as JSON. */
export function listRules(filters: readonly string[], options: { readonly json?: boolean }, io: Io): number {
  const rows = filterRules(filters);
  if (options.json) {
    io.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return 0;
  }
  const c = createColors(wantsColour(io.stdout, io.env));
  const idWidth = Math.max(...rows.map(({ id }) => id.length));
  const labels = { yes: c.green('judged    '), no: c.dim('not judged'), unchecked: c.yellow('unchecked ') };
  const areas = new Map<string, RuleRow[]>();
  for (const row of rows) areas.set(areaOf(row.id), [...(areas.get(areaOf(row.id)) ?? []), row]);
  for (const [area, areaRows] of areas) {
    io.stdout.write(`\n${c.bold(area)}  ${c.dim(plural(areaRows.length, 'rule'))}\n`);
    for (const row of areaRows) {
      const why = row.reason === undefined ? '' : c.dim(` [${row.reason}]`);
      const needed = row.needs.length === 0 ? '' : c.cyan(` (needs ${row.needs.join(', ')})`);
      io.stdout.write(
        `  ${row.id.padEnd(idWidth)}  ${row.level.padEnd(6)} ${labels[row.judged]} ${row.statement}${needed}${why}\n`,
      );
    }
  }
  const countOf = (state: RuleRow['judged']): number => rows.filter((row) => row.judged === state).length;
  io.stdout.write(
    `\n${plural(rows.length, 'rule')}: ${countOf('yes')} judged, ${countOf('unchecked')} unchecked, ${countOf('no')} that nobody can judge from outside\n`,
  );
  io.stdout.write(
    `\n${c.dim(`revision ${ruleSet.revision} of the specification, digest of its rules ${ruleSet.digest.slice(0, 12)}…`)}\n`,
  );
  return 0;
}

/** A deviation as `explain` shows it. */
export interface DeviationSummary {
  readonly id: string;
  readonly touches: string;
  readonly summary: string;
}

/** `assay explain RULE`: the clause, what is accepted, how it is checked, what breaks it. */
export function explainRule(id: string, deviations: readonly DeviationSummary[], io: Io): number {
  const rule = findRule(id);
  if (!rule && rules.some((row) => row.id.startsWith(`${areaOf(id)}.`)) && !/\.[^*]/.test(id))
    throw new UserError(
      `Cannot explain "${id}": it names several rules. List them with \`assay rules ${areaOf(id)}\` and explain one.`,
    );
  if (!rule)
    throw new UserError(
      `Cannot explain "${id}": no rule has that id.${didYouMean(id)} List the ids with \`assay rules\`.`,
    );
  const c = createColors(wantsColour(io.stdout, io.env));
  const width = widthOf(io.stdout);
  io.stdout.write(`${c.bold(rule.id)}  ${rule.level}  ${rule.endpoint}\n`);
  for (const { title, lines } of explanationOf(rule, deviations)) {
    io.stdout.write(`\n${c.bold(title)}\n`);
    for (const line of lines) io.stdout.write(`${wrapAnsi(line, width - 2).replaceAll(/^/gm, '  ')}\n`);
  }
  return 0;
}

/** The parts of an explanation that have content. */
function explanationOf(rule: Rule, deviations: readonly DeviationSummary[]): readonly ExplainedPart[] {
  const check = checks.find((candidate) => candidate.rule === rule.id);
  const unchecked = rule.unjudged === undefined ? 'It has no check yet.' : `It is not judged: ${rule.unjudged}`;
  const broken = deviations.filter(({ touches }) => touches === rule.id);
  const parts: ExplainedPart[] = [
    { title: 'Promise', lines: [rule.statement] },
    { title: 'Clause', lines: [rule.clause] },
    { title: 'Accepted', lines: acceptedOutcomes(rule) },
    { title: 'Where the specification leaves room', lines: openQuestions(rule) },
    { title: 'How it is checked', lines: [check ? `${check.method} (${check.kind} check)` : unchecked] },
    { title: 'Circumstances it is tried in', lines: circumstancesTried(rule, check?.kind) },
    { title: 'Needs', lines: rule.needs.map((need) => `${need}: ${profileLineFor(need)}`) },
    { title: 'Mutants that break it', lines: broken.map(({ id, summary }) => `${id}: ${summary}`) },
  ];
  return parts.filter(({ lines }) => lines.length > 0);
}

/** `assay rules --html FILE`: writes the explanations of the rules that match the filters as one page. */
export async function writeRuleBook(
  file: string,
  filters: readonly string[],
  deviations: readonly DeviationSummary[],
  io: Io,
): Promise<number> {
  const rows = filterRules(filters);
  const explained = rows.map(({ id, level, endpoint, statement, judged }): ExplainedRule => {
    const parts = explanationOf(findRule(id) as Rule, deviations).filter(({ title }) => title !== 'Promise');
    return { id, area: areaOf(id), level, endpoint, statement, judged: judged === 'yes', parts };
  });
  try {
    await prepareDirectory(dirname(file));
    writeFileSync(file, renderRuleBook({ ...ruleSet, version }, explained));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`Cannot write ${file}: ${reasonOf(error)}. Choose another --html FILE.`);
  }
  io.stdout.write(`${plural(rows.length, 'rule')} written to ${file}\n`);
  return 0;
}

/** The factors and levels in which the requests of a rule vary; empty for a scenario, which has its own requests. */
function circumstancesTried({ endpoint, constraint }: Rule, kind: CheckKind | undefined): readonly string[] {
  const pairs = kind === 'request' && constraint !== undefined && endpoint !== 'domains';
  if (endpoint === 'all' || !(pairs || kind === 'response')) return [];
  const heading = pairs
    ? 'The pair is tried in each of these levels that leaves it to be made (few of them in a quick run):'
    : 'Requests in which all pairs of these levels meet (--depth standard: all triples, thorough: all fours), as far as the rule can be seen in them:';
  return [
    heading,
    ...circumstances[endpoint].map(
      ({ name, levels }) => `${name}: ${levels.map((level) => withNeed(name, level)).join(', ')}`,
    ),
  ];
}

function withNeed(factor: string, level: string): string {
  const need = levelNeeds[`${factor} ${level}`];
  return need === undefined ? level : `${level} (needs ${need})`;
}

function acceptedOutcomes(rule: Rule): readonly string[] {
  if (rule.constraint === undefined) return [];
  const open = readings.filter((reading) => rule.readings.includes(reading.id) && reading.judged);
  return [
    describeOutcome(resolveConstraint(rule.constraint).outcome),
    ...open.flatMap((reading) => reading.accepted.map((outcome) => `${describeOutcome(outcome)} (${reading.id})`)),
    ...open.flatMap((reading) =>
      reading.warned.map((outcome) => `${describeOutcome(outcome)}, with a warning (${reading.id})`),
    ),
  ];
}

function openQuestions(rule: Rule): readonly string[] {
  return readings
    .filter((reading) => rule.readings.includes(reading.id))
    .map(
      (reading) =>
        `${reading.id}: ${reading.question} The simulator: ${reading.simulator} The suites: ${reading.suites}`,
    );
}
