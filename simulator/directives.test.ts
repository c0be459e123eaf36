import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBench, paths, valid } from './ask.test-support.ts';

const bench = createBench({ directives: true });
const chat = (text: string, more: object = {}) => ({ ...valid.chat, messages: [{ role: 'user', text }], ...more });

describe('directives in the text of a request', () => {
  it('make a fault strike this request and no other', async () => {
    const limited = await bench.post(paths.chat, chat('What helps? {{assay: rate_limit retry_after_s=9}}'));
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '9']);
    expect((await bench.post(paths.chat, chat('What helps?'))).status).toBe(200);
    expect((await bench.post(paths.finder, { query: '{{assay: bad_gateway}}' })).status).toBe(502);
    expect((await bench.post(paths.rerank, { ...valid.rerank, query: '{{assay:internal_error}}' })).status).toBe(500);
    const inputs = { ...valid.embeddings, input: ['asthma', '{{assay: reset}}'] };
    expect((await bench.post(paths.embeddings, inputs)).status).toBe(0);
    const q = encodeURIComponent('{{assay: service_unavailable}}');
    expect((await bench.get(`/v1/domains?q=${q}`)).status).toBe(503);
  });

  it('count in the last message alone, since clients send the earlier ones again', async () => {
    const messages = [
      { role: 'user', text: '{{assay: internal_error}} What is asthma?' },
      { role: 'assistant', text: 'A disease.' },
      { role: 'user', text: 'What helps?' },
    ];
    expect((await bench.post(paths.chat, { ...valid.chat, messages })).status).toBe(200);
  });

  it('may be several, and do not change the answer to the rest of the text', async () => {
    const plain = await bench.post(paths.chat, chat('What helps against asthma?', { stream: true }));
    const text = 'What helps against asthma? {{assay: stream_style style=crlf}} {{assay: pace event_ms=1}}';
    const styled = await bench.post(paths.chat, chat(text, { stream: true }));
    expect(styled.text).toContain('\r\n');
    expect(styled.text.replaceAll('\r', '')).toBe(plain.text);
  });

  it.each([
    ['{{assay: nonsense}}', /no such fault exists\. Use one of/],
    ['{{assay: rate_limit after_messages=1}}', /after_messages: The fault rate_limit does not have this field/],
    ['{{assay: rate_limit retry_after_s=soon}}', /retry_after_s: The value must be of type integer/],
    ['{{assay: rate_limit times=5}}', /times is no field of it/],
    ['{{assay: stall after_messages=2', /does not end with \}\}/],
    ['{{assay: no_results}}', /no_results does not touch chat/],
    ['{{assay: latency}}'.repeat(6), /more than 5/],
  ])('are refused with 400 where they cannot be read: %s', async (text, message) => {
    const reply = await bench.post(paths.chat, chat(text));
    expect([reply.status, reply.json.error?.code]).toEqual([400, 'invalid_request']);
    expect(reply.json.error?.message).toMatch(message);
  });

  it('are words like any other unless the simulator is told to look for them', async () => {
    expect((await createBench().post(paths.chat, chat('What helps? {{assay: rate_limit}}'))).status).toBe(200);
  });

  it('stand in no request of the suites', () => {
    const root = resolve(import.meta.dirname, '..');
    const files = ['suites', 'spec', 'fixtures'].flatMap((room) =>
      readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((name) => join(root, room, name)),
    );
    const texts = files.filter((file) => /\.(?:ts|json)$/.test(file)).map((file) => readFileSync(file, 'utf8'));
    expect(texts.filter((text) => text.includes('{{assay'))).toEqual([]);
  });
});
