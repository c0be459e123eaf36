import type { Failure, Step } from '../../reports/index.ts';
import type { Finding } from '../judges/judgement.ts';
import { type Exchange, excerpt, headerOf } from '../target/exchange.ts';
import { curlOf, expressionOf } from './curl.ts';
import type { JournalEntry } from './journal.ts';
import { keyNamer, type NamedKey } from './key-names.ts';
import { sentBy, stepsOf } from './steps.ts';

/** Longest piece of a request or answer that the short form quotes, in characters. */
const LONGEST = 1_500;

/**
 * Writes a finding as the evidence of a report: the exchange that shows it in short, and everything that the counterexample sent and got as
 * `steps`. `entries` is the journal of one try; without it the exchange alone is the step. `seen` says how often it was tried and seen. `keys`
 * are the profile's (see `namedKeys`); no key stands in the evidence, but its name.
 */
export function evidenceOf(
  finding: Finding,
  exchange: Exchange | undefined,
  seed: number,
  path: string,
  entries: readonly JournalEntry[] = [],
  seen?: string,
  keys: readonly NamedKey[] = [],
): Failure {
  const sent = sentBy(entries, exchange);
  const name = keyNamer(sent, keys);
  const steps = stepsOf(sent, exchange, name);
  return {
    expected: name(finding.expected ?? ''),
    actual: name(finding.actual),
    counterexample: exchange === undefined ? outlineOf(steps) : exampleOf(exchange),
    curl: exchange === undefined ? '' : curlOf(exchange, name),
    seed,
    path,
    ...(seen === undefined ? {} : { seen }),
    ...(steps.length === 0 ? {} : { steps }),
  };
}

/** The steps in a line each, where no single exchange shows the failure. */
function outlineOf(steps: readonly Step[]): unknown {
  if (steps.length === 0) return null;
  return { steps: steps.map(({ method, url, answer }) => `${method} ${url}: ${answer.failure ?? answer.status}`) };
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
