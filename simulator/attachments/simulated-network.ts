import { Agent } from 'undici';
import { committedFixtures, type FixtureFiles } from './fixture-files.ts';
import { type ConnectObserver, eitherSignal, type FetchSession, type Network, type Resolver } from './network.ts';
import { answerInProcess } from './simulated-dispatch.ts';
import { simulatedServer } from './simulated-server.ts';

/** The simulator's clock, in milliseconds. In a test, `sleep` may resolve at once and advance the clock. */
export interface AttachmentClock {
  now(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface SimulatedNetworkOptions {
  readonly clock: AttachmentClock;
  /** Further files by name, which replace committed fixtures of the same name; for tests. */
  readonly files?: ReadonlyMap<string, Uint8Array> | undefined;
  readonly resolve?: Resolver | undefined;
  readonly onConnect?: ConnectObserver | undefined;
}

/** The address of every `.test` host here, from TEST-NET-1: no real host can have it, and nothing ever connects to it. */
const OWN_ADDRESS = '192.0.2.1';

/** First labels of names with special addresses, for testing the guard; the manifest lists `private.` and `unknown.`. */
const STRANGE_NAMES: Readonly<Record<string, readonly string[]>> = {
  private: ['10.0.0.7'],
  'partly-private': [OWN_ADDRESS, '10.0.0.7'],
  unknown: [],
};

/**
 * A network inside this process: hosts under `.test` (reserved for testing, RFC 6761) are answered from the fixtures, no
 * other host exists, and no name is ever looked up. Requests still go through undici and all checks; only the socket is
 * missing.
 *
 * The time of a session is the sum of its own server's sleeps. It is not read from the clock, which is shared, and which
 * jumps in tests: one slow body would time out all other fetches.
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
              // A public IP literal passes every check, but has no server here.
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
