import { elide, type Failure, type Step } from '../../reports/index.ts';
import { defined } from '../../spec/index.ts';
import type { Finding } from '../judges/judgement.ts';
import { type Exchange, excerpt, headerOf, mediaTypeOf, utf8Of, type WireResponse } from '../target/exchange.ts';
import type { LoggedRequest } from '../target/request-log.ts';
import { authorizationIn } from '../target/wire.ts';
import { curlOf, expressionOf } from './curl.ts';
import { type KeyNamer, keyNamer, type NamedKey } from './key-names.ts';

/** Longest part of a request or response in the short form, in characters. */
const MAX_EXCERPT = 1_500;

/**
 * The evidence of a finding for a report: a short form of the exchange that shows it, and the whole counterexample as
 * `steps`. `entries` is the log of one attempt; without it the exchange is the only step. `seen` says how often the failure
 * was seen. `keys` are the keys of the profile (see `namedKeys`): the evidence has names instead of keys.
 */
export function evidenceOf(
  finding: Finding,
  exchange: Exchange | undefined,
  seed: number,
  path: string,
  entries: readonly LoggedRequest[] = [],
  seen?: string,
  keys: readonly NamedKey[] = [],
): Failure {
  const sent = inOrder(entries, exchange);
  const name = keyNamer(sent, keys);
  const steps = stepsOf(sent, exchange, name);
  return {
    expected: name(finding.expected ?? ''),
    actual: name(finding.actual),
    counterexample: exchange === undefined ? outlineOf(steps) : exampleOf(exchange, name),
    curl: exchange === undefined ? '' : curlOf(exchange, name),
    seed,
    path,
    ...defined({ seen }),
    ...(steps.length === 0 ? {} : { steps }),
  };
}

/** The steps, one line each, if no single exchange shows the failure. */
function outlineOf(steps: readonly Step[]): unknown {
  if (steps.length === 0) return null;
  return { steps: steps.map(({ method, url, answer }) => `${method} ${url}: ${answer.failure ?? answer.status}`) };
}

function exampleOf(exchange: Exchange, name: KeyNamer): unknown {
  const { call, request } = exchange;
  return {
    request: {
      method: request.method,
      url: request.url,
      ...unusualParts(exchange, name),
      ...(call.body === undefined ? {} : { body: shortened(call.body) }),
      ...(call.raw === undefined ? {} : { raw: excerpt(call.raw, MAX_EXCERPT) }),
    },
    response: {
      status: exchange.status,
      content_type: headerOf(exchange, 'content-type') ?? null,
      body: excerpt(exchange.body, MAX_EXCERPT),
      ...defined({ failure: exchange.failure?.message }),
    },
  };
}

/**
 * The unusual parts of a request: an authorization other than the default, headers of its own (null for an omitted one),
 * the notation of its JSON. Keys are replaced by names, as in the curl line.
 */
function unusualParts({ call, request }: Exchange, name: KeyNamer): object {
  const authorization = authorizationIn(request);
  const usual = call.endpoint === 'domains' ? 'none' : 'active';
  const spelled = Object.keys(call.headers ?? {});
  const headers = Object.fromEntries(
    spelled.map((field) => [field, field in request.headers ? name(request.headers[field] ?? '') : null]),
  );
  return {
    ...((call.authorization?.kind ?? usual) === usual
      ? {}
      : { authorization: authorization === undefined ? null : name(authorization) }),
    ...(spelled.length === 0 ? {} : { headers }),
    ...defined({ notation: call.notation }),
  };
}

/** The value, or, if it is long, an expression that produces it. */
function shortened(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  if (text.length <= MAX_EXCERPT) return value;
  const expression = expressionOf(value);
  return expression.length <= MAX_EXCERPT
    ? { javascript: expression }
    : { excerpt: `${text.slice(0, MAX_EXCERPT)}…`, characters: text.length };
}

/** Longest body of a request and of the failed response, in characters; longer ones are truncated in the middle. */
const MAX_BODY = 64 * 1_024;
/** The same for the other responses. */
const MAX_OTHER_BODY = 8 * 1_024;
/** A body longer than this may be written as an expression that produces it, if that is much shorter. */
const LONG_BODY = 4_000;

/** The prefix of an encoded body; a body that starts with it is written in base64. */
const ENCODED_PREFIX = /^(javascript|base64): /;

type SentRequest = Omit<LoggedRequest, 'call'> & Partial<Pick<LoggedRequest, 'call'>>;

/** The requests of a counterexample in the order of sending; the failed exchange is appended if the log does not contain it. */
function inOrder(entries: readonly LoggedRequest[], exchange: Exchange | undefined): readonly SentRequest[] {
  const sent: SentRequest[] = [...entries].sort((a, b) => a.startedAt - b.startedAt);
  if (exchange === undefined || entries.some(({ response }) => response.body === exchange.body)) return sent;
  const startedAt = Math.max(0, ...entries.map((entry) => entry.endedAt));
  const endedAt = startedAt + (exchange.chunks.at(-1)?.at ?? 0);
  return [
    ...sent,
    { to: 'api', request: exchange.request, response: exchange, call: exchange.call, startedAt, endedAt },
  ];
}

/**
 * The steps of a counterexample for a report. A body is written as text; if it is not UTF-8, as `base64: …`; if it is long
 * and has repetitions, as `javascript: EXPRESSION`, whose value is the body. Keys are replaced by names, see `keyNamer`.
 */
function stepsOf(sent: readonly SentRequest[], exchange: Exchange | undefined, name: KeyNamer): Step[] {
  const begin = sent[0]?.startedAt ?? 0;
  // Start and end are rounded in the same way, so that the order of steps is kept in whole milliseconds.
  const since = (time: number): number => Math.round(time - begin);
  return sent.map(({ to, request, response, startedAt, endedAt }, at) => {
    const isJudged = at === sent.length - 1 || response.body === exchange?.body;
    return {
      to,
      method: request.method,
      url: name(request.url),
      headers: Object.fromEntries(Object.entries(request.headers).map(([field, value]) => [field, name(value)])),
      ...(request.body === undefined ? {} : { body: name(requestBody(request.body)) }),
      answer: {
        status: response.status,
        headers: response.headers.map(([field, value]): [string, string] => [field, name(value)]),
        body: elide(name(bodyText(response.body)), isJudged ? MAX_BODY : MAX_OTHER_BODY),
        ...defined({ failure: response.failure?.message }),
        ...(mediaTypeOf(response) === 'text/event-stream' ? { pieces: piecesOf(response) } : {}),
      },
      at_ms: since(startedAt),
      took_ms: since(endedAt) - since(startedAt),
    };
  });
}

const MAX_PIECES = 200;

/** When each piece of a stream arrived, and its length. If there are too many, neighbours are merged. */
function piecesOf({ chunks }: WireResponse): [number, number][] {
  const groupSize = Math.ceil(chunks.length / MAX_PIECES);
  const pieces: [number, number][] = [];
  chunks.forEach(({ at, length }, index) => {
    const last = pieces.at(-1);
    const arrivedAt = Math.round(at * 10) / 10;
    if (last === undefined || index % groupSize === 0) pieces.push([arrivedAt, length]);
    else pieces[pieces.length - 1] = [arrivedAt, last[1] + length];
  });
  return pieces;
}

function bodyText(bytes: Uint8Array): string {
  const text = utf8Of(bytes);
  return text === undefined || ENCODED_PREFIX.test(text) ? `base64: ${Buffer.from(bytes).toString('base64')}` : text;
}

function requestBody(bytes: Uint8Array): string {
  const text = bodyText(bytes);
  if (text.length <= LONG_BODY) return text;
  const program = `javascript: JSON.stringify(${expressionOf(parseJson(text))})`;
  const exact = JSON.stringify(parseJson(text)) === text && program.length <= MAX_BODY;
  if (exact && (program.length < text.length / 4 || text.length > MAX_BODY)) return program;
  return elide(text, MAX_BODY);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
