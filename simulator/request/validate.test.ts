import { describe, expect, it } from 'vitest';
import { createBench, paths, valid } from '../ask.test-support.ts';

const bench = createBench();
const message = { role: 'user', text: 'a' };
const chat = (changes: object) => ({ ...valid.chat, ...changes });
const chatMessage = (changes: object) => chat({ messages: [{ ...message, ...changes }] });
const finder = (changes: object) => ({ ...valid.finder, ...changes });
const embeddings = (changes: object) => ({ ...valid.embeddings, ...changes });
const rerank = (changes: object) => ({ ...valid.rerank, ...changes });

describe('semantic failures are 400 with the envelope', () => {
  it.each([
    ['chat', chatMessage({ role: 'system' }), 'invalid_request', 'messages[0].role'],
    ['chat', chatMessage({ text: '' }), 'invalid_request', 'messages[0].text'],
    ['chat', chatMessage({ text: 'a'.repeat(32_001) }), 'content_too_long', 'messages[0].text'],
    ['embeddings', embeddings({ input: ['a', ''] }), 'invalid_request', 'input[1]'],
    ['rerank', rerank({ documents: ['a', ' \t\n'] }), 'invalid_request', 'documents[1]'],
    ['rerank', rerank({ documents: [{ text: '\u2003' }] }), 'invalid_request', 'documents[0].text'],
  ] as const)('%s %#', async (endpoint, body, code, param) => {
    const reply = await bench.post(paths[endpoint], body);
    expect(reply.status).toBe(400);
    expect(reply.json.error).toMatchObject({ code, type: 'invalid_request_error', param });
  });
});

describe('schema failures are 422 with a detail that says where', () => {
  it.each([
    ['chat', chat({ messages: [message, 1] }), ['body', 'messages', 1]],
    ['chat', chat({ messages: [{ role: 'user' }] }), ['body', 'messages', 0, 'text']],
    ['chat', chatMessage({ image_urls: null }), ['body', 'messages', 0, 'image_urls']],
    ['chat', chat({ include_domains: ['a.example'], exclude_domains: ['b.example'] }), ['body']],
    ['embeddings', embeddings({ input: [1] }), ['body', 'input', 0]],
    ['rerank', rerank({ documents: [{}] }), ['body', 'documents', 0, 'text']],
    ['rerank', rerank({ documents: [null] }), ['body', 'documents', 0]],
  ] as const)('%s %#', async (endpoint, body, loc) => {
    const reply = await bench.post(paths[endpoint], body);
    expect(reply.status).toBe(422);
    expect(reply.json.error).toBeUndefined();
    expect(reply.json.detail?.[0]).toMatchObject({ loc, type: expect.any(String), msg: expect.any(String) });
  });

  it('lists every failure of a small body, and echoes only short plain values', async () => {
    const reply = await bench.post(paths.chat, { model: 1, messages: { deep: [] }, language: 'a'.repeat(500) });
    expect((reply.json.detail as unknown as { input?: unknown }[]).map(({ input }) => input)).toEqual([
      1,
      undefined,
      undefined,
    ]);
  });
});

describe('what is accepted', () => {
  it.each([
    ['chat', chat({ include_domains: ['not a domain', '', 'HTTPS://WWW.Example.:443/x'] })],
    ['finder', finder({ query: ' ', model: 'anything', unknown: {} })],
    ['finder', finder({ max_results: '20', include_answer: 'true' })],
    ['finder', finder({ max_results: 5.0 })],
    ['rerank', rerank({ documents: ['a', { text: 'b', more: 1 }], top_n: 9 })],
  ] as const)('%s %#', async (endpoint, body) => {
    expect((await bench.post(paths[endpoint], body)).status).toBe(200);
  });

  it('reads query parameters: empty text as absent, the last of two, digits as a number (readings R5, R8b, R11)', async () => {
    const reply = await bench.get('/v1/domains?category=&q=&limit=7&limit=%33&unknown=1&__proto__=x');
    expect(reply.json.total_domains).toBe(3);
  });
});
