// Retries everything, even refusals, which stay the same however often they are sent.
import { resultLine, usual } from '../client.mjs';

console.log(JSON.stringify(await resultLine(process.env, { ...usual, mayTryAgain: (status) => status >= 400 })));
