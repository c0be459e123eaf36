import { describe, expect, it } from 'vitest';
import { openFakeSession } from '../../engine/run/fake-target.test-support.ts';
import { type Exchange, wireResponse } from '../../http/exchange/exchange.ts';
import { Unjudgeable } from '../../judges/judgement.ts';
import { inOneSnapshot, wholeCall } from './snapshot.ts';

/** Looks for one snapshot at a target whose answers are stamped with their numbers, from 1; `nameAt` gives the one domain of each. */
async function lookAt(nameAt: (count: number) => string): Promise<{ readonly exchange: Exchange }> {
  let count = 0;
  const send = async () => {
    count += 1;
    const body = { generated_at: String(count), domains: [{ domain: nameAt(count), category: 'unknown' }] };
    return wireResponse({ status: 200, body: new TextEncoder().encode(JSON.stringify(body)) });
  };
  const { context } = openFakeSession(send, { concurrency: 1 });
  return inOneSnapshot(context, wholeCall, { endpoint: 'domains', query: { limit: '1' } });
}

describe('two answers of one snapshot', () => {
  it('cannot be told from replicas that answer in turn and stamp every answer with a new time', async () => {
    await expect(lookAt((count) => (count % 2 === 0 ? 'a' : 'b'))).rejects.toThrow(Unjudgeable);
  });

  it('cannot be had from a list that keeps changing', async () => {
    await expect(lookAt((count) => `name-${count}`)).rejects.toThrow(
      'no two answers of 22 to compare have the same `version` and `generated_at`',
    );
  });
});
