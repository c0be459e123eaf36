import { type EndpointName, endpointNames, type FaultOrder, type streamStyles } from '../../spec/index.ts';
import type { MaybePromise } from '../core/maybe-promise.ts';

/** A fault that the control API knows: the operations it applies to, and its fields besides `key`, `endpoint` and `times`. */
interface FaultKind<Where extends EndpointName, Own extends keyof FaultOrder> {
  readonly touches: readonly Where[];
  readonly fields: readonly Own[];
}

const anywhere = <Own extends keyof FaultOrder = never>(...fields: Own[]): FaultKind<EndpointName, Own> => ({
  touches: endpointNames,
  fields,
});
const only = <Where extends EndpointName, Own extends keyof FaultOrder = never>(
  endpoint: Where,
  ...fields: Own[]
): FaultKind<Where, Own> => ({ touches: [endpoint], fields });

/** Every fault. Source: contract, control API. */
export const faultKinds = {
  internal_error: anywhere(),
  service_unavailable: only('domains'),
  stale_catalog: only('domains'),
  stream_error: only('chat', 'after_messages'),
  no_sources: only('chat'),
  no_follow_ups: only('chat'),
  follow_ups_not_invoked: only('chat'),
  no_results: only('finder'),
  no_answer: only('finder'),
  latency: anywhere('latency_ms'),
  // The rest is for testing clients; the suites never use it.
  pass: anywhere(),
  rate_limit: anywhere('retry_after_s'),
  bad_gateway: anywhere(),
  reset: anywhere(),
  reset_stream: only('chat', 'after_messages'),
  truncate: anywhere('after_messages'),
  stall: anywhere('after_messages'),
  malformed_event: only('chat', 'after_messages'),
  cut_event: only('chat', 'after_messages'),
  stream_style: only('chat', 'style'),
  pace: only('chat', 'ttft_ms', 'event_ms'),
  custom_response: anywhere('status', 'headers', 'body'),
} as const;

export type FaultName = keyof typeof faultKinds;

/** Name of a legal but nasty way to write a stream. */
export type StreamStyle = (typeof streamStyles)[number];

/** A fault that strikes the next `times` requests (default 1) that match its key and endpoint. */
export type Fault = Omit<FaultOrder, 'fault'> & { readonly fault: FaultName };

type Kinds = typeof faultKinds;

/** Fields that a fault cannot do without. */
interface Needed {
  readonly stream_style: { readonly style: StreamStyle };
  readonly custom_response: { readonly status: number };
}

/** A fault as a caller writes it: only with its own fields, and on the endpoints that it applies to. */
export type AskedFault = {
  readonly [Name in FaultName]: Pick<FaultOrder, 'key' | 'times'> & {
    readonly fault: Name;
    readonly endpoint?: Kinds[Name]['touches'][number];
  } & Pick<FaultOrder, Kinds[Name]['fields'][number]> &
    (Name extends keyof Needed ? Needed[Name] : unknown);
}[FaultName];

/** A fault that still strikes `left` requests. */
export type ArmedFault = Fault & { readonly id: string; readonly left: number };

/** The fault of one of these names that strikes the request, or null; gives each fault only once. */
export type TakeFault = (...names: readonly FaultName[]) => Fault | null;

/** Names of faults of which at most one strikes at this step of a request. */
export type FaultStep = readonly FaultName[];

/** Faults after which no other strikes a request: those that answer it, and the one that lets it through. */
export const endings: readonly FaultName[] = [
  'pass',
  'internal_error',
  'rate_limit',
  'bad_gateway',
  'custom_response',
  'reset',
  'service_unavailable',
];

/** Whether no later fault strikes a request. */
export function isEnding(name: FaultName): boolean {
  return endings.includes(name);
}

/** The armed faults. Every operation is atomic. */
export interface Faults {
  /** Arms a fault and gives its id. */
  arm(fault: Fault): MaybePromise<string>;
  /** The armed faults, oldest first, each with its id and how many requests it will still strike. */
  list(): MaybePromise<readonly ArmedFault[]>;
  /** Disarms one; false if none has this id. */
  disarm(id: string): MaybePromise<boolean>;
  /** Disarms all, or those of one key. */
  clear(key?: string): MaybePromise<void>;
  /**
   * The armed faults that strike a request: at each step in turn, the oldest one with a name of the step that matches. Each is used once.
   * Stops after one of the endings.
   */
  take(steps: readonly FaultStep[], endpoint: EndpointName, key: string | null): MaybePromise<readonly Fault[]>;
}

/** Most armed faults; beyond that, the oldest is dropped. */
export const maxArmed = 10_000;

const none: readonly Fault[] = [];

/** Faults in memory; none is armed yet. */
export function createFaults(): Faults {
  const armed = new Map<string, { fault: Fault; left: number }>();
  let count = 0;
  const takeOne = (names: FaultStep, endpoint: EndpointName, key: string | null): Fault | null => {
    for (const [id, entry] of armed) {
      const { fault } = entry;
      const matches = (fault.key === undefined || fault.key === key) && (fault.endpoint ?? endpoint) === endpoint;
      if (!names.includes(fault.fault) || !matches) continue;
      entry.left -= 1;
      if (entry.left <= 0) armed.delete(id);
      return fault;
    }
    return null;
  };
  return {
    arm: (fault) => {
      count += 1;
      const id = `fault_${count}`;
      armed.set(id, { fault, left: fault.times ?? 1 });
      const [oldest] = armed.keys();
      if (armed.size > maxArmed && oldest !== undefined) armed.delete(oldest);
      return id;
    },
    list: () => [...armed].map(([id, { fault, left }]) => ({ ...fault, id, left })),
    disarm: (id) => armed.delete(id),
    clear: (key) => {
      for (const [id, { fault }] of armed) if (key === undefined || fault.key === key) armed.delete(id);
    },
    take: (steps, endpoint, key) => {
      if (armed.size === 0) return none;
      const taken: Fault[] = [];
      for (const names of steps) {
        const fault = takeOne(names, endpoint, key);
        if (fault !== null) taken.push(fault);
        if (fault !== null && isEnding(fault.fault)) break;
      }
      return taken;
    },
  };
}
