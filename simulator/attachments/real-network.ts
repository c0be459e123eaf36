import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { sameAddress } from './address.ts';
import { type ConnectObserver, eitherSignal, type FetchSession, type Network, type Resolver } from './network.ts';

/** Settings for tests of the real network; no flag, header or environment variable can set them. */
export interface RealNetworkOptions {
  readonly resolve?: Resolver | undefined;
  /** Certificates to trust instead of the system's, PEM. */
  readonly ca?: string | undefined;
  readonly onConnect?: ConnectObserver | undefined;
}

/**
 * The internet. It uses real time even with a fixed clock: a remote server does not know ours.
 * Every hop gets its own agent, so that no connection is reused without a check of its address.
 */
export function realNetwork(options: RealNetworkOptions): Network {
  const resolve = options.resolve ?? systemResolver;
  return {
    hint: 'Check the host name.',
    owns: () => false,
    begin(limitMs, caller): FetchSession {
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(), limitMs);
      const signal = eitherSignal(deadline.signal, caller);
      return {
        signal,
        expired: () => deadline.signal.aborted,
        resolve: (host) => unlessAborted(signal, resolve(host)),
        dispatcher: (host, addresses) =>
          new Agent({ connect: pinnedConnector(host, addresses, limitMs, options), connections: 1, pipelining: 1 }),
        end: () => clearTimeout(timer),
      };
    },
  };
}

const systemResolver: Resolver = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** A connector whose lookup gives only the checked addresses, and which checks the remote address again. */
function pinnedConnector(
  host: string,
  addresses: readonly string[],
  limitMs: number,
  { ca, onConnect }: RealNetworkOptions,
): buildConnector.connector {
  const connect = buildConnector({
    lookup: pinnedLookup(addresses),
    timeout: limitMs,
    ...(ca === undefined ? {} : { ca }),
  });
  return (options, callback) => {
    onConnect?.(host, addresses);
    connect(options, (...outcome) => {
      if (outcome[0] === null && !isChecked(outcome[1].remoteAddress, addresses)) {
        outcome[1].destroy();
        callback(new Error('the connection reached an unchecked address'), null);
      } else {
        callback(...outcome);
      }
    });
  };
}

function isChecked(reached: string | undefined, addresses: readonly string[]): boolean {
  return reached !== undefined && addresses.some((address) => sameAddress(address, reached));
}

/** `node:net` asks for one address or for all, depending on the Node version's "happy eyeballs" setting. */
function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const entries = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_host, options, callback) => {
    const [first] = entries;
    if (first === undefined) callback(new Error('no checked address'), '', 0);
    else if (options.all === true) callback(null, entries);
    else callback(null, first.address, first.family);
  };
}

/** Rejects when the signal aborts. A system lookup itself cannot be aborted: its late answer is ignored. */
async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
