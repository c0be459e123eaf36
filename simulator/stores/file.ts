import type Database from 'libsql';
import { UserError } from '../../spec/index.ts';
import { type Fault, type FaultStep, isEnding, maxArmed } from '../faults/faults.ts';
import type { NewKey } from '../ledger/ledger.ts';
import { cannotOpen } from './cannot-open.ts';
import { type Driver, type DriverOptions, maxListed, patienceMs } from './driver.ts';
import { journalLength } from './journal.ts';
import { load, tooNew } from './load.ts';
import { type AccountRow, type ChargeRow, chargeOf, type FaultRow, recordIn, recordOf } from './rows.ts';
import { StoreAway } from './store.ts';

/** Each migrates a file from the version that is its index to the next one. */
const migrations: readonly string[] = [
  `CREATE TABLE meta (generation INTEGER NOT NULL, replicas INTEGER NOT NULL);
   INSERT INTO meta VALUES (0, 0);
   CREATE TABLE accounts (
     seq INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, environment TEXT NOT NULL, balance INTEGER NOT NULL,
     held INTEGER NOT NULL DEFAULT 0, spent INTEGER NOT NULL DEFAULT 0, requests INTEGER NOT NULL DEFAULT 0,
     revoked INTEGER NOT NULL, permissions TEXT NOT NULL, generation INTEGER NOT NULL);
   CREATE TABLE holds (id TEXT PRIMARY KEY, key TEXT NOT NULL, amount INTEGER NOT NULL, expires REAL NOT NULL);
   CREATE TABLE charges (
     seq INTEGER PRIMARY KEY AUTOINCREMENT, hold TEXT NOT NULL UNIQUE, key TEXT NOT NULL, endpoint TEXT NOT NULL,
     model TEXT NOT NULL, amount INTEGER NOT NULL, lines TEXT NOT NULL);
   CREATE INDEX charges_of ON charges (key, seq);
   CREATE TABLE faults (
     id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, key TEXT, endpoint TEXT, left INTEGER NOT NULL, fault TEXT NOT NULL);
   CREATE TABLE journal (seq INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT NOT NULL);`,
];

/** Milliseconds by the clock of this machine. */
const now = `(unixepoch('subsec') * 1000)`;
const columns = 'key, environment, balance, spent, requests, revoked, permissions';

interface HoldRow {
  readonly key: string;
  readonly amount: number;
}

/**
 * A libsql file: written data survives when the process is killed. Several processes of one machine may share it. It keeps every charge and every key,
 * and lists the last 10,000.
 */
export async function openFile(url: string, options: DriverOptions): Promise<Driver> {
  const { default: Libsql } = await load('libsql', url, () => import('libsql'));
  const path = url.slice('file:'.length).replace(/^\/\/(?=\/)/, '');
  try {
    return fileDriver(openDatabase(Libsql, path), url, options);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw cannotOpen(url, path, error as Error);
  }
}

/** Attempts, 20 ms apart, to open a file that another simulator is just opening. */
const OPENINGS = 50;

function openDatabase(Libsql: typeof Database, path: string): Database.Database {
  const database = new Libsql(path, { timeout: patienceMs });
  for (let tries = 1; ; tries += 1) {
    try {
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;');
      return database;
    } catch (error) {
      // SQLite does not wait for this lock by itself: another simulator may be opening the same new file.
      if (tries === OPENINGS || !String(error).includes('locked')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

/** A statement that always runs to its end; `get` of libsql does not, misses rows after `all`, and leaves its snapshot open. */
interface Prepared {
  run(...values: unknown[]): Database.RunResult;
  all(...values: unknown[]): unknown[];
  first(...values: unknown[]): unknown;
}

function prepareIn(database: Database.Database): (sql: string) => Prepared {
  return (sql) => {
    const statement = database.prepare(sql);
    return {
      run: (...values) => statement.run(...values),
      all: (...values) => statement.all(...values),
      first: (...values) => statement.all(...values)[0],
    };
  };
}

function fileDriver(database: Database.Database, url: string, { initial, leaseMs }: DriverOptions): Driver {
  const prepare = prepareIn(database);
  /** An operation of several statements as one transaction. */
  const atomic =
    <Values extends unknown[], T>(work: (...values: Values) => T) =>
    (...values: Values): T =>
      database.transaction(() => work(...values)).immediate();
  const insert = ({ key, environment, balance_micros, permissions, revoked = false }: NewKey): unknown =>
    prepare(
      `INSERT INTO accounts (key, environment, balance, revoked, permissions, generation)
       SELECT ?, ?, ?, ?, ?, generation FROM meta RETURNING ${columns}`,
    ).first(key, environment, balance_micros, revoked ? 1 : 0, JSON.stringify(permissions));
  const replica = atomic(() => {
    const version = (prepare('PRAGMA user_version').first() as { user_version: number }).user_version;
    if (version > migrations.length) throw tooNew(url, 'made it', version, migrations.length, 'file');
    for (const migration of migrations.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
    if (version === 0) for (const account of initial) insert(account);
    const row = prepare('UPDATE meta SET replicas = replicas + 1 RETURNING replicas - 1 AS replica').first();
    return (row as { replica: number }).replica;
  })();

  const find = prepare(`SELECT ${columns} FROM accounts WHERE key = ?`);
  const admit = prepare(`UPDATE accounts SET requests = requests + (revoked = 0) WHERE key = ? RETURNING ${columns}`);
  const newest = prepare(`SELECT ${columns} FROM accounts ORDER BY seq DESC LIMIT ?`);
  const revoke = prepare(`UPDATE accounts SET revoked = 1 WHERE key = ? RETURNING ${columns}`);
  const credit = prepare(`UPDATE accounts SET balance = balance + ? WHERE key = ? RETURNING ${columns}`);
  const charges = prepare('SELECT * FROM charges WHERE key = ? ORDER BY seq DESC LIMIT ?');
  const take = prepare(
    `UPDATE accounts SET held = held + ?2
     WHERE key = ?1 AND balance > 0 AND balance - held >= ?2 AND (?3 IS NULL OR generation = ?3) RETURNING generation`,
  );
  const hold = prepare(`INSERT INTO holds VALUES (?, ?, ?, ${now} + ${leaseMs})`);
  const end = prepare('DELETE FROM holds WHERE id = ? RETURNING key, amount');
  const endExpired = prepare(`DELETE FROM holds WHERE expires < ${now} RETURNING key, amount`);
  const giveBack = prepare('UPDATE accounts SET held = held - ? WHERE key = ?');
  const charge = prepare('INSERT INTO charges (hold, key, endpoint, model, amount, lines) VALUES (?, ?, ?, ?, ?, ?)');
  const pay = prepare('UPDATE accounts SET balance = balance - ?2, spent = spent + ?2 WHERE key = ?1');
  const uncharge = prepare('DELETE FROM charges WHERE hold = ? RETURNING key, amount');
  const isCharged = prepare('SELECT 1 FROM charges WHERE hold = ?');
  const generation = prepare('SELECT generation FROM meta');
  const renew = prepare(`UPDATE holds SET expires = ${now} + ${leaseMs} WHERE id = ?`);
  const arm = prepare('INSERT INTO faults (name, key, endpoint, left, fault) VALUES (?, ?, ?, ?, ?) RETURNING id');
  const dropOldest = prepare(
    'DELETE FROM faults WHERE id <= (SELECT id FROM faults ORDER BY id DESC LIMIT 1 OFFSET ?)',
  );
  const armed = prepare('SELECT id, left, fault FROM faults ORDER BY id');
  const disarm = prepare('DELETE FROM faults WHERE id = ?');
  const disarmOf = prepare('DELETE FROM faults WHERE key = ?');
  const disarmAll = prepare('DELETE FROM faults');
  const matching = '(key IS NULL OR key = ?1) AND (endpoint IS NULL OR endpoint = ?2)';
  const isArmed = prepare(`SELECT 1 FROM faults WHERE ${matching} LIMIT 1`);
  const strike = prepare(
    `UPDATE faults SET left = left - 1 WHERE id =
     (SELECT id FROM faults WHERE ${matching} AND name IN (SELECT value FROM json_each(?3)) ORDER BY id LIMIT 1) RETURNING fault`,
  );
  const dropSpent = prepare('DELETE FROM faults WHERE left <= 0');
  const write = prepare('INSERT INTO journal (entry) VALUES (?)');
  const rewrite = prepare('UPDATE journal SET entry = ?2 WHERE seq = (SELECT max(seq) FROM journal WHERE entry = ?1)');
  const trim = prepare('DELETE FROM journal WHERE seq <= (SELECT max(seq) FROM journal) - ?');
  const written = prepare('SELECT entry FROM journal ORDER BY seq DESC LIMIT ?');

  const record = (statement: Prepared, ...values: unknown[]) => recordIn(statement.all(...values) as AccountRow[]);
  const free = (ended: readonly HoldRow[]): void => {
    for (const { key, amount } of ended) giveBack.run(amount, key);
  };
  const hasExpired = prepare(`SELECT 1 FROM holds WHERE expires < ${now} LIMIT 1`);
  const freeExpired = (): boolean => {
    const ended = endExpired.all() as HoldRow[];
    free(ended);
    return ended.length > 0;
  };
  const sweep = atomic(freeExpired);
  const strikeAll = atomic((steps: readonly FaultStep[], endpoint: string, key: string | null): Fault[] => {
    const taken: Fault[] = [];
    for (const names of steps) {
      const row = strike.first(key, endpoint, JSON.stringify(names)) as { fault: string } | undefined;
      if (row === undefined) continue;
      const fault = JSON.parse(row.fault) as Fault;
      taken.push(fault);
      if (isEnding(fault.fault)) break;
    }
    dropSpent.run();
    return taken;
  });
  const operations: Synchronous<Omit<Driver, 'replica' | 'close'>> = {
    create: (account) => recordOf(insert(account) as AccountRow),
    find: (key) => record(find, key),
    newest: (limit) => (newest.all(Math.min(limit, maxListed)) as AccountRow[]).map(recordOf),
    revoke: (key) => record(revoke, key),
    credit: (key, amount) => record(credit, amount, key),
    admit: (key) => record(admit, key),
    charges: (key) => {
      const rows = charges.all(key, maxListed) as ChargeRow[];
      return find.first(key) === undefined ? null : rows.reverse().map(chargeOf);
    },
    reset: atomic(() => {
      database.exec(
        'DELETE FROM accounts; DELETE FROM holds; DELETE FROM charges; UPDATE meta SET generation = generation + 1;',
      );
      for (const account of initial) insert(account);
    }),
    hold: atomic(({ id, key, amount }, of) => {
      const taken = (): unknown => take.first(key, amount, of ?? null);
      const found = (taken() ?? (freeExpired() ? taken() : undefined)) as { generation: number } | undefined;
      if (found === undefined) return null;
      hold.run(id, key, amount);
      return found.generation;
    }),
    settle: atomic(({ id }, { endpoint, model, amount_micros, lines }, of) => {
      const ended = end.first(id) as HoldRow | undefined;
      if (ended === undefined) {
        if (isCharged.first(id) !== undefined) return 'charged';
        return (generation.first() as { generation: number }).generation === of ? 'gone' : 'forgotten';
      }
      free([ended]);
      charge.run(id, ended.key, endpoint, model, amount_micros, JSON.stringify(lines));
      pay.run(ended.key, amount_micros);
      return 'charged';
    }),
    cancel: atomic(({ id }) => {
      free(end.all(id) as HoldRow[]);
      for (const { key, amount } of uncharge.all(id) as HoldRow[]) pay.run(key, -amount);
    }),
    renew: atomic((ids) => {
      for (const id of ids) renew.run(id);
    }),
    sweep: () => void (hasExpired.first() === undefined || sweep()),
    arm: (fault) => {
      const { fault: name, key = null, endpoint = null, times = 1 } = fault;
      const { id } = arm.first(name, key, endpoint, times, JSON.stringify(fault)) as { id: number };
      dropOldest.run(maxArmed);
      return id;
    },
    armed: () => armed.all() as FaultRow[],
    disarm: (id) => disarm.run(id).changes > 0,
    disarmAll: (key) => void (key === undefined ? disarmAll.run() : disarmOf.run(key)),
    take: (steps, endpoint, key) => (isArmed.first(key, endpoint) === undefined ? [] : strikeAll(steps, endpoint, key)),
    write: atomic((entries) => {
      for (const entry of entries) write.run(entry);
      trim.run(journalLength);
    }),
    rewrite: (before, after) => void rewrite.run(before, after),
    written: () => (written.all(journalLength) as { entry: string }[]).map(({ entry }) => entry),
    erase: () => void database.exec('DELETE FROM journal'),
  };
  const steps = Object.entries(operations).map(([name, work]) => [name, asStep(work as Work)] as const);
  return {
    ...(Object.fromEntries(steps) as unknown as Omit<Driver, 'replica' | 'close'>),
    replica,
    close: async () => void database.close(),
  };
}

type Work = (...values: unknown[]) => unknown;
/** The same operations without promises. */
type Synchronous<Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (...values: infer Values) => Promise<infer Result>
    ? (...values: Values) => Result
    : never;
};

/** An operation as a promise. Rejects with StoreAway if the file cannot be used now. */
const asStep =
  (work: Work): ((...values: unknown[]) => Promise<unknown>) =>
  async (...values) => {
    try {
      return work(...values);
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (/^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN)/.test(String(code))) throw new StoreAway(String(code));
      throw error;
    }
  };
