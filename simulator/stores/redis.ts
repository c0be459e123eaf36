import type { Redis } from 'ioredis';
import { UserError } from '../../spec/index.ts';
import { endings, type Fault } from '../faults/faults.ts';
import type { Charge, KeyRecord, NewKey } from '../ledger/ledger.ts';
import { type Driver, type DriverOptions, deadMs, patienceMs, type Settled } from './driver.ts';
import { cannotUse, load, tooNew } from './load.ts';
import { createPatience } from './patience.ts';
import { redisScripts, redisVersion, type ScriptName } from './redis-scripts.ts';
import { recordOf } from './rows.ts';
import { StoreAway } from './store.ts';

const prefix = '{assay}';
const mostRetryMs = 500;

/** A database of a Redis server: each operation is one script, which makes it atomic. Keeps the last 10,000 keys, and as many charges of each. */
export async function openRedis(url: string, { initial, leaseMs }: DriverOptions): Promise<Driver> {
  const { Redis } = await load('ioredis', url, () => import('ioredis'));
  const redis = new Redis(url, {
    lazyConnect: true,
    // A command that cannot be sent now fails at once; nothing is sent twice.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: patienceMs,
    socketTimeout: deadMs,
    retryStrategy: (times) => Math.min(times * 50, mostRetryMs),
    // A server that is reading its data only guesses how long that takes, and often far too long.
    maxLoadingRetryTime: mostRetryMs,
  });
  let reason = '';
  redis.on('error', (error: NodeJS.ErrnoException) => {
    reason = error.code ?? error.message;
  });
  for (const [name, lua] of redisScripts) redis.defineCommand(nameOf(name), { lua, numberOfKeys: 1 });
  const accounts = JSON.stringify(initial.map(fieldsOf));
  // All commands use one connection, which may be dead without an error: the next one may work.
  const patience = createPatience(() => redis.stream?.destroy());
  const call: Call = (name, ...args) => patience.within(run(redis, name, args));
  const begin = (): Promise<string> => call('begin', redisVersion, accounts) as Promise<string>;
  // A server that comes back without its data starts over.
  redis.on('ready', () => void begin().catch(() => {}));
  try {
    await redis.connect();
    const version = Number(await begin());
    if (version > redisVersion) throw tooNew(url, 'uses it', version, redisVersion, 'database (redis://HOST/1)');
    const replica = (await redis.incr(`${prefix}:replicas`)) - 1;
    const close = async (): Promise<void> => {
      patience.close();
      redis.disconnect();
    };
    return { ...redisDriver(call, accounts, leaseMs), replica, close };
  } catch (error) {
    patience.close();
    redis.disconnect();
    if (error instanceof UserError) throw error;
    throw cannotUse(url, reason || (error as Error).message, 'Start Redis there, or give another --store.');
  }
}

type Call = (name: ScriptName, ...args: readonly (string | number)[]) => Promise<unknown>;

function redisDriver(call: Call, accounts: string, leaseMs: number): Omit<Driver, 'replica' | 'close'> {
  const record = async (reply: Promise<unknown>): Promise<KeyRecord | null> => {
    const row = (await reply) as Row | null;
    return row && recordOfRow(row);
  };
  return {
    create: async (account) => recordOfRow((await call('create', ...fieldsOf(account))) as Row),
    find: (key) => record(call('find', key)),
    newest: async (limit) => ((await call('newest', limit)) as Row[]).map(recordOfRow),
    revoke: (key) => record(call('revoke', key)),
    credit: (key, amount) => record(call('credit', key, amount)),
    admit: (key) => record(call('admit', key)),
    charges: async (key) => {
      const found = (await call('charges', key)) as string[] | null;
      return found?.map((entry) => JSON.parse(entry.slice(entry.indexOf('{'))) as Charge) ?? null;
    },
    reset: async () => void (await call('reset', accounts)),
    hold: async ({ id, key, amount }, generation) => {
      const found = (await call('hold', id, key, amount, generation ?? '', leaseMs)) as string | null;
      return found === null ? null : Number(found);
    },
    settle: async ({ id, key }, charge, generation) =>
      (await call('settle', id, key, charge.amount_micros, JSON.stringify(charge), generation)) as Settled,
    cancel: async ({ id, key }) => void (await call('cancel', id, key)),
    renew: async (ids) => void (await call('renew', leaseMs, ...ids)),
    sweep: async () => void (await call('sweep')),
    arm: async (fault) => {
      const { fault: name, key, endpoint = '', times = 1 } = fault;
      return (await call('arm', name, ofKey(key), endpoint, times, JSON.stringify(fault))) as number;
    },
    armed: async () =>
      ((await call('armed')) as [string, string, string][]).map(([id, left, fault]) => ({ id, left, fault })),
    disarm: async (id) => (await call('disarm', id)) === 1,
    disarmAll: async (key) => void (await call('disarmAll', ofKey(key))),
    take: async (steps, endpoint, key) =>
      (
        (await call('take', endpoint, ofKey(key), JSON.stringify(steps), JSON.stringify(endings))) as readonly string[]
      ).map((fault) => JSON.parse(fault) as Fault),
    write: async (entries) => void (await call('write', ...entries)),
    rewrite: async (before, after) => void (await call('rewrite', before, after)),
    written: async () => (await call('written')) as string[],
    erase: async () => void (await call('erase')),
  };
}

/** A key as the scripts of faults take it; an empty text for none, which no key can be. */
const ofKey = (key: string | null | undefined): string => (key == null ? '' : `=${key}`);

type Row = readonly [KeyRecord['environment'], string, string, string, string, string, string];

function recordOfRow([environment, balance, spent, requests, revoked, permissions, key]: Row): KeyRecord {
  return recordOf({ key, environment, balance, spent, requests, revoked, permissions });
}

function fieldsOf({ key, environment, balance_micros, permissions, revoked }: NewKey): readonly string[] {
  return [key, environment, String(balance_micros), revoked ? '1' : '0', JSON.stringify(permissions)];
}

/** The prefix keeps our commands from replacing those of the client. */
const nameOf = (name: ScriptName): string => `assay_${name}`;

async function run(redis: Redis, name: ScriptName, args: readonly (string | number)[]): Promise<unknown> {
  const commands = redis as unknown as Record<string, (...args: (string | number)[]) => Promise<unknown>>;
  try {
    return await commands[nameOf(name)]?.(prefix, ...args);
  } catch (error) {
    const { name: kind, message, code } = error as NodeJS.ErrnoException;
    const isOurs =
      kind === 'ReplyError' && !/^(LOADING|READONLY|MASTERDOWN|OOM|MISCONF|CLUSTERDOWN|TRYAGAIN|BUSY)/.test(message);
    if (isOurs) throw error;
    throw new StoreAway(code ?? 'no connection');
  }
}
