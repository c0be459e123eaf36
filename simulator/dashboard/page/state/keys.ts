import { signal } from '@preact/signals';
import type { PaidEndpoint } from '../../../../spec/index.ts';
import type { Charge, KeyRecord } from '../../../ledger.ts';
import type { ListedKey } from '../../messages.ts';
import { dollars, shortKey } from '../text/format.ts';
import { announce } from './announce.ts';
import { get, post, remove } from './api.ts';

/** Every key that the server tells of; null before it was asked. */
export const keys = signal<readonly ListedKey[] | null>(null);

/** A key that was made just now, to be seen in the table. */
export const newestKey = signal<string | null>(null);

/** Operations that are paid for, in the order of the API. */
export const paidNames = ['chat', 'finder', 'embeddings', 'rerank'] as const satisfies readonly PaidEndpoint[];

/** Reads the keys again. */
export async function loadKeys(): Promise<void> {
  keys.value = (await get<{ keys: readonly ListedKey[] }>('keys')).keys;
}

/** Makes a key. */
export async function createKey(
  order: Pick<KeyRecord, 'environment' | 'balance_micros' | 'permissions'>,
): Promise<KeyRecord> {
  const made = await post<KeyRecord>('keys', order);
  newestKey.value = made.key;
  announce(`Made the key ${shortKey(made.key)}`);
  await loadKeys();
  return made;
}

/** Adds to the balance of a key, or takes away. */
export async function creditKey(key: string, micros: number): Promise<void> {
  await post(`keys/${key}/credit`, { amount_micros: micros });
  announce(`Added ${dollars(micros)} to ${shortKey(key)}`);
  await loadKeys();
}

/** Revokes a key for good. */
export async function revokeKey(key: string): Promise<void> {
  await remove(`keys/${key}`);
  announce(`Revoked ${shortKey(key)}`);
  await loadKeys();
}

/** Charges of a key, oldest first. */
export async function chargesOf(key: string): Promise<readonly Charge[]> {
  return (await get<{ charges: readonly Charge[] }>(`keys/${key}/charges`)).charges;
}

/** The whole key of a masked one (`svc_test_…cdef`) or of its last four characters, where it is known. */
export async function wholeKey(last: string): Promise<string | null> {
  const find = (): string | undefined => keys.value?.find(({ key }) => key.endsWith(last))?.key;
  if (find() === undefined) await loadKeys();
  return find() ?? null;
}
