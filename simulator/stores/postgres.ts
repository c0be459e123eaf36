import { Socket } from 'node:net';
import pLimit from 'p-limit';
import type { Pool, PoolClient, QueryResultRow } from 'pg';
import { UserError } from '../../spec/index.ts';
import { type Fault, isEnding } from '../faults/faults.ts';
import type { KeyRecord, NewKey } from '../ledger/ledger.ts';
import { type Driver, type DriverOptions, deadMs, maxListed, patienceMs } from './driver.ts';
import { cannotUse, load, tooNew } from './load.ts';
import { createPatience } from './patience.ts';
import { migrations, statements } from './postgres-statements.ts';
import { type AccountRow, type ChargeRow, chargeOf, type FaultRow, recordIn, recordOf } from './rows.ts';
import { StoreAway } from './store.ts';

/** Any number that nothing else in the database uses. */
const migrationLock = 7_214_060_915;
/** Connections of a simulator for its requests; a server usually allows a hundred in all. One more is for renewing leases, which cannot wait. */
const mostConnections = 6;
/** How long connections may take to close. */
const endMs = 500;

/**
 * The schema `assay` of a PostgreSQL database, created if missing. Money moves by one conditional update, which is safe with any number of simulators.
 * It keeps every charge and every key, and lists the last 10,000.
 */
export async function openPostgres(url: string, options: DriverOptions): Promise<Driver> {
  const { default: pg } = await load('pg', url, () => import('pg'));
  const sockets = new Set<Socket>();
  const pool = new pg.Pool({
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
    connectionString: url,
    application_name: 'assay',
    max: mostConnections + 1,
    connectionTimeoutMillis: deadMs,
    query_timeout: deadMs,
    statement_timeout: patienceMs,
    keepAlive: true,
  });
  /** Closes the connections; those that still wait for an answer after `endMs` are destroyed. */
  const end = async (): Promise<void> => {
    const deadline = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, endMs);
    await pool.end();
    clearTimeout(deadline);
  };
  // A connection that breaks while idle is replaced at its next use.
  pool.on('error', () => {});
  try {
    const replica = await transaction(pool, (client) => migrate(client, url, options.initial));
    return { ...postgresDriver(pool, options, end), replica };
  } catch (error) {
    await end();
    if (error instanceof UserError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const next = 'Start PostgreSQL there with this user and database, or give another address with --store.';
    throw cannotUse(url, message || code || 'no connection', next);
  }
}

/** Creates the schema or migrates it to the version of this assay, and gives the simulator its number. */
async function migrate(client: PoolClient, url: string, initial: readonly NewKey[]): Promise<number> {
  await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
  const found = await client.query(`SELECT to_regclass('assay.meta') IS NOT NULL AS is_there`);
  if (!found.rows[0].is_there) {
    await client.query(`CREATE SCHEMA IF NOT EXISTS assay;
      CREATE TABLE assay.meta (version int NOT NULL, generation bigint NOT NULL, replicas bigint NOT NULL);
      INSERT INTO assay.meta VALUES (0, 0, 0);`);
  }
  const version = Number((await client.query('SELECT version FROM assay.meta')).rows[0].version);
  if (version > migrations.length) throw tooNew(url, 'made its schema', version, migrations.length, 'database');
  for (const migration of migrations.slice(version)) await client.query(migration);
  if (version === 0) for (const account of initial) await client.query(statements.insert, fieldsOf(account));
  const joined = await client.query('UPDATE assay.meta SET version = $1, replicas = replicas + 1 RETURNING replicas', [
    migrations.length,
  ]);
  return Number(joined.rows[0].replicas) - 1;
}

function postgresDriver(
  pool: Pool,
  { initial, leaseMs }: DriverOptions,
  end: () => Promise<void>,
): Omit<Driver, 'replica'> {
  // The server has to answer in time; waiting for one of the few connections does not count.
  const inTurn = pLimit(mostConnections);
  const patience = createPatience();
  let failures = 0;
  const queryNow = async <Row extends QueryResultRow>(
    name: keyof typeof statements,
    ...values: unknown[]
  ): Promise<Row[]> => {
    try {
      const found = await patience.within(pool.query<Row>({ name: `assay_${name}`, text: statements[name], values }));
      return found.rows;
    } catch (error) {
      failures += 1;
      throw awayOr(error);
    }
  };
  const query = <Row extends QueryResultRow>(name: keyof typeof statements, ...values: unknown[]): Promise<Row[]> => {
    const before = failures;
    return inTurn(() => {
      // After a failure while this one waited, it does not wait for the time limit again.
      if (failures !== before) throw new StoreAway('it does not answer in time');
      return queryNow<Row>(name, ...values);
    });
  };
  const record = async (rows: Promise<AccountRow[]>): Promise<KeyRecord | null> => recordIn(await rows);
  const take: Driver['hold'] = async ({ id, key, amount }, generation) => {
    const [row] = await query<{ generation: string }>('hold', id, key, amount, generation ?? null, leaseMs);
    return row === undefined ? null : Number(row.generation);
  };
  const strike = async (names: readonly string[], endpoint: string, key: string | null): Promise<Fault | null> => {
    for (;;) {
      const [row] = await query<{ fault: Fault }>('strike', key, endpoint, names);
      if (row !== undefined) return row.fault;
      // Another request may have used up the oldest fault; there may be another.
      const waiting = await query<{ name: string }>('waiting', key, endpoint);
      if (!waiting.some(({ name }) => names.includes(name))) return null;
    }
  };
  return {
    create: async (account) => (await record(query('insert', ...fieldsOf(account)))) as KeyRecord,
    find: (key) => record(query('find', key)),
    newest: async (limit) => (await query<AccountRow>('newest', Math.min(limit, maxListed))).map(recordOf),
    revoke: (key) => record(query('revoke', key)),
    credit: (key, amount) => record(query('credit', key, amount)),
    admit: (key) => record(query('admit', key)),
    charges: async (key) => {
      const rows = await query<ChargeRow>('charges', key, maxListed);
      return rows.length === 0 && (await query('find', key)).length === 0 ? null : rows.reverse().map(chargeOf);
    },
    reset: async () => {
      const begin = async (client: PoolClient): Promise<void> => {
        await client.query(`LOCK TABLE assay.accounts; DELETE FROM assay.accounts; DELETE FROM assay.holds;
          DELETE FROM assay.charges; UPDATE assay.meta SET generation = generation + 1;`);
        for (const account of initial) await client.query(statements.insert, fieldsOf(account));
      };
      await patience.within(transaction(pool, begin)).catch((error) => {
        throw awayOr(error);
      });
    },
    hold: async (hold, generation) => {
      const taken = await take(hold, generation);
      if (taken !== null) return taken;
      // Even if the sweep finds nothing: another simulator may just have swept.
      await query('sweep', hold.key);
      return take(hold, generation);
    },
    settle: async ({ id }, { endpoint, model, amount_micros, lines }, generation) => {
      const ended = await query('settle', id, endpoint, model, amount_micros, JSON.stringify(lines));
      if (ended.length > 0) return 'charged';
      const [found] = await query<{ generation: string; charged: boolean }>('unsettled', id);
      if (found?.charged) return 'charged';
      return Number(found?.generation) === generation ? 'gone' : 'forgotten';
    },
    // Two statements on purpose: the first waits for a charge that is being made, and only the second sees it.
    cancel: async ({ id }) => {
      if ((await query('drop', id)).length === 0) await query('uncharge', id);
    },
    renew: async (ids) => void (await queryNow('renew', ids, leaseMs)),
    sweep: async () => {
      for (const { key } of await queryNow<{ key: string }>('expired')) await queryNow('sweep', key);
    },
    arm: async (fault) => {
      await query('tidy');
      const { fault: name, key = null, endpoint = null, times = 1 } = fault;
      const [row] = await query<{ id: string }>('arm', name, key, endpoint, times, JSON.stringify(fault));
      return row?.id ?? '';
    },
    armed: () => query<FaultRow>('armed'),
    disarm: async (id) => (await query('disarm', id)).length > 0,
    disarmAll: async (key) => void (await query('disarmAll', key ?? null)),
    take: async (steps, endpoint, key) => {
      const taken: Fault[] = [];
      const waiting = await query<{ name: string }>('waiting', key, endpoint);
      for (const names of steps) {
        if (!waiting.some(({ name }) => (names as readonly string[]).includes(name))) continue;
        const fault = await strike(names, endpoint, key);
        if (fault !== null) taken.push(fault);
        if (fault !== null && isEnding(fault.fault)) break;
      }
      return taken;
    },
    write: async (entries) => void (await query('write', entries)),
    rewrite: async (before, after) => void (await query('rewrite', before, after)),
    written: async () => (await query<{ entry: string }>('written')).map(({ entry }) => entry),
    erase: async () => void (await query('erase')),
    close: async () => {
      patience.close();
      await end();
    },
  };
}

async function transaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    client.release();
    return result;
  } catch (error) {
    // The server rolls back what was begun on a connection that ends.
    client.release(true);
    throw error;
  }
}

/** SQLSTATE classes of a server that cannot do its work now: connections, resources, shutdown, system, waits, rights, transactions. */
const passing = /^(08|28|40|53|55|57|58)/;

/** StoreAway for a server that is unreachable or cannot work now; any other error is a defect of the simulator and stays as it is. */
function awayOr(error: unknown): unknown {
  const { code, severity } = error as { code?: string; severity?: string };
  if (severity !== undefined && !passing.test(code ?? '')) return error;
  return error instanceof StoreAway ? error : new StoreAway(code ?? 'no connection');
}

function fieldsOf({ key, environment, balance_micros, permissions, revoked = false }: NewKey): unknown[] {
  return [key, environment, balance_micros, revoked, permissions];
}
