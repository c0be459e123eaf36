import { describe, expect, it } from 'vitest';
import { Pace } from './pace.ts';

/** Milliseconds until the next request may be sent. */
async function waited(pace: Pace): Promise<number> {
  const startedAt = performance.now();
  await pace.ready();
  return performance.now() - startedAt;
}

describe('the pace of a run', () => {
  it('holds everything back while the target asks for a pause, the longest of several', async () => {
    const pace = new Pace(undefined);
    pace.hold(80);
    pace.hold(20);
    expect(await waited(pace)).toBeGreaterThan(60);
    expect(await waited(pace)).toBeLessThan(20);
  });

  it('lets a run that was stopped end at once', async () => {
    const stop = new AbortController();
    const pace = new Pace(stop.signal);
    pace.hold(20_000);
    setTimeout(() => stop.abort(), 20);
    expect(await waited(pace)).toBeLessThan(5_000);
  });
});
