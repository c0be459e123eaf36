import type { EndpointName } from '../../spec/index.ts';
import type { JsonObject } from '../body.ts';
import type { ApiRequest } from '../wire.ts';
import type { Change } from './change.ts';

/** Why a body cannot be taken as a JSON object. */
type Fault = 'empty' | 'utf-8' | 'syntax' | 'not an object';

/** Does something else with bodies of one fault: takes them as an object, or throws another refusal. */
export function changeUnreadable(
  fault: Fault,
  instead: (body: Uint8Array, endpoint: EndpointName) => JsonObject,
): Change {
  return (behaviour) => ({
    ...behaviour,
    readBody: (request, endpoint) =>
      faultOf(request) === fault ? instead(request.body, endpoint) : behaviour.readBody(request, endpoint),
  });
}

function faultOf({ body }: ApiRequest): Fault | null {
  if (body.byteLength === 0) return 'empty';
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? null : 'not an object';
  } catch (error) {
    return error instanceof SyntaxError ? 'syntax' : 'utf-8';
  }
}
