import { runInNewContext } from 'node:vm';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { untilTestEnds } from '../fixtures/temporary.test-support.ts';
import { paths, postTo, valid } from './ask.test-support.ts';
import { createHandlers } from './msw.ts';
import { listen } from './server/listen.ts';

// Like the test environment jsdom: Node's own bytes are no instances of this class.
beforeAll(() => void vi.stubGlobal('Uint8Array', runInNewContext('Uint8Array')));
afterAll(() => void vi.unstubAllGlobals());

const pdf = 'https://fixtures.assay.test/pages-3.pdf';
const messages = [{ role: 'user', text: 'What does this say?', pdf_urls: [pdf] }];
const chats = [valid.chat, { ...valid.chat, stream: true }, { ...valid.chat, messages }];

async function statuses(url: string): Promise<number[]> {
  const answers = [
    await fetch(`${url}/v1/domains?limit=1`),
    await postTo(url + paths.finder, valid.finder),
    await postTo(url + paths.embeddings, valid.embeddings),
    await postTo(url + paths.rerank, valid.rerank),
  ];
  for (const chat of chats) answers.push(await postTo(url + paths.chat, chat));
  for (const answer of answers) expect(await answer.text()).not.toBe('');
  return answers.map(({ status }) => status);
}

const fine = Array.from({ length: 7 }, () => 200);

it('msw handlers answer in an environment with its own Uint8Array', async () => {
  const server = untilTestEnds(setupServer(...createHandlers({ baseUrl: 'https://api.example' })));
  server.listen();
  expect(await statuses('https://api.example')).toEqual(fine);
});

it.each(['express', 'node'] as const)('so does a server: %s', async (adapter) => {
  const api = untilTestEnds(await listen({ adapter }));
  expect(await statuses(api.url)).toEqual(fine);
  await api.arm({ fault: 'rate_limit' });
  expect(await api.journal()).toHaveLength(7);
});
