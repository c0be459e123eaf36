import { type ErrorOutcome, endpointNames, paidEndpoints } from '../../../spec/index.ts';
import { caseRule } from '../../engine/checks/case-rule.ts';
import type { Check } from '../../engine/checks/check.ts';
import { casesInCircumstances } from '../../engine/checks/in-circumstances.ts';
import { judgeRefusalFor } from '../../engine/checks/request-rule.ts';
import { ifOffered } from '../../engine/context/check-errors.ts';
import { assertAcceptedWithoutFault, faultDidNotStrike } from '../../engine/context/faults.ts';
import { flatMapInParallel } from '../../engine/context/map-concurrently.ts';
import { send, sendValid, unjudgeable, unjudgeableInvalid } from '../../engine/context/send.ts';
import { validCallOf } from '../../engine/failure/case-origin.ts';
import { validCall } from '../../generate/bases.ts';
import { type Call, type Exchange, succeeded } from '../../http/exchange/exchange.ts';
import { isErrorOfApi } from '../../http/pacing/retry.ts';
import { describeWrongError, errorResponseOf } from '../../judges/expect-error.ts';
import { broken, type Judgement, tolerated } from '../../judges/judgement.ts';
import { isValid } from '../../model/valid-call.ts';
import { type BodyFault, badBodies, rulesOfBodies } from './bodies.ts';
import { FAULTS, failedExchange } from './faults.ts';
import type { ErrorJudge } from './judges.ts';
import { errorCases } from './traffic.ts';

/** A rule about every error answer. */
export function errorRule(rule: string, judge: ErrorJudge, method: string): Check {
  const check = caseRule(
    rule,
    `${method} Judged on refused requests of every kind, and on armed server faults where there is a control API.`,
    errorCases,
    async (context, asked) => {
      const exchange = await ifOffered(() => asked.obtain(context));
      if (exchange === undefined || (!exchange.failure && exchange.status < 400)) return ['nothing', undefined];
      const unasked = exchange.status >= 500 && !asked.armed;
      // A crash, or a page of what stands before the API, that the valid request meets as well is blamed there.
      const control = asked.control ?? validCallOf(asked);
      if (control && !exchange.failure && (unasked || !isErrorOfApi(exchange))) await sendValid(context, control);
      if (exchange.failure || exchange.status === 429 || unasked) throw unjudgeableInvalid(exchange, asked.rule);
      return [judge(exchange, asked), exchange];
    },
  );
  return {
    ...check,
    refusalJudge: (exchange) => {
      // What is due is not known here; of an answer in neither format, the request tells.
      const schema = errorResponseOf(exchange).format === 'none' && !isValid(exchange.call);
      return judge(exchange, { schema, names: [] });
    },
  };
}

/** The rule that bodies of one kind are refused, with the readings of its row. */
export function badBodyRule(kind: BodyFault, outcome: ErrorOutcome): Check {
  const rule = rulesOfBodies[kind];
  return caseRule(
    rule,
    `Such bodies are sent to all four paid endpoints, whose valid requests succeed; each must be refused as the clause says.${
      kind === 'invalid-utf8'
        ? ' A text with an escaped NUL may be accepted, too, and refused in any way but a 5xx.'
        : ''
    }`,
    async (context) => badBodies(context, kind),
    async (context, { call, fault, oftenRead = false, open = false }) => {
      await sendValid(context, validCall(call.endpoint));
      const exchange = await send(context, call);
      if (open && !exchange.failure && exchange.status < 500) return ['nothing', exchange];
      if (oftenRead && succeeded(exchange))
        return [tolerated(`A request whose ${fault} is refused.`, 'The target accepted it.'), exchange];
      // A framework may replace broken bytes before anybody sees them, and then the request is valid (readings S29).
      if (kind === 'invalid-utf8' && succeeded(exchange)) return ['nothing', exchange];
      const finding = judgeRefusalFor(rule, context, exchange, { outcome, fault });
      const expected = `A request whose ${fault} is accepted, or refused with a status below 500.`;
      return [open && finding !== 'fine' ? { ...finding, expected } : finding, exchange];
    },
  );
}

/** The catalogue asked with parameters, which a server may answer by code of its own. */
const filtered: Call = { endpoint: 'domains', query: { q: 'e', limit: '10' } };

/** 500 on every endpoint under an armed fault. */
export const internalError = caseRule(
  'errors.internal-error',
  'On each of the five endpoints, in each of their circumstances, an internal error is armed for a key of its own; the next request, which is accepted without it, must show it.',
  async (context) => {
    const wide = await flatMapInParallel(paidEndpoints, (endpoint) =>
      casesInCircumstances(context, endpoint, FAULTS, (call) => ({ call })),
    );
    return [...[...endpointNames.map(validCall), filtered].map((call) => ({ call })), ...wide];
  },
  async (context, { call }) => {
    const exchange = await failedExchange(context, 'internal_error', call);
    if (exchange.failure) await assertAcceptedWithoutFault(context, call);
    const judgement = judgeFailed(exchange, { status: 500, code: 'internal_error', type: 'server_error' });
    if (judgement !== 'fine') await assertAcceptedWithoutFault(context, call);
    return [judgement, exchange];
  },
);

/** 503 of the catalogue under an armed fault. */
export const serviceUnavailable = caseRule(
  'errors.service-unavailable',
  'The catalogue loses its snapshot for one key, which the next request carries, with parameters and without; it must be answered with 503.',
  async () => [validCall('domains'), filtered],
  async (context, call) => {
    const exchange = await failedExchange(context, 'service_unavailable', call);
    const judgement = judgeFailed(exchange, { status: 503, code: 'service_unavailable' });
    if (judgement !== 'fine') await assertAcceptedWithoutFault(context, call);
    return [judgement, exchange];
  },
);

/**
 * Judges the answer to a request that an armed fault should strike. A plain success shows that the fault did not strike, which is no fault of
 * the API: it throws Unjudgeable. Source: Errors, codes by status, 500 and 503.
 */
export function judgeFailed(exchange: Exchange, due: { status: number; code: string; type?: string }): Judgement {
  const { endpoint } = exchange.call;
  const expected = `A failing ${endpoint} request is answered with ${due.status}, code "${due.code}"${due.type === undefined ? '' : ` and type "${due.type}"`}.`;
  if (exchange.failure || exchange.status === 429) throw unjudgeable(exchange);
  const answer = errorResponseOf(exchange);
  if (succeeded(exchange) && answer.format === 'none')
    throw faultDidNotStrike(`${endpoint} answered ${exchange.status}`);
  const right =
    answer.status === due.status && answer.code === due.code && (due.type === undefined || answer.type === due.type);
  if (right) return 'fine';
  return broken(expected, describeWrongError(exchange, due));
}
