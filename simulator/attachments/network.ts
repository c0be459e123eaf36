import type { Dispatcher } from 'undici';

/** Called before each connection is opened (or, on the simulated network, would be) with the host and the checked addresses. */
export type ConnectObserver = (host: string, addresses: readonly string[]) => void;

/** Gives the addresses of a name; called once per hop. Rejects, or gives none, if the name is unknown. */
export type Resolver = (host: string) => Promise<readonly string[]>;

/** The fetch of one file: name lookups and connections with one deadline, which covers every redirect and a slow body. */
export interface FetchSession {
  /** Aborts at the deadline, or with the caller's signal. */
  readonly signal: AbortSignal;
  /** Whether it was the deadline that aborted, not the caller. */
  expired(): boolean;
  resolve: Resolver;
  /** Connects only to these addresses, even if the name resolves to others by then. The caller destroys it after the hop. */
  dispatcher(host: string, addresses: readonly string[]): Dispatcher;
  /** Stops the deadline's timer. */
  end(): void;
}

/** Where files are fetched from: the internet, or our own fixtures in this process. */
export interface Network {
  /** Advice in the message for a name without an address. */
  readonly hint: string;
  /** Whether this is an address of the simulated network itself, which a resolved name may have; not used for IP literals. */
  owns(address: string): boolean;
  /** Starts the fetch of one file, which may take `limitMs` of this network's time. */
  begin(limitMs: number, caller: AbortSignal | undefined): FetchSession;
}

/** `caller` or `deadline`, whichever aborts first. */
export function eitherSignal(deadline: AbortSignal, caller: AbortSignal | undefined): AbortSignal {
  return caller === undefined ? deadline : AbortSignal.any([deadline, caller]);
}
