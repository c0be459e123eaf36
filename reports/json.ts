import type { Failure, Report, RuleReport } from './report.ts';

/**
 * The text of `report.json` (contract, section 4): the contract's fields first and in its order, further ones by
 * alphabet, so that two reports can be compared line by line. Ends with a line feed.
 */
export function renderJson(report: Report): string {
  const { tool, target, run, gate, summary, rules, readings, capabilities } = report;
  const ordered = order(
    {
      ...report,
      tool: order(tool, ['name', 'version']),
      target: order(target, ['name', 'base_url']),
      run: orderRun(run),
      ...(gate && { gate: order(gate, ['passed', 'exit_code', 'reasons', 'new', 'known', 'fixed']) }),
      summary: order(summary, ['rules', 'pass', 'fail', 'warn', 'skip', 'inconclusive', 'known']),
      rules: rules.map(orderRule),
      ...(readings && {
        readings: readings.map((r) => order({ ...r, branches: order(r.branches, []) }, ['id', 'question'])),
      }),
      ...(capabilities && { capabilities: capabilities.map((rung) => order(rung, ['need', 'available'])) }),
    },
    [
      ...['tool', 'target', 'run', 'rule_set', 'verdict', 'verdict_reason', 'gate', 'summary'],
      ...['rules', 'readings', 'capabilities'],
    ],
  );
  return `${JSON.stringify(ordered, plain, 2)}\n`;
}

function orderRun(run: Report['run']): object {
  const { disturbances } = run;
  const ordered = disturbances?.map((one) => order(one, ['kind', 'endpoint', 'what', 'answers', 'from_ms', 'to_ms']));
  return order({ ...run, ...(ordered && { disturbances: ordered }) }, [
    ...['seed', 'started_at', 'duration_ms', 'requests', 'estimated_cost_micros'],
  ]);
}

function orderRule(rule: RuleReport): object {
  const failure = rule.failure && orderFailure(rule.failure);
  return order({ ...rule, ...(failure && { failure }) }, [
    ...['id', 'clause', 'level', 'endpoint', 'statement', 'verdict', 'reason', 'failure'],
  ]);
}

/** The counterexample keeps its own order: method, path, body tell more than an alphabet. */
function orderFailure(failure: Failure): object {
  return order(failure, ['expected', 'actual', 'counterexample', 'curl', 'seed', 'path']);
}

function order(object: object, first: readonly string[]): object {
  const fields = new Map(Object.entries(object));
  const rest = [...fields.keys()].filter((name) => !first.includes(name)).sort();
  const present = first.filter((name) => fields.has(name));
  return Object.fromEntries([...present, ...rest].map((name) => [name, fields.get(name)]));
}

/** JSON has no integers without bound; a report must not die of one. */
function plain(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
