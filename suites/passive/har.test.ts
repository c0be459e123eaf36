import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder, untilTestEnds } from '../../fixtures/temporary.test-support.ts';
import { listen as listenSimulator } from '../../simulator/index.ts';
import { idsWith, run } from '../cli.test-support.ts';
import { type RecordedExchange, recordExchange } from '../http/transport/recording.ts';
import { isOpenQuery } from './call-of.ts';
import { readHar, writeHar } from './har.ts';
import { startProxy } from './proxy.ts';
import { Witness } from './witness.ts';

const request = {
  method: 'POST',
  url: 'https://api.example/v1/finder',
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  postData: { mimeType: 'application/json', text: '{"query":"asthma"}' },
};
const half = '{"id":"fnd_0123","object":"finder.re';
const json = { name: 'Content-Type', value: 'application/json' };
const length = (value: number) => ({ name: 'Content-Length', value: String(value) });
const content = { mimeType: 'application/json', size: half.length, text: half };
const whole = { status: 200, headers: [json, length(half.length)], content, bodySize: half.length };

/** What a witness sees of one answer in an archive: how many answers it judged, and the rules that they broke. */
function judged(response: object, changed: object = {}) {
  const archive = JSON.stringify({ log: { entries: [{ request: { ...request, ...changed }, response }] } });
  const witness = new Witness();
  const violations = readHar('traffic.har', archive).flatMap((passed) => witness.see(passed));
  return { accepted: witness.accepted, broken: violations.map(({ rule }) => rule) };
}

it.each<[string, object]>([
  ['Chromium, broken off', { ...whole, _error: 'net::ERR_CONTENT_LENGTH_MISMATCH' }],
  ['Chromium, left by the page', { ...whole, headers: [json], bodySize: -1, _error: 'net::ERR_ABORTED' }],
  ['Chromium, no answer', { status: 0, headers: [], content: { size: 0, mimeType: 'x-unknown' }, bodySize: -1 }],
  [
    'Playwright, broken off',
    { ...whole, content: { size: -1 }, bodySize: -1, _failureText: 'net::ERR_INCOMPLETE_CHUNKED_ENCODING' },
  ],
  ['Playwright, no answer', { status: -1, headers: [], content: { size: -1 }, bodySize: -1 }],
  ['Firefox, nothing of the body', { ...whole, content: { size: 0, text: '' }, bodySize: -1 }],
  ['Firefox, longer than it keeps', { ...whole, headers: [json], content: { ...content, size: 2_000_000 } }],
  ['shorter than its header says', { ...whole, headers: [json, length(1_838)] }],
  ['a failure of another writer', { ...whole, _error: { code: 'ECONNRESET' } }],
])('an answer that is not whole is not judged: %s', (_, response) => {
  expect(judged(response)).toEqual({ accepted: 0, broken: [] });
});

it.each<[string, object]>([
  ['no word of a failure', whole],
  ['a word that there was none', { ...whole, headers: [json, length(1_838)], _error: null }],
  ['decoded', { ...whole, headers: [json, length(1_838), { name: 'Content-Encoding', value: 'gzip' }] }],
])('a whole answer is judged: %s', (_, response) => {
  expect(judged(response)).toEqual({ accepted: 1, broken: expect.arrayContaining(['finder.json-content-type']) });
});

it.each([
  ['half a character, which a server may replace', '\\ud83e', 0],
  ['two halves that make one', '\\ud83d\\ude00', 1],
  ['the letters of such an escape', '\\\\ud83e', 1],
])('a query holds %s', (_, text, accepted) => {
  const postData = { ...request.postData, text: `{"query":"asthma ${text}"}` };
  expect(judged(whole, { postData }).accepted).toBe(accepted);
});

it('an archive of a recording tells why an answer is not whole, and nothing of a whole one', () => {
  const answer = { status: 200, headers: [], body: Buffer.from(half), chunks: [{ at: 5, length: half.length }] };
  const failure = { kind: 'broken', message: 'the answer did not end whole' } as const;
  const sent = { method: 'POST', url: request.url, headers: {} };
  const exchanges = [{ ...answer, failure }, answer].map(
    (one): RecordedExchange => recordExchange('shared', sent, one, []),
  );
  const [broken, fine] = readHar('run.har', writeHar(exchanges, new Date(0)));
  expect(broken?.response.failure).toEqual({
    kind: 'broken',
    message: 'the archive says: the answer did not end whole',
  });
  expect(fine?.response.failure).toBeUndefined();
});

it('a recording of a broken answer and its archive are judged alike, by the command', async () => {
  const api = untilTestEnds(await listenSimulator());
  const exchanges: RecordedExchange[] = [];
  const proxy = await startProxy({
    ...{ target: api.url, host: '127.0.0.1', port: 0, timeoutMs: 5_000 },
    onPassed: ({ request, response: answer }) => void exchanges.push(recordExchange('traffic', request, answer, [])),
  });
  untilTestEnds(proxy);
  const ask = () =>
    fetch(`${proxy.url}/v1/finder`, {
      method: 'POST',
      headers: { authorization: `Bearer ${api.keys.active}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'asthma' }),
    }).then((reply) => reply.text());
  await ask();
  await api.arm({ fault: 'truncate' });
  await expect(ask()).rejects.toThrow();
  await expect.poll(() => exchanges.length).toBe(2);
  const har = join(newFolder(), 'run.har');
  writeFileSync(har, writeHar(exchanges, new Date()));
  const { code, report } = await run(['judge', har]);
  expect([code, idsWith(report, 'fail'), idsWith(report, 'warn')]).toEqual([0, [], []]);
});

it('a report says once how often a failure was seen', async () => {
  const har = join(newFolder(), 'run.har');
  writeFileSync(har, JSON.stringify({ log: { entries: [{ request, response: whole }] } }));
  const { stdout, report } = await run(['judge', har]);
  expect(report?.rules.find(({ id }) => id === 'finder.json-content-type')?.failure?.seen).toBe('in 1 of 1 exchanges');
  expect(stdout).toContain('seen in 1 of 1 exchanges');
  expect(stdout).not.toContain('seen seen');
});

it('a query with an empty or a repeated parameter may mean anything', () => {
  const queries = ['?q=a&limit=5', '?category=&limit=5', '?q=a&q=b'];
  expect(queries.map((query) => isOpenQuery(`https://api.example/v1/domains${query}`))).toEqual([false, true, true]);
});
