import { openApiDocument } from '../../spec/index.ts';
import { type Handler, jsonResponse } from '../core/wire.ts';
import { splitPath } from '../request/route.ts';

/** Serves the OpenAPI document at `/openapi.json`, for the API at `baseUrl`; without it, at the address in the Host header. */
export function withDocument(next: Handler, baseUrl?: string): Handler {
  return async (request) => {
    const { path, method, headers } = request;
    if (splitPath(path).path !== '/openapi.json' || !['GET', 'HEAD'].includes(method)) return next(request);
    const value = openApiDocument(baseUrl ?? `http://${headers.host ?? '127.0.0.1'}`);
    const answer = jsonResponse({ status: 200, value });
    return method === 'HEAD' ? { ...answer, body: new Uint8Array() } : answer;
  };
}
