import { signal } from '@preact/signals';
import type { PaidEndpoint } from '../../../../spec/index.ts';
import type { Charge, KeyRecord } from '../../../ledger/ledger.ts';
import type { ListedKey } from '../../messages.ts';
import { dollars, shortKey } from '../text/format.ts';
import { announce } from './announce.ts';
import { get, post, remove } from './api.ts';

/** All keys that the server lists; null until they are loaded. */
export const keys = signal<readonly ListedKey[] | null>(null);

/** The key that was just made, to be highlighted in the table. */
export const newestKey = signal<string | null>(null);

/** Paid operations, in the order of the API. */
export const paidNames = ['chat', 'finder', 'embeddings', 'rerank'] as const satisfies readonly PaidEndpoint[];

/** Reloads the keys. */
export async function loadKeys(): Promise<void> {
  keys.value = (await get<{ keys: readonly ListedKey[] }>('keys')).keys;
}

/** Makes a key. */
export async function createKey(
  order: Pick<KeyRecord, 'environment' | 'balance_micros' | 'permissions'>,
): Promise<void> {
  const { key } = await post<KeyRecord>('keys', order);
  newestKey.value = key;
  announce(`Made the key ${shortKey(key)}`);
  await loadKeys();
}

/** Adds to the balance of a key; a negative amount is subtracted. */
export async function creditKey(key: string, micros: number): Promise<void> {
  await post(`keys/${key}/credit`, { amount_micros: micros });
  announce(`Added ${dollars(micros)} to ${shortKey(key)}`);
  await loadKeys();
}

/** Revokes a key permanently. */
export async function revokeKey(key: string): Promise<void> {
  await remove(`keys/${key}`);
  announce(`Revoked ${shortKey(key)}`);
  await loadKeys();
}

/** Charges of a key, oldest first. */
export async function chargesOf(key: string): Promise<readonly Charge[]> {
  return (await get<{ charges: readonly Charge[] }>(`keys/${key}/charges`)).charges;
}

/** The whole key of a masked one (`svc_test_…cdef`) or of its last four characters; null if unknown. */
export async function wholeKey(last: string): Promise<string | null> {
  const find = (): string | undefined => keys.value?.find(({ key }) => key.endsWith(last))?.key;
  if (find() === undefined) await loadKeys();
  return find() ?? null;
}
