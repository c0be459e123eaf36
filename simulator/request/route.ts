import { type EndpointName, endpointNames, endpoints } from '../../spec/index.ts';
import { ApiError } from '../core/errors.ts';
import type { ApiRequest } from '../core/wire.ts';

/** The operation of a request, and its query parameters. */
export interface Route {
  readonly endpoint: EndpointName;
  readonly query: Readonly<Record<string, string>>;
}

/**
 * Finds the operation of a request. Paths are compared letter by letter: no other case, no final slash.
 * Throws 404 `not_found`, or 405 `method_not_allowed` with `Allow` (readings R13). HEAD counts as GET (readings R8a).
 */
export function route(request: ApiRequest): Route {
  const { path, query } = splitPath(request.path);
  const endpoint = endpointNames.find((name) => endpoints[name].path === path);
  if (endpoint === undefined) throw notFound(path);
  const allowed = endpoints[endpoint].method === 'GET' ? ['GET', 'HEAD'] : ['POST'];
  if (!allowed.includes(request.method)) throw methodNotAllowed(request.method, path, allowed);
  return { endpoint, query };
}

/** Splits a path from its query; of a parameter given twice the last one counts (readings R8b). */
export function splitPath(target: string): { path: string; query: Record<string, string> } {
  const mark = target.indexOf('?');
  if (mark < 0) return { path: target, query: {} };
  return { path: target.slice(0, mark), query: Object.fromEntries(new URLSearchParams(target.slice(mark + 1))) };
}

/** 404 for an unknown path. */
function notFound(path: string): ApiError {
  const paths = endpointNames.map((name) => endpoints[name].path).join(', ');
  return new ApiError(`Cannot find ${clip(path)}: no endpoint has this path. Use one of ${paths}.`, {
    code: 'not_found',
  });
}

/** 405 for a known path with another method; `Allow` lists the allowed ones. */
export function methodNotAllowed(method: string, path: string, allowed: readonly string[]): ApiError {
  const allow = allowed.join(', ');
  return new ApiError(`Cannot ${clip(method)} ${clip(path)}: the method is not allowed. Use ${allow}.`, {
    code: 'method_not_allowed',
    headers: { allow },
  });
}

function clip(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
