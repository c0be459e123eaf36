import { describe, expect, it } from 'vitest';
import { prices } from '../spec/index.ts';
import { createBench, paths, valid } from './ask.test-support.ts';

const image = 'https://images.example/scan.png';
const chat = (changes: object) => ({ ...valid.chat, ...changes });
const withImages = (count: number) => [
  { role: 'user', text: 'a', image_urls: Array.from({ length: count }, () => image) },
];
const documents = (count: number) => ({
  ...valid.rerank,
  documents: Array.from({ length: count }, (_, at) => `d${at}`),
});

describe('charges', () => {
  const bench = createBench();

  it.each([
    ['chat', valid.chat, 150_000, [['base', 1, 150_000]]],
    ['chat', chat({ model: 'svc-chat-pro-v1' }), 500_000, [['base', 1, 500_000]]],
    [
      'chat',
      chat({ include_follow_ups: true }),
      160_000,
      [
        ['base', 1, 150_000],
        ['follow_ups', 1, 10_000],
      ],
    ],
    [
      'chat',
      chat({ stream: true, include_follow_ups: true }),
      160_000,
      [
        ['base', 1, 150_000],
        ['follow_ups', 1, 10_000],
      ],
    ],
    [
      'chat',
      chat({ messages: withImages(30) }),
      240_000,
      [
        ['base', 1, 150_000],
        ['attachment_pages', 30, 3_000],
      ],
    ],
    [
      'chat',
      chat({ model: 'svc-chat-pro-v1', messages: withImages(60) }),
      1_100_000,
      [
        ['base', 1, 500_000],
        ['attachment_pages', 60, 10_000],
      ],
    ],
    ['finder', valid.finder, 35_000, [['search', 1, 35_000]]],
    ['finder', { ...valid.finder, search_depth: 'advanced' }, 70_000, [['search', 1, 70_000]]],
    ['embeddings', { ...valid.embeddings, input: ['a', 'b'] }, 0, [['embeddings', 2, 0]]],
    ['rerank', documents(1), 15_000, [['rerank_units', 1, 15_000]]],
    ['rerank', documents(100), 15_000, [['rerank_units', 1, 15_000]]],
    ['rerank', documents(101), 30_000, [['rerank_units', 2, 15_000]]],
    ['rerank', documents(1_000), 150_000, [['rerank_units', 10, 15_000]]],
  ] as const)('%s %#', async (endpoint, body, amount, lines) => {
    const key = await bench.keyWith(10_000_000);
    expect((await bench.post(paths[endpoint], body, { key })).status).toBe(200);
    expect(await bench.balanceOf(key)).toBe(10_000_000 - amount);
    const { json } = await bench.control('GET', `/keys/${key}/charges`);
    const itemised = lines.map(([item, quantity, unit_micros]) => ({ item, quantity, unit_micros }));
    expect(json.charges).toMatchObject([{ endpoint, amount_micros: amount, lines: itemised }]);
    expect(json.charges?.[0]?.model).toMatch(/^svc-.*-v1$/);
  });

  it('depend on whether follow-ups were invoked, not on whether any came of it (readings R21)', async () => {
    const key = await bench.keyWith(1_000_000);
    const ask = () => bench.post(paths.chat, chat({ include_follow_ups: true }), { key });
    await bench.control('POST', '/faults', { fault: 'no_follow_ups', key });
    expect((await ask()).json.follow_up_questions).toBeNull();
    expect(await bench.balanceOf(key)).toBe(1_000_000 - 160_000);
    await bench.control('POST', '/faults', { fault: 'follow_ups_not_invoked', key });
    expect((await ask()).json.follow_up_questions).toBeNull();
    expect(await bench.balanceOf(key)).toBe(1_000_000 - 160_000 - 150_000);
  });

  it('follow a price list of one’s own (readings R18)', async () => {
    const other = createBench({ prices: { ...prices, embeddings: 20 } });
    const key = await other.keyWith(1_000);
    await other.post(paths.embeddings, { ...valid.embeddings, input: ['a', 'b'] }, { key });
    expect(await other.balanceOf(key)).toBe(960);
  });
});

describe('the balance check (readings R19)', () => {
  const bench = createBench();

  it('refuses on all four paid endpoints when nothing is left', async () => {
    const key = await bench.keyWith(0);
    for (const endpoint of Object.keys(paths) as (keyof typeof paths)[]) {
      const reply = await bench.post(paths[endpoint], valid[endpoint], { key });
      expect(reply.status).toBe(402);
      expect(reply.json.error).toMatchObject({
        code: 'insufficient_credits',
        type: 'insufficient_credits',
        param: null,
      });
    }
  });

  it('asks for the highest cost that the request can have', async () => {
    const follow = chat({ include_follow_ups: true });
    expect((await bench.post(paths.chat, follow, { key: await bench.keyWith(159_999) })).status).toBe(402);
    expect((await bench.post(paths.chat, follow, { key: await bench.keyWith(160_000) })).status).toBe(200);
  });

  it('lets N of many parallel requests through on a balance for N', async () => {
    const key = await bench.keyWith(5 * 35_000);
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => bench.post(paths.finder, valid.finder, { key })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 402)).toHaveLength(15);
    expect(await bench.balanceOf(key)).toBe(0);
  });
});
