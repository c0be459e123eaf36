import type { EndpointName } from '../../spec/index.ts';
import type { Exchange } from '../behaviour.ts';
import type { ApiResponse } from '../wire.ts';
import type { Change } from './change.ts';

/** Changes responses on their way out. */
export function changeResponse(change: (response: ApiResponse, exchange: Exchange) => ApiResponse): Change {
  return (behaviour) => ({
    ...behaviour,
    tapResponse: (response, exchange) => change(behaviour.tapResponse(response, exchange), exchange),
  });
}

/** Labels the JSON of a 200 with another content type; null leaves the label out. Streams keep theirs. */
export function labelled(endpoint: EndpointName, type: string | null): Change {
  return changeResponse((response, exchange) =>
    isJsonSuccess(response, exchange, endpoint) ? relabelled(response, type) : response,
  );
}

/** The same response with another content type. */
export function relabelled(response: ApiResponse, type: string | null): ApiResponse {
  const { 'content-type': _type, ...headers } = response.headers;
  return { ...response, headers: type === null ? headers : { ...headers, 'content-type': type } };
}

/** Gives the JSON of a 200 another status. Streams keep theirs. */
export function withStatus(endpoint: EndpointName, status: number): Change {
  return changeResponse((response, exchange) =>
    isJsonSuccess(response, exchange, endpoint) ? { ...response, status } : response,
  );
}

function isJsonSuccess({ status, body }: ApiResponse, exchange: Exchange, endpoint: EndpointName): boolean {
  return exchange.endpoint === endpoint && status === 200 && body instanceof Uint8Array;
}
