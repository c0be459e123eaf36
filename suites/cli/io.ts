/** Where a command meets its surroundings; a test gives its own. */
export interface Io {
  readonly stdout: NodeJS.WriteStream;
  readonly stderr: NodeJS.WriteStream;
  readonly env: NodeJS.ProcessEnv;
}

/** True where colours are wanted: a terminal, and nobody said no. */
export function wantsColour(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '' && env.FORCE_COLOR !== '0') return true;
  return stream.isTTY === true && env.TERM !== 'dumb';
}

/** True where the terminal can show more than ASCII. */
export function wantsUnicode(env: NodeJS.ProcessEnv): boolean {
  return env.TERM !== 'linux' && !/^(C|POSIX)$/.test(env.LC_ALL ?? env.LC_CTYPE ?? env.LANG ?? 'en_US.UTF-8');
}

/** The width to write for, in columns. */
export const widthOf = (stream: NodeJS.WriteStream): number => Math.min(Math.max(stream.columns ?? 80, 60), 120);

/** The two signals that end a run. */
export type EndSignal = 'SIGINT' | 'SIGTERM';

/**
 * Listens for SIGINT and SIGTERM: the first aborts `signal` so that a report can still be written, a second ends the process at
 * once. Call `stop` when the run is over.
 */
export function watchSignals(): { readonly signal: AbortSignal; received(): EndSignal | undefined; stop(): void } {
  const controller = new AbortController();
  let received: EndSignal | undefined;
  const on = (name: EndSignal) => (): void => {
    if (received !== undefined) process.exit(name === 'SIGINT' ? 130 : 143);
    received = name;
    controller.abort();
  };
  const handlers = { SIGINT: on('SIGINT'), SIGTERM: on('SIGTERM') };
  process.on('SIGINT', handlers.SIGINT);
  process.on('SIGTERM', handlers.SIGTERM);
  return {
    signal: controller.signal,
    received: () => received,
    stop: () => {
      process.off('SIGINT', handlers.SIGINT);
      process.off('SIGTERM', handlers.SIGTERM);
    },
  };
}
