import type {
  ChatResponse,
  DomainsResponse,
  EmbeddingsResponse,
  EndpointName,
  FinderResponse,
  RerankResponse,
} from '../../spec/index.ts';
import type { Requests } from '../call.ts';
import type { Change } from './change.ts';

/** The JSON body of a 200 by operation. */
export interface Replies {
  readonly chat: ChatResponse;
  readonly finder: FinderResponse;
  readonly embeddings: EmbeddingsResponse;
  readonly rerank: RerankResponse;
  readonly domains: DomainsResponse;
}

/** Changes the JSON body of every 200 of an operation; streams are not JSON and stay. */
export function changeReply<E extends EndpointName>(
  endpoint: E,
  change: (reply: Replies[E], request: Requests[E]) => unknown,
): Change {
  return (behaviour) => ({
    ...behaviour,
    tapJson: (from, status, body, request) => {
      const reply = behaviour.tapJson(from, status, body, request);
      return from === endpoint && status === 200 ? change(reply as Replies[E], request as Requests[E]) : reply;
    },
  });
}
