import { createHash } from 'node:crypto';
import { endpointNames, endpoints } from '../../../spec/index.ts';
import { maxCost } from '../../http/exchange/cost.ts';
import type { WireRequest, WireResponse } from '../../http/exchange/exchange.ts';
import type { Transport } from '../../http/transport/transport.ts';

/** Number of remembered answers, and the largest of them in bytes: some hundred megabytes at most. */
const MOST = 5_000;
const LARGEST = 2_000_000;

/** Answers by request. */
export type Memory = Map<string, Promise<WireResponse>>;

/** What was sent to the target. */
export interface Sent {
  requests: number;
  /** Upper bound by the price list, in micros. */
  micros: number;
}

/**
 * A transport that remembers the answers of the unchanged target: hundreds of deviations are judged by the same
 * requests, so most requests cost nothing after the first. Only requests with the profile's own keys, or none, are
 * remembered; a key that was created for a case is never used again.
 */
export function remembering(
  transport: Transport,
  profileKeys: readonly string[],
  sent: Sent,
  memory: Memory = new Map(),
): Transport {
  return {
    send: (request, how) => {
      const fetch = (): Promise<WireResponse> => {
        sent.requests += 1;
        sent.micros += costOf(request);
        return transport.send(request, how);
      };
      if (!isLasting(request, profileKeys)) return fetch();
      const identity = identityOf(request);
      const before = memory.get(identity);
      if (before) return before;
      const answer = fetch();
      if (memory.size < MOST) memory.set(identity, answer);
      answer.then(
        ({ status, failure, body }) => {
          if (failure || status >= 500 || status === 429 || body.length > LARGEST) memory.delete(identity);
        },
        () => memory.delete(identity),
      );
      return answer;
    },
    close: () => transport.close(),
  };
}

function isLasting({ url, headers }: WireRequest, profileKeys: readonly string[]): boolean {
  const key = /^Bearer (svc_\S+)$/.exec(headers.authorization ?? '')?.[1];
  return !new URL(url).pathname.includes('/_control') && (key === undefined || profileKeys.includes(key));
}

function identityOf({ method, url, headers, body }: WireRequest): string {
  const hash = createHash('sha256').update(JSON.stringify([method, url, headers]));
  return hash.update(body ?? '').digest('base64');
}

function costOf({ url, body }: WireRequest): number {
  const { pathname } = new URL(url);
  const endpoint = endpointNames.find((name) => pathname.endsWith(endpoints[name].path));
  if (endpoint === undefined) return 0;
  try {
    return maxCost({ endpoint, body: JSON.parse(new TextDecoder().decode(body)) });
  } catch {
    return 0;
  }
}
