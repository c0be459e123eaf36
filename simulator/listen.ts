import { type TestKeys, testKeys } from '../fixtures/index.ts';
import { isObject, type KeyOrder } from '../spec/index.ts';
import { checkOptions } from './check-options.ts';
import type { AskedFault } from './faults.ts';
import type { JournalEntry } from './journal.ts';
import type { Charge, KeyRecord } from './ledger.ts';
import { type ServerOptions, startServer } from './server.ts';
import { isBytes } from './wire.ts';

/** A simulator that listens, with its control API as functions. Bodies are as in the control API. */
export interface StandIn {
  /** Address to give to the client under test; endpoints are at `url` + `/v1/…`. */
  readonly url: string;
  /** The documented keys. */
  readonly keys: TestKeys;
  /** Makes a key; by default with a credit of a hundred dollars and all permissions. */
  createKey(order?: KeyOrder): Promise<KeyRecord>;
  /** A key with its balance. */
  key(key: string): Promise<KeyRecord>;
  /** The key is refused with 401 from now on. */
  revokeKey(key: string): Promise<void>;
  /** Adds credit; a negative amount is subtracted. 1,000,000 micros are one US dollar. */
  topUp(key: string, amountMicros: number): Promise<KeyRecord>;
  /** What a key was charged for, oldest first. */
  charges(key: string): Promise<readonly Charge[]>;
  /** Arms a fault for the next `times` requests that match (default 1), and gives its id. */
  arm(fault: AskedFault): Promise<string>;
  /** Disarms all faults, or those of one key. */
  disarm(key?: string): Promise<void>;
  /** The last requests to the API, or those of one key, newest first, with the headers and bodies that were sent; keys are masked. */
  journal(key?: string): Promise<readonly JournalEntry[]>;
  /** Resets balances, keys, faults and journal; ids and new keys start over, so that the same requests get the same answers. */
  reset(): Promise<void>;
  /** Stops listening, ends open streams with an `error` event, gives running requests one second, then closes all connections. */
  close(): Promise<void>;
}

/** Options of `listen`: its control API is always on. */
type ListenOptions = Omit<ServerOptions, 'control'>;

/**
 * Starts a simulator for tests, by default on a free loopback port. Each call starts a separate one: test files need not share. Rejects with UserError
 * for an unknown option or an invalid value.
 */
export async function listen(options: ListenOptions = {}): Promise<StandIn> {
  const server = await startServer({ directives: true, ...checkOptions('listen()', options, ['control']) });
  // Called directly, not over the network, so that it also works in a test that replaces `fetch`.
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const reply = await server.simulator.handle({
      method,
      path: `/_control${path}`,
      headers: {},
      body: new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body)),
    });
    if (!isBytes(reply.body)) throw new Error('The control API answered with a stream.');
    const text = new TextDecoder().decode(reply.body);
    const value: unknown = text === '' ? undefined : JSON.parse(text);
    if (reply.status < 400) return value;
    throw new Error(`Cannot ${method} ${path}: ${reasonIn(value)}`);
  };
  const of = (key: string): string => `/keys/${encodeURIComponent(key)}`;
  const ofKey = (key?: string): string => (key === undefined ? '' : `?key=${encodeURIComponent(key)}`);
  // The simulator of this process answers with these shapes, which TypeScript cannot see.
  return {
    url: server.url,
    keys: testKeys,
    createKey: async (order = {}) => (await call('POST', '/keys', order)) as KeyRecord,
    key: async (key) => (await call('GET', of(key))) as KeyRecord,
    revokeKey: async (key) => void (await call('DELETE', of(key))),
    topUp: async (key, amount_micros) => (await call('POST', `${of(key)}/credit`, { amount_micros })) as KeyRecord,
    charges: async (key) => ((await call('GET', `${of(key)}/charges`)) as { charges: Charge[] }).charges,
    arm: async (fault) => ((await call('POST', '/faults', fault)) as { id: string }).id,
    disarm: async (key) => void (await call('DELETE', `/faults${ofKey(key)}`)),
    journal: async (key) => ((await call('GET', `/journal${ofKey(key)}`)) as { requests: JournalEntry[] }).requests,
    reset: async () => void (await call('POST', '/reset')),
    close: () => server.close(),
  };
}

/** What an answer says went wrong: the message of an error, or the first detail. */
function reasonIn(value: unknown): string {
  const { error, detail } = value as { error?: unknown; detail?: readonly { loc: readonly string[]; msg: string }[] };
  if (isObject(error)) return String(error.message);
  return detail?.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join(' ') ?? 'no reason was given.';
}
