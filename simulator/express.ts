import express, { type Express } from 'express';
import { createListener } from './http.ts';
import type { Handler } from './wire.ts';

/** An Express app that serves a handler: to stand alone, or to be mounted in another app. */
export function createApp(handle: Handler): Express {
  const app = express();
  app.disable('etag').disable('x-powered-by');
  const listener = createListener(handle);
  app.use((request, response) => {
    // Mounted under a path, Express takes that off.
    listener(request, response);
  });
  return app;
}
