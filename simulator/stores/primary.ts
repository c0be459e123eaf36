import type { Faults } from '../faults/faults.ts';
import type { Ledger, Reservation } from '../ledger/ledger.ts';
import type { Journal } from './journal.ts';
import type { Store } from './store.ts';

/** How two processes of one machine talk: what is sent arrives, in order. */
export interface Channel {
  send(message: unknown): void;
  listen(hear: (message: unknown) => void): void;
}

/** Part and operation of a store, for example `ledger.reserve`. */
type Operation = string;
type Call = readonly [id: number, operation: Operation, values: readonly unknown[]];
type Reply = readonly [id: number, value: unknown, error: string | null];
type Message = { readonly storeCalls: readonly Call[] } | { readonly storeReplies: readonly Reply[] };

/**
 * The store of another process, through a channel to it. Calls of one turn are sent in one message. No leases are needed: if the channel ends, this process
 * ends too.
 */
export async function borrowStore(channel: Channel): Promise<Store> {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let calls: Call[] = [];
  let count = 0;
  const flush = (): void => {
    channel.send({ storeCalls: calls } satisfies Message);
    calls = [];
  };
  const call = (operation: Operation, ...values: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      count += 1;
      waiting.set(count, { resolve, reject });
      if (calls.length === 0) setImmediate(flush);
      // In JSON, a trailing `undefined` would become `null`.
      calls.push([count, operation, values.at(-1) === undefined ? values.slice(0, -1) : values]);
    });
  channel.listen((message) => {
    if (!isMessage(message) || !('storeReplies' in message)) return;
    for (const [id, value, error] of message.storeReplies) {
      const { resolve, reject } = waiting.get(id) ?? {};
      waiting.delete(id);
      if (error === null) resolve?.(value);
      else reject?.(new Error(error));
    }
  });
  const part = <Part extends object>(name: string): Part =>
    new Proxy({} as Part, {
      get:
        (_, operation) =>
        (...values: unknown[]) =>
          call(`${name}.${String(operation)}`, ...values),
    });
  return {
    replica: (await call('join')) as number,
    ledger: part<Ledger>('ledger'),
    faults: part<Faults>('faults'),
    journal: part<Journal>('journal'),
    close: async () => {},
  };
}

/** Lends a store to another process. Returns a function that takes it back: the money that its requests still hold is then free again. */
export function lendStore(store: Store, replica: number, channel: Channel): () => Promise<void> {
  const open = new Map<Reservation['id'], Reservation>();
  let isBack = false;
  const parts = store as unknown as Record<string, Record<string, (...values: unknown[]) => unknown>>;
  const run = async (operation: Operation, values: readonly unknown[]): Promise<unknown> => {
    const [part = '', name = ''] = operation.split('.');
    if (part === 'join') return replica;
    const value = await parts[part]?.[name]?.(...values);
    if (operation === 'ledger.reserve' && value !== null) {
      const reservation = value as Reservation;
      if (isBack) await store.ledger.release(reservation);
      else open.set(reservation.id, reservation);
    }
    if (operation === 'ledger.settle' || operation === 'ledger.release') open.delete((values[0] as Reservation).id);
    return value;
  };
  channel.listen(async (message) => {
    if (!isMessage(message) || !('storeCalls' in message)) return;
    const replies = message.storeCalls.map(async ([id, operation, values]): Promise<Reply> => {
      try {
        return [id, await run(operation, values), null];
      } catch (error) {
        return [id, null, error instanceof Error ? error.message : String(error)];
      }
    });
    channel.send({ storeReplies: await Promise.all(replies) } satisfies Message);
  });
  return async () => {
    isBack = true;
    await Promise.all([...open.values()].map((reservation) => store.ledger.release(reservation)));
    open.clear();
  };
}

function isMessage(message: unknown): message is Message {
  return typeof message === 'object' && message !== null && ('storeCalls' in message || 'storeReplies' in message);
}
