import { type EndpointName, endpoints, schemaCompiler } from '../../spec/index.ts';
import type { Call } from '../http/exchange/exchange.ts';

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
