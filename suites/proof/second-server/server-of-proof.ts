import { functionServer, type ProofServer } from '../servers.ts';
import { createIndependent } from './server.ts';

/** The second server: of another make, written from the specification alone. It takes differences on the wire only. */
export const secondServer: ProofServer = {
  name: 'second server',
  start: async ({ swap, wire, variant }) => {
    if (swap !== undefined || variant?.clock !== undefined) return undefined;
    const { handle } = createIndependent();
    return functionServer('second server', wire?.(handle) ?? handle, async () => undefined);
  },
};
