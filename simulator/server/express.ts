import express, { type Express } from 'express';
import type { Handler } from '../core/wire.ts';
import { createListener } from './http.ts';

/** An Express app that serves a handler, by itself or mounted in another app. */
export function createApp(handle: Handler): Express {
  const app = express();
  app.disable('etag').disable('x-powered-by');
  const listener = createListener(handle);
  app.use((request, response) => {
    // If the app is mounted under a path, Express removes that path from the URL.
    listener(request, response);
  });
  return app;
}
