import { isControlPath } from '../control/control.ts';
import type { Handler } from '../core/wire.ts';

/** Lets pages of `origin`, or of any for `*`, read the answers in a browser, and answers their preflights. The control API stays closed to them. */
export function withCors(next: Handler, origin: string): Handler {
  // A `*` for the headers of requests would not include Authorization, so they are named; for those of answers it includes all.
  const ours = { 'access-control-allow-origin': origin, 'access-control-expose-headers': '*' };
  return async (request) => {
    const { method, path, headers } = request;
    if (isControlPath(path)) return next(request);
    if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) {
      const answer = await next(request);
      return { ...answer, headers: { ...answer.headers, ...ours } };
    }
    const named = headers['access-control-request-headers'] ?? '';
    const allow = { 'access-control-allow-methods': 'GET, HEAD, POST', 'access-control-allow-headers': named };
    return { status: 204, headers: { ...ours, ...allow }, body: new Uint8Array() };
  };
}
