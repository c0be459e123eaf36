import { expect, it } from 'vitest';
import { pollUntil } from './poll.ts';
import { ReadingLog } from './reading-log.ts';

it('notes what shows more than a second late, and nothing that never shows', async () => {
  const readings = new ReadingLog();
  const waits = { during: <T>(_: string, work: () => Promise<T>) => work() };
  const context = {
    client: { sender: { pause: async () => true, waits } },
    readings,
    settleTimeoutMs: 10_000,
    shortenSettleTimeout: () => undefined,
  } as unknown as Parameters<typeof pollUntil>[0];
  const readsUntil = async (last: number): Promise<number> => {
    let reads = 0;
    return pollUntil(
      context,
      async () => (reads += 1),
      (latest) => latest >= last,
    );
  };
  await readsUntil(4);
  await readsUntil(Number.POSITIVE_INFINITY);
  expect(readings.read()).toEqual({});
  expect(await readsUntil(7)).toBe(7);
  expect(readings.read()).toEqual({ S35: { 'more than a second late': 1 } });
});
