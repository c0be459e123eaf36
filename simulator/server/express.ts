import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import express from 'express';
import type { Handler } from '../core/wire.ts';
import { createListener } from './http.ts';

/**
 * A server of an Express app that serves a handler. Express changes the prototype of each request and answer, which costs three times as much as everything
 * else that is done for a small one: V8 takes such objects out of its fast paths. Here they have that prototype from the start, so there is nothing to change.
 */
export function createExpressServer(handle: Handler): Server {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  const app = express();
  app.disable('etag').disable('x-powered-by');
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  app.use(createListener(handle));
  return createServer({ IncomingMessage: AppRequest, ServerResponse: AppResponse }, app);
}
