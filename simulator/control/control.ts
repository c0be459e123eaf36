import { ApiError, refuseUnknown } from '../core/errors.ts';
import type { ApiRequest, JsonAnswer } from '../core/wire.ts';
import type { Parts, SimulatorOptions } from '../pipeline/options.ts';
import { methodNotAllowed, splitPath } from '../request/route.ts';
import { createControlCalls } from './control-calls.ts';

/** The path of the control API. */
export const controlPrefix = '/_control';

/** Whether a path belongs to the control API, not to the API under test. */
export function isControlPath(path: string): boolean {
  return path === controlPrefix || path.startsWith(`${controlPrefix}/`);
}

/**
 * The control API: what a harness needs and the public API cannot show. Source: contract, section 3.
 * Throws 404 for an unknown path, 405 with `Allow` for a wrong method, 422 for a query parameter that a call does not have, and what the calls throw.
 */
export function createControl(parts: Parts, options: SimulatorOptions): (request: ApiRequest) => Promise<JsonAnswer> {
  const calls = Object.entries(createControlCalls(parts, options)).map(([name, run]) => {
    const [method = '', path = '', ...known] = name.split(/[ ?]/);
    return { method, path, known, run, pattern: new RegExp(`^${path.replace(/\{\w+\}/, '([^/]+)')}$`) };
  });
  return async (request) => {
    const { path, query } = splitPath(request.path);
    const rest = path.slice(controlPrefix.length);
    const matching = calls.flatMap((call) => {
      const match = call.pattern.exec(rest);
      return match === null ? [] : [{ call, key: match[1] ?? '' }];
    });
    if (matching.length === 0) {
      const paths = [...new Set(calls.map((call) => call.path))].join(', ');
      throw new ApiError(`Cannot find this path: below ${controlPrefix} there are ${paths}.`, { code: 'not_found' });
    }
    // Programs that wait for a server to start send HEAD. What carries the answer leaves its body out.
    const asked = request.method === 'HEAD' ? 'GET' : request.method;
    const found = matching.find(({ call }) => call.method === asked);
    if (found === undefined) {
      throw methodNotAllowed(
        request.method,
        `${controlPrefix}/…`,
        matching.flatMap(({ call }) => (call.method === 'GET' ? ['GET', 'HEAD'] : [call.method])),
      );
    }
    const { method, known, run } = found.call;
    const use = known.length === 0 ? 'Leave it out' : `Use ${known.join(', ')}`;
    refuseUnknown('query', query, known, `${method} ${found.call.path} does not have this parameter. ${use}.`);
    return run({ request, key: found.key, query });
  };
}
