import { expect, it } from 'vitest';
import { createBench, paths, valid } from '../ask.test-support.ts';

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

const bench = createBench();

it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
  'a body cannot be read with Content-Type %s',
  async (type) => {
    const reply = await bench.post(paths.finder, valid.finder, { headers: { 'content-type': type } });
    expect([reply.status, reply.json.error?.code]).toEqual([400, 'invalid_request']);
  },
);

it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/merge-patch+json'])(
  'a body is read with Content-Type %s',
  async (type) => {
    expect((await bench.post(paths.finder, valid.finder, { headers: { 'content-type': type } })).status).toBe(200);
  },
);

const chatWith = (text: string) => `{"model":"svc-chat-v1","messages":[{"role":"user","text":${text}}]}`;

it.each([
  ['NUL in a text', chatWith('"a\\u0000b"'), 200],
  ['lone surrogates', chatWith('"\\ud800 \\udfff"'), 200],
  ['a byte order mark', `\ufeff${chatWith('"a"')}`, 200],
  ['a `__proto__` beside', chatWith('"a","__proto__":{"role":"nobody"}'), 200],
  ['a `__proto__` instead of fields', '{"__proto__":{"model":"svc-chat-v1","messages":[]}}', 422],
  ['`constructor` and `toString`', chatWith('"a","constructor":1,"toString":2'), 200],
  ['ten thousand levels in a field', chatWith(deep(10_000)), 422],
  ['ten thousand levels in an unknown field', chatWith(`"a","x":${deep(10_000)}`), 200],
  ['a field given twice', chatWith('"a","text":"b"'), 200],
  ['ten thousand levels of array', deep(10_000), 422],
  ['ten thousand unclosed brackets', '['.repeat(10_000), 400],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]), 400],
  ['text around the JSON', '{} {}', 400],
  ['a huge number', chatWith('1e999'), 422],
])('a body gets an answer, never a 500, however odd it is: %s', async (_case, body, status) => {
  expect((await bench.post(paths.chat, body)).status).toBe(status);
});

it('a body echoes lone surrogates and NUL unharmed', async () => {
  const query = 'a\u0000b \ud800';
  expect((await bench.post(paths.finder, { query })).json.query).toBe(query);
});

it('a body is accepted at the largest chat size: 200 messages of 32,000 characters', async () => {
  const messages = Array.from({ length: 200 }, () => ({ role: 'user', text: '🙂'.repeat(32_000) }));
  expect((await bench.post(paths.chat, { model: 'svc-chat-v1', messages })).status).toBe(200);
});

it('a body stays cheap to refuse when a million things are wrong with it', async () => {
  const body = `{"model":"svc-rerank-v1","query":"a","documents":[${'1,'.repeat(1_000_000)}1]}`;
  const reply = await bench.post(paths.rerank, body);
  expect([reply.status, reply.text.length < 1_000]).toEqual([422, true]);
});
