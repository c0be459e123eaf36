// Knows only today's event types and crashes on a new one.
import { resultLine, usual } from '../client.mjs';

const known = ['steps', 'message', 'sources', 'follow_up_questions', 'error'];
const takeEvent = (answer, event) => {
  if (!known.includes(event.type)) throw new Error(`unknown event type ${event.type}`);
  usual.takeEvent(answer, event);
};

console.log(JSON.stringify(await resultLine(process.env, { ...usual, takeEvent })));
