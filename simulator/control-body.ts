import type { Shape } from '../spec/index.ts';
import { readBody } from './body.ts';
import { schemaError } from './errors.ts';
import { violations } from './schema-stages.ts';
import type { ApiRequest } from './wire.ts';
import { detailItem } from './wording.ts';

/**
 * Reads a control body; an absent body counts as `{}`.
 * Throws 400 for what is not JSON and 422 `{detail}` for what does not fit.
 */
export function readControlBody<S extends object>(request: ApiRequest, schema: S): Shape<S> {
  const value = request.body.byteLength === 0 ? {} : readBody(request);
  const [first] = violations(schema, 'schema', value, false);
  if (first !== undefined) throw schemaError([detailItem(first.error, 'body', value)]);
  return value as Shape<S>;
}
