// A client that `assay clients` passes:  npx assay clients -- node client.mjs
// It reads one request from the environment, sends it, and prints the result as the last line. Node 20, no dependencies.
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';

const paths = {
  chat: '/v1/chat/completions',
  finder: '/v1/finder',
  embeddings: '/v1/embeddings',
  rerank: '/v1/rerank',
  domains: '/v1/domains',
};

/** A failed request. Status and code are null if the answer, or half of it, was lost. */
export class ApiError extends Error {
  constructor(status, code, retryAfterMs) {
    super(`status ${status}, code ${code}`);
    this.status = status;
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The decisions of a client; each faulty client in the folder beside this file replaces one of them. */
export const usual = {
  attempts: 4,

  send: (url, request) => fetch(url, request),

  /** 400, 401, 402, 403 and 422 stay what they are, however often they are sent. */
  mayTryAgain: (status) => status === 429 || status >= 500,

  /** As long as `Retry-After` says; else twice as long each time, plus up to a quarter at random, so that clients do not all return at once. */
  waitMs: (attempt, retryAfterMs) => retryAfterMs ?? 60 * 2 ** attempt * (1 + Math.random() / 4),

  /** Deltas are appended, snapshots replace, an error ends the stream, and unknown events are ignored. */
  takeEvent(answer, event) {
    if (event.type === 'message') answer.message += event.content;
    else if (event.type === 'sources') answer.sources = event.sources;
    else if (event.type === 'follow_up_questions') answer.follow_up_questions = event.follow_up_questions;
    else if (event.type === 'error') throw new ApiError(200, event.error.code);
  },

  /** A stream that ends without `[DONE]` is half an answer. */
  takeEndWithoutMarker() {
    throw new ApiError(null, null);
  },

  /** The source that a citation token such as `[SW2]` stands for. */
  lookUp: (sources, id) => sources.find((source) => source.id === id),
};

/** Makes a request, retries if that may help, and returns the result. Throws ApiError. */
export async function ask({ baseUrl, key, ways = usual }, { endpoint, body, query }) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await askOnce({ baseUrl, key, ways }, { endpoint, body, query });
    } catch (error) {
      const mayHelp = error instanceof ApiError && ways.mayTryAgain(error.status) && attempt + 1 < ways.attempts;
      if (!mayHelp) throw error;
      await sleep(ways.waitMs(attempt, error.retryAfterMs));
    }
  }
}

async function askOnce({ baseUrl, key, ways }, { endpoint, body, query }) {
  const url = new URL(baseUrl + paths[endpoint]);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  const sent =
    body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        };
  const response = await ways.send(url, sent).catch(lost);
  if (!response.ok) {
    const refused = await response.json().catch(() => undefined);
    const told = Number(response.headers.get('retry-after') ?? Number.NaN) * 1_000;
    throw new ApiError(response.status, refused?.error?.code ?? null, Number.isNaN(told) ? undefined : told);
  }
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  return isStream ? await readStream(response.body, ways) : await response.json().catch(lost);
}

function lost() {
  throw new ApiError(null, null);
}

async function readStream(bytes, ways) {
  const answer = { message: '', sources: null, follow_up_questions: null };
  for await (const event of eventsIn(bytes, ways)) ways.takeEvent(answer, event);
  if (answer.sources?.length === 0) answer.sources = null;
  if (answer.follow_up_questions?.length === 0) answer.follow_up_questions = null;
  return answer;
}

/** The events of a stream, one line each; a piece of bytes may end anywhere. */
async function* eventsIn(bytes, ways) {
  let rest = '';
  for await (const text of orLost(bytes.pipeThrough(new TextDecoderStream()))) {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop();
    for (const line of lines) {
      if (line === 'data: [DONE]') return;
      if (line.startsWith('data:')) yield JSON.parse(line.slice('data:'.length));
    }
  }
  ways.takeEndWithoutMarker();
}

async function* orLost(pieces) {
  try {
    yield* pieces;
  } catch {
    lost();
  }
}

/** What each citation token of an answer stands for: its address by its id. */
export function citationsOf({ message, sources }, { lookUp } = usual) {
  const ids = [...message.matchAll(/\[([A-Z]{2,}\d+)\]/g)].map(([, id]) => id);
  return Object.fromEntries(ids.map((id) => [id, lookUp(sources ?? [], id)?.url ?? null]));
}

/** Makes the request of `assay clients` and returns the line that it expects. */
export async function resultLine(env, ways = usual) {
  const request = JSON.parse(env.ASSAY_REQUEST);
  try {
    const result = await ask({ baseUrl: env.ASSAY_BASE_URL, key: env.ASSAY_KEY, ways }, request);
    const cited = request.endpoint === 'chat' ? { citations: citationsOf(result, ways) } : {};
    return { ok: true, result: { ...result, ...cited } };
  } catch (error) {
    if (error instanceof ApiError) return { ok: false, error: { status: error.status, code: error.code } };
    throw error;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) console.log(JSON.stringify(await resultLine(process.env)));
