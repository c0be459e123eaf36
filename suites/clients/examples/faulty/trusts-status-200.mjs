// Takes a stream for a success because its status was 200, and half an answer for a complete one.
import { resultLine, usual } from '../client.mjs';

const takeEvent = (answer, event) => {
  if (event.type !== 'error') usual.takeEvent(answer, event);
};

console.log(JSON.stringify(await resultLine(process.env, { ...usual, takeEvent })));
