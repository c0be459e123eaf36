import { firstOf, quote, type Report, type ReportDraft, type RuleReport } from '../../reports/index.ts';
import { clientRuleSet, clientRules, type Rule } from '../../spec/index.ts';
import { version } from '../version.ts';
import type { Judged } from './judges.ts';
import type { ScenarioRun } from './scenario-run.ts';

/** What a report on a client says beyond the judgements. */
export interface ClientFrame {
  readonly command: readonly string[];
  /** Rules of the chosen scenarios. */
  readonly rules: ReadonlySet<string>;
  readonly run: Report['run'];
}

const typed = (command: readonly string[]): string =>
  command.map((word) => (/^[\w./:=@+-]+$/.test(word) ? word : quote(word))).join(' ');

/** Limits of a counterexample: requests, and length of the result line. */
const MOST_REQUESTS = 10;
const MOST_PRINTED = 2_000;

/** The draft of a report on a client: a row for each rule of the chosen scenarios. */
export function clientReport(judged: readonly Judged[], { command, rules, run }: ClientFrame): ReportDraft {
  return {
    tool: { name: 'assay', version },
    target: { name: typed(command), base_url: 'http://127.0.0.1', embedded: true },
    run,
    rule_set: { ...clientRuleSet },
    rules: clientRules
      .filter(({ id }) => rules.has(id))
      .map((rule) =>
        rowOf(
          rule,
          judged.filter((one) => one.rule === rule.id),
          { command, run },
        ),
      ),
  };
}

function rowOf(
  rule: Rule,
  judged: readonly Judged[],
  { command, run }: Pick<ClientFrame, 'command' | 'run'>,
): RuleReport {
  const { id, clause, level, endpoint, statement } = rule;
  const row = { id, clause, level, endpoint, statement };
  const of = (kind: string): readonly Judged[] =>
    judged.filter(({ judgement }) => typeof judgement === 'object' && judgement.kind === kind);
  for (const [kind, verdict] of [
    ['broken', 'fail'],
    ['open', 'inconclusive'],
    ['tolerated', 'warn'],
  ] as const) {
    const [first] = of(kind);
    if (first === undefined) continue;
    const reason = `in ${of(kind)
      .map(({ scenarioRun }) => scenarioRun.scenario.id)
      .join(', ')}: ${wordsOf(first)}`;
    return { ...row, verdict, reason, ...(kind === 'open' ? {} : { failure: failureOf(rule, first, command) }) };
  }
  if (judged.some(({ judgement }) => judgement === 'fine')) return { ...row, verdict: 'pass' };
  const [unseen] = judged;
  if (unseen !== undefined) return { ...row, verdict: 'skip', reason: wordsOf(unseen) };
  return {
    ...row,
    verdict: 'inconclusive',
    reason: `not reached: the run was interrupted (${run.interrupted ?? run.fault ?? ''})`,
  };
}

function wordsOf({ judgement }: Judged): string {
  if (typeof judgement === 'string') return judgement;
  return 'why' in judgement ? judgement.why : judgement.actual;
}

function failureOf({ statement }: Rule, one: Judged, command: readonly string[]): NonNullable<RuleReport['failure']> {
  const { scenarioRun } = one;
  const { id, about, request } = scenarioRun.scenario;
  return {
    expected: statement,
    actual: wordsOf(one),
    counterexample: {
      scenario: id,
      about,
      requests: requestsOf(scenarioRun),
      printed: printedBy(scenarioRun),
      request,
    },
    curl: `assay clients --scenarios ${id} -- ${typed(command)}`,
    seed: 1,
    path: '',
  };
}

/** The requests in a line each: when, what, and the response. */
function requestsOf({ journal }: ScenarioRun): string[] {
  const lines = journal.map(({ arrived, method, path, status, answered, isBroken }) => {
    const response = answered !== undefined && `${status} after ${Math.round(answered - arrived)} ms`;
    const answer = response || (isBroken ? `${status}, broken off` : 'left before its answer was whole');
    return `at ${Math.round(arrived)} ms: ${method} ${path.slice(0, 200)}, ${answer}`;
  });
  return firstOf(lines, MOST_REQUESTS, (left) => `and ${left} more`);
}

function printedBy({ line, ended, stderr }: ScenarioRun): unknown {
  if (line === undefined) {
    const how = ended === undefined ? 'killed' : `ended ${ended}`;
    return `no result line; ${how}${stderr === '' ? '' : `; stderr: ${stderr}`}`;
  }
  const printed = line.ok ? line : { ok: false, error: { status: line.status, code: line.code } };
  const text = JSON.stringify(printed);
  return text.length > MOST_PRINTED ? `${text.slice(0, MOST_PRINTED)}…` : printed;
}
