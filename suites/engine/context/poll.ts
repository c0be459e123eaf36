import type { Sender } from '../../http/client/sender.ts';
import type { ReadingLog } from './reading-log.ts';

interface PollContext {
  readonly client: { readonly sender: Pick<Sender, 'pause' | 'waits'> };
  readonly readings: Pick<ReadingLog, 'note'>;
  readonly settleTimeoutMs: number;
  shortenSettleTimeout(): void;
}

/** What shows after this time is noted as late. */
const LATE_MS = 1_000;

/** The last delay repeats until the timeout. */
const POLL_DELAYS_MS: readonly number[] = [50, 50, 100, 200, 400, 800, 1_500, 3_000];

/**
 * Reads until `holds` is true or a minute is over (readings S35), and returns the last result: real systems settle charges
 * and revocations a little after the response. After the first timeout, later waits are shorter. A replay does not wait,
 * and reads as often as the run could have.
 */
export const pollUntil = <T>(
  context: PollContext,
  read: () => Promise<T>,
  holds: (latest: T) => boolean,
  maxWaitMs: number = context.settleTimeoutMs,
): Promise<T> =>
  context.client.sender.waits.during('charges and revocations may take a minute (readings S35)', () =>
    poll(context, read, holds, maxWaitMs),
  );

async function poll<T>(
  context: PollContext,
  read: () => Promise<T>,
  holds: (latest: T) => boolean,
  maxWaitMs: number,
): Promise<T> {
  const timeoutMs = Math.min(maxWaitMs, context.settleTimeoutMs);
  let latest = await read();
  let waited = 0;
  for (let reads = 0; !holds(latest) && waited < timeoutMs; reads += 1) {
    const delay = Math.min(POLL_DELAYS_MS[reads] ?? POLL_DELAYS_MS.at(-1) ?? 0, timeoutMs - waited);
    waited += delay;
    if (!(await context.client.sender.pause(delay))) break;
    latest = await read();
  }
  if (waited > LATE_MS && holds(latest)) context.readings.note('S35', 'more than a second late');
  if (!holds(latest) && timeoutMs === context.settleTimeoutMs) context.shortenSettleTimeout();
  return latest;
}
