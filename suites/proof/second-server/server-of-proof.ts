import type { ProofServer } from '../try-deviation.ts';
import { profile } from './control.ts';
import { createIndependent } from './server.ts';

/** The second server: of another make, written from the specification alone. It takes differences on the wire only. */
export const secondServer: ProofServer = {
  name: 'second server',
  start: ({ swap, wire, variant }) => {
    if (swap !== undefined || variant?.clock !== undefined) return undefined;
    const { handle, ledger } = createIndependent();
    return {
      handle: wire?.(handle) ?? handle,
      profile: JSON.parse(JSON.stringify(profile(ledger, 'http://second.invalid'))),
      close: async () => undefined,
    };
  },
};
