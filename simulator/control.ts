import { createControlCalls } from './control-calls.ts';
import { ApiError } from './errors.ts';
import type { Parts, SimulatorOptions } from './options.ts';
import { methodNotAllowed, splitPath } from './route.ts';
import type { ApiRequest, JsonAnswer } from './wire.ts';

/** Where the control API lives. */
export const controlPrefix = '/_control';

/** Whether a path belongs to the control API, apart from the API under test. */
export function isControlPath(path: string): boolean {
  return path === controlPrefix || path.startsWith(`${controlPrefix}/`);
}

/**
 * The control API: what a harness needs and the public API cannot show. Source: contract, section 3.
 * Throws 404 for an unknown path, 405 with `Allow` for a wrong method, and what the calls throw.
 */
export function createControl(parts: Parts, options: SimulatorOptions): (request: ApiRequest) => Promise<JsonAnswer> {
  const calls = createControlCalls(parts, options);
  return async (request) => {
    const { path, query } = splitPath(request.path);
    const rest = path.slice(controlPrefix.length);
    const matching = calls.flatMap((call) => {
      const match = call.path.exec(rest);
      return match === null ? [] : [{ call, key: match[1] ?? '' }];
    });
    if (matching.length === 0) {
      throw new ApiError('Cannot find this path: the control API has none like it.', { code: 'not_found' });
    }
    const found = matching.find(({ call }) => call.method === request.method);
    if (found === undefined) {
      throw methodNotAllowed(
        request.method,
        `${controlPrefix}/…`,
        matching.map(({ call }) => call.method),
      );
    }
    return found.call.run({ request, key: found.key, query });
  };
}
