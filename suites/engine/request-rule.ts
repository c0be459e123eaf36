import { type Constraint, findRule, resolveConstraint } from '../../spec/index.ts';
import { type Pair, pairsOf } from '../generate/pairs.ts';
import { judgeRefusal } from '../judges/expect-error.ts';
import { breachesOf } from '../model/classify.ts';
import { sendControl } from './bound-control.ts';
import type { Check } from './check.ts';
import type { Context } from './context.ts';
import { checkProperty } from './property.ts';
import { SHARED, scope } from './scope.ts';
import { RuleBroken } from './signals.ts';

/**
 * A request rule: minimal pairs made from the constraint that the rule's row names. It passes only when the control was accepted and
 * the mutation refused with the right status, format, code and, where specified, parameter.
 */
export function requestRule(rule: string): Check {
  const constraint = constraintOf(rule);
  return {
    rule,
    kind: 'request',
    method: 'Minimal pairs: a valid request is accepted; the same with this one fault is refused as the clause says.',
    run: (context) => run(rule, constraint, context),
  };
}

function constraintOf(rule: string): Constraint {
  const text = findRule(rule)?.constraint;
  if (text === undefined)
    throw new Error(`rule ${rule} names no constraint: give its row one, or write another kind of check`);
  return resolveConstraint(text);
}

function run(rule: string, constraint: Constraint, context: Context): ReturnType<Check['run']> {
  const { examples, arbitrary } = pairsOf(constraint);
  return checkProperty(rule, context, {
    examples,
    arbitrary,
    runs: context.runsFor(constraint.endpoint, 'pairs', examples.length),
    try: (pair, own) => tryPair(rule, constraint, own, pair),
  });
}

async function tryPair(
  rule: string,
  constraint: Constraint,
  context: Context,
  pair: Pair,
): Promise<'fine' | 'nothing' | ReturnType<typeof judgeRefusal>> {
  if (!breaksOnly(constraint, pair)) return 'nothing';
  await sendControl(context, constraint, pair);
  const exchange = await scope.run(SHARED, () => context.client.send(pair.mutated));
  const row = findRule(rule);
  const finding = judgeRefusal(
    exchange,
    {
      outcome: constraint.outcome,
      readings: row?.readings ?? [],
      fault: pair.fault,
      param: !row?.readings.includes('A3b'),
    },
    (reading, branch) => context.readings.note(reading, branch),
  );
  if (finding !== 'fine' && finding.kind === 'broken') throw new RuleBroken(finding, exchange);
  return finding;
}

/** The rule model's word on a pair: the control is valid and the mutation breaks this constraint and nothing else. */
function breaksOnly(constraint: Constraint, pair: Pair): boolean {
  if (constraint.endpoint === 'domains') return true;
  const property = constraint.property === undefined ? '' : `:${constraint.property}`;
  const wanted = `/${constraint.path.join('/')} ${constraint.keyword}${property}`;
  const breaches = breachesOf(constraint.endpoint, pair.mutated.body);
  return (
    breachesOf(constraint.endpoint, pair.control.body).length === 0 && breaches.length === 1 && breaches[0] === wanted
  );
}
