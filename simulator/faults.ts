import { type EndpointName, endpointNames } from '../spec/index.ts';

/** What each fault touches. Source: contract, control API. */
export const faultScopes = {
  internal_error: endpointNames,
  service_unavailable: ['domains'],
  stale_catalog: ['domains'],
  stream_error: ['chat'],
  no_sources: ['chat'],
  no_follow_ups: ['chat'],
  follow_ups_not_invoked: ['chat'],
  no_results: ['finder'],
  no_answer: ['finder'],
  latency: endpointNames,
} as const satisfies Record<string, readonly EndpointName[]>;

/** Name of a fault. */
export type FaultName = keyof typeof faultScopes;

/** A fault to strike the next `times` requests that match its key and endpoint. */
export interface Fault {
  readonly fault: FaultName;
  readonly key?: string | undefined;
  readonly endpoint?: EndpointName | undefined;
  readonly times: number;
  /** `stream_error`: message events that are sent before it strikes. */
  readonly afterMessages: number;
  /** `latency`: how long the answer is held back. */
  readonly latencyMs: number;
}

/** The armed faults. */
export interface Faults {
  /** Arms a fault and gives its id. */
  arm(fault: Fault): string;
  /** Disarms all, or those of one key. */
  clear(key?: string): void;
  /** Uses the oldest armed fault of a name that matches the request, once. */
  take(name: FaultName, endpoint: EndpointName, key: string | null): Fault | null;
}

const maxArmed = 10_000;

/** Starts with no fault armed; beyond 10,000 the oldest gives way. */
export function createFaults(): Faults {
  const armed = new Map<string, { fault: Fault; left: number }>();
  let count = 0;
  return {
    arm: (fault) => {
      count += 1;
      const id = `fault_${count}`;
      armed.set(id, { fault, left: fault.times });
      const [oldest] = armed.keys();
      if (armed.size > maxArmed && oldest !== undefined) armed.delete(oldest);
      return id;
    },
    clear: (key) => {
      for (const [id, { fault }] of armed) if (key === undefined || fault.key === key) armed.delete(id);
    },
    take: (name, endpoint, key) => {
      for (const [id, entry] of armed) {
        const { fault } = entry;
        const matches = (fault.key === undefined || fault.key === key) && (fault.endpoint ?? endpoint) === endpoint;
        if (fault.fault !== name || !matches || !isTouched(name, endpoint)) continue;
        entry.left -= 1;
        if (entry.left <= 0) armed.delete(id);
        return fault;
      }
      return null;
    },
  };
}

function isTouched(name: FaultName, endpoint: EndpointName): boolean {
  const scope: readonly EndpointName[] = faultScopes[name];
  return scope.includes(endpoint);
}
