import { type EndpointName, endpoints, schemaCompiler } from '../../spec/index.ts';
import type { Call, Exchange } from '../http/exchange/exchange.ts';

const validators = new Map<EndpointName, (value: unknown) => boolean>();

/** Whether a call fits its schema. Response rules say nothing about other calls. */
export function isValid({ endpoint, body, query, raw }: Call): boolean {
  if (raw !== undefined) return false;
  // A query is text; its numbers are read from it (readings R8).
  const made =
    validators.get(endpoint) ??
    schemaCompiler({ strict: false, coerceTypes: endpoint === 'domains' }).compile(endpoints[endpoint].request);
  validators.set(endpoint, made);
  return made(endpoint === 'domains' ? { ...query } : body);
}

/** An embeddings input of this many characters may be beyond a limit that the specification does not show (readings R18). */
export const LONG_INPUT = 500;

/** Whether an embeddings request may have been refused for the length of an input. Source: Limits; readings R18. */
export const mayBeTooLong = ({ call: { endpoint, body }, status }: Exchange): boolean =>
  endpoint === 'embeddings' &&
  [400, 413, 422].includes(status) &&
  [Object(body).input].flat().some((text) => typeof text === 'string' && text.length >= LONG_INPUT);
