import { isObject, type JsonObject } from '../../spec/index.ts';
import { ApiError, schemaError } from '../core/errors.ts';
import type { ApiRequest } from '../core/wire.ts';

const jsonMediaType = /^application\/(?:[\w.+-]+\+)?json$/;

/**
 * Reads a body as a JSON object. Strict where common parsers are lenient: invalid UTF-8 and an empty body are errors.
 * Throws 400 `invalid_request`, or 422 `{detail}` for JSON that is not an object (readings R7, R8, R8a).
 */
export function readBody(request: ApiRequest): JsonObject {
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? 'application/json';
  if (!jsonMediaType.test(mediaType)) {
    throw unreadable(`its Content-Type is ${mediaType.slice(0, 100) || 'empty'}. Send application/json`);
  }
  if (request.body.byteLength === 0) throw unreadable('it is empty. Send a JSON object');
  const value = parse(decode(request.body));
  if (isObject(value)) return value;
  throw schemaError([{ type: 'object_type', loc: ['body'], msg: 'The body must be a JSON object.' }]);
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw unreadable('it is not valid UTF-8. Encode the text as UTF-8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('it is not valid JSON. Send a JSON object');
  }
}

function unreadable(reason: string): ApiError {
  return new ApiError(`Cannot read the request body: ${reason}.`, { code: 'invalid_request' });
}
