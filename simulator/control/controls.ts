import { isObject, type KeyOrder } from '../../spec/index.ts';
import type { AskedFault } from '../faults/faults.ts';
import type { Charge, KeyRecord } from '../ledger/ledger.ts';
import type { JournalEntry } from '../stores/journal.ts';

/** The control API of a simulator as functions. Bodies are as in the control API; a call that is refused rejects with the reason. */
export interface Controls {
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
}

/** An answer of the control API. */
interface ControlReply {
  readonly status: number;
  readonly text: string;
}

/** The functions over `send`, which sends a call to a path below the control API. */
export function controlsOver(send: (method: string, path: string, body?: string) => Promise<ControlReply>): Controls {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const { status, text } = await send(method, path, body && JSON.stringify(body));
    if (status < 400) return text === '' ? undefined : JSON.parse(text);
    throw new Error(`Cannot ${method} ${path}: ${reasonIn(text)}`);
  };
  const of = (key: string): string => `/keys/${encodeURIComponent(key)}`;
  const ofKey = (key?: string): string => (key === undefined ? '' : `?key=${encodeURIComponent(key)}`);
  // A simulator answers with these shapes, which TypeScript cannot see.
  return {
    createKey: async (order = {}) => (await call('POST', '/keys', order)) as KeyRecord,
    key: async (key) => (await call('GET', of(key))) as KeyRecord,
    revokeKey: async (key) => void (await call('DELETE', of(key))),
    topUp: async (key, amount_micros) => (await call('POST', `${of(key)}/credit`, { amount_micros })) as KeyRecord,
    charges: async (key) => ((await call('GET', `${of(key)}/charges`)) as { charges: Charge[] }).charges,
    arm: async (fault) => ((await call('POST', '/faults', fault)) as { id: string }).id,
    disarm: async (key) => void (await call('DELETE', `/faults${ofKey(key)}`)),
    journal: async (key) => ((await call('GET', `/journal${ofKey(key)}`)) as { requests: JournalEntry[] }).requests,
    reset: async () => void (await call('POST', '/reset')),
  };
}

/** What an answer says went wrong: the message of an error, or its details. */
function reasonIn(text: string): string {
  const value = parsed(text);
  if (!isObject(value)) return 'what answered is no simulator.';
  const { error, detail } = value as { error?: unknown; detail?: readonly { loc: readonly string[]; msg: string }[] };
  if (isObject(error)) return String(error.message);
  return detail?.map(({ loc, msg }) => `${loc.join('.')}: ${msg}`).join(' ') ?? 'no reason was given.';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
