import { describe, expect, it } from 'vitest';
import { type StreamEvent, UserError } from '../../spec/index.ts';
import { createBench, paths, postTo, valid } from '../ask.test-support.ts';
import { createWorld } from '../core/world.ts';
import { startServer } from '../server/server.ts';
import { createPacer, readLatency } from './pace.ts';

const streamed = { ...valid.chat, stream: true };
const world = createWorld(1, 'fixed');

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

describe('the pace of answers', () => {
  const events: StreamEvent[] = [
    { type: 'steps', steps: [] },
    { type: 'steps', steps: [] },
    { type: 'message', content: 'a'.repeat(40) },
    { type: 'message', content: 'b'.repeat(80) },
    { type: 'sources', sources: [] },
  ];

  it('is null by default', () => {
    expect(createPacer(world, {}).begin(null)).toBeNull();
    expect(createPacer(world, { latency: 'none' }).begin(null)).toBeNull();
  });

  it('spreads the steps until the first fragment, and lets fragments follow by their length', () => {
    const pacer = createPacer(world, { ttftMs: 300, tokensPerSecond: 100 });
    expect(pacer.begin(null)?.schedule(events)).toEqual([0, 150, 300, 500, 500]);
  });

  it('is that of an armed fault, whatever the options', () => {
    const fault = { fault: 'pace', ttft_ms: 100, event_ms: 10 } as const;
    expect(createPacer(world, {}).begin(fault)?.schedule(events)).toEqual([0, 50, 100, 110, 120]);
    const slow = createPacer(world, { ttftMs: 9_000, tokensPerSecond: 1 }).begin(fault);
    expect(slow?.schedule(events)).toEqual([0, 50, 100, 110, 120]);
  });

  it('varies as the profile says, equally for equal seeds', () => {
    const draw = (seed: number): number[] => {
      const pacer = createPacer(createWorld(seed, 'fixed'), { latency: '100:400' });
      return Array.from({ length: 2_000 }, () => {
        const tempo = pacer.begin(null);
        tempo?.end();
        return tempo?.latencyMs ?? 0;
      }).toSorted((one, other) => one - other);
    };
    const drawn = draw(3);
    expect(drawn[1_000]).toBeGreaterThan(90);
    expect(drawn[1_000]).toBeLessThan(110);
    expect(drawn[1_980]).toBeGreaterThan(320);
    expect(drawn[1_980]).toBeLessThan(480);
    expect(draw(3)).toEqual(drawn);
    expect(draw(4)).not.toEqual(drawn);
  });

  it('is slower while others run, four times at most', () => {
    const pacer = createPacer(world, { latency: '100:100' });
    expect(pacer.begin(null)?.latencyMs).toBe(100);
    const second = pacer.begin(null);
    expect(second?.latencyMs).toBeCloseTo(102);
    second?.end();
    second?.end();
    expect(pacer.begin(null)?.latencyMs).toBeCloseTo(102);
    for (let other = 0; other < 200; other += 1) pacer.begin(null);
    expect(pacer.begin(null)?.latencyMs).toBe(400);
  });

  it.each(['', 'quick', '100:50', '-1', '1:2:3', '1e3', '700000'])('refuses %j as a profile', (text) => {
    expect(() => readLatency(text)).toThrow(UserError);
  });

  it('delays JSON, streams and other answers, and changes nothing but the timing of a stream', async () => {
    const slow = createBench({ ttftMs: 200, tokensPerSecond: 2_000, latency: '50:50' });
    expect(await milliseconds(() => slow.post(paths.finder, valid.finder))).toBeGreaterThan(45);
    expect(await milliseconds(() => slow.post(paths.chat, valid.chat))).toBeGreaterThan(245);
    let text = '';
    expect(
      await milliseconds(async () => {
        text = (await slow.post(paths.chat, streamed)).text;
      }),
    ).toBeGreaterThan(245);
    expect(text).toBe((await createBench().post(paths.chat, streamed)).text);
  });

  it('can be armed for one key', async () => {
    const bench = createBench();
    const key = await bench.keyWith(10_000_000);
    await bench.control('POST', '/faults', { fault: 'pace', key, ttft_ms: 150, event_ms: 1 });
    expect(await milliseconds(() => bench.post(paths.chat, streamed, { key }))).toBeGreaterThan(145);
    expect((await bench.control('POST', '/faults', { fault: 'pace', after_messages: 1 })).status).toBe(422);
  });
});

describe('many paced streams at once', () => {
  it('all complete, and take little longer than one', async () => {
    const server = await startServer({ ttftMs: 200, tokensPerSecond: 400 });
    const ask = async (): Promise<string> => (await postTo(server.url + paths.chat, streamed)).text();
    const texts = await Promise.all(Array.from({ length: 300 }, ask));
    await server.close();
    expect(texts.filter((text) => text.endsWith('data: [DONE]\n\n'))).toHaveLength(300);
    expect(new Set(texts).size).toBe(1);
  });
});
