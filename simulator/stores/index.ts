import { UserError } from '../../spec/index.ts';
import { initialKeys } from '../ledger/initial-keys.ts';
import type { Driver } from './driver.ts';
import { openFile } from './file.ts';
import { shownAddress } from './load.ts';
import { createMemoryStore } from './memory.ts';
import { createMemoryLedger } from './memory-ledger.ts';
import { openPostgres } from './postgres.ts';
import { openRedis } from './redis.ts';
import { shareStore } from './shared.ts';
import type { Store } from './store.ts';

/** How long the money that a dead simulator held stays blocked, in milliseconds. */
const lease = 15_000;

/** Opens the store that `--store` names. Throws UserError if its kind is unknown, its package is missing, or it cannot be reached. */
export async function openStore(address: string, leaseMs = lease): Promise<Store> {
  if (address === 'memory') return createMemoryStore(createMemoryLedger(initialKeys));
  return shareStore(await openDriver(address, leaseMs), leaseMs);
}

/** Opens the driver of a store that simulators share. Throws as `openStore` does. */
export function openDriver(address: string, leaseMs = lease): Promise<Driver> {
  const options = { initial: initialKeys, leaseMs };
  if (/^file:./.test(address)) return openFile(address, options);
  if (/^rediss?:\/\/./.test(address) && URL.canParse(address)) return openRedis(address, options);
  if (/^postgres(?:ql)?:\/\/./.test(address) && URL.canParse(address)) return openPostgres(address, options);
  throw new UserError(
    `Cannot use --store ${JSON.stringify(shownAddress(address))}: it names no store. ` +
      'Use memory, file:PATH, redis://HOST:PORT or postgres://USER@HOST/DATABASE.',
  );
}
