import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { testKeys } from '../../fixtures/index.ts';
import type { StreamEvent } from '../../spec/index.ts';
import { apiRequest, createBench, paths, valid } from '../ask.test-support.ts';
import { endMarker, frame, streamBody } from './stream.ts';
import { strikeStream } from './stream-faults.ts';

const price = 150_000;
const streamed = { ...valid.chat, stream: true };

async function openStream(bench: ReturnType<typeof createBench>, key: string, signal?: AbortSignal) {
  const response = await bench.simulator.handle(
    apiRequest('POST', paths.chat, streamed, { key, ...(signal && { signal }) }),
  );
  if (response.body instanceof Uint8Array) throw new Error(`not a stream: ${response.status}`);
  return response.body[Symbol.asyncIterator]();
}

describe('a stream', () => {
  it('is charged once, before its end marker can be read', async () => {
    const bench = createBench();
    const key = await bench.keyWith(price);
    const reader = await openStream(bench, key);
    for (;;) {
      const { value, done } = await reader.next();
      if (done || new TextDecoder().decode(value) === endMarker) break;
      expect(await bench.balanceOf(key)).toBe(price);
    }
    expect(await bench.balanceOf(key)).toBe(0);
    await reader.return?.();
    expect(await bench.balanceOf(key)).toBe(0);
  });

  it('holds its price while it runs', async () => {
    const bench = createBench();
    const key = await bench.keyWith(price);
    const reader = await openStream(bench, key);
    await reader.next();
    expect((await bench.post(paths.chat, valid.chat, { key })).status).toBe(402);
    await reader.return?.();
    expect((await bench.post(paths.chat, valid.chat, { key })).status).toBe(200);
  });

  it.each([
    ['reader leaves', 0],
    ['reader leaves', 1],
    ['reader leaves', 4],
    ['client aborts', 0],
    ['client aborts', 4],
  ])('whose %s after %i events ends, is marked in the journal, and frees what it held', async (how, taken) => {
    const bench = createBench();
    const key = await bench.keyWith(price);
    const client = new AbortController();
    const reader = await openStream(bench, key, client.signal);
    for (let at = 0; at < taken; at += 1) await reader.next();
    if (how === 'client aborts') client.abort();
    else await reader.return?.();
    expect((await reader.next()).done).toBe(true);
    const { requests } = (await bench.control('GET', '/journal')).json;
    expect(requests).toMatchObject([{ endpoint: 'chat', status: 200, ended: 'left' }]);
    expect((await bench.control('GET', `/keys/${key}`)).json).toMatchObject({ balance_micros: price, spent_micros: 0 });
    expect((await bench.post(paths.chat, valid.chat, { key })).status).toBe(200);
  });

  it('is not marked if it ended, or if a fault broke it', async () => {
    const bench = createBench();
    for (const fault of [null, 'reset_stream', 'cut_event', 'stream_error']) {
      if (fault !== null) await bench.control('POST', '/faults', { fault });
      const reader = await openStream(bench, testKeys.active);
      const readOn = async (): Promise<void> => {
        while (!(await reader.next()).done);
      };
      await readOn().catch(() => {});
      await reader.return?.();
    }
    const { requests } = (await bench.control('GET', '/journal')).json as unknown as { requests: object[] };
    expect(requests).toHaveLength(4);
    for (const request of requests) expect(request).not.toHaveProperty('ended');
  });

  it('removes its listener from the signal when it ends', async () => {
    const { signal } = new AbortController();
    const nothing = async () => {};
    const body = streamBody({
      frames: [],
      marker: endMarker,
      cut: (bytes) => [bytes],
      rest: nothing,
      breakOff: nothing,
      apology: () => null,
      complete: async () => null,
      abandon: nothing,
      turn: nothing,
      signal,
    });
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    for await (const _chunk of body);
    expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  });
});

describe('a stream that fails', () => {
  const events: StreamEvent[] = [
    { type: 'steps', steps: [] },
    { type: 'message', content: 'a' },
    { type: 'message', content: 'b' },
    { type: 'sources', sources: [] },
  ];
  const types = (after_messages: number) =>
    strikeStream(events, { fault: 'stream_error', after_messages }, ({ type }) => type).frames;

  it('breaks after the given number of messages, at the latest before the sources', () => {
    expect(types(0)).toEqual(['steps', 'error']);
    expect(types(1)).toEqual(['steps', 'message', 'error']);
    expect(types(2)).toEqual(['steps', 'message', 'message', 'error']);
    expect(types(9)).toEqual(['steps', 'message', 'message', 'error']);
  });

  it('keeps a text with line ends on one line', () => {
    expect(frame({ type: 'message', content: 'a\n\r\n\u2028b' }).split('\n')).toHaveLength(3);
  });
});
