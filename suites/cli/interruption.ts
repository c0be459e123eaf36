/** The two signals that end a run. */
export type InterruptSignal = 'SIGINT' | 'SIGTERM';

/** How a run is ended before its end: by a signal, or by a fault of our own. */
export interface Interruption {
  /** Aborted by the first of them, so that a report can still be written. */
  readonly signal: AbortSignal;
  received(): InterruptSignal | undefined;
  /** The first fault of our own in one sentence, or undefined. */
  fault(): string | undefined;
  /** Takes note of a fault of our own and ends the run. */
  blame(error: unknown): void;
  /** Stops listening: the run is over. */
  stop(): void;
}

/** Exit code of a command that a signal ended. */
export const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Listens from now on for SIGINT and SIGTERM (a second one ends the process at once), for the end of a parent that keeps a channel to this process
 * (as a SIGTERM: nobody waits for the verdict any more), and for errors that nobody caught. To be called before anything slow: what comes earlier ends the process without a report.
 */
export function watchInterruption(): Interruption {
  const controller = new AbortController();
  let received: InterruptSignal | undefined;
  let fault: string | undefined;
  const onSignal = (name: InterruptSignal): void => {
    if (received !== undefined) process.exit(SIGNAL_EXIT_CODES[name]);
    received = name;
    controller.abort();
  };
  const blame = (error: unknown): void => {
    // What breaks while a signal ends the run is of no interest.
    if (received === undefined) fault ??= error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    controller.abort();
  };
  const listeners = [
    ['SIGINT', onSignal],
    ['SIGTERM', onSignal],
    ['disconnect', () => onSignal('SIGTERM')],
    ['uncaughtException', blame],
    ['unhandledRejection', blame],
  ] as const;
  for (const [event, listener] of listeners) process.on(event as 'SIGINT', listener);
  // Who listens to it would be kept alive by it.
  process.channel?.unref();
  return {
    signal: controller.signal,
    received: () => received,
    fault: () => fault,
    blame,
    stop: () => {
      for (const [event, listener] of listeners) process.off(event, listener);
    },
  };
}

/** Resolves with what `work` gives, or with undefined as soon as the run is ended. */
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
  // What fails after the end was asked for is of no interest any more.
  work.catch(() => undefined);
  return Promise.race([work, aborted]).finally(() => signal.removeEventListener('abort', onAbort));
}
