import { endpoints } from '../../spec/index.ts';
import { formatValue } from '../judges/format-value.ts';
import { broken, type Judgement, tolerated } from '../judges/judgement.ts';
import { bodyOf, judgeEach } from '../judges/read.ts';
import { type ClientRequest, digestOf } from './journal.ts';
import { pathOf, requestsTo, type ScenarioRun } from './scenario-run.ts';

/** A request went to the right path. */
export function goesToItsPath(scenarioRun: ScenarioRun): Judgement {
  const [first] = scenarioRun.journal;
  if (first === undefined) return 'nothing';
  if (requestsTo(scenarioRun).length > 0) return 'fine';
  const { method, path } = endpoints[scenarioRun.scenario.request.endpoint];
  return broken(`No request came to ${method} ${path}; the first was ${first.method} ${pathOf(first)}.`);
}

/** The key is sent as a Bearer token; a client may wait to be asked for it. */
export function bearsKey(scenarioRun: ScenarioRun): Judgement {
  const requests = requestsTo(scenarioRun);
  if (requests.length === 0) return 'nothing';
  const headers = requests.map(({ headers: { authorization } }) => authorization);
  if (headers.some((header) => /^bearer +(\S+)$/i.exec(header ?? '')?.[1] === scenarioRun.apiKey)) return 'fine';
  const what = { true: 'came without an Authorization header', false: 'does not carry the key as a Bearer token' };
  return broken(`The request ${what[`${headers[0] === undefined}`]}.`);
}

const isJson = (label = ''): boolean => /^application\/json\s*(;|$)/i.test(label.trim());

/** Every body is a JSON object with its label. */
export const sendsJson = (scenarioRun: ScenarioRun): Judgement =>
  judgeEach(requestsTo(scenarioRun), ({ headers, body }) => {
    const label = headers['content-type'];
    if (!isJson(label))
      return broken(
        label === undefined ? 'The body came without a Content-Type.' : `The body came as ${formatValue(label)}.`,
      );
    return bodyOf({ body }) === undefined ? broken('The body is no JSON object.') : 'fine';
  });

/** A valid request is not refused because the client changed it; a wrong label has a rule of its own. */
export const staysValid = (scenarioRun: ScenarioRun): Judgement =>
  judgeEach(requestsTo(scenarioRun), ({ method, status, headers, answer }) => {
    const isLabelled = method === 'GET' || isJson(headers['content-type']);
    if ((status !== 400 && status !== 422) || !isLabelled) return 'fine';
    const said = new TextDecoder().decode(answer).slice(0, 200);
    return broken(`What the client made of the valid request was refused: ${status} ${said}`);
  });

/** Parameters stand in the query, and there is no body; earlier requests may have been for something else. */
export const asksByQuery = (scenarioRun: ScenarioRun): Judgement =>
  judgeEach(requestsTo(scenarioRun).slice(-1), ({ path, body }) => {
    if (body.length > 0) return broken(`A body of ${body.length} bytes came with the request.`);
    const query = new URL(path, 'http://localhost').searchParams;
    const wanted = Object.entries(scenarioRun.scenario.request.query ?? {});
    const lost = wanted.find(([name, value]) => query.get(name) !== String(value));
    return lost === undefined
      ? 'fine'
      : broken(
          `The query has ${lost[0]} ${formatValue(query.get(lost[0]))}, where ${formatValue(lost[1])} was asked for.`,
        );
  });

/** Finder gets no model. */
export const sendsNoModel = (scenarioRun: ScenarioRun): Judgement =>
  judgeEach(requestsTo(scenarioRun), ({ body }) => {
    const model = bodyOf({ body })?.model;
    return model == null ? 'fine' : broken(`The request carries the model ${formatValue(model)}.`);
  });

/** A request that was refused with this status is not repeated unchanged. Parallel requests are no retries. */
export const doesNotRepeat =
  (status: number) =>
  (scenarioRun: ScenarioRun): Judgement => {
    const requests = requestsTo(scenarioRun);
    const refused = requests.filter((entry) => entry.status === status);
    if (refused.length === 0) return 'nothing';
    for (const first of refused) {
      const answered = first.answered ?? Number.POSITIVE_INFINITY;
      const later = requests.slice(requests.indexOf(first) + 1).filter(({ arrived }) => arrived >= answered);
      const again = later.filter((entry) => digestOf(entry) === digestOf(first));
      const [next] = again;
      if (next === undefined) continue;
      const after = Math.round(next.arrived - answered);
      const times = again.length === 1 ? 'once' : `${again.length} times`;
      return broken(
        `The client sent the request that got ${status} again unchanged ${times}, first after ${after} ms.`,
      );
    }
    return 'fine';
  };

/** A client may be early by this many milliseconds: its timers are not exact. */
const EARLY_MS = 100;

/**
 * A request that got 429 is not repeated before its `Retry-After` is over; else it warns, as the specification shows
 * no rate limits. A client need not retry.
 */
export function waitsAsTold(scenarioRun: ScenarioRun): Judgement {
  const requests = requestsTo(scenarioRun);
  let hasWaited = false;
  for (const [at, { status, answered, retryAfterS }] of requests.entries()) {
    if (status !== 429 || answered === undefined || retryAfterS === undefined) continue;
    const next = requests.slice(at + 1).find(({ arrived }) => arrived >= answered);
    if (next === undefined) continue;
    const wait = next.arrived - answered;
    if (wait < retryAfterS * 1_000 - EARLY_MS)
      return tolerated(
        `The client sent its request again after ${Math.round(wait)} ms, where \`Retry-After\` said ${retryAfterS} s.`,
      );
    hasWaited = true;
  }
  return hasWaited ? 'fine' : 'nothing';
}

/**
 * How much longer a later delay must be than an earlier one, as a ratio and in milliseconds. Chance may shorten delays,
 * so one pair is enough. On a busy machine growth must be plain; repeated alone, a client has the benefit of the doubt.
 */
const GROWTH = { busy: { ratio: 1.8, ms: 30 }, quiet: { ratio: 1.4, ms: 10 } };

/** Milliseconds between a response with this status and the next request. */
export function waitsAfter(status: number, requests: readonly ClientRequest[]): readonly number[] {
  return requests.slice(1).flatMap((entry, at) => {
    const before = requests[at];
    return before?.status === status && before.answered !== undefined ? [entry.arrived - before.answered] : [];
  });
}

/** Delays between attempts grow. Fewer than two delays show nothing: a client need not retry more than once. */
export const backsOff =
  (status: number) =>
  (scenarioRun: ScenarioRun, noise: keyof typeof GROWTH = 'busy'): Judgement => {
    const waits = waitsAfter(status, requestsTo(scenarioRun));
    if (waits.length < 2) return 'nothing';
    const { ratio, ms } = GROWTH[noise];
    const grows = waits.some((wait, at) =>
      waits.slice(at + 1).some((later) => later >= ratio * wait && later >= wait + ms),
    );
    if (grows) return 'fine';
    const shownWaits = waits.slice(0, 6).map((wait) => `${Math.round(wait)} ms`);
    return broken(`The client waited ${shownWaits.join(', ')} between its attempts: that does not grow.`);
  };
