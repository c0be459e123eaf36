import type {
  ChatRequest,
  DomainsQuery,
  EmbeddingsRequest,
  EndpointName,
  FinderRequest,
  RerankRequest,
} from '../../spec/index.ts';

/** The request of each operation. */
export interface Requests {
  readonly chat: ChatRequest;
  readonly finder: FinderRequest;
  readonly embeddings: EmbeddingsRequest;
  readonly rerank: RerankRequest;
  readonly domains: DomainsQuery;
}

/** A request that fits its schema, with the operation it is for. */
export type Call = {
  readonly [E in EndpointName]: { readonly endpoint: E; readonly request: Requests[E] };
}[EndpointName];
