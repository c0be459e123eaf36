import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { createBench, paths, valid } from '../ask.test-support.ts';

const bench = createBench({ directives: true });
const chat = (text: string, more: object = {}) => ({ ...valid.chat, messages: [{ role: 'user', text }], ...more });

it('make a fault strike this request and no other', async () => {
  const limited = await bench.post(paths.chat, chat('What helps? {{assay: rate_limit retry_after_s=9}}'));
  expect([limited.status, limited.headers['retry-after']]).toEqual([429, '9']);
  expect((await bench.post(paths.chat, chat('What helps?'))).status).toBe(200);
  expect((await bench.post(paths.chat, chat('{{ASSAY: Rate_Limit}}'))).status).toBe(429);
  expect((await bench.post(paths.finder, { query: '{{assay: bad_gateway}}' })).status).toBe(502);
  expect((await bench.post(paths.rerank, { ...valid.rerank, query: '{{assay:internal_error}}' })).status).toBe(500);
  const inputs = { ...valid.embeddings, input: ['asthma', '{{assay: reset}}'] };
  expect((await bench.post(paths.embeddings, inputs)).status).toBe(0);
  const q = encodeURIComponent('{{assay: service_unavailable}}');
  expect((await bench.get(`/v1/domains?q=${q}`)).status).toBe(503);
});

it('count only in the last message, since clients send the earlier ones again', async () => {
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

it('do not change the answer of any endpoint; echoed texts keep them as sent', async () => {
  const words = '{{ASSAY: Latency latency_ms=1}}';
  const ask = async (path: string, body: object) => (await bench.post(path, body)).json;
  const finder = (query: string) => ask(paths.finder, { query, include_answer: true, max_results: 20 });
  const [searched, plainSearch] = [await finder(`gout ${words}`), await finder('gout')];
  const same = { id: '', created: 0, query: '' };
  expect({ ...searched, ...same }).toEqual({ ...plainSearch, ...same });
  expect(searched.query).toBe(`gout ${words}`);

  const embed = (input: unknown) => ask(paths.embeddings, { ...valid.embeddings, input });
  const [vectors, plainVectors] = [await embed([`${words} asthma`, 'gout']), await embed(['asthma', 'gout'])];
  expect({ ...vectors, ...same }).toEqual({ ...plainVectors, ...same });

  const rank = (query: string, documents: readonly unknown[]) =>
    ask(paths.rerank, { ...valid.rerank, query, documents });
  const told = await rank(`asthma${words}`, ['gout', { text: `Salbutamol ${words}` }]);
  const plainRanks = await rank('asthma', ['gout', 'Salbutamol']);
  const first = ({ results }: typeof told) => [results?.[0]?.index, results?.[0]?.relevance_score];
  expect(first(told)).toEqual(first(plainRanks));
  expect(told.results?.[0]?.document?.text).toBe(`Salbutamol ${words}`);

  const talk = (first: string, last: string, instructions: string) =>
    ask(paths.chat, {
      ...valid.chat,
      instructions,
      messages: [first, 'It is a disease.', last].map((text, at) => ({
        role: at === 1 ? 'assistant' : 'user',
        text,
      })),
    });
  expect(await talk(`${words} What is gout?`, `And in women? ${words}`, `Be brief. ${words}`)).toEqual(
    await talk('What is gout?', 'And in women?', 'Be brief.'),
  );

  const listed = async (q: string) => (await bench.get(`/v1/domains?q=${encodeURIComponent(q)}`)).json.total_domains;
  expect(await listed(`heart ${words}`)).toBe(await listed('heart'));
});

it('may stand in the instructions of a chat and in a document', async () => {
  const limited = '{{assay: rate_limit}}';
  expect((await bench.post(paths.chat, chat('What helps?', { instructions: limited }))).status).toBe(429);
  const documents = ['gout', { text: limited }];
  expect((await bench.post(paths.rerank, { ...valid.rerank, documents })).status).toBe(429);
});

it('are refused in finder, embeddings and rerank too', async () => {
  const words = '{{assay rate_limit}}';
  const bodies = [
    [paths.finder, { query: words }],
    [paths.embeddings, { ...valid.embeddings, input: ['gout', words] }],
    [paths.rerank, { ...valid.rerank, documents: [words] }],
  ] as const;
  for (const [path, body] of bodies) expect((await bench.post(path, body)).status).toBe(400);
});

it.each([
  ['{{assay rate_limit}}', /a colon must follow assay/],
  ['{{ Assay}}', /a colon must follow assay/],
  ['{{assay: rate_limit}} {{assay: stall', /does not end with \}\}/],
  ['{{assay: rate_limit retry_after=2}}', /retry_after is no field of rate_limit\. Use retry_after_s\. This/],
  ['{{assay: reset times=2}}', /times is no field of reset\. It has none\. This/],
  ['{{assay: rate_limit retry_after_s=-1}}', /retry_after_s: The value must be at least/],
  ['{{assay: nonsense}}', /no such fault exists\. Use one of/],
  ['{{assay: rate_limit after_messages=1}}', /after_messages is no field of rate_limit\. Use retry_after_s\./],
  ['{{assay: rate_limit retry_after_s=soon}}', /retry_after_s: The value must be of type integer/],
  ['{{assay: rate_limit times=5}}', /times is no field of rate_limit/],
  ['{{assay: stall after_messages=2', /does not end with \}\}/],
  ['{{assay: no_results}}', /no_results does not touch chat/],
  ['{{assay: latency}}'.repeat(6), /more than 5/],
])('are refused with 400 where they cannot be read: %s', async (text, message) => {
  const reply = await bench.post(paths.chat, chat(text));
  expect([reply.status, reply.json.error?.code]).toEqual([400, 'invalid_request']);
  expect(reply.json.error?.message).toMatch(message);
});

it('are plain text if the option is off', async () => {
  expect((await createBench().post(paths.chat, chat('What helps? {{assay: rate_limit}}'))).status).toBe(200);
});

it('appear in no request of the suites', () => {
  const root = resolve(import.meta.dirname, '../..');
  const files = ['suites', 'spec', 'fixtures'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' }).map((name) => join(root, room, name)),
  );
  const texts = files.filter((file) => /\.(?:ts|json)$/.test(file)).map((file) => readFileSync(file, 'utf8'));
  expect(texts.filter((text) => text.includes('{{assay'))).toEqual([]);
});
