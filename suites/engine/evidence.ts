import type { Failure } from '../../reports/index.ts';
import type { Exchange } from '../target/exchange.ts';
import { excerpt, headerOf } from '../target/exchange.ts';
import { curlOf, expressionOf } from './curl.ts';
import type { Finding } from './signals.ts';

/** Longest piece of a request or answer that evidence quotes, in characters. */
const LONGEST = 1_500;

/** Writes a finding and the exchange that shows it as the evidence of a report. */
export function evidenceOf(finding: Finding, exchange: Exchange | undefined, seed: number, path: string): Failure {
  return {
    expected: finding.expected,
    actual: finding.actual,
    counterexample: exchange === undefined ? null : exampleOf(exchange),
    curl: exchange === undefined ? '' : curlOf(exchange),
    seed,
    path,
  };
}

function exampleOf(exchange: Exchange): unknown {
  const { call, request } = exchange;
  return {
    request: {
      method: request.method,
      url: request.url,
      ...(request.headers.authorization === undefined ? { authorization: null } : {}),
      ...(call.body === undefined ? {} : { body: bounded(call.body) }),
      ...(call.raw === undefined ? {} : { raw: excerpt(call.raw, LONGEST) }),
    },
    response: {
      status: exchange.status,
      content_type: headerOf(exchange, 'content-type') ?? null,
      body: excerpt(exchange.body, LONGEST),
      ...(exchange.failure === undefined ? {} : { failure: exchange.failure.message }),
    },
  };
}

/** The value itself, or, where it is long, an expression that makes it. */
function bounded(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  if (text.length <= LONGEST) return value;
  const expression = expressionOf(value);
  return expression.length <= LONGEST
    ? { javascript: expression }
    : { excerpt: `${text.slice(0, LONGEST)}…`, characters: text.length };
}
