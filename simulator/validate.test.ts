import { describe, expect, it } from 'vitest';
import { createBench, paths, valid } from './ask.test-support.ts';

const bench = createBench();
const message = { role: 'user', text: 'a' };
const chat = (changes: object) => ({ ...valid.chat, ...changes });
const chatMessage = (changes: object) => chat({ messages: [{ ...message, ...changes }] });
const finder = (changes: object) => ({ ...valid.finder, ...changes });
const embeddings = (changes: object) => ({ ...valid.embeddings, ...changes });
const rerank = (changes: object) => ({ ...valid.rerank, ...changes });
const list = (length: number) => Array.from({ length }, () => 'a');

describe('semantic failures are 400 with the envelope', () => {
  it.each([
    ['chat', chat({ model: 'svc-rerank-v1' }), 'model_not_found', 'model'],
    ['chat', chat({ messages: [] }), 'missing_required_field', 'messages'],
    ['chat', chat({ messages: Array.from({ length: 201 }, () => message) }), 'too_many_messages', 'messages'],
    ['chat', chatMessage({ role: 'system' }), 'invalid_request', 'messages[0].role'],
    ['chat', chatMessage({ text: '' }), 'invalid_request', 'messages[0].text'],
    ['chat', chatMessage({ text: 'a'.repeat(32_001) }), 'content_too_long', 'messages[0].text'],
    ['finder', finder({ query: '' }), 'missing_required_field', 'query'],
    ['finder', finder({ search_depth: 'deep' }), 'invalid_request', 'search_depth'],
    ['embeddings', embeddings({ model: 'svc-embed-v2' }), 'model_not_found', 'model'],
    ['embeddings', embeddings({ encoding_format: 'base64' }), 'invalid_request', 'encoding_format'],
    ['embeddings', embeddings({ input: '' }), 'invalid_request', 'input'],
    ['embeddings', embeddings({ input: [] }), 'invalid_request', 'input'],
    ['embeddings', embeddings({ input: ['a', ''] }), 'invalid_request', 'input[1]'],
    ['embeddings', embeddings({ input: list(101) }), 'batch_size_exceeded', 'input'],
    ['rerank', rerank({ model: 'svc-chat-v1' }), 'model_not_found', 'model'],
    ['rerank', rerank({ query: '' }), 'invalid_request', 'query'],
    ['rerank', rerank({ documents: [] }), 'invalid_request', 'documents'],
    ['rerank', rerank({ documents: ['a', ' \t\n'] }), 'invalid_request', 'documents[1]'],
    ['rerank', rerank({ documents: [{ text: '\u2003' }] }), 'invalid_request', 'documents[0].text'],
    ['rerank', rerank({ documents: list(1_001) }), 'documents_limit_exceeded', 'documents'],
  ] as const)('%s %#', async (endpoint, body, code, param) => {
    const reply = await bench.post(paths[endpoint], body);
    expect(reply.status).toBe(400);
    expect(reply.json.error).toMatchObject({ code, type: 'invalid_request_error', param });
  });
});

describe('schema failures are 422 with a detail that says where', () => {
  it.each([
    ['chat', {}, ['body', 'model']],
    ['chat', chat({ model: 1 }), ['body', 'model']],
    ['chat', chat({ messages: 'a' }), ['body', 'messages']],
    ['chat', chat({ messages: [message, 1] }), ['body', 'messages', 1]],
    ['chat', chat({ messages: [{ role: 'user' }] }), ['body', 'messages', 0, 'text']],
    ['chat', chatMessage({ image_urls: null }), ['body', 'messages', 0, 'image_urls']],
    ['chat', chat({ stream: 'true' }), ['body', 'stream']],
    ['chat', chat({ instructions: 'a'.repeat(4_001) }), ['body', 'instructions']],
    ['chat', chat({ language: 'a'.repeat(65) }), ['body', 'language']],
    ['chat', chat({ include_domains: ['a.example'], exclude_domains: ['b.example'] }), ['body']],
    ['finder', {}, ['body', 'query']],
    ['finder', finder({ max_results: 0 }), ['body', 'max_results']],
    ['finder', finder({ max_results: 21 }), ['body', 'max_results']],
    ['finder', finder({ max_results: 1.5 }), ['body', 'max_results']],
    ['finder', finder({ max_results: 'abc' }), ['body', 'max_results']],
    ['finder', finder({ query: 5 }), ['body', 'query']],
    ['finder', finder({ include_domains: ['a.example'], exclude_domains: ['b.example'] }), ['body']],
    ['embeddings', { model: 'svc-embed-v1' }, ['body', 'input']],
    ['embeddings', embeddings({ input: [1] }), ['body', 'input', 0]],
    ['rerank', rerank({ documents: [{}] }), ['body', 'documents', 0, 'text']],
    ['rerank', rerank({ documents: [null] }), ['body', 'documents', 0]],
    ['rerank', rerank({ top_n: 0 }), ['body', 'top_n']],
    ['rerank', rerank({ top_n: '5' }), ['body', 'top_n']],
    ['rerank', rerank({ return_documents: 'true' }), ['body', 'return_documents']],
  ] as const)('%s %#', async (endpoint, body, loc) => {
    const reply = await bench.post(paths[endpoint], body);
    expect(reply.status).toBe(422);
    expect(reply.json.error).toBeUndefined();
    expect(reply.json.detail?.[0]).toMatchObject({ loc, type: expect.any(String), msg: expect.any(String) });
  });

  it.each(['0', '1001', '1.5', 'abc', ''])('domains limit %j', async (limit) => {
    const reply = await bench.get(`/v1/domains?limit=${limit}`);
    expect(reply.status).toBe(422);
    expect(reply.json.detail?.[0]?.loc).toEqual(['query', 'limit']);
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
    ['chat', chat({ instructions: 'a'.repeat(4_000), language: 'a'.repeat(64) })],
    ['chat', chat({ include_domains: ['a.example'], exclude_domains: [] })],
    ['chat', chat({ include_domains: null, exclude_domains: null, instructions: null, language: null })],
    ['chat', chat({ include_domains: ['not a domain', '', 'HTTPS://WWW.Example.:443/x'] })],
    ['chat', chatMessage({ text: '🙂'.repeat(32_000) })],
    ['finder', finder({ query: ' ', model: 'anything', unknown: {} })],
    ['finder', finder({ max_results: '20', include_answer: 'true' })],
    ['finder', finder({ max_results: 5.0 })],
    ['embeddings', embeddings({ input: list(100), encoding_format: 'float' })],
    ['rerank', rerank({ documents: list(1_000), top_n: null })],
    ['rerank', rerank({ documents: ['a', { text: 'b', more: 1 }], top_n: 9 })],
  ] as const)('%s %#', async (endpoint, body) => {
    expect((await bench.post(paths[endpoint], body)).status).toBe(200);
  });

  it('reads query parameters: empty text as absent, the last of two, digits as a number (readings R5, R8b, R11)', async () => {
    const reply = await bench.get('/v1/domains?category=&q=&limit=7&limit=%33&unknown=1&__proto__=x');
    expect(reply.json.total_domains).toBe(3);
  });
});
