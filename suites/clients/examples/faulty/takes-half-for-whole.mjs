// Takes a stream that ends without [DONE] for a complete answer.
import { resultLine, usual } from '../client.mjs';

const takeEndWithoutMarker = () => {};

console.log(JSON.stringify(await resultLine(process.env, { ...usual, takeEndWithoutMarker })));
