import { judgeAccepted } from '../../engine/checks/accepts-valid.ts';
import type { Check, CheckKind } from '../../engine/checks/check.ts';
import { casesInCombinations, casesInLevels } from '../../engine/checks/in-circumstances.ts';
import { checkProperty } from '../../engine/checks/property.ts';
import { sentBefore } from '../../engine/checks/response-rule.ts';
import { throwIfBroken } from '../../engine/context/check-errors.ts';
import type { Context } from '../../engine/context/context.ts';
import { send, sendValid } from '../../engine/context/send.ts';
import { circumstancesOfCase } from '../../engine/failure/case-origin.ts';
import { type CallResources, catalogueOptionsIn } from '../../generate/calls-in-circumstances.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import { type Call, type Exchange, succeeded } from '../../http/exchange/exchange.ts';
import { isWholeAnswer } from '../../http/exchange/stream.ts';
import type { Judge, Judgement } from '../../judges/judgement.ts';
import { type Ask, type Asks, askIn, callFor, isLiteral, withOtherPart } from './asks.ts';
import { entriesOf } from './entries.ts';
import { judgeInOneSnapshot, wholeCall } from './snapshot.ts';
import { acceptable, anyRequests } from './traffic.ts';

/** A judgement with the exchange that shows it. */
type Seen = readonly [Judgement, Exchange | undefined];

/** The rule that a valid catalogue request is answered with 200, filters of the target's own categories and names among them. */
export function acceptsAsks(rule: string): Check {
  const method = 'Valid requests that some domain meets are sent; any status but 200 breaks the rule.';
  return askRule(rule, 'response', method, acceptable, async (context, call) => {
    const exchange = await send(context, call);
    return [judgeAccepted(exchange), exchange];
  });
}

/** A rule about any single catalogue answer, judged on plain requests and on filters taken from the target's own catalogue. */
export function catalogueRule(rule: string, judge: Judge, method: string): Check {
  const check = askRule(
    rule,
    'response',
    `${method} Judged on requests with and without limits and filters taken from the target's own catalogue.`,
    anyRequests,
    async (context, call) => {
      const exchange = await sendValid(context, call);
      // A whole answer whose content is wrong is not explained by a temporary failure.
      return [throwIfBroken(judge(exchange), exchange, isWholeAnswer(exchange)), exchange];
    },
  );
  return { ...check, responseJudge: { endpoint: 'domains', judge } };
}

/**
 * A rule about two answers of one snapshot. `reference` gives the call to compare with, or undefined where the ask can show nothing;
 * `compare` judges the pair.
 */
export function snapshotRule(
  rule: string,
  method: string,
  asks: Asks,
  reference: (call: Call) => Call | undefined,
  compare: (reference: Exchange, exchange: Exchange) => Judgement,
): Check {
  return askRule(rule, 'scenario', method, asks, async (context, call) => {
    const other = reference(call);
    if (!other) return ['nothing', undefined];
    return judgeInOneSnapshot(context, other, call, compare);
  });
}

function askRule(
  rule: string,
  kind: CheckKind,
  method: string,
  { examples, arbitrary }: Asks,
  judge: (context: Context, call: Call) => Promise<Seen>,
): Check {
  return {
    rule,
    kind,
    method,
    run: async (context) => {
      const all = [...examples, ...(await inCircumstances(context, rule, kind === 'response' ? undefined : examples))];
      return checkProperty(rule, context, {
        examples: all,
        arbitrary,
        runs: context.runsFor('domains', all.length),
        sentBefore: async (_, { exchange }) => {
          if (kind !== 'response' || exchange === undefined) return undefined;
          const entries = entriesOf(exchange);
          const after = await sentBefore(rule, context, exchange.call, {
            calls: async () => all.flatMap((ask) => callFor(ask, entries) ?? []),
            newText: (call, at) => withOtherPart(call, entries, at),
            tryCall: async (call, own) => throwIfBroken(...(await judge(own, call))),
          });
          return after === 'very text' ? undefined : after;
        },
        try: async (ask, own) => {
          const call = await resolve(own, ask);
          if (call === undefined) return 'nothing';
          const [judgement, exchange] = await judge(own, call);
          // Asks of its own are not what the row of circumstances says.
          const row = kind === 'response' ? circumstancesOfCase(ask) : undefined;
          if (row && exchange && succeeded(exchange)) own.noteCovered('domains', row);
          return throwIfBroken(judgement, exchange);
        },
      });
    },
  };
}

/** Asks in circumstances; where a rule needs asks of its own, those are sent in them, few in a quick run. */
function inCircumstances(context: Context, rule: string, own?: readonly Ask[]): Promise<readonly Ask[]> {
  const make = (row: Circumstances, means: CallResources, at: number): Ask => {
    const sent = catalogueOptionsIn(row, means);
    return own === undefined ? { ...askIn(row, at), sent } : { ...own[at % own.length], sent };
  };
  return own !== undefined && context.settings.depth === 'quick'
    ? casesInLevels(context, 'domains', rule, make)
    : casesInCombinations(context, 'domains', make);
}

async function resolve(context: Context, ask: Ask): Promise<Call | undefined> {
  return callFor(ask, isLiteral(ask) ? [] : entriesOf(await sendValid(context, wholeCall)));
}
