/** What waiting needs of a context. */
interface PollContext {
  readonly client: { pause(ms: number): Promise<boolean> };
  readonly settleTimeoutMs: number;
  shortenSettleTimeout(): void;
}

/** Waits between two looks, in milliseconds; the last one is repeated until the time is over. */
const POLL_DELAYS_MS: readonly number[] = [50, 50, 100, 200, 400, 800, 1_500, 3_000];

/**
 * Looks until what is seen holds, or a minute is over (readings S35), and gives the last look: real systems settle charges and revocations a little
 * after the answer. A target that used up the minute once is waited for less from then on. Where a recording is judged, it does not wait, and looks as often as the run could have.
 */
export async function pollUntil<T>(
  context: PollContext,
  look: () => Promise<T>,
  holds: (seen: T) => boolean,
  longest: number = context.settleTimeoutMs,
): Promise<T> {
  const bound = Math.min(longest, context.settleTimeoutMs);
  let seen = await look();
  for (let [looks, waited] = [0, 0]; !holds(seen) && waited < bound; looks += 1) {
    const wait = Math.min(POLL_DELAYS_MS[looks] ?? POLL_DELAYS_MS.at(-1) ?? 0, bound - waited);
    waited += wait;
    if (!(await context.client.pause(wait))) break;
    seen = await look();
  }
  if (!holds(seen) && bound === context.settleTimeoutMs) context.shortenSettleTimeout();
  return seen;
}
