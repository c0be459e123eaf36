import type { EndpointName, ErrorCode } from '../../spec/index.ts';
import type { Requests } from '../call.ts';
import { ApiError, schemaError } from '../errors.ts';
import type { Change } from './change.ts';
import { type Edit, editAt } from './edit-json.ts';

/** A JSON body, or query parameters, that nobody has looked at yet. */
export type Input = Readonly<Record<string, unknown>>;

/** Changes the JSON body, or the query parameters, of an operation before they meet their schema. */
export function changeInput(endpoint: EndpointName, change: (input: Input) => Input): Change {
  return (behaviour) => ({
    ...behaviour,
    checkSchema: (of, value, schemas, bytes) =>
      behaviour.checkSchema(of, of === endpoint ? change(value) : value, schemas, bytes),
  });
}

/** Edits the values at a pointer (see `editAt`) of the input, as a lenient reader would. */
export function readLeniently(endpoint: EndpointName, pointer: string, edit: Edit): Change {
  return changeInput(endpoint, (input) => editAt(input, pointer, edit) as Input);
}

/** Refuses inputs that `when` picks, before their schema is looked at. */
export function refuseInput(endpoint: EndpointName, when: (input: Input) => boolean, refusal: () => Error): Change {
  return changeInput(endpoint, (input) => {
    if (when(input)) throw refusal();
    return input;
  });
}

/** Refuses requests that fit their schema and that `when` picks. */
export function refuseWhen<E extends EndpointName>(
  endpoint: E,
  when: (request: Requests[E]) => boolean,
  refusal: () => Error,
): Change {
  return (behaviour) => ({
    ...behaviour,
    checkSemantics: (call, schemas) => {
      behaviour.checkSemantics(call, schemas);
      if (call.endpoint === endpoint && when(call.request as Requests[E])) throw refusal();
    },
  });
}

/** A refusal with the envelope. */
export function envelope(code: ErrorCode, status?: number, param?: string): () => Error {
  return () =>
    new ApiError('The request cannot be accepted.', {
      code,
      ...(status === undefined ? {} : { status }),
      ...(param === undefined ? {} : { param }),
    });
}

/** A 422 `{detail}` that names a field. */
export function detail(field: string): () => Error {
  return () => schemaError([{ type: 'value_error', loc: ['body', field], msg: 'The value is not allowed here.' }]);
}

/** An exception that nobody catches: 500. */
export const crash = (): Error => new TypeError('value is not iterable');
