import { elide, type Failure, type Step } from '../../../reports/index.ts';
import { defined, isObject } from '../../../spec/index.ts';
import {
  authorizationOf,
  type Exchange,
  excerpt,
  headerOf,
  jsonOf,
  mediaTypeOf,
  utf8Of,
  type WireResponse,
} from '../../http/exchange/exchange.ts';
import type { LoggedRequest } from '../../http/exchange/request-log.ts';
import { streamOf } from '../../http/exchange/stream.ts';
import { authorizationIn } from '../../http/exchange/wire.ts';
import type { Finding, SeenIn } from '../../judges/judgement.ts';
import { expressionOf, reproductionCurlOf } from './curl.ts';
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
  const { together, circumstances } = finding;
  const sent = together === undefined ? inOrder(entries, exchange) : onlyTogether(entries, together);
  const name = keyNamer(sent, keys);
  const steps = stepsOf(sent, exchange, name);
  return {
    expected: name(finding.expected ?? ''),
    actual: name(circumstances ? `${finding.actual} ${circumstances.text}` : finding.actual),
    ...defined({ circumstances: circumstances && named(circumstances, name) }),
    counterexample: exchange === undefined ? outlineOf(steps) : exampleOf(exchange, finding, name),
    curl: reproductionCurlOf(together === undefined ? exchange : undefined, sent, name, keys[0]?.name ?? 'ASSAY_KEY'),
    seed,
    path,
    ...defined({ seen }),
    ...(steps.length === 0 ? {} : { steps }),
  };
}

const named = ({ text, only, with: names }: SeenIn, name: KeyNamer): SeenIn => ({
  text: name(text),
  ...defined({ only, with: names?.map((some) => some.map(name)) }),
});

/** Longest body in the outline of a step, in characters. */
const MAX_OUTLINED = 200;

/** What differs between right answers to equal requests. */
const VARYING = /"id": ?"(?:fnd|emb|rrk)_[^"]*"?|"(?:created|response_time)": ?[\d.]+/g;

/**
 * The steps, one line each, if no single exchange shows the failure. Steps that are equal but for ids and times are one line, where the last of them was: what
 * is read again and again while it settles, or sent many times at once.
 */
function outlineOf(steps: readonly Step[]): unknown {
  if (steps.length === 0) return null;
  const lines: { line: string; same: string; times: number }[] = [];
  for (const { method, url, headers, body, answer } of steps) {
    const key = /\$\w+/.exec(headers.authorization ?? '')?.[0];
    const sent = [
      method,
      url,
      ...(key === undefined ? [] : [`with ${key}`]),
      ...(body === undefined ? [] : [elide(body, MAX_OUTLINED)]),
    ];
    const response =
      answer.failure ?? (answer.body === '' ? answer.status : `${answer.status} ${elide(answer.body, MAX_OUTLINED)}`);
    const line = `${sent.join(' ')}: ${response}`;
    const same = line.replace(VARYING, '');
    const before = lines.findIndex((one) => one.same === same);
    const [earlier] = before === -1 ? [] : lines.splice(before, 1);
    lines.push({ line, same, times: (earlier?.times ?? 0) + 1 });
  }
  return { steps: lines.map(({ line, times }) => (times === 1 ? line : `${times} times ${line}`)) };
}

function exampleOf(exchange: Exchange, finding: Finding, name: KeyNamer): unknown {
  const { call, request } = exchange;
  return {
    request: {
      method: request.method,
      url: request.url,
      ...unusualParts(exchange, finding, name),
      ...(call.body === undefined ? {} : { body: shortened(call.body) }),
      ...(call.raw === undefined ? {} : { raw: excerpt(call.raw, MAX_EXCERPT) }),
    },
    response: {
      status: exchange.status,
      content_type: headerOf(exchange, 'content-type') ?? null,
      ...partsNamed(finding.actual, exchange),
      body: excerpt(exchange.body, MAX_EXCERPT),
      ...defined({ failure: exchange.failure?.message }),
    },
  };
}

/** Shorter bodies are shown in full anyway, in bytes. */
const SHORT_BODY = 400;
/** Longest part of a response that is shown separately, in characters, and how many such parts. */
const MAX_PART = 300;
const MAX_PARTS = 3;

/** Parts of a response that a sentence names: `sources[10]`, `usage.total_tokens`, `data`, event 3. */
const PART_NAME = /\b[Ee]vents? (\d+)|`?\b([a-z_]+(?:(?:\[\d+\]|\.[a-z_]+)+|(?=`)))/g;

/** The parts of a long response that a sentence names: an excerpt may not reach them. */
function partsNamed(actual: string, exchange: Exchange): { parts?: Readonly<Record<string, string>> } {
  if (exchange.body.length <= SHORT_BODY) return {};
  const parsed = jsonOf(exchange);
  const { events } = parsed.ok ? { events: [] } : streamOf(exchange);
  const parts: Record<string, string> = {};
  let root: unknown = parsed.ok ? parsed.value : undefined;
  for (const [, eventNumber, path] of actual.matchAll(PART_NAME)) {
    // Sentences count events from 1.
    const event = eventNumber === undefined ? undefined : events[Number(eventNumber) - 1];
    if (event !== undefined) {
      parts[`event ${eventNumber}`] = elide(event.data, MAX_PART);
      root = event.value;
    }
    // If no event is named, the last event with such a field counts.
    const parent =
      root ?? events.findLast(({ value }) => path !== undefined && partAt(value, path) !== undefined)?.value;
    const part = path === undefined ? undefined : partAt(parent, path);
    if (part !== undefined && !Object.keys(parts).some((name) => name.startsWith(part.path))) {
      for (const name of Object.keys(parts)) if (part.path.startsWith(name)) delete parts[name];
      parts[part.path] = elide(JSON.stringify(part.value), MAX_PART);
    }
    if (Object.keys(parts).length === MAX_PARTS) break;
  }
  return Object.keys(parts).length === 0 ? {} : { parts };
}

/** The value at a path or, where it is missing, what should hold it; undefined for the whole. */
function partAt(value: unknown, path: string): { readonly path: string; readonly value: unknown } | undefined {
  let found: { path: string; value: unknown } | undefined;
  let node = value;
  for (const [step] of path.matchAll(/\[\d+\]|[a-z_]+/g)) {
    if (typeof node !== 'object' || node === null) break;
    const next = (node as Record<string, unknown>)[step.replace(/[[\]]/g, '')];
    if (next === undefined) break;
    const isItem = step.startsWith('[');
    found = { path: found === undefined ? step : `${found.path}${isItem ? '' : '.'}${step}`, value: next };
    node = next;
  }
  return found;
}

/**
 * The unusual parts of a request: an authorization other than the default, headers of its own (null for an omitted one),
 * the notation of its JSON. Keys are replaced by names, as in the curl line.
 */
function unusualParts({ call, request }: Exchange, { actual, circumstances }: Finding, name: KeyNamer): object {
  const authorization = authorizationIn(request);
  const { authorization: _, ...usual } = call;
  // Usual headers are not shown, but for one that the failure needs.
  const needed = `${actual} ${circumstances?.text}`.includes('`Accept`') ? ['accept'] : [];
  const spelled = [...new Set([...needed, ...Object.keys(call.headers ?? {})])];
  const headers = Object.fromEntries(
    spelled.map((field) => [field, field in request.headers ? name(request.headers[field] ?? '') : null]),
  );
  return {
    ...(authorizationOf(call).kind === authorizationOf(usual).kind ||
    spelled.some((field) => /^authorization$/i.test(field))
      ? {}
      : { authorization: authorization === undefined ? null : name(authorization) }),
    ...(spelled.length === 0 ? {} : { headers }),
    ...defined({ notation: call.notation }),
  };
}

/** The number of items that are shown from the start of a long list, and the longest text in it, in characters. */
const MAX_ITEMS = 3;
const MAX_TEXT = 200;

/** A value without the middle of its long lists and texts, so that no field is cut off. */
function outlined(value: unknown): unknown {
  if (typeof value === 'string') return elide(value, MAX_TEXT);
  if (!Array.isArray(value))
    return isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, outlined(item)]))
      : value;
  const omitted = value.length - MAX_ITEMS - 1;
  if (omitted < 2) return value.map(outlined);
  return [...value.slice(0, MAX_ITEMS).map(outlined), `… ${omitted} more items …`, outlined(value.at(-1))];
}

/** The value, or, if it is long, an expression that produces it, or else an outline. */
function shortened(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  if (text.length <= MAX_EXCERPT) return value;
  const expression = expressionOf(value);
  if (expression.length <= MAX_EXCERPT) return { javascript: expression };
  const outline = outlined(value);
  const isShort = JSON.stringify(outline).length <= MAX_EXCERPT;
  return { characters: text.length, ...(isShort ? { outline } : { excerpt: `${text.slice(0, MAX_EXCERPT)}…` }) };
}

/** Longest body of a request and of the failed response, in characters; longer ones are truncated in the middle. */
const MAX_BODY = 64 * 1_024;
/** The same for the other responses. */
const MAX_OTHER_BODY = 8 * 1_024;
/** A body longer than this may be written as an expression that produces it, if that is much shorter. */
const LONG_BODY = 4_000;

/** The prefix of an encoded body; a body that starts with it is written in base64. */
const ENCODED_PREFIX = /^(javascript|base64): /;

/** The requests of a counterexample in the order of sending; the failed exchange is appended if the log does not contain it. */
function inOrder(entries: readonly LoggedRequest[], exchange: Exchange | undefined): readonly LoggedRequest[] {
  const sent = entries.toSorted((a, b) => a.startedAt - b.startedAt);
  if (exchange === undefined || entries.some(({ response }) => response.body === exchange.body)) return sent;
  const startedAt = Math.max(0, ...entries.map((entry) => entry.endedAt));
  const endedAt = startedAt + (exchange.chunks.at(-1)?.at ?? 0);
  return [
    ...sent,
    { to: 'api', request: exchange.request, response: exchange, call: exchange.call, startedAt, endedAt },
  ];
}

/** Only these exchanges, after the calls of the control API that set up their keys. */
function onlyTogether(entries: readonly LoggedRequest[], together: readonly Exchange[]): readonly LoggedRequest[] {
  const keys = entries.filter(({ to, request }) => to === 'control' && request.method !== 'GET');
  return together.reduce(inOrder, keys);
}

/**
 * The steps of a counterexample for a report. A body is written as text; if it is not UTF-8, as `base64: …`; if it is long
 * and has repetitions, as `javascript: EXPRESSION`, whose value is the body. Keys are replaced by names, see `keyNamer`.
 */
function stepsOf(sent: readonly LoggedRequest[], exchange: Exchange | undefined, name: KeyNamer): Step[] {
  const begin = sent[0]?.startedAt ?? 0;
  // Start and end are rounded in the same way, so that the order of steps is kept in whole milliseconds.
  const since = (time: number): number => Math.round(time - begin);
  return sent.map(({ to, request, response, startedAt, endedAt }, at) => {
    const isAtFault = response.body === exchange?.body;
    const isJudged = at === sent.length - 1 || isAtFault;
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
      ...(isAtFault ? { at_fault: true } : {}),
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
