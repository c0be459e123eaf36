import { getEventListeners } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { attachmentsDirectory } from '../../fixtures/index.ts';
import { untilTestEnds } from '../../fixtures/temporary.test-support.ts';
import { ATTACHMENT_LIMITS } from './limits.ts';
import { createParsePool } from './parse-pool.ts';

const job = () => ({ bytes: new Uint8Array(readFileSync(join(attachmentsDirectory, 'pages-60.pdf'))), maxPages: 60 });
const started = () => new Promise((resolve) => setImmediate(resolve));

it('parses more jobs than it has workers', async () => {
  const pool = untilTestEnds(createParsePool(ATTACHMENT_LIMITS));
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => pool.parse(job())));
  expect(outcomes.map(({ kind }) => kind)).toEqual(Array(8).fill('pages'));
});

it('ends running and waiting jobs when it is closed, and accepts no more', async () => {
  const pool = untilTestEnds(createParsePool(ATTACHMENT_LIMITS));
  const settled = Promise.allSettled(Array.from({ length: 5 }, () => pool.parse(job())));
  await started();
  await pool.close();
  for (const { status } of await settled) expect(status).toBe('rejected');
  await expect(pool.parse(job())).rejects.toThrow(/closed/);
});

it('ends the job of a caller who leaves, removes its listeners from the signal, and continues', async () => {
  const pool = untilTestEnds(createParsePool(ATTACHMENT_LIMITS));
  const caller = new AbortController();
  const left = pool.parse(job(), caller.signal);
  const stays = pool.parse(job(), new AbortController().signal);
  await started();
  caller.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  expect((await stays).kind).toBe('pages');
  expect(getEventListeners(caller.signal, 'abort')).toEqual([]);
});

it('refuses a job behind too many others', async () => {
  const pool = untilTestEnds(createParsePool({ ...ATTACHMENT_LIMITS, filesWaiting: 0 }));
  const outcomes = await Promise.all([pool.parse(job()), pool.parse(job()), pool.parse(job())]);
  expect(outcomes[2]).toMatchObject({ kind: 'refused', reason: 'busy' });
});

it('blames no file for a stall of this thread', async () => {
  const limits = { ...ATTACHMENT_LIMITS, parseMs: 3_000 };
  const pool = untilTestEnds(createParsePool(limits));
  const stall = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, limits.parseMs + 100);
  for (const delay of [12, 17, 35]) {
    const parsed = pool.parse(job());
    // Behind a callback of this kind, timers are called before messages are read.
    setTimeout(() => setImmediate(stall), delay);
    expect((await parsed).kind).toBe('pages');
  }
});
