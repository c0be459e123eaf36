import { elide } from '../../reports/index.ts';
import { type ErrorOutcome, endpoints, type JsonObject, type ReadingOutcome, readings } from '../../spec/index.ts';
import {
  type Exchange,
  excerpt,
  isInconclusive,
  isRequestSpecific,
  jsonOf,
  succeeded,
} from '../http/exchange/exchange.ts';
import { isWholeAnswer, lastEventOf, streamOf } from '../http/exchange/stream.ts';
import { formatValue } from './format-value.ts';
import { broken, type Finding, tolerated, Unjudgeable } from './judgement.ts';
import { appliesToRequest } from './near-misses.ts';
import { bodyOf, objectIn } from './read.ts';

/** An error response in the terms of the error table. */
export interface ErrorResponse {
  readonly status: number;
  /** `none` if the body has neither format. */
  readonly format: 'envelope' | 'detail' | 'none';
  /**
   * Whether there is a `detail`, even together with an envelope: other rules judge its content, and that only one format
   * is used.
   */
  readonly hasDetail: boolean;
  /** The members of the envelope, whatever their types. */
  readonly error: JsonObject | undefined;
  readonly code: string | undefined;
  readonly type: string | undefined;
  readonly param: unknown;
}

/** Reads an error response. Source: Errors, envelope; 422 schema validation format. */
export function errorResponseOf(exchange: Exchange): ErrorResponse {
  const body = bodyOf(exchange);
  const error = objectIn(body?.error);
  const hasDetail = body !== undefined && 'detail' in body;
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return {
    status: exchange.status,
    format: error ? 'envelope' : hasDetail ? 'detail' : 'none',
    hasDetail,
    error,
    code: text(error?.code),
    type: text(error?.type),
    param: error?.param,
  };
}

/** An outcome in words: `400 invalid_request`, `422 {detail}`. */
export function describeOutcome(outcome: ErrorOutcome | ErrorResponse | ReadingOutcome): string {
  const { format } = outcome;
  if (format === undefined || outcome.status === '2xx') return `${outcome.status}`;
  if (format === 'detail') return `${outcome.status} with {detail: [...]}`;
  if (format === 'none') return `${outcome.status} with neither error format`;
  const param = 'param' in outcome && typeof outcome.param === 'string' ? `, param "${outcome.param}"` : '';
  return `${outcome.status} with the error envelope${outcome.code === undefined ? '' : `, code "${outcome.code}"`}${param}`;
}

/** A success where an error was due: the request was accepted, or its error came with that status, as an answer or as an event. */
export function describeAcceptance(exchange: Exchange): string {
  const event = lastEventOf(streamOf(exchange), 'error');
  if (event)
    return `The target accepted it with ${exchange.status}, and reported the error in the stream: ${elide(event.data, 200)}`;
  return errorResponseOf(exchange).format === 'none'
    ? `The target accepted it with ${exchange.status}.`
    : `The target answered with an error, but with the status ${exchange.status}: ${excerpt(exchange.body)}`;
}

/** A wrong error response in one sentence, with its body: if its status and its format are right, by the members that are not. */
export function describeWrongError(
  exchange: Exchange,
  due: { readonly status: number; readonly code?: string; readonly type?: string; readonly param?: string },
): string {
  if (succeeded(exchange)) return describeAcceptance(exchange);
  const answer = errorResponseOf(exchange);
  const { status, error } = answer;
  const { code, type, param } = due;
  const body = excerpt(exchange.body);
  const parsed = jsonOf(exchange);
  const plainly = parsed.ok
    ? `The target answered ${describeOutcome(answer)}: ${body}`
    : `The target answered ${status}, but ${parsed.reason}`;
  if (status !== due.status || error === undefined || code === undefined) return plainly;
  const wrong = Object.entries({ code, type, param }).flatMap(([member, value]) =>
    value === undefined || error[member] === value
      ? []
      : [`\`error.${member}\` is ${formatValue(error[member])} instead of "${value}"`],
  );
  return wrong.length === 0 ? plainly : `In the ${status}, ${wrong.join(' and ')}: ${body}`;
}

/** The expected response to an invalid request, and the readings that allow others. */
export interface Expectation {
  readonly outcome: ErrorOutcome;
  /** Ids of readings whose accepted and warned outcomes count too. */
  readonly readings: readonly string[];
  /** The fault of the request, for messages: `"limit" is 1001`. */
  readonly fault: string;
}

/**
 * Judges the response to an invalid request: status, format, code and, if the specification names it, `param`. A server
 * fault that comes each time while probes are accepted breaks the rule (readings S27). Calls `note` with the branch of a
 * reading that the target took. Throws Unjudgeable for 429, lost connections and temporary server faults.
 */
export function judgeRefusal(
  exchange: Exchange,
  expectation: Expectation,
  note: (reading: string, branch: string) => void,
): Finding | 'fine' {
  const expected = `A request whose ${expectation.fault} is answered with ${describeOutcome(expectation.outcome)}.`;
  const isPersistent = isRequestSpecific(exchange);
  if (exchange.failure)
    throw new Unjudgeable(
      `no whole answer to a request whose ${expectation.fault}: ${exchange.failure.message}`,
      !isPersistent,
    );
  // If a key without credit always gets 429, the lack of credit is never reported (readings S27a).
  if (exchange.status === 429 && !(isPersistent && expectation.outcome.status === 402))
    throw new Unjudgeable(`the target answered 429 to a request whose ${expectation.fault}`, !isPersistent);
  if (isInconclusive(exchange) && !isPersistent)
    throw new Unjudgeable(`the target failed with ${exchange.status} at a request whose ${expectation.fault}`, true);
  if (isInconclusive(exchange))
    return broken(
      expected,
      `The target answered ${exchange.status} each time, while valid requests were accepted in between.`,
    );
  const answer = errorResponseOf(exchange);
  const applicable = readings.filter(
    ({ id, judged }) => judged && expectation.readings.includes(id) && appliesToRequest(id, exchange.call),
  );
  const branch = succeeded(exchange) ? `${exchange.status} accepted` : describeOutcome(answer);
  for (const reading of applicable) if (reading.accepted.length + reading.warned.length > 0) note(reading.id, branch);
  if (matchesOutcome(answer, expectation.outcome)) return 'fine';
  const matches = (outcome: ReadingOutcome): boolean => matchesReading(outcome, exchange, answer);
  if (applicable.some((reading) => reading.accepted.some(matches))) return 'fine';
  const actual = describeWrongError(exchange, expectation.outcome);
  if (applicable.some((reading) => reading.warned.some(matches))) {
    if (isOfGateway(exchange)) throw new Unjudgeable(`${actual} No field of its answer is known`, true);
    return tolerated(expected, actual);
  }
  // No temporary failure makes a server accept what it must refuse, but a gateway may send a page of its own with 200.
  return { ...broken(expected, actual), certain: succeeded(exchange) && isWholeAnswer(exchange) };
}

/** Whether a success is JSON without any field that answers of the endpoint have, but for a message: a gateway that is away may send that. */
function isOfGateway(exchange: Exchange): boolean {
  const body = succeeded(exchange) ? bodyOf(exchange) : undefined;
  const { properties = {} } = endpoints[exchange.call.endpoint].response as { properties?: object };
  return body !== undefined && !Object.keys(body).some((name) => name !== 'message' && Object.hasOwn(properties, name));
}

function matchesOutcome(answer: ErrorResponse, outcome: ErrorOutcome): boolean {
  if (answer.status !== outcome.status || !hasFormat(answer, outcome.format)) return false;
  if (outcome.format === 'detail') return true;
  if (answer.code !== outcome.code) return false;
  return outcome.param === undefined || answer.param === outcome.param;
}

const hasFormat = (answer: ErrorResponse, format: 'envelope' | 'detail'): boolean =>
  format === 'detail' ? answer.hasDetail : answer.format === format;

function matchesReading(outcome: ReadingOutcome, exchange: Exchange, answer: ErrorResponse): boolean {
  if (outcome.status === '2xx') return succeeded(exchange);
  if (outcome.status !== answer.status) return false;
  if (outcome.format !== undefined && !hasFormat(answer, outcome.format)) return false;
  return outcome.code === undefined || outcome.code === answer.code;
}

/** Whether a response refuses the request: a complete 4xx other than 429. */
export const isRefusal = (exchange: Exchange): boolean => !isInconclusive(exchange) && exchange.status >= 400;
