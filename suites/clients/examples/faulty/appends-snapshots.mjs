// Appends each list of sources to the one before, although each is a complete list that replaces it.
import { resultLine, usual } from '../client.mjs';

const takeEvent = (answer, event) => {
  if (event.type === 'sources') answer.sources = [...(answer.sources ?? []), ...event.sources];
  else usual.takeEvent(answer, event);
};

console.log(JSON.stringify(await resultLine(process.env, { ...usual, takeEvent })));
