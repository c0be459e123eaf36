import { serverOfFunctions } from '../servers.ts';
import { createIndependent } from './server.ts';

/** The second server: of another make, written from the specification alone. */
export const secondServer = serverOfFunctions('second server', () => createIndependent());
