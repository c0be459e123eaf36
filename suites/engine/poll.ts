import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from './context.ts';

/** Looks again after the first look, and the wait between two, in milliseconds. */
const LOOKS = 8;
const WAIT = 50;

/**
 * Looks until what is seen holds, or the looks are used up, and gives the last look: real systems settle charges and revocations a
 * little after the answer. Does not wait when a recording is judged.
 */
export async function soon<T>(context: Context, look: () => Promise<T>, holds: (seen: T) => boolean): Promise<T> {
  let seen = await look();
  for (let looks = 0; looks < LOOKS && !holds(seen); looks += 1) {
    if (context.settings.recording === undefined) await sleep(WAIT);
    seen = await look();
  }
  return seen;
}
