import { describe, expect, it } from 'vitest';
import { type LoggedRequest, RequestLog } from '../target/request-log.ts';
import { forget, perRun } from './per-run.ts';
import type { RunSettings } from './settings.ts';

const entry = {} as LoggedRequest;

/** A context of a run with a log of its own. */
class FakeContext {
  readonly settings = {} as RunSettings;
  readonly client: { readonly cache: object };
  readonly log: RequestLog;
  constructor(cache: object, log = new RequestLog()) {
    this.client = { cache };
    this.log = log;
  }
  withLog(log: RequestLog): FakeContext {
    return new FakeContext(this.client.cache, log);
  }
}

/** Takes so many requests for a value. */
const takes =
  (requests: number) =>
  async (own: FakeContext): Promise<object> => {
    await Promise.resolve();
    for (let at = 0; at < requests; at += 1) own.log.add(entry);
    return {};
  };

describe('what is made once in a run', () => {
  it('counts as seen by all that use it, and is evidence of the first', async () => {
    const cached = perRun<object>('thing');
    const cache = {};
    const [first, second, later] = [new FakeContext(cache), new FakeContext(cache), new FakeContext(cache)];
    const both = await Promise.all([first, second].map((context) => cached(context, 'a', takes(70))));
    expect(await cached(later, 'a', takes(1))).toBe(both[0]);
    expect(both[0]).toBe(both[1]);
    expect([first, second, later].map(({ log }) => log.count)).toEqual([70, 70, 70]);
    expect([first, second, later].map(({ log }) => log.entries.length)).toEqual([60, 0, 0]);
  });

  it('is made again under another name, in another run, after a failure and when it is forgotten', async () => {
    const cached = perRun<object>('thing');
    const context = new FakeContext({});
    const one = await cached(context, 'a', takes(1));
    expect(await cached(context, 'b', takes(1))).not.toBe(one);
    expect(await cached(new FakeContext({}), 'a', takes(1))).not.toBe(one);
    forget(one);
    expect(await cached(context, 'a', takes(1))).not.toBe(one);
    const fails = async (own: FakeContext): Promise<object> => {
      await takes(2)(own);
      throw new Error('no');
    };
    await expect(cached(context, 'c', fails)).rejects.toThrow('no');
    expect(await cached(context, 'c', takes(1))).toEqual({});
    expect(context.log.count).toBe(1 + 1 + 1 + 2 + 1);
  });
});
