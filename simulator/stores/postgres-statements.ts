import { maxArmed } from '../faults/faults.ts';
import { journalLength } from './journal.ts';

/** Each migrates a database from the version that is its index to the next one. */
export const migrations: readonly string[] = [
  `CREATE TABLE assay.accounts (
     seq bigserial PRIMARY KEY, key text NOT NULL UNIQUE, environment text NOT NULL, balance bigint NOT NULL,
     held bigint NOT NULL DEFAULT 0, spent bigint NOT NULL DEFAULT 0, requests bigint NOT NULL DEFAULT 0,
     revoked boolean NOT NULL, permissions text[] NOT NULL, generation bigint NOT NULL) WITH (fillfactor = 50);
   CREATE TABLE assay.holds (id text PRIMARY KEY, key text NOT NULL, amount bigint NOT NULL, expires timestamptz NOT NULL);
   CREATE INDEX ON assay.holds (key, expires);
   CREATE TABLE assay.charges (
     seq bigserial PRIMARY KEY, hold text NOT NULL UNIQUE, key text NOT NULL, endpoint text NOT NULL, model text NOT NULL,
     amount bigint NOT NULL, lines json NOT NULL);
   CREATE INDEX ON assay.charges (key, seq);
   CREATE TABLE assay.faults (
     id bigserial PRIMARY KEY, name text NOT NULL, key text, endpoint text, remaining bigint NOT NULL, fault json NOT NULL);
   CREATE UNLOGGED TABLE assay.journal (seq bigserial PRIMARY KEY, entry json NOT NULL);`,
];

const columns = `accounts.key, environment, balance, spent, requests, revoked::int, to_json(permissions)::text AS permissions`;
/** For data that may be lost when the server crashes: it does not wait for the disk. Counts and holds, never a charge. */
const loose = `loose AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))`;
const matching = 'remaining > 0 AND (key IS NULL OR key = $1) AND (endpoint IS NULL OR endpoint = $2)';

/** Every statement, by name. Those that lock several holds do so in the order of their ids, so that two of them cannot deadlock. */
export const statements = {
  insert: `INSERT INTO assay.accounts AS accounts (key, environment, balance, revoked, permissions, generation)
    SELECT $1, $2, $3, $4, $5, generation FROM assay.meta RETURNING ${columns}`,
  find: `SELECT ${columns} FROM assay.accounts WHERE key = $1`,
  newest: `SELECT ${columns} FROM assay.accounts ORDER BY seq DESC LIMIT $1`,
  revoke: `UPDATE assay.accounts SET revoked = true WHERE key = $1 RETURNING ${columns}`,
  credit: `UPDATE assay.accounts SET balance = balance + $2 WHERE key = $1 RETURNING ${columns}`,
  admit: `WITH ${loose} UPDATE assay.accounts SET requests = requests + (NOT revoked)::int FROM loose
    WHERE key = $1 RETURNING ${columns}`,
  charges: 'SELECT endpoint, model, amount, lines::text FROM assay.charges WHERE key = $1 ORDER BY seq DESC LIMIT $2',
  hold: `WITH ${loose}, taken AS (
      UPDATE assay.accounts SET held = held + $3::bigint FROM loose
      WHERE key = $2 AND balance > 0 AND balance - held >= $3::bigint AND ($4::bigint IS NULL OR generation = $4)
      RETURNING generation)
    INSERT INTO assay.holds (id, key, amount, expires) SELECT $1, $2, $3::bigint, clock_timestamp() + $5::float8 * interval '1 millisecond' FROM taken
    RETURNING (SELECT generation FROM taken) AS generation`,
  settle: `WITH ended AS (DELETE FROM assay.holds WHERE id = $1 RETURNING key, amount),
      charged AS (INSERT INTO assay.charges (hold, key, endpoint, model, amount, lines)
        SELECT $1, key, $2, $3, $4::bigint, $5 FROM ended)
    UPDATE assay.accounts SET balance = balance - $4::bigint, spent = spent + $4::bigint, held = held - ended.amount
    FROM ended WHERE accounts.key = ended.key RETURNING 1`,
  unsettled: `SELECT generation, EXISTS (SELECT FROM assay.charges WHERE hold = $1) AS charged FROM assay.meta`,
  drop: `WITH ended AS (DELETE FROM assay.holds WHERE id = $1 RETURNING key, amount)
    UPDATE assay.accounts SET held = held - ended.amount FROM ended WHERE accounts.key = ended.key RETURNING 1`,
  uncharge: `WITH ended AS (DELETE FROM assay.charges WHERE hold = $1 RETURNING key, amount)
    UPDATE assay.accounts SET balance = balance + ended.amount, spent = spent - ended.amount
    FROM ended WHERE accounts.key = ended.key`,
  renew: `WITH ${loose} UPDATE assay.holds SET expires = clock_timestamp() + $2::float8 * interval '1 millisecond'
    FROM loose WHERE id IN (SELECT id FROM assay.holds WHERE id = ANY($1) ORDER BY id FOR UPDATE)`,
  expired: 'SELECT DISTINCT key FROM assay.holds WHERE expires < clock_timestamp() LIMIT 1000',
  sweep: `WITH ended AS (
      DELETE FROM assay.holds WHERE id IN (
        SELECT id FROM assay.holds WHERE key = $1 AND expires < clock_timestamp() ORDER BY id FOR UPDATE)
      RETURNING amount)
    UPDATE assay.accounts SET held = held - (SELECT sum(amount) FROM ended)
    WHERE key = $1 AND EXISTS (SELECT FROM ended) RETURNING 1`,
  arm: `INSERT INTO assay.faults (name, key, endpoint, remaining, fault) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
  tidy: `DELETE FROM assay.faults WHERE remaining <= 0
    OR id <= (SELECT id FROM assay.faults ORDER BY id DESC LIMIT 1 OFFSET ${maxArmed})`,
  armed: 'SELECT id, remaining AS "left", fault::text FROM assay.faults WHERE remaining > 0 ORDER BY id',
  disarm: 'DELETE FROM assay.faults WHERE id = $1 AND remaining > 0 RETURNING 1',
  disarmAll: 'DELETE FROM assay.faults WHERE $1::text IS NULL OR key = $1',
  waiting: `SELECT name FROM assay.faults WHERE ${matching}`,
  strike: `UPDATE assay.faults SET remaining = remaining - 1 WHERE id = (
      SELECT id FROM assay.faults WHERE ${matching} AND name = ANY($3) ORDER BY id LIMIT 1 FOR UPDATE)
    RETURNING fault`,
  write: `WITH added AS (INSERT INTO assay.journal (entry) SELECT unnest($1::json[]) RETURNING seq)
    DELETE FROM assay.journal WHERE seq <= (SELECT max(seq) FROM added) - ${journalLength}`,
  rewrite: `UPDATE assay.journal SET entry = $2::json
    WHERE seq = (SELECT max(seq) FROM assay.journal WHERE entry::text = $1)`,
  written: `SELECT entry::text FROM assay.journal ORDER BY seq DESC LIMIT ${journalLength}`,
  erase: 'DELETE FROM assay.journal',
} as const;
