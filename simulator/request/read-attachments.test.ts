import { expect, it } from 'vitest';
import { createBench, paths } from '../ask.test-support.ts';

const bench = createBench();
const ask = (attachments: object, key?: string) =>
  bench.post(
    paths.chat,
    { model: 'svc-chat-v1', messages: [{ role: 'user', text: 'a', ...attachments }] },
    key === undefined ? {} : { key },
  );

it.each([
  ['https://a.example/b.gif', 422, 'image_urls'],
  ['HTTPS://a.example/b', 200, undefined],
])('attachments %s as an image gives %i', async (url, status, param) => {
  const reply = await ask({ image_urls: [url] });
  expect([reply.status, reply.json.error?.param]).toEqual([status, param]);
});

it('attachments that are refused cost nothing, and a hundred thousand of them are refused at once', async () => {
  const key = await bench.keyWith(1_000_000);
  const reply = await ask({ pdf_urls: Array(100_000).fill('https://a.example/b.pdf') }, key);
  expect([reply.status, reply.json.error?.code]).toEqual([422, 'content_too_long']);
  expect(await bench.balanceOf(key)).toBe(1_000_000);
});
