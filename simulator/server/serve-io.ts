/** What `serve` needs of the terminal. */
export interface ServeIo {
  /** Writes one line for the user. */
  out(line: string): void;
  /** Writes one line about what went wrong. */
  error(line: string): void;
  /** Called with the address once the server listens. */
  listening?(url: string): void;
  /** Resolves with the signal that ends the process. */
  untilSignal(): Promise<'SIGINT' | 'SIGTERM'>;
}

/** The terminal of this process. */
export function terminal(): ServeIo {
  // A closed pipe (`assay serve | head -1`) must not end the server.
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
