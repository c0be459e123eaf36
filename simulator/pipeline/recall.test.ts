import { describe, expect, it } from 'vitest';
import { testKeys } from '../../fixtures/index.ts';
import { createBench, paths, valid } from '../ask.test-support.ts';
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
  const bench = createBench();
  const ask = async (path: string, body: object, at = bench) => (await at.post(path, body)).json;
  const arm = (fault: object) => bench.control('POST', '/faults', fault);

  it.each([
    [paths.finder, { query: 'asthma', include_answer: true }],
    [paths.rerank, valid.rerank],
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
    expect(await ask(paths.finder, body)).toMatchObject({ results: null });
    expect(await ask(paths.finder, body)).not.toMatchObject({ results: null });
    await arm({ fault: 'no_results' });
    expect(await ask(paths.finder, body)).toMatchObject({ results: null });
  });

  it('is charged each time, and belongs to one simulator', async () => {
    const before = await bench.balanceOf(testKeys.active);
    const first = await ask(paths.chat, valid.chat);
    const between = await bench.balanceOf(testKeys.active);
    expect(await ask(paths.chat, valid.chat)).toEqual(first);
    expect(between - (await bench.balanceOf(testKeys.active))).toBe(before - between);
    expect(await ask(paths.chat, valid.chat, createBench({ seed: 7 }))).not.toEqual(first);
  });
});
