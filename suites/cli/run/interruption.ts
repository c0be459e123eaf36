export type InterruptSignal = 'SIGINT' | 'SIGTERM';

/** An early end of a run: by a signal, or by our own error. */
export interface Interruption {
  /** Aborted by the first of them, while a report can still be written. */
  readonly signal: AbortSignal;
  receivedSignal(): InterruptSignal | undefined;
  /** Our first own error in one sentence, or undefined. */
  fault(): string | undefined;
  /** Notes our own error and ends the run. */
  noteFault(error: unknown): void;
  stop(): void;
}

export const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/** Signals so soon after the first one are the same: `timeout` and `npx` send it to the process, and then to its whole group. */
const SAME_SIGNAL_MS = 1_000;

/**
 * Listens for SIGINT and SIGTERM (a second one ends the process at once), for the end of a parent process with an IPC
 * channel (handled as SIGTERM, because nobody waits for the verdict), and for uncaught errors. Call it before slow work: an
 * earlier signal ends the process without a report.
 */
export function watchInterruption(): Interruption {
  const controller = new AbortController();
  let received: InterruptSignal | undefined;
  let receivedAt = 0;
  let fault: string | undefined;
  const onSignal = (name: InterruptSignal): void => {
    if (received !== undefined) {
      if (performance.now() - receivedAt > SAME_SIGNAL_MS) process.exit(SIGNAL_EXIT_CODES[name]);
      return;
    }
    received = name;
    receivedAt = performance.now();
    controller.abort();
  };
  const noteFault = (error: unknown): void => {
    // Errors after a signal are ignored.
    if (received === undefined) fault ??= error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    controller.abort();
  };
  const listeners = [
    ['SIGINT', onSignal],
    ['SIGTERM', onSignal],
    ['disconnect', () => onSignal('SIGTERM')],
    ['uncaughtException', noteFault],
    ['unhandledRejection', noteFault],
  ] as const;
  for (const [event, listener] of listeners) process.on(event as 'SIGINT', listener);
  // The listener on the channel must not keep the process alive.
  process.channel?.unref();
  return {
    signal: controller.signal,
    receivedSignal: () => received,
    fault: () => fault,
    noteFault,
    stop: () => {
      for (const [event, listener] of listeners) process.off(event, listener);
    },
  };
}

/** Resolves with the result of `work`, or with undefined as soon as the run is interrupted. */
export async function unlessInterrupted<T>(
  work: Promise<T>,
  { signal }: Pick<Interruption, 'signal'>,
): Promise<T | undefined> {
  if (signal.aborted) return undefined;
  let onAbort = (): void => undefined;
  const aborted = new Promise<undefined>((resolve) => {
    onAbort = () => resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  // Errors after the interruption are ignored.
  work.catch(() => undefined);
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}
