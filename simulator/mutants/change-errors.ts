import type { EndpointName, ErrorCode, ErrorEnvelope, ValidationDetail } from '../../spec/index.ts';
import { ApiError } from '../errors.ts';
import type { Change } from './change.ts';

/** Where an error comes from; null where the path has no operation. */
type From = EndpointName | null;

/** Changes the body of every error with an envelope. */
export function changeEnvelope(change: (body: ErrorEnvelope, status: number, from: From) => unknown): Change {
  return changeBody((body, status, from) => ('error' in body ? change(body as ErrorEnvelope, status, from) : body));
}

/** Changes the body of every schema failure. */
export function changeDetail(change: (body: ValidationDetail, from: From) => unknown): Change {
  return changeBody((body, _status, from) => ('detail' in body ? change(body as ValidationDetail, from) : body));
}

function changeBody(change: (body: object, status: number, from: From) => unknown): Change {
  return (behaviour) => ({
    ...behaviour,
    tapJson: (from, status, body, request) => {
      const value = behaviour.tapJson(from, status, body, request);
      return status >= 400 && typeof value === 'object' && value !== null ? change(value, status, from) : value;
    },
  });
}

/** Answers something else where a check of an operation refuses with this code. */
export function insteadOf(endpoint: EndpointName, code: ErrorCode, refusal: () => Error): Change {
  return (behaviour) => ({
    ...behaviour,
    checkSemantics: (call, schemas) => {
      try {
        behaviour.checkSemantics(call, schemas);
      } catch (error) {
        const hit = call.endpoint === endpoint && error instanceof ApiError && error.envelope?.code === code;
        throw hit ? refusal() : error;
      }
    },
  });
}
