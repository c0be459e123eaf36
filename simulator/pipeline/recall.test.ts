import { describe, expect, it } from 'vitest';
import { testKeys } from '../../fixtures/index.ts';
import { headersOf } from '../ask.test-support.ts';
import { createSimulator } from '../simulator.ts';
import { createRecall } from './recall.ts';

const request = (body: string, headers: Record<string, string> = {}, path = '/v1/finder') => ({
  method: 'POST',
  path,
  headers,
  body: Buffer.from(body),
});
const read = () => ({ call: { endpoint: 'domains', request: {} } as const, faults: [] });

describe('the cache of requests', () => {
  it('gives the same call for equal requests', () => {
    const recall = createRecall();
    expect(recall(request('{"query":"ä"}'), read)).toBe(recall(request('{"query":"ä"}'), read));
  });

  it.each([
    ['body', request('{"query":"b"}')],
    ['path', request('{"query":"a"}', {}, '/v1/rerank')],
    ['content type', request('{"query":"a"}', { 'content-type': 'text/plain' })],
  ])('gives another call for another %s', (_, other) => {
    const recall = createRecall();
    const first = recall(request('{"query":"a"}'), read);
    expect(recall(other, read)).not.toBe(first);
  });

  it('keeps no refused request', () => {
    const recall = createRecall();
    const refuse = (): never => {
      throw new Error('refused');
    };
    expect(() => recall(request('{}'), refuse)).toThrow('refused');
    expect(() => recall(request('{}'), refuse)).toThrow('refused');
  });

  it('keeps at most 16 MB', () => {
    const recall = createRecall();
    const first = recall(request('{}'), read);
    for (let count = 0; count < 17; count += 1) recall(request(`${count}`.padEnd(1_000_000)), read);
    expect(recall(request('{}'), read)).not.toBe(first);
    const long = ' '.repeat(1_100_000);
    expect(recall(request(long), read)).not.toBe(recall(request(long), read));
  });
});

describe('an answer that was given before', () => {
  const simulator = createSimulator();
  const ask = async (path: string, body: object, at = simulator): Promise<Record<string, unknown>> => {
    const answer = await at.handle(request(JSON.stringify(body), headersOf(), path));
    return JSON.parse(Buffer.from(answer.body as Uint8Array).toString());
  };
  const arm = (fault: object) =>
    simulator.handle(request(JSON.stringify(fault), { 'content-type': 'application/json' }, '/_control/faults'));

  it.each([
    ['/v1/finder', { query: 'asthma', include_answer: true }],
    ['/v1/rerank', { model: 'svc-rerank-v1', query: 'asthma', documents: ['inhalers', 'bread'] }],
  ])('comes again from %s with a new id', async (path, body) => {
    const { id: first, ...one } = await ask(path, body);
    const { id: second, ...other } = await ask(path, body);
    expect(other).toEqual(one);
    expect(second).not.toBe(first);
    expect(String(second).slice(0, 4)).toBe(String(first).slice(0, 4));
  });

  it('does not hide a fault, and is not cached from one', async () => {
    const body = { query: 'eczema' };
    await arm({ fault: 'no_results' });
    expect(await ask('/v1/finder', body)).toMatchObject({ results: null });
    expect(await ask('/v1/finder', body)).not.toMatchObject({ results: null });
    await arm({ fault: 'no_results' });
    expect(await ask('/v1/finder', body)).toMatchObject({ results: null });
  });

  it('is charged each time, and belongs to one simulator', async () => {
    const body = { model: 'svc-chat-v1', messages: [{ role: 'user', text: 'What helps with gout?' }] };
    const spent = async (): Promise<number> => {
      const answer = await simulator.handle({ ...request('', {}, `/_control/keys/${testKeys.active}`), method: 'GET' });
      return JSON.parse(Buffer.from(answer.body as Uint8Array).toString()).spent_micros;
    };
    const [before, first] = [await spent(), await ask('/v1/chat/completions', body)];
    const between = await spent();
    expect(await ask('/v1/chat/completions', body)).toEqual(first);
    expect((await spent()) - between).toBe(between - before);
    expect(await ask('/v1/chat/completions', body, createSimulator({ seed: 7 }))).not.toEqual(first);
  });
});
