import { describe, expect, it } from 'vitest';
import { createBench, paths, valid } from './ask.test-support.ts';
import type { Middleware } from './core/wire.ts';

const ids = /"(fnd|emb|rrk)_[0-9a-f]{24}"/g;
const requests = [
  [paths.chat, { ...valid.chat, include_follow_ups: true }],
  [paths.chat, { ...valid.chat, model: 'svc-chat-pro-v1', stream: true }],
  [paths.finder, { ...valid.finder, include_answer: true, search_depth: 'advanced' }],
  [paths.embeddings, valid.embeddings],
  [paths.rerank, valid.rerank],
] as const;

async function answers(bench: ReturnType<typeof createBench>, order: readonly number[]): Promise<string[]> {
  const texts: string[] = [];
  for (const at of order) {
    const [path, body] = requests[at] ?? requests[0];
    texts[at] = (await bench.post(path, body)).text.replaceAll(ids, 'ID');
  }
  return texts;
}

describe('determinism', () => {
  it('gives equal requests equal answers except for ids, whatever ran before or runs at the same time', async () => {
    const fresh = await answers(createBench({ seed: 7 }), [0, 1, 2, 3, 4]);
    const used = createBench({ seed: 7 });
    expect(await answers(used, [4, 2, 0, 3, 1])).toEqual(fresh);
    const beside = await Promise.all([answers(used, [0, 1, 2, 3, 4]), answers(used, [3, 1, 4, 0, 2])]);
    expect(beside).toEqual([fresh, fresh]);
  });

  it('depends on the seed', async () => {
    const one = await answers(createBench({ seed: 1 }), [0, 1, 2, 3, 4]);
    const two = await answers(createBench({ seed: 2 }), [0, 1, 2, 3, 4]);
    expect(two).not.toEqual(one);
  });

  it('never uses an id twice, and repeats the sequence in an equal simulator', async () => {
    const sequence = async () => {
      const bench = createBench({ seed: 3 });
      const replies = [];
      for (let at = 0; at < 20; at += 1) replies.push((await bench.post(paths.finder, valid.finder)).json.id);
      return replies;
    };
    const first = await sequence();
    expect(new Set(first).size).toBe(20);
    expect(await sequence()).toEqual(first);
  });
});

describe('the clock', () => {
  it('is fixed at 2026-01-01 by default', async () => {
    expect((await createBench().post(paths.finder, valid.finder)).json.created).toBe(1_767_225_600);
  });

  it('is the machine’s when asked for, in whole seconds', async () => {
    const before = Math.floor(Date.now() / 1_000);
    const { created } = (await createBench({ clock: 'system' }).post(paths.finder, valid.finder)).json;
    expect(created).toBeGreaterThanOrEqual(before);
    expect(Number.isInteger(created)).toBe(true);
  });
});

describe('a deviation', () => {
  it('changes what it names and nothing else', async () => {
    const wire: Middleware = (next) => async (request) => {
      const response = await next(request);
      if (request.path !== paths.finder || !(response.body instanceof Uint8Array)) return response;
      return { ...response, body: Buffer.from(Buffer.from(response.body).toString().replace('asthma', 'ASTHMA')) };
    };
    const bench = createBench({ deviation: { id: 'finder.response.query-echo/shouts', wire } });
    expect((await bench.post(paths.finder, valid.finder)).json.query).toBe('ASTHMA');
    expect((await bench.control('GET', '/profile')).json.name).toContain('finder.response.query-echo/shouts');
    const [chat] = await answers(bench, [0]);
    expect(chat).toBe((await answers(createBench(), [0]))[0]);
  });
});
