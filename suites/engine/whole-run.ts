import type { JudgeAll } from '../judges/judgement.ts';
import { succeeded } from '../target/exchange.ts';
import type { Check } from './check.ts';
import { callsOf, type Traffic } from './response-rule.ts';
import { scenario } from './scenario.ts';
import { sideBySide } from './side-by-side.ts';
import { send } from './valid.ts';

/**
 * A rule that one answer cannot break, only all of them together. They are answers to calls that other rules send anyway, each once a run; those
 * that were refused or lost are left out, for other rules speak of them. What all answers of a run have in common is no bad day.
 */
export const wholeRunRule = (rule: string, traffic: Traffic, judge: JudgeAll, method: string): Check =>
  scenario(rule, `${method} Judged on all answers together to ${traffic.name}.`, async (context, assert) => {
    const calls = await callsOf(context, traffic);
    const exchanges = await sideBySide(calls, context.casesAtOnce, (call) => send(context, call));
    const judgement = judge(exchanges.filter(succeeded));
    if (judgement === 'fine') assert.judged();
    if (typeof judgement === 'string') return;
    if (judgement.kind !== 'broken') return assert.tolerate(judgement);
    assert.requireAtOnce(false, judgement.expected, judgement.actual, exchanges.find(succeeded));
  });
