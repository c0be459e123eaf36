import { createSimulator } from '../../../simulator/index.ts';
import { inProcess, type ServerFunction } from '../../http/transport/in-process.ts';
import type { Transport } from '../../http/transport/transport.ts';
import { parseProfile } from '../../profile/parse-profile.ts';
import type { Profile } from '../../profile/profile.ts';
import type { Deviation } from '../deviation.ts';
import { createIndependent } from '../second-server/server.ts';
import { type Memory, remembering } from './remember.ts';
import { withMiddleware } from './wire-transport.ts';

/** A server to put a deviation in front of. */
export interface ProofServer {
  readonly name: string;
  /** A new server with the deviation in front of it. */
  start(deviation: Pick<Deviation, 'wire'>): Promise<StartedServer>;
}

/** A server that can be judged. */
export interface StartedServer {
  readonly transport: Transport;
  readonly profile: Profile;
  /** True if the fixtures of the profile are complete, as on our own servers. */
  readonly wholeFixtures?: boolean;
  close(): Promise<void>;
}

let simulators = 0;

/** The simulator. Answers of one instance are remembered for others, so each instance has different ids. */
export const simulatorServer = serverOfFunctions('simulator', () => {
  simulators += 1;
  return createSimulator({ replica: simulators });
});

/** The second server: written from the specification alone, without code of the simulator. */
export const secondServer = serverOfFunctions('second server', () => createIndependent());

/** A target that is reached over its own transport: any server that conforms. */
export function targetServer(transport: Transport, profile: Profile, wholeFixtures: boolean): ProofServer {
  return {
    name: profile.name,
    start: async ({ wire }) => ({
      transport: withMiddleware(transport, wire),
      profile,
      wholeFixtures,
      close: async () => undefined,
    }),
  };
}

/**
 * A server as a function: a new one for each deviation; what an unchanged one answers to its own keys is remembered for
 * all.
 */
export function serverOfFunctions(
  name: string,
  create: () => { readonly handle: ServerFunction; close?(): Promise<void> },
): ProofServer {
  const memory: Memory = new Map();
  return {
    name,
    start: async ({ wire }) => {
      const { handle, close = async () => undefined } = create();
      const clean = inProcess(handle);
      const keys = Object.values((await profileOf(clean, name)).keys);
      const transport = withMiddleware(remembering(clean, keys, { requests: 0, micros: 0 }, memory), wire);
      return { transport, profile: await profileOf(transport, name), wholeFixtures: true, close };
    },
  };
}

/** The profile that the control API of a server in this process gives. */
export async function profileOf(transport: Transport, name: string): Promise<Profile> {
  const url = 'http://proof.invalid/_control/profile';
  const { body } = await transport.send({ method: 'GET', url, headers: {} }, { timeoutMs: 30_000 });
  return parseProfile(JSON.parse(new TextDecoder().decode(body)), `of the ${name}`, {});
}

/** Our own servers, by name. */
export const ownServers = { simulator: simulatorServer, 'second server': secondServer } as const;

export type ServerName = keyof typeof ownServers;

export const serverNames = Object.keys(ownServers) as readonly ServerName[];
