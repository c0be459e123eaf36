import { smallerCalls } from '../generate/smaller.ts';
import type { Call, Exchange } from '../target/exchange.ts';
import type { Outcome } from './check.ts';
import { judgeAccepted } from './common-rules.ts';
import type { Context } from './context.ts';
import { RuleBroken } from './signals.ts';
import { Tally } from './tally.ts';

/** Smaller requests tried for each refused one: what is paid for, and what is free. */
const SHRINKS = { paid: 10, free: 40 } as const;

/**
 * Judges the valid requests that failed each time, whichever rule met them: the smallest of each endpoint that still fails breaks
 * `ENDPOINT.accepts-valid`. Gives the outcomes of the rules that are part of the run. Source: Endpoints.
 */
export async function judgeRefused(context: Context): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  for (const exchange of context.refused) {
    const rule = `${exchange.call.endpoint}.accepts-valid`;
    if (outcomes.has(rule) || !context.settings.rules.includes(rule)) continue;
    const outcome = await judgeOne(rule, context, exchange);
    if (outcome !== undefined) outcomes.set(rule, outcome);
  }
  return outcomes;
}

async function judgeOne(rule: string, context: Context, { call }: Exchange): Promise<Outcome | undefined> {
  const tally = new Tally(rule, context);
  const trying = async (one: Call, own: Context): Promise<void> => {
    const exchange = await own.client.send(await funded(one, own), { fresh: true });
    const finding = judgeAccepted(exchange);
    if (typeof finding === 'object') throw new RuleBroken(finding, exchange);
  };
  const breaks = (one: Call) => tally.attempt(() => trying(one, context).then(() => 'nothing' as const));
  let [smallest, broken] = [call, await breaks(call)];
  if (broken === undefined) return undefined;
  let left: number = context.generous || call.endpoint !== 'chat' ? SHRINKS.free : SHRINKS.paid;
  for (let found = true; found && left > 0; ) {
    found = false;
    for (const smaller of smallerCalls(smallest)) {
      if (left-- <= 0) break;
      const again = await breaks(smaller);
      if (again === undefined) continue;
      [smallest, broken, found] = [smaller, again, true];
      break;
    }
  }
  return tally.blamed(broken, (anew) => trying(smallest, anew));
}

/** The call with a key that has credit and every permission: a new one where it had one of its own. */
async function funded(call: Call, context: Context): Promise<Call> {
  if (call.authorization?.kind !== 'key') return call;
  const { key } = await context.control.createKey();
  return { ...call, authorization: { kind: 'key', key } };
}
