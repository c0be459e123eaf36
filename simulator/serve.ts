import { testKeys } from '../fixtures/index.ts';
import { type LogStyle, logLine } from './log.ts';
import type { PaceOptions } from './pace.ts';
import { type ServerOptions, startServer } from './server.ts';

/** Options of `assay serve`, as the contract names them. */
export type ServeOptions = Required<Pick<ServerOptions, 'port' | 'host' | 'seed' | 'clock' | 'network' | 'control'>> &
  Pick<ServerOptions, 'deviation' | 'controlToken' | 'adapter' | keyof PaceOptions> & { readonly log: LogStyle };

/** Where `serve` meets the terminal. */
export interface ServeIo {
  /** Writes one line for the user. */
  out(line: string): void;
  /** Writes one line about what went wrong. */
  error(line: string): void;
  /** Resolves when the process is told to end. */
  untilSignal(): Promise<'SIGINT' | 'SIGTERM'>;
}

const exitCodes = { SIGINT: 130, SIGTERM: 143 } as const;

/** Serves until signalled and gives the exit code, 130 or 143. Throws UserError when it cannot start. */
export async function serve({ log, ...options }: ServeOptions, io: ServeIo): Promise<number> {
  const server = await startServer({
    ...options,
    directives: true,
    dashboard: true,
    ...(log !== 'silent' && { onRequest: (entry) => io.error(logLine(entry, log)) }),
    onUnexpected: (error) => io.error(failureLine(error)),
  });
  const signalled = io.untilSignal();
  greeting(server.url, options).forEach(io.out);
  const signal = await signalled;
  await server.close();
  return exitCodes[signal];
}

function greeting(url: string, { control, controlToken }: Pick<ServerOptions, 'control' | 'controlToken'>): string[] {
  return [
    `assay simulator listening on ${url}`,
    `  active key   ${testKeys.active}`,
    `  live key     ${testKeys.live}`,
    `  empty key    ${testKeys.empty}  (402: no credits)`,
    `  revoked key  ${testKeys.revoked}  (401)`,
    `  forbidden    ${testKeys.forbidden}  (403)`,
    `  limited      ${testKeys.limited}  (429 each time)`,
    `  failing      ${testKeys.failing}  (500 each time)`,
    `  breaking     ${testKeys.breaking}  (streams fail after the first fragment)`,
    `  unreachable  ${testKeys.unreachable}  (the connection is reset)`,
    `  slow         ${testKeys.slow}  (two seconds, then slow streams)`,
    ...(control === false
      ? []
      : ['dashboard', 'profile'].map(
          (name) =>
            `  ${name.padEnd(11)}  ${url}/_control/${controlToken === undefined ? '' : 'TOKEN/'}${name === 'profile' ? name : ''}`,
        )),
    `curl -s ${url}/v1/finder -H 'Authorization: Bearer ${testKeys.active}' -H 'Content-Type: application/json' -d '{"query":"asthma in children"}'`,
  ];
}

function failureLine(error: unknown): string {
  return `Cannot answer a request: ${error instanceof Error ? error.message : String(error)}. This is a defect of the simulator; please report it.`;
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
