import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express, { type ErrorRequestHandler, type Express, type Request, type Response } from 'express';
import { openApiDocument } from '../spec/index.ts';
import { ApiError, errorAnswer } from './errors.ts';
import type { Simulator } from './simulator.ts';
import { type ApiRequest, type ApiResponse, BrokenConnection, jsonResponse } from './wire.ts';

const largestBody = 80 * 1_048_576;

/** An Express app that serves a simulator, and the OpenAPI document at `/openapi.json`. It converts and knows no rule. */
export function createApp(simulator: Simulator): Express {
  const app = express();
  app.disable('etag').disable('x-powered-by').enable('case sensitive routing').enable('strict routing');
  app.get('/openapi.json', (request, response) => {
    response.json(openApiDocument(`http://${request.headers.host ?? '127.0.0.1'}`));
  });
  // The core parses bodies itself: Express forgives empty ones and invalid UTF-8.
  app.use(express.raw({ type: () => true, limit: largestBody }));
  app.use(async (request, response) => {
    const left = new AbortController();
    response.once('close', () => response.writableFinished || left.abort());
    await send(await simulator.handle(convert(request, left.signal)), response);
  });
  app.use(unreadableBody);
  return app;
}

function convert(request: Request, signal: AbortSignal): ApiRequest {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  const body: unknown = request.body;
  return {
    method: request.method,
    // A request line may carry a whole URL (RFC 9112, 3.2.2).
    path: request.originalUrl.replace(/^https?:\/\/[^/?]*/i, ''),
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: body instanceof Uint8Array ? body : new Uint8Array(),
    signal,
  };
}

async function send({ status, headers, body }: ApiResponse, response: Response): Promise<void> {
  if (status === 0) {
    response.socket?.resetAndDestroy();
    return;
  }
  if (body instanceof Uint8Array) {
    const length = body.byteLength === 0 ? {} : { 'content-length': String(body.byteLength) };
    response.writeHead(status, { ...headers, ...length }).end(body);
    return;
  }
  response.writeHead(status, headers);
  response.flushHeaders();
  try {
    const source = Readable.from(body);
    // Before the pipeline hears of it, which closes the connection in order.
    source.once('error', (error) => {
      if (error instanceof BrokenConnection && error.how === 'reset') response.socket?.resetAndDestroy();
    });
    await pipeline(source, response);
  } catch (error) {
    // The client left: the core has been told by the signal. Anything else is ours.
    const meant =
      error instanceof BrokenConnection || (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!meant) throw error;
  }
}

/** Bodies that never reached the core: too large, broken compression, or an upload that was broken off. */
const unreadableBody: ErrorRequestHandler = (error: { type?: string }, _request, response, _next) => {
  if (response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const reason =
    error.type === 'entity.too.large' ? 'it is larger than 80 MB. Send less' : 'it cannot be decoded. Send plain JSON';
  const answer = errorAnswer(new ApiError(`Cannot read the request body: ${reason}.`, { code: 'invalid_request' }));
  void send(jsonResponse({ ...answer, headers: { connection: 'close' } }), response);
};
