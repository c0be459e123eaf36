/** Where `serve` meets the terminal. */
export interface ServeIo {
  /** Writes one line for the user. */
  out(line: string): void;
  /** Writes one line about what went wrong. */
  error(line: string): void;
  /** Told of the address once it is there. */
  listening?(url: string): void;
  /** Resolves when the process is told to end. */
  untilSignal(): Promise<'SIGINT' | 'SIGTERM'>;
}

/** The terminal of this process. */
export function terminal(): ServeIo {
  // A reader that leaves (`assay serve | head -1`) must not end the server.
  process.stdout.on('error', () => {});
  return {
    out: (line) => void process.stdout.write(`${line}\n`),
    error: (line) => void process.stderr.write(`${line}\n`),
    untilSignal: () =>
      new Promise((resolve) => {
        process.once('SIGINT', () => resolve('SIGINT'));
        process.once('SIGTERM', () => resolve('SIGTERM'));
      }),
  };
}
