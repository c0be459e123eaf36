import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attachmentsDirectory } from '../fixtures/index.ts';
import { createBench, paths } from './ask.test-support.ts';

const https = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => `https://images.example/${at}${name}`);
const chat = (attachments: object, model = 'svc-chat-v1') => ({
  model,
  messages: [{ role: 'user', text: 'a', ...attachments }],
});

interface Manifest {
  readonly behaviours: readonly { readonly path: string; readonly refused: boolean }[];
}

describe('attachments', () => {
  const bench = createBench();

  it.each([
    [{ image_urls: ['http://a.example/b.png'] }, 'invalid_request', 'image_urls'],
    [{ image_urls: ['data:image/png;base64,AA=='] }, 'invalid_request', 'image_urls'],
    [{ image_urls: ['https://a.example/b.gif'] }, 'invalid_request', 'image_urls'],
    [{ pdf_urls: ['http://a.example/b.pdf'] }, 'invalid_request', 'pdf_urls'],
    [{ pdf_urls: ['file:///etc/passwd'] }, 'invalid_request', 'pdf_urls'],
    [{ pdf_urls: ['https://127.0.0.1/b.pdf'] }, 'invalid_request', 'pdf_urls'],
    [{ image_urls: https(31, '.png') }, 'content_too_long', 'image_urls'],
    [{ image_urls: https(30, '.png'), pdf_urls: https(1, '.pdf') }, 'content_too_long', 'pdf_urls'],
    [{ pdf_urls: https(31, '.pdf') }, 'content_too_long', 'pdf_urls'],
  ])('are refused with 422 and the envelope %#', async (attachments, code, param) => {
    const reply = await bench.post(paths.chat, chat(attachments));
    expect(reply.status).toBe(422);
    expect(reply.json.error).toMatchObject({ code, type: 'invalid_request_error', param });
  });

  it('may come as HTTPS in upper case, without an extension, and up to the cap of the model', async () => {
    expect((await bench.post(paths.chat, chat({ image_urls: ['HTTPS://a.example/b'] }))).status).toBe(200);
    expect((await bench.post(paths.chat, chat({ image_urls: https(30, '.webp') }))).status).toBe(200);
    expect((await bench.post(paths.chat, chat({ image_urls: https(60, '.jpg') }, 'svc-chat-pro-v1'))).status).toBe(200);
    expect((await bench.post(paths.chat, chat({ image_urls: https(61, '.jpg') }, 'svc-chat-pro-v1'))).status).toBe(422);
  });

  it('count on every message, each time they are named (readings A4)', async () => {
    const message = (role: string) => ({
      role,
      text: 'a',
      image_urls: Array.from({ length: 16 }, () => 'https://a.example/b.png'),
    });
    const reply = await bench.post(paths.chat, {
      model: 'svc-chat-v1',
      messages: [message('user'), message('assistant')],
    });
    expect([reply.status, reply.json.error?.code]).toEqual([422, 'content_too_long']);
  });

  it('that are refused cost nothing and are refused by the hundred thousand', async () => {
    const key = await bench.keyWith(1_000_000);
    const reply = await bench.post(paths.chat, chat({ pdf_urls: https(100_000, '.pdf') }), { key });
    expect([reply.status, reply.json.error?.code]).toEqual([422, 'content_too_long']);
    expect(await bench.balanceOf(key)).toBe(1_000_000);
  });

  it('give every page of every PDF a PF source, and each page its price', async () => {
    const bench = createBench();
    const key = await bench.keyWith(1_000_000);
    const pdf_urls = ['https://fixtures.assay.test/pages-3.pdf', 'https://fixtures.assay.test/pages-2.pdf'];
    const reply = await bench.post(paths.chat, chat({ pdf_urls, image_urls: ['https://a.example/b.png'] }), { key });
    const sources = reply.json.sources as unknown as { id: string; title: string; url: string }[];
    expect(sources.slice(0, 5).map(({ id, title }) => `${id} ${title}`)).toEqual([
      'PF1 pages-3.pdf (p.1)',
      'PF2 pages-3.pdf (p.2)',
      'PF3 pages-3.pdf (p.3)',
      'PF4 pages-2.pdf (p.1)',
      'PF5 pages-2.pdf (p.2)',
    ]);
    expect(await bench.balanceOf(key)).toBe(1_000_000 - 150_000 - 6 * 3_000);
    await bench.simulator.close();
  });

  it('count images against the pages that a PDF may have', async () => {
    const bench = createBench();
    const pdf_urls = ['https://fixtures.assay.test/pages-29.pdf'];
    expect((await bench.post(paths.chat, chat({ pdf_urls, image_urls: https(1, '.png') }))).status).toBe(200);
    const over = await bench.post(paths.chat, chat({ pdf_urls, image_urls: https(2, '.png') }));
    expect([over.status, over.json.error?.code, over.json.error?.param]).toEqual([422, 'content_too_long', 'pdf_urls']);
    await bench.simulator.close();
  });

  it('behave on the simulated network as the manifest says, without waiting for drips and silence', async () => {
    const bench = createBench();
    const manifest = JSON.parse(await readFile(join(attachmentsDirectory, 'manifest.json'), 'utf8')) as Manifest;
    for (const { path, refused } of manifest.behaviours) {
      const pdf_urls = [`https://fixtures.assay.test${path}`];
      const reply = await bench.post(paths.chat, chat({ pdf_urls }));
      const expected = refused ? [422, 'invalid_request', 'pdf_urls'] : [200, undefined, undefined];
      expect([path, reply.status, reply.json.error?.code, reply.json.error?.param]).toEqual([path, ...expected]);
    }
    await bench.simulator.close();
  });
});
