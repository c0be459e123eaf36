// Takes the number in a citation token for a position in the list of sources: pages of a PDF come before the others.
import { resultLine, usual } from '../client.mjs';

const lookUp = (sources, id) => sources[Number(id.replace(/\D/g, '')) - 1];

console.log(JSON.stringify(await resultLine(process.env, { ...usual, lookUp })));
