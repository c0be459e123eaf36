import {
  type Exchange,
  excerpt,
  isInconclusive,
  isRequestSpecific,
  jsonOf,
  succeeded,
} from '../../http/exchange/exchange.ts';
import { describeAcceptance, describeOutcome, errorResponseOf } from '../../judges/expect-error.ts';
import { formatValue } from '../../judges/format-value.ts';
import { broken, type Judge, type Judgement, Unjudgeable } from '../../judges/judgement.ts';

/**
 * Judges the status alone of an answer to a request without a valid key. `words` says what its key is. A server fault that came each time while
 * valid requests were accepted breaks the promise. Throws Unjudgeable for 429, lost connections and faults that a temporary failure explains.
 * Source: Authentication, rules 2 and 5; readings R23, S27.
 */
export function judgeUnauthorized(exchange: Exchange, words: string): Judgement {
  const lasting = isRequestSpecific(exchange);
  if (exchange.failure)
    throw new Unjudgeable(`no whole answer to a request with ${words}: ${exchange.failure.message}`, !lasting);
  if (exchange.status === 429 || (isInconclusive(exchange) && !lasting))
    throw new Unjudgeable(`the target answered ${exchange.status} to a request with ${words}`, !lasting);
  if (exchange.status === 401) return 'fine';
  const expected = `A request to ${exchange.call.endpoint} with ${words} is answered with 401.`;
  return succeeded(exchange)
    ? broken(expected, describeAcceptance(exchange))
    : broken(expected, `The target answered ${describeOutcome(errorResponseOf(exchange))}: ${excerpt(exchange.body)}`);
}

/** The code of a 401. Source: Authentication, rule 5. */
export const errorCode: Judge = (exchange) => judgeMember(exchange, 'code', 'authentication_error');

/** The type of a 401. Source: Authentication, rule 5. */
export const errorType: Judge = (exchange) => judgeMember(exchange, 'type', 'authentication_error');

/** The envelope of a 401 and its null `param`; an absent one fails too (readings S1a). Source: Authentication, rule 5. */
export const errorParam: Judge = (exchange) => judgeMember(exchange, 'param', null);

function judgeMember(exchange: Exchange, member: 'code' | 'type' | 'param', due: string | null): Judgement {
  if (exchange.failure || exchange.status !== 401) return 'nothing';
  const expected = `A 401 carries the error envelope with \`error.${member}\` ${JSON.stringify(due)}.`;
  const answer = errorResponseOf(exchange);
  const read = jsonOf(exchange);
  if (!read.ok) return broken(expected, `It cannot be read: ${read.reason}`);
  if (answer.format !== 'envelope')
    return broken(expected, `The body holds no object \`error\`: ${excerpt(exchange.body)}`);
  const value = answer.error?.[member];
  return value === due
    ? 'fine'
    : broken(expected, `\`error.${member}\` is ${formatValue(value)}: ${excerpt(exchange.body)}`);
}
