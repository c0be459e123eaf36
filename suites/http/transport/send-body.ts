import type { ClientRequest } from 'node:http';

/** A server need not say that it is ready for the body (RFC 9110, section 10.1.1): after this many milliseconds we send it anyway. */
const CONTINUE_MS = 100;

/** Long enough for a server that waits for nothing to read the first chunk by itself, in milliseconds. */
const BETWEEN_MS = 2;

/** Sends the body of a request, if it has one: with its length, or in two chunks, after the target said that it may come if the request asks for that. */
export function sendBody(sent: ClientRequest, body: Uint8Array | undefined): void {
  if (body === undefined || !sent.hasHeader('transfer-encoding')) sent.end(body);
  else if (sent.hasHeader('expect')) whenExpected(sent, () => inChunks(sent, body));
  else inChunks(sent, body);
}

/** Two chunks, in packets of their own: a server that reads each by itself breaks the letter between them. */
function inChunks(sent: ClientRequest, body: Uint8Array): void {
  const middle = borderIn(body);
  sent.write(body.subarray(0, middle), () =>
    setTimeout(() => {
      if (!sent.destroyed) sent.end(body.subarray(middle));
    }, BETWEEN_MS),
  );
}

/** A place within the first letter of several bytes, else the middle. */
function borderIn(body: Uint8Array): number {
  const within = body.findIndex((byte) => byte >> 6 === 0b10);
  return within < 0 ? body.length >> 1 : within;
}

/** Calls `send` once the target expects the body. One that answers before is sent none, and its connection is closed: nobody could tell the body from a next request. */
function whenExpected(sent: ClientRequest, send: () => void): void {
  let isOver = false;
  const go = (): void => {
    if (!isOver) send();
    isOver = true;
  };
  const timer = setTimeout(go, CONTINUE_MS);
  sent.once('continue', go);
  sent.once('close', () => clearTimeout(timer));
  sent.once('response', (response) => {
    if (!isOver) response.once('close', () => sent.destroy());
    isOver = true;
  });
  sent.flushHeaders();
}
