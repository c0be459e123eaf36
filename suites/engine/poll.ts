/** What polling needs of a context. */
interface PollContext {
  readonly client: { pause(ms: number): Promise<boolean> };
  readonly settleTimeoutMs: number;
  shortenSettleTimeout(): void;
}

/** The last delay repeats until the time is over. */
const POLL_DELAYS_MS: readonly number[] = [50, 50, 100, 200, 400, 800, 1_500, 3_000];

/**
 * Reads until `holds` is true or a minute is over (readings S35), and returns what was read last: real systems settle
 * charges and revocations a little after the response. Once a target used up the minute, later waits are shorter. A
 * replay does not wait, and reads as often as the run could have.
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
