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

/** The specification shows no limit for a query of finder or rerank; a target may have one that is far from what people ask (readings S49). */
export const LONG_QUERY = 10_000;

/** The text in a request that may have been refused for its length, in words; undefined if none is so long. Source: Limits; readings R18, S49. */
export function tooLongText({ call: { endpoint, body }, status }: Exchange): string | undefined {
  if (![400, 413, 422].includes(status)) return undefined;
  const reaches = (text: unknown, length: number): boolean => typeof text === 'string' && text.length >= length;
  const { input, query } = Object(body);
  if (endpoint === 'embeddings' && [input].flat().some((text) => reaches(text, LONG_INPUT)))
    return `an embeddings input of ${LONG_INPUT} characters or more`;
  return (endpoint === 'finder' || endpoint === 'rerank') && reaches(query, LONG_QUERY)
    ? `a query of ${LONG_QUERY.toLocaleString('en-US')} characters or more`
    : undefined;
}
