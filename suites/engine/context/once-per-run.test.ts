import { expect, it } from 'vitest';
import { ExchangeCache } from '../../http/client/exchange-cache.ts';
import { type LoggedRequest, RequestLog } from '../../http/exchange/request-log.ts';
import { evictResult, oncePerRun } from './once-per-run.ts';
import type { RunSettings } from './settings.ts';

const entry = {} as LoggedRequest;

/** A context of a run with a separate log. */
class FakeContext {
  readonly settings = {} as RunSettings;
  readonly client: { readonly cache: ExchangeCache };
  readonly log: RequestLog;
  constructor(cache: ExchangeCache, log = new RequestLog()) {
    this.client = { cache };
    this.log = log;
  }
  withLog(log: RequestLog): FakeContext {
    return new FakeContext(this.client.cache, log);
  }
}

/** Makes a result with so many requests. */
const sendRequests =
  (requests: number) =>
  async (sharedContext: FakeContext): Promise<object> => {
    await Promise.resolve();
    for (let at = 0; at < requests; at += 1) sharedContext.log.add(entry);
    return {};
  };

it('counts its requests for every user, and is evidence of the first', async () => {
  const cached = oncePerRun<object>('thing');
  const cache = new ExchangeCache();
  const [first, second, later] = [new FakeContext(cache), new FakeContext(cache), new FakeContext(cache)];
  const both = await Promise.all([first, second].map((context) => cached(context, 'a', sendRequests(70))));
  expect(await cached(later, 'a', sendRequests(1))).toBe(both[0]);
  expect(both[0]).toBe(both[1]);
  expect([first, second, later].map(({ log }) => log.count)).toEqual([70, 70, 70]);
  expect([first, second, later].map(({ log }) => log.entries.length)).toEqual([60, 0, 0]);
});

it('is made again under another name, in another run, after a failure and after its eviction', async () => {
  const cached = oncePerRun<object>('thing');
  const context = new FakeContext(new ExchangeCache());
  const one = await cached(context, 'a', sendRequests(1));
  expect(await cached(context, 'b', sendRequests(1))).not.toBe(one);
  expect(await cached(new FakeContext(new ExchangeCache()), 'a', sendRequests(1))).not.toBe(one);
  evictResult(one);
  expect(await cached(context, 'a', sendRequests(1))).not.toBe(one);
  const fails = async (sharedContext: FakeContext): Promise<object> => {
    await sendRequests(2)(sharedContext);
    throw new Error('no');
  };
  await expect(cached(context, 'c', fails)).rejects.toThrow('no');
  expect(await cached(context, 'c', sendRequests(1))).toEqual({});
  expect(context.log.count).toBe(1 + 1 + 1 + 2 + 1);
});
