import { expect, it } from 'vitest';
import { openFakeSession } from '../../engine/run/fake-target.test-support.ts';
import { type Exchange, type WireRequest, wireResponse } from '../../http/exchange/exchange.ts';
import { Unjudgeable } from '../../judges/judgement.ts';
import { isPrefix } from './comparisons.ts';
import { inOneSnapshot, judgeInOneSnapshot, wholeCall } from './snapshot.ts';

/**
 * Looks for one snapshot at a target whose answers are stamped by `stampAt` and their numbers, from 1; `nameAt` gives the one domain of
 * each, and `goTogether` says whether lists with other stamps do.
 */
async function lookAt(
  nameAt: (count: number) => string,
  goTogether = false,
  stampAt: (count: number, url: string) => string = String,
): Promise<{ readonly exchange: Exchange }> {
  let count = 0;
  const send = async ({ url }: WireRequest) => {
    count += 1;
    const body = { generated_at: stampAt(count, url), domains: [{ domain: nameAt(count), category: 'unknown' }] };
    return wireResponse({ status: 200, body: new TextEncoder().encode(JSON.stringify(body)) });
  };
  const { context } = openFakeSession(send, { concurrency: 1 });
  return inOneSnapshot(context, wholeCall, { endpoint: 'domains', query: { limit: '1' } }, () => goTogether);
}

it('two answers of one snapshot cannot be told from replicas that answer in turn and stamp every answer with a new time', async () => {
  await expect(lookAt((count) => (count % 2 === 0 ? 'a' : 'b'))).rejects.toThrow(Unjudgeable);
});

it('two answers of one snapshot are those with stamps of their own, as a cache keeps them by their address, only if they go together', async () => {
  const byAddress = (_: number, url: string): string => url;
  expect(await lookAt(() => 'a', true, byAddress)).toHaveProperty('exchange');
  await expect(lookAt(() => 'a', false, byAddress)).rejects.toThrow(Unjudgeable);
});

it.each([2, 3, 4])(
  'two answers of one snapshot are found at once at %i replicas that answer in turn, whatever other requests come between the turns',
  async (replicas) => {
    for (const between of [0, 1, 2, 3]) {
      // Two requests come first; each turn has three or four.
      const replicaAt = (count: number): string =>
        String((count + (count <= 2 ? 0 : count <= 5 ? between : 2 * between)) % replicas);
      expect(await lookAt(replicaAt, false, replicaAt)).toHaveProperty('exchange');
    }
  },
);

it('two answers of one snapshot cannot be had from a list that keeps changing', async () => {
  await expect(lookAt((count) => `name-${count}`)).rejects.toThrow(
    'no two answers of 37 to compare have the same `version` and `generated_at`',
  );
});

/** Judges the whole list and its first three of a target with one stamp for all, whose answer is `listAt` by its number, from 1. */
async function judgeStampedAlike(listAt: (count: number, limit: number) => readonly string[]): Promise<unknown> {
  let count = 0;
  const send = async ({ url }: WireRequest) => {
    count += 1;
    const limit = Number(new URL(url).searchParams.get('limit'));
    const domains = listAt(count, limit).map((domain) => ({ domain, category: 'unknown' }));
    const body = { version: '1', generated_at: '2026-01-01', domains: domains.slice(0, limit) };
    return wireResponse({ status: 200, body: new TextEncoder().encode(JSON.stringify(body)) });
  };
  const { context } = openFakeSession(send, { concurrency: 1 });
  const call = { endpoint: 'domains', query: { limit: '3' } } as const;
  const [judgement] = await judgeInOneSnapshot(context, wholeCall, call, isPrefix);
  return judgement;
}

it('under one stamp, an answer is right that goes together with any of the whole lists of replicas', async () => {
  const replicas = ['a b c d', 'b c d e', 'x b c'].map((names) => names.split(' '));
  expect(await judgeStampedAlike((count) => replicas[count % 3] ?? [])).toBe('fine');
});

it('under one stamp, an answer that lacks its last domain now and then goes together with none', async () => {
  const cut = (count: number, limit: number) => ['a', 'b', 'c', 'd'].slice(0, limit).slice(0, count % 7 === 2 ? -1 : 4);
  await expect(judgeStampedAlike(cut)).rejects.toThrow('which answers go together cannot be told');
});
