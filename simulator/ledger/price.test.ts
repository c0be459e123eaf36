import { expect, it } from 'vitest';
import { prices } from '../../spec/index.ts';
import { createBench, paths, valid } from '../ask.test-support.ts';

const image_urls = Array.from({ length: 30 }, () => 'https://images.example/scan.png');
const everything = { messages: [{ role: 'user', text: 'a', image_urls }], stream: true, include_follow_ups: true };
const documents = Array.from({ length: 101 }, (_, at) => `d${at}`);

const bench = createBench();

it.each([
  ['chat', { ...valid.chat, ...everything }, ['base 1 × 150000', 'follow_ups 1 × 10000', 'attachment_pages 30 × 3000']],
  ['finder', { ...valid.finder, search_depth: 'advanced' }, ['search 1 × 70000']],
  ['embeddings', { ...valid.embeddings, input: ['a', 'b'] }, ['embeddings 2 × 0']],
  ['rerank', { ...valid.rerank, documents }, ['rerank_units 2 × 15000']],
] as const)('charges of %s name each item with its quantity and its price', async (endpoint, body, items) => {
  const key = await bench.keyWith(10_000_000);
  expect((await bench.post(paths[endpoint], body, { key })).status).toBe(200);
  const { charges } = (await bench.control('GET', `/keys/${key}/charges`)).json;
  const lines = charges?.[0]?.lines as unknown as { item: string; quantity: number; unit_micros: number }[];
  expect(lines.map(({ item, quantity, unit_micros }) => `${item} ${quantity} × ${unit_micros}`)).toEqual(items);
  expect(charges?.[0]?.model).toMatch(/^svc-.*-v1$/);
});

it('charges follow another price list (readings R18)', async () => {
  const other = createBench({ prices: { ...prices, embeddings: 20 } });
  const key = await other.keyWith(1_000);
  await other.post(paths.embeddings, { ...valid.embeddings, input: ['a', 'b'] }, { key });
  expect(await other.balanceOf(key)).toBe(960);
});
