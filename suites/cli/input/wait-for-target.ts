import { setTimeout as sleep } from 'node:timers/promises';
import { endpoints } from '../../../spec/index.ts';
import { jsonOf } from '../../http/exchange/exchange.ts';
import { createTransport } from '../../http/transport/transport.ts';
import { ProfileUnreachable } from '../../profile/load-profile.ts';

const PAUSE_MS = 1_000;

/** Longest wait for one answer, in milliseconds. */
const ANSWER_MS = 5_000;

/** What `--wait` allows: until when, and what ends it early. */
export interface Patience {
  /** On the clock of `performance.now()`. */
  readonly until: number;
  readonly signal: AbortSignal;
  /** Called when the wait begins; not if the first answer is right. */
  onWait(): void;
}

const isOver = ({ until, signal }: Patience): boolean => signal.aborted || performance.now() + PAUSE_MS > until;

async function pause(patience: Patience): Promise<void> {
  patience.onWait();
  await sleep(PAUSE_MS, undefined, { signal: patience.signal }).catch(() => undefined);
}

/** Loads what may be a profile on a server that is still starting: tries again until it answers. */
export async function whenReachable<T>(load: () => Promise<T>, patience: Patience): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof ProfileUnreachable) || isOver(patience)) throw error;
      await pause(patience);
    }
  }
}

/**
 * Waits until the catalogue, which is free and needs no key, is answered as by an API: with JSON, and not with a fault of
 * the server. At the end of the wait it resolves to false, and the run itself says best what is wrong.
 */
export async function waitForTarget(baseUrl: string, patience: Patience): Promise<boolean> {
  if (patience.signal.aborted) return false;
  const transport = createTransport(1);
  const request = { method: 'GET', url: `${baseUrl}${endpoints.domains.path}`, headers: {} };
  try {
    for (;;) {
      const answer = await transport.send(request, { timeoutMs: ANSWER_MS, signal: patience.signal });
      const isUp = answer.failure === undefined && answer.status < 500 && answer.status !== 429 && jsonOf(answer).ok;
      if (isUp || isOver(patience)) return isUp;
      await pause(patience);
    }
  } finally {
    await transport.close();
  }
}
