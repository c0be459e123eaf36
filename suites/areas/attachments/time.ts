import { caseRule } from '../../engine/checks/case-rule.ts';
import { affordable, type Context } from '../../engine/context/context.ts';
import { send, unjudgeable } from '../../engine/context/send.ts';
import { type Call, type Exchange, isInconclusive, isRequestSpecific } from '../../http/exchange/exchange.ts';
import { broken, type Judgement, tolerated } from '../../judges/judgement.ts';
import { CIRCULAR, fixtureUrl } from './files.ts';
import { judgeRefused, PATIENCE, pdfRefused, readablePdf, refusable } from './refusals.ts';

const RULE = 'attachments.pdf-time';

/** Sent once: an answer takes 30 seconds, and a second try would tell no more, unless a whole answer says that the server failed. */
async function sendPatiently(context: Context, call: Call): Promise<Exchange> {
  const options = { timeoutMs: PATIENCE, retry: false } as const;
  const exchange = await send(context, call, options);
  const failed = exchange.failure === undefined && isInconclusive(exchange);
  return failed ? send(context, call, { ...options, fresh: true }) : exchange;
}

/**
 * A PDF in which a careless reader turns for ever is answered. How long an answer may take is nowhere said: none at all, while others are served,
 * warns. Source: Resources, chat request body, rule 8; readings A8.
 */
export const circularCheck = caseRule(
  'attachments.pdf-circular',
  'PDFs with a page tree, a table of objects and a picture that lead back to themselves; each must be read or refused, with no server fault.',
  async (context) => {
    await readablePdf(context);
    return affordable(context, CIRCULAR, 1).map((path) => refusable(fixtureUrl(context, path)));
  },
  async (context, item): Promise<readonly [Judgement, Exchange]> => {
    const exchange = await send(context, item.call, { timeoutMs: PATIENCE });
    const stuck = exchange.failure?.kind === 'timeout' && isRequestSpecific(exchange);
    if (!stuck) return [judgeRefused('attachments.pdf-circular', context, item, exchange, pdfRefused), exchange];
    return [tolerated(`A request whose ${item.fault} had no answer after ${PATIENCE / 1_000} seconds.`), exchange];
  },
);

/** A fetch that never ends is given up after 30 seconds. Source: Resources, chat request body, rule 5. */
export const timeCheck = caseRule(
  RULE,
  `PDF URLs that drip a byte a second or never answer; each must be refused within ${PATIENCE / 1_000} seconds, twice the limit.`,
  async (context) => {
    await readablePdf(context);
    const cases = affordable(context, ['drip', 'no-answer'], 1).map((path) => refusable(fixtureUrl(context, path)));
    return Promise.all(cases.map(async (item) => ({ item, exchange: await sendPatiently(context, item.call) })));
  },
  async (context, { item, exchange }): Promise<readonly [Judgement, Exchange]> => {
    if (exchange.failure?.kind === 'timeout')
      return [
        broken(
          'Fetching a PDF is given up after 30 seconds, and the request refused with 422.',
          `A request whose ${item.fault} had no answer after ${PATIENCE / 1_000} seconds.`,
        ),
        exchange,
      ];
    if (exchange.status >= 500) throw unjudgeable(exchange);
    return [judgeRefused(RULE, context, item, exchange, pdfRefused), exchange];
  },
);
