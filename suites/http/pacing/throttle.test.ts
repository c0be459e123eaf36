import { expect, it } from 'vitest';
import { Throttle } from './throttle.ts';

/** Milliseconds until the next request may be sent. */
async function waited(throttle: Throttle): Promise<number> {
  const startedAt = performance.now();
  await throttle.waitUntilReady();
  return performance.now() - startedAt;
}

it('pauses everything while the target asks for it, for the longest of several times', async () => {
  const throttle = new Throttle(undefined);
  throttle.pauseFor(80);
  throttle.pauseFor(20);
  expect(await waited(throttle)).toBeGreaterThan(60);
  expect(await waited(throttle)).toBeLessThan(20);
});

it('lets a run that was stopped end at once', async () => {
  const stop = new AbortController();
  const throttle = new Throttle(stop.signal);
  throttle.pauseFor(20_000);
  setTimeout(() => stop.abort(), 20);
  expect(await waited(throttle)).toBeLessThan(5_000);
});
