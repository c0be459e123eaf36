import { createSimulator } from '../../simulator/index.ts';
import { parseProfile } from '../profile/parse-profile.ts';
import type { Profile } from '../profile/profile.ts';
import { inProcess, type ServerFunction } from '../target/in-process.ts';
import type { Transport } from '../target/transport.ts';
import type { Deviation } from './deviation.ts';
import { withMiddleware } from './wire-transport.ts';

/** A server to put a deviation in front of. */
export interface ProofServer {
  readonly name: string;
  /** A fresh server with the deviation in front of it. */
  start(deviation: Deviation): Promise<StartedServer>;
}

/** A server that can be judged. */
export interface StartedServer {
  readonly transport: Transport;
  readonly profile: Profile;
  close(): Promise<void>;
}

/** The simulator, a new one for each deviation. */
export const simulatorServer: ProofServer = {
  name: 'simulator',
  start: async (deviation) => {
    const { handle, close } = createSimulator({ deviation });
    return functionServer('simulator', handle, close);
  },
};

/** A target that is reached over a transport of its own: any server that conforms. */
export function targetServer(transport: Transport, profile: Profile): ProofServer {
  return {
    name: profile.name,
    start: async ({ wire }) => ({
      transport: withMiddleware(transport, wire),
      profile,
      close: async () => undefined,
    }),
  };
}

/** A server as a function, with the profile that its control API gives. */
export async function functionServer(
  name: string,
  handle: ServerFunction,
  close: () => Promise<void>,
): Promise<StartedServer> {
  const transport = inProcess(handle);
  const url = 'http://proof.invalid/_control/profile';
  const { body } = await transport.send({ method: 'GET', url, headers: {} }, { timeoutMs: 30_000 });
  return { transport, profile: parseProfile(JSON.parse(new TextDecoder().decode(body)), `of the ${name}`, {}), close };
}
