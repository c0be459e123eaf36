import { Agent } from 'undici';
import { committedFixtures, type FixtureFiles } from './fixture-files.ts';
import { type ConnectObserver, eitherSignal, type FetchSession, type Network, type Resolver } from './network.ts';
import { answerInProcess } from './simulated-dispatch.ts';
import { simulatedServer } from './simulated-server.ts';

/** The world's clock, in milliseconds. A test's clock may let `sleep` resolve at once and move itself. */
export interface AttachmentClock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** What the simulated network stands on. */
export interface SimulatedNetworkOptions {
  readonly clock: AttachmentClock;
  /** Further files by name, in front of the committed fixtures; for tests. */
  readonly files?: ReadonlyMap<string, Uint8Array> | undefined;
  readonly resolve?: Resolver | undefined;
  readonly onConnect?: ConnectObserver | undefined;
}

/** TEST-NET-1: the address every `.test` host has here. Nobody can have it, and nothing ever connects to it. */
const OWN_ADDRESS = '192.0.2.1';

/** First labels of names whose answer shows what the guard does with what a resolver says; the manifest tells of `private.` and `unknown.`. */
const STRANGE_NAMES: Readonly<Record<string, readonly string[]>> = {
  private: ['10.0.0.7'],
  'partly-private': [OWN_ADDRESS, '10.0.0.7'],
  unknown: [],
};

/**
 * A network that is this process: hosts under `.test` (a name reserved for that, RFC 6761) are answered from the fixtures,
 * no other host exists, and no name is ever looked up. Requests still go through undici and through every check, only the
 * socket is missing.
 *
 * A session's 30 s are the sum of what its own server slept on the world's clock. The clock itself is shared, and a test's
 * clock jumps: read directly, one drip would time out every fetch beside it.
 */
export function simulatedNetwork(options: SimulatedNetworkOptions): Network {
  const committed = committedFixtures();
  const files: FixtureFiles = async (name) => options.files?.get(name) ?? (await committed(name));
  const resolve = options.resolve ?? simulatedResolver;
  return {
    hint: 'The simulated network only has hosts under .test, such as https://fixtures.assay.test/pages-3.pdf; the real one is --network real.',
    owns: (address) => address === OWN_ADDRESS,
    begin(limitMs, caller): FetchSession {
      const deadline = new AbortController();
      const signal = eitherSignal(deadline.signal, caller);
      let spent = 0;
      const sleep = async (ms: number) => {
        const nap = Math.min(ms, limitMs - spent);
        await options.clock.sleep(nap, signal);
        spent += nap;
        if (spent >= limitMs) deadline.abort();
        signal.throwIfAborted();
      };
      return {
        signal,
        expired: () => deadline.signal.aborted,
        resolve,
        dispatcher(host, addresses) {
          return new Agent().compose(
            answerInProcess(async (path) => {
              // A public IP literal passes every check, and has nobody behind it here.
              if (!isOurs(host)) throw Object.assign(new Error('no such host'), { code: 'ENETUNREACH' });
              options.onConnect?.(host, addresses);
              return simulatedServer({ path, files, sleep });
            }),
          );
        },
        end: () => {},
      };
    },
  };
}

const simulatedResolver: Resolver = async (host) => {
  if (!isOurs(host)) return [];
  const [label = ''] = host.split('.');
  return Object.hasOwn(STRANGE_NAMES, label) ? (STRANGE_NAMES[label] ?? []) : [OWN_ADDRESS];
};

function isOurs(host: string): boolean {
  return host.endsWith('.test');
}
