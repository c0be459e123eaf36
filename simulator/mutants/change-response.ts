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

/** Labels the 200 of an operation, JSON and stream alike, with another content type; null leaves the label out. */
export function labelled(endpoint: EndpointName, type: string | null): Change {
  return changeResponse((response, exchange) =>
    exchange.endpoint === endpoint && response.status === 200 ? relabelled(response, type) : response,
  );
}

/** The same response with another content type. */
export function relabelled(response: ApiResponse, type: string | null): ApiResponse {
  const { 'content-type': _type, ...headers } = response.headers;
  return { ...response, headers: type === null ? headers : { ...headers, 'content-type': type } };
}

/** Gives the 200 of an operation another status. */
export function withStatus(endpoint: EndpointName, status: number): Change {
  return changeResponse((response, exchange) =>
    exchange.endpoint === endpoint && response.status === 200 ? { ...response, status } : response,
  );
}
