import { functionServer, type ProofServer } from '../servers.ts';
import { createIndependent } from './server.ts';

/** The second server: of another make, written from the specification alone. */
export const secondServer: ProofServer = {
  name: 'second server',
  start: ({ wire }) => functionServer('second server', wire(createIndependent().handle), async () => undefined),
};
