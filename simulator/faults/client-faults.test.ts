import { createParser } from 'eventsource-parser';
import OpenAI from 'openai';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testKeys } from '../../fixtures/index.ts';
import { headersOf, paths, postTo, valid } from '../ask.test-support.ts';
import { connect } from '../control/connect.ts';
import { type RunningServer, startServer } from '../server/server.ts';
import type { Fault } from './faults.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** Long enough for a busy machine to send what comes before a stall, short enough for a test. */
const patience = 3_000;
const streamBody = { ...valid.chat, stream: true };

const arm = (fault: Fault) => postTo(`${server.url}/_control/faults`, fault);

/** What a client saw: a status, what it read, and the name of the failure. */
interface Seen {
  readonly status?: number;
  readonly text?: string;
  readonly retryAfter?: string | null;
  /** Kinds of messages before the failure. */
  readonly messages?: number;
  readonly done?: boolean;
  readonly failure?: string;
}

/** The code or name by which a program distinguishes failures. */
function nameOf(error: unknown): string {
  const { cause, code, name } = error as { cause?: unknown; code?: unknown; name?: string };
  if (cause instanceof Error) return nameOf(cause);
  return typeof code === 'string' ? code : (name ?? 'unknown');
}

const clients: Readonly<Record<string, () => Promise<Seen>>> = {
  fetch: async () => {
    const signal = AbortSignal.timeout(patience);
    let reply: Response;
    try {
      reply = await postTo(server.url + paths.embeddings, valid.embeddings, { signal });
    } catch (error) {
      return { failure: nameOf(error) };
    }
    const seen = { status: reply.status, retryAfter: reply.headers.get('retry-after') };
    return reply.text().then(
      (text) => ({ ...seen, text }),
      (error: unknown) => ({ ...seen, failure: nameOf(error) }),
    );
  },
  undici: async () => {
    const signal = AbortSignal.timeout(patience);
    try {
      const {
        statusCode,
        headers: got,
        body,
      } = await request(server.url + paths.embeddings, {
        ...{ method: 'POST', headers: headersOf(), body: JSON.stringify(valid.embeddings), signal },
      });
      const seen = { status: statusCode, retryAfter: (got['retry-after'] as string | undefined) ?? null };
      return await body.text().then(
        (text) => ({ ...seen, text }),
        (error: unknown) => ({ ...seen, failure: nameOf(error) }),
      );
    } catch (error) {
      return { failure: nameOf(error) };
    }
  },
};

const openai = () =>
  new OpenAI({ apiKey: testKeys.active, baseURL: `${server.url}/v1`, maxRetries: 0, logLevel: 'off' });

describe.each(Object.keys(clients))('%s sees just the failure that was armed', (name) => {
  const see = (fault: Fault): Promise<Seen> => arm(fault).then(() => clients[name]?.() ?? {});

  it('rate_limit', async () => {
    const seen = await see({ fault: 'rate_limit', retry_after_s: 7 });
    expect(seen).toMatchObject({ status: 429, retryAfter: '7' });
    expect(JSON.parse(seen.text ?? '')).toMatchObject({
      error: { type: 'rate_limit_error', code: 'rate_limit_exceeded', param: null },
    });
    expect(seen.text).toContain('specification is silent');
  });

  it('custom_response', async () => {
    const headers = { 'Retry-After': '3', 'x-own': 'yes' };
    const documented = await see({ fault: 'custom_response', status: 503, headers });
    expect(documented).toMatchObject({ status: 503, retryAfter: '3' });
    expect(JSON.parse(documented.text ?? '')).toMatchObject({ error: { code: 'service_unavailable' } });
    const json = await see({ fault: 'custom_response', status: 418, body: { teapot: [] } });
    expect(json).toMatchObject({ status: 418, text: '{"teapot":[]}' });
    const text = await see({ fault: 'custom_response', status: 200, body: 'é' });
    expect(text).toMatchObject({ status: 200, text: 'é' });
    const empty = await see({ fault: 'custom_response', status: 204, body: 'ignored' });
    expect(empty).toMatchObject({ status: 204, text: '' });
  });

  it('bad_gateway', async () => {
    const seen = await see({ fault: 'bad_gateway' });
    expect(seen.status).toBe(502);
    expect(seen.text).toMatch(/^<html>/);
  });

  it('reset, truncate and stall', async () => {
    expect(await see({ fault: 'reset' })).toEqual({ failure: expect.stringMatching(/^(ECONNRESET|UND_ERR_SOCKET)$/) });
    expect(await see({ fault: 'truncate' })).toMatchObject({ status: 200, failure: 'UND_ERR_SOCKET' });
    expect(await see({ fault: 'stall' })).toMatchObject({ status: 200, failure: 'TimeoutError' });
  });

  it('and no failure afterwards', async () => {
    const seen = await clients[name]?.();
    expect(JSON.parse(seen?.text ?? '')).toMatchObject({ object: 'list' });
  });
});

describe('openai sees just the failure that was armed', () => {
  const embed = async (fault: Fault): Promise<unknown> => {
    await arm(fault);
    const signal = AbortSignal.timeout(patience);
    const answer = openai().embeddings.create(
      { model: 'svc-embed-v1', input: 'a', encoding_format: 'float' },
      { signal },
    );
    return answer.then(
      () => 'answered',
      (error: unknown) => error,
    );
  };

  it('in an answer as JSON', async () => {
    expect(await embed({ fault: 'rate_limit' })).toBeInstanceOf(OpenAI.RateLimitError);
    expect(await embed({ fault: 'bad_gateway' })).toMatchObject({ status: 502 });
    expect(await embed({ fault: 'reset' })).toBeInstanceOf(OpenAI.APIConnectionError);
    expect(nameOf(await embed({ fault: 'truncate' }))).toBe('UND_ERR_SOCKET');
    expect(nameOf(await embed({ fault: 'stall' }))).toBe('AbortError');
    expect(await embed({ fault: 'latency', latency_ms: 1 })).toBe('answered');
  });
});

const bodies: Readonly<Record<string, (body: string, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>>> = {
  fetch: async (body, signal) => (await postTo(server.url + paths.chat, body, { signal })).body ?? new ReadableStream(),
  undici: async (body, signal) =>
    (await request(server.url + paths.chat, { method: 'POST', headers: headersOf(), body, signal })).body,
};

/** Reads a stream with eventsource-parser, over one of these clients. */
async function byParser(client: string): Promise<Seen> {
  let [messages, done] = [0, false];
  const parser = createParser({
    onEvent: ({ data }) => {
      if (data === '[DONE]') done = true;
      else if ((JSON.parse(data) as { type: string }).type === 'message') messages += 1;
    },
  });
  const signal = AbortSignal.timeout(patience);
  const body = await bodies[client]?.(JSON.stringify(streamBody), signal);
  const decoder = new TextDecoder();
  try {
    for await (const piece of body ?? []) parser.feed(decoder.decode(piece, { stream: true }));
    return { messages, done };
  } catch (error) {
    return { messages, done, failure: nameOf(error) };
  }
}

/** Reads a stream with openai's own reader. */
async function byOpenai(): Promise<Seen> {
  let messages = 0;
  const signal = AbortSignal.timeout(patience);
  try {
    const events = (await openai().post('/chat/completions', {
      body: streamBody,
      stream: true,
      signal,
    })) as AsyncIterable<{
      type: string;
    }>;
    for await (const { type } of events) if (type === 'message') messages += 1;
    // An abort by its own user counts as a normal end.
    return { messages, ...(signal.aborted && { failure: nameOf(signal.reason) }) };
  } catch (error) {
    return { messages, failure: nameOf(error) };
  }
}

describe('a stream that breaks', () => {
  it.each([
    ['reset_stream', { failure: expect.stringMatching(/^(ECONNRESET|UND_ERR_SOCKET)$/) }],
    ['truncate', { failure: 'UND_ERR_SOCKET' }],
    ['stall', { failure: 'TimeoutError' }],
    ['malformed_event', { failure: 'SyntaxError' }],
    // Ends normally, but without the last event and the end marker.
    ['cut_event', {}],
  ] as const)('by %s', async (fault, seen) => {
    for (const after_messages of [0, 2]) {
      for (const client of Object.keys(bodies)) {
        await arm({ fault, after_messages });
        expect(await byParser(client), client).toEqual({ messages: after_messages, done: false, ...seen });
      }
      await arm({ fault, after_messages });
      expect(await byOpenai()).toEqual({ messages: after_messages, ...seen });
    }
  });

  it('costs nothing', async () => {
    const api = connect(server.url);
    const { key } = await api.createKey({ balance_micros: 150_000 });
    for (const fault of ['truncate', 'malformed_event', 'cut_event', 'reset_stream'] as const) {
      await api.arm({ fault, key });
      const reply = postTo(server.url + paths.chat, streamBody, { headers: headersOf(key) });
      await reply.then((answer) => answer.text()).catch(() => '');
    }
    expect(await api.key(key)).toMatchObject({ balance_micros: 150_000, requests: 4 });
  });
});
