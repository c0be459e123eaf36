import type { Dispatcher } from 'undici';

/** Told before each connection is opened (or, on the simulated network, would be): the host and the checked addresses. */
export type ConnectObserver = (host: string, addresses: readonly string[]) => void;

/** Gives the addresses of a name; asked once a hop. Rejects, or gives none, where the name is unknown. */
export type Resolver = (host: string) => Promise<readonly string[]>;

/** One file's fetch: names and connections under one deadline, which covers every redirect and a slow drip. */
export interface FetchSession {
  /** Aborts at the deadline, or with the caller's signal. */
  readonly signal: AbortSignal;
  /** Whether the deadline has passed (and not the caller given up). */
  expired(): boolean;
  resolve: Resolver;
  /** Connects to these addresses and no others, whatever the name says by then. The caller destroys it after the hop. */
  dispatcher(host: string, addresses: readonly string[]): Dispatcher;
  /** Stops the deadline's timer. */
  end(): void;
}

/** Where files are fetched from: the internet, or our own fixtures in this process. */
export interface Network {
  /** What to do about a name without an address. */
  readonly hint: string;
  /** Addresses of this network's own making that a resolved name may have; an IP literal never benefits from it. */
  owns(address: string): boolean;
  /** Begins to fetch one file; `limitMs` of this network's time for all of it. */
  begin(limitMs: number, caller: AbortSignal | undefined): FetchSession;
}

/** `caller` or `deadline`, whichever aborts first. */
export function eitherSignal(deadline: AbortSignal, caller: AbortSignal | undefined): AbortSignal {
  return caller === undefined ? deadline : AbortSignal.any([deadline, caller]);
}
