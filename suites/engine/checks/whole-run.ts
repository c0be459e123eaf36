import { describeLevel } from '../../generate/circumstance-words.ts';
import { type Call, type Exchange, succeeded } from '../../http/exchange/exchange.ts';
import type { Finding, JudgeAll } from '../../judges/judgement.ts';
import { RuleBroken } from '../context/check-errors.ts';
import { mapConcurrently } from '../context/map-concurrently.ts';
import { send } from '../context/send.ts';
import { circumstancesOfCase } from '../failure/case-origin.ts';
import type { Check } from './check.ts';
import { callsOf, type Traffic } from './response-rule.ts';
import { scenario } from './scenario.ts';

/** The minimum number of responses to judge in one circumstance. */
const MIN_RESPONSES = 6;

/**
 * A rule that only many responses together can break. It judges the responses to calls that other rules send anyway.
 * Refused and lost ones are left out, because other rules judge them. What all responses of a run have in common is no
 * temporary failure. With `perCircumstance` the responses in each circumstance are also judged separately.
 */
export const wholeRunRule = (
  rule: string,
  traffic: Traffic,
  judge: JudgeAll,
  method: string,
  { perCircumstance = false }: { readonly perCircumstance?: boolean } = {},
): Check =>
  scenario(
    rule,
    `${method} Judged on all answers together to ${traffic.name}${perCircumstance ? ', and on those in each circumstance' : ''}.`,
    async (context, assert) => {
      const calls = await callsOf(context, traffic);
      const exchanges = await mapConcurrently(calls, context.caseConcurrency, (call) => send(context, call));
      const all = exchanges.filter(succeeded);
      const judgement = judge(all);
      if (judgement === 'fine') assert.judged();
      const wholeRunFinding = typeof judgement === 'object' ? ([judgement, judgement.shownBy ?? all[0]] as const) : [];
      const [finding, sample] =
        perCircumstance && wholeRunFinding.length === 0
          ? judgePerCircumstance(judge, calls, exchanges)
          : wholeRunFinding;
      if (finding === undefined) return;
      if (finding.kind !== 'broken') return assert.note(finding);
      throw new RuleBroken(finding, sample, true);
    },
  );

/** The finding about most responses in one circumstance, with one of the responses; empty if there is none. */
function judgePerCircumstance(
  judge: JudgeAll,
  calls: readonly Call[],
  exchanges: readonly Exchange[],
): readonly [Finding, Exchange | undefined] | readonly [] {
  const groups = new Map<string, Exchange[]>();
  for (const [at, call] of calls.entries()) {
    const exchange = exchanges[at];
    if (exchange === undefined || !succeeded(exchange)) continue;
    for (const [name, level] of Object.entries(circumstancesOfCase(call) ?? {})) {
      const circumstance = describeLevel(name, level);
      groups.set(circumstance, [...(groups.get(circumstance) ?? []), exchange]);
    }
  }
  const found = [...groups].flatMap(([circumstance, group]) => {
    const judgement = group.length < MIN_RESPONSES ? 'nothing' : judge(group);
    return typeof judgement === 'object' && judgement.kind !== 'remarked' ? [{ circumstance, group, judgement }] : [];
  });
  // The largest group comes nearest to the reason, and is the only one if no other shows it.
  const [first] = found.toSorted((one, other) => other.group.length - one.group.length);
  if (first === undefined) return [];
  const { circumstance, group, judgement } = first;
  const only = found.length === 1;
  const text = `${only ? 'Only' : 'Seen'} with ${circumstance}.`;
  return [{ ...judgement, circumstances: { text, only, with: [[circumstance]] } }, judgement.shownBy ?? group[0]];
}
