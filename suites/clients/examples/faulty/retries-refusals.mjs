// Tries everything again, refusals too: they stay what they are, however often they are sent.
import { resultLine, usual } from '../client.mjs';

console.log(JSON.stringify(await resultLine(process.env, { ...usual, mayTryAgain: (status) => status >= 400 })));
