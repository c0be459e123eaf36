import { caseRule } from '../../engine/checks/case-rule.ts';
import type { Check } from '../../engine/checks/check.ts';
import type { Context } from '../../engine/context/context.ts';
import { assertJudgeable, send, sendValid } from '../../engine/context/send.ts';
import { type Call, describeResponse, type Exchange, succeeded } from '../../http/exchange/exchange.ts';
import { broken, type Judgement, remarked } from '../../judges/judgement.ts';

/** What a filter with an odd value is for a server that does not ignore it. Source: readings R16. */
const REFUSALS = [400, 422];

/**
 * The rule about domain filters that are not normalized or no domains. `control` is the same kind of request with a well-formed name: it must be
 * accepted, or a refusal of the others would tell nothing of their values. Source: Resources, chat request body, rule 2; readings R16.
 */
export function oddFilters(rule: string, control: Call, calls: (context: Context) => readonly Call[]): Check {
  return caseRule(
    rule,
    'Domain filters that are not normalized or no domains are sent. Ignoring them passes; refusing them with 422 or 400 passes with a note.',
    async (context) => calls(context),
    async (context, call) => {
      await sendValid(context, control);
      const exchange = await send(context, call);
      assertJudgeable(exchange);
      context.readings.note('R16', succeeded(exchange) ? 'accepted' : `refused with ${exchange.status}`);
      return [oddFilter(exchange), exchange];
    },
  );
}

/** Judges the answer to an odd filter value. */
export function oddFilter(exchange: Exchange): Judgement {
  if (succeeded(exchange)) return 'fine';
  const expected = 'A filter value that is not normalized or no domain may be ignored, or refused with 422 or 400.';
  const actual = describeResponse(exchange);
  return REFUSALS.includes(exchange.status) ? remarked(expected, actual) : broken(expected, actual);
}
