// Decodes each piece of bytes separately: a character that is split over two pieces is lost.
import { resultLine, usual } from '../client.mjs';

const send = async (url, request) => {
  const response = await usual.send(url, request);
  const transform = (piece, out) => out.enqueue(new TextEncoder().encode(new TextDecoder().decode(piece)));
  return new Response(response.body?.pipeThrough(new TransformStream({ transform })), response);
};

console.log(JSON.stringify(await resultLine(process.env, { ...usual, send })));
