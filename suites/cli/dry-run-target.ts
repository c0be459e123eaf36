import { inProcess, type ServerFunction } from '../target/in-process.ts';
import type { DryRunTarget } from './dry-run.ts';

/** A server as a function: what a stage needs of one. */
export interface Answering {
  readonly handle: ServerFunction;
  close(): Promise<void>;
}

/** A host that nobody can have (RFC 6761): requests to it never leave this process. */
const HOST = 'dry-run.invalid';

/** Puts a server function up as a target. Rejects when it serves no profile under its control API. */
export async function dryRunTargetOf(server: Answering): Promise<DryRunTarget> {
  const transport = inProcess(server.handle);
  const profile = await transport.send(
    { method: 'GET', url: `http://${HOST}/_control/profile`, headers: {} },
    { timeoutMs: 30_000 },
  );
  return {
    transport,
    profile: JSON.parse(new TextDecoder().decode(profile.body)),
    close: () => server.close(),
  };
}
