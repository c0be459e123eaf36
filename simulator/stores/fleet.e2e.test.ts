import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { newFolder } from '../../fixtures/temporary.test-support.ts';
import { rules } from '../../spec/index.ts';
import { run } from '../../suites/cli.test-support.ts';
import { headersOf, postTo } from '../ask.test-support.ts';
import {
  type Called,
  callMicros,
  childrenOf,
  isAlive,
  type Replica,
  startReplica,
  tally,
} from './fleet.test-support.ts';
import { noServer, type StoreServer, startPostgres, startRedis } from './servers.test-support.ts';

const times = <T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)));
const one = (all: readonly Replica[], at: number): Replica => all[at % all.length] as Replica;

/** Waits until exactly the answered requests are charged: doubtful charges are cancelled, which may take a moment. */
async function expectExact(replica: Replica, key: string, beginning: number, answered: number): Promise<void> {
  const spent = answered * callMicros;
  await expect
    .poll(() => replica.key(key), { timeout: 20_000, interval: 200 })
    .toMatchObject({ balance_micros: beginning - spent, spent_micros: spent });
  const charges = await replica.charges(key);
  expect(charges.map(({ amount_micros }) => amount_micros)).toEqual(Array(answered).fill(callMicros));
}

/** The verdict of `assay check` on a server: a fleet differs in what it remembers, not in how it reads combined fields. */
async function verdictOn({ url }: Replica): Promise<object> {
  const { report } = await run(['check', '--profile', `${url}/_control/profile`, '--depth', 'quick']);
  return { verdict: report?.verdict, summary: report?.summary };
}
const judged = rules.filter(({ unjudged }) => unjudged === undefined).length;
const conforming = {
  verdict: 'conforming',
  summary: { rules: judged, pass: judged, fail: 0, inconclusive: 0, skip: 0 },
};

describe.each([
  ['redis', startRedis],
  ['postgres', startPostgres],
] as const)('a fleet on %s', (kind, startServer) => {
  let server: StoreServer | undefined;
  beforeAll(async () => {
    if (noServer[kind] === undefined) server = await startServer();
  });
  afterAll(() => server?.close());
  /** A test without its server is skipped and says why. */
  const needed = (context: TestContext): StoreServer => server ?? context.skip(noServer[kind]);

  it('of eight answers like one: 500 calls at once on credit for 100, one fault for all, no id twice', async (context) => {
    const { url } = needed(context);
    const fleet = await times(8, () => startReplica(url));
    const key = await one(fleet, 0).createKey(100 * callMicros);
    const calls = await times(500, (at) => one(fleet, at).search(key));
    expect(tally(calls)).toEqual({ 200: 100, 402: 400 });
    await expectExact(one(fleet, 5), key, 100 * callMicros, 100);
    expect(await one(fleet, 1).key(key)).toMatchObject({ requests: 500 });

    const other = await one(fleet, 2).createKey(1_000 * callMicros);
    await one(fleet, 3).arm({ fault: 'internal_error', key: other });
    const struck = await times(32, (at) => one(fleet, at).search(other));
    expect(tally(struck)).toEqual({ 200: 31, 500: 1 });
    const ids = [...calls, ...struck].flatMap(({ id }) => id ?? []);
    expect(new Set(ids).size).toBe(131);

    const answers = await times(8, async (at) => {
      const headers = headersOf(other);
      const answer = await postTo(`${one(fleet, at).url}/v1/finder`, { query: 'migraine' }, { headers });
      return (await answer.text()).replace(/fnd_[0-9a-f]{24}/, 'fnd_');
    });
    expect(new Set(answers).size).toBe(1);
    expect(await one(fleet, 7).journal()).toHaveLength(540);
  });

  it('has the verdict that one has', async (context) => {
    const { url } = needed(context);
    const [judged] = await times(2, () => startReplica(url));
    expect(await verdictOn(judged as Replica)).toMatchObject(conforming);
  });

  it('loses no charge when one of it is killed, and frees after the lease what that one held', async (context) => {
    const { url } = needed(context);
    const [gone, left] = (await times(2, () => startReplica(url))) as [Replica, Replica];
    const key = await gone.createKey(4 * callMicros);
    expect((await gone.search(key)).status).toBe(200);
    await gone.arm({ fault: 'latency', latency_ms: 600_000, key, times: 2 });
    const lost = times(2, () => gone.search(key));
    await expect.poll(() => left.armed()).toBe(0);
    await gone.kill();
    expect(tally(await lost)).toEqual({ 0: 2 });
    expect(tally([await left.search(key), await left.search(key)])).toEqual({ 200: 1, 402: 1 });
    await pause(17_000);
    expect(tally(await times(3, () => left.search(key)))).toEqual({ 200: 2, 402: 1 });
    await expectExact(left, key, 4 * callMicros, 4);
  });

  it.for(['stopped', 'frozen'] as const)(
    'answers 503 while its store is %s for ten seconds, and the sums stay exact',
    async (how, context) => {
      const store = needed(context);
      const fleet = await times(2, () => startReplica(store.url));
      const beginning = 100_000 * callMicros;
      const key = await one(fleet, 0).createKey(beginning);
      const calls: Called[] = [];
      let isOver = false;
      const load = times(8, async (at) => {
        while (!isOver) {
          calls.push(await one(fleet, at).search(key));
          await pause(100);
        }
      });
      await pause(1_500);
      if (how === 'stopped') await store.stop();
      else store.freeze();
      await pause(5_000);
      const before = calls.length;
      await pause(5_000);
      const away = calls.slice(before);
      if (how === 'stopped') await store.start();
      else store.thaw();
      await expect.poll(() => tally(calls.slice(-16)), { timeout: 10_000, interval: 100 }).toEqual({ 200: 16 });
      const back = calls.length;
      await pause(1_500);
      isOver = true;
      await load;
      expect(tally(away)).toEqual({ 503: away.length });
      expect(away.length).toBeGreaterThan(100);
      expect(Math.max(...away.map(({ milliseconds }) => milliseconds)), 'at once').toBeLessThan(3_000);
      expect(Math.max(...calls.map(({ milliseconds }) => milliseconds)), 'bounded').toBeLessThan(15_000);
      expect(tally(calls.slice(back + 8)), 'by itself').toEqual({ 200: calls.length - back - 8 });
      expect(Object.keys(tally(calls))).toEqual(['200', '503']);
      await expectExact(one(fleet, 1), key, beginning, tally(calls)[200] ?? 0);
      expect(fleet.map(({ stderr }) => stderr())).toEqual(['', '']);
    },
  );
});

describe('a simulator with a file', () => {
  it('has every charge that it answered with 200 when it was killed in the middle, and none twice', async () => {
    const address = `file:${join(newFolder(), 'store.db')}`;
    const before = await startReplica(address);
    const keys = await times(600, () => before.createKey(2 * callMicros));
    const calls = new Map<string, number>();
    let next = 0;
    const load = times(16, async () => {
      for (let key = keys[next++]; key !== undefined; key = keys[next++])
        calls.set(key, (await before.search(key)).status);
    });
    while (calls.size < 200) await pause(5);
    await before.kill();
    await load;
    const answered = [...calls.values()].filter((status) => status === 200).length;
    expect(answered).toBeGreaterThan(150);
    expect(answered).toBeLessThan(600);
    const after = await startReplica(address);
    for (const key of keys) {
      const charges = (await after.charges(key)).length;
      if (calls.get(key) === 200) expect(charges).toBe(1);
      else expect(charges).toBeLessThanOrEqual(1);
      expect(await after.key(key)).toMatchObject({
        balance_micros: (2 - charges) * callMicros,
        spent_micros: charges * callMicros,
      });
    }
    expect(keys).not.toContain(await after.createKey(1));
  });

  it('is shared by several processes of one machine', async () => {
    const address = `file:${join(newFolder(), 'store.db')}`;
    const fleet = await times(3, () => startReplica(address));
    const key = await one(fleet, 0).createKey(50 * callMicros);
    expect(tally(await times(200, (at) => one(fleet, at).search(key)))).toEqual({ 200: 50, 402: 150 });
    await expectExact(one(fleet, 1), key, 50 * callMicros, 50);
  });
});

describe.each(['memory', 'file'] as const)('serve --workers with %s', (kind) => {
  const address = (): string => (kind === 'memory' ? kind : `file:${join(newFolder(), 'store.db')}`);

  it('answers as one process does, and ends with all its workers', async () => {
    const lead = await startReplica(address(), '--workers', '3');
    expect(childrenOf(lead.pid)).toHaveLength(3);
    const key = await lead.createKey(50 * callMicros);
    const calls = await times(200, () => lead.search(key));
    expect(tally(calls)).toEqual({ 200: 50, 402: 150 });
    await expectExact(lead, key, 50 * callMicros, 50);
    expect(new Set(calls.flatMap(({ id }) => id ?? [])).size).toBe(50);
    const workers = childrenOf(lead.pid);
    expect([await lead.stop(), lead.stderr()]).toEqual([130, '']);
    for (const worker of workers) expect(() => process.kill(worker, 0)).toThrow();
  });

  it('has the verdict that one has', async () => {
    expect(await verdictOn(await startReplica(address(), '--workers', '2'))).toMatchObject(conforming);
  });
});

describe('the workers of serve', () => {
  it('are replaced when they die; what they held is free, what they settled stays', async () => {
    const lead = await startReplica('memory', '--workers', '2');
    const key = await lead.createKey(3 * callMicros);
    expect((await lead.search(key)).status).toBe(200);
    await lead.arm({ fault: 'latency', latency_ms: 600_000, key, times: 2 });
    const lost = times(2, () => lead.search(key));
    await expect.poll(() => lead.armed()).toBe(0);
    expect((await lead.search(key)).status).toBe(402);
    const died = childrenOf(lead.pid);
    for (const worker of died) process.kill(worker, 'SIGKILL');
    expect(tally(await lost)).toEqual({ 0: 2 });
    await expect
      .poll(() => childrenOf(lead.pid).filter((pid) => !died.includes(pid)), { timeout: 20_000 })
      .toHaveLength(2);
    await expect.poll(async () => (await lead.search(key)).status, { timeout: 20_000 }).toBe(200);
    expect(tally([await lead.search(key), await lead.search(key)])).toEqual({ 200: 1, 402: 1 });
    await expectExact(lead, key, 3 * callMicros, 3);
    expect(lead.stderr()).toContain('A worker ended (SIGKILL); another one takes its place.');
  });

  it('show the requests of all in each dashboard, and sum their metrics', async () => {
    const lead = await startReplica('memory', '--workers', '2');
    const key = await lead.createKey(100 * callMicros);
    // One connection for each, so that both workers serve some.
    const headers = { ...headersOf(key), connection: 'close' };
    const ask = () => postTo(`${lead.url}/v1/finder`, { query: 'asthma' }, { headers });
    for (const answer of await times(20, ask)) expect(answer.status).toBe(200);
    for (let count = 0; count < 4; count += 1) {
      const text = await (await fetch(`${lead.url}/_control/metrics`, { headers: { connection: 'close' } })).text();
      expect(text).toContain(`assay_charged_micros_total{endpoint="finder"} ${20 * callMicros}\n`);
    }
    const { body } = await fetch(`${lead.url}/_control/live`, { signal: AbortSignal.timeout(30_000) });
    if (body === null) throw new Error('no body');
    const ids = new Set<number>();
    let text = '';
    await times(20, ask);
    for await (const piece of body.pipeThrough(new TextDecoderStream())) {
      text += piece;
      for (const [, id] of text.matchAll(/"id":(\d{10})\b/g)) ids.add(Number(id));
      if (ids.size >= 40) break;
    }
    expect(ids.size).toBe(40);
    expect(new Set([...ids].map((id) => Math.floor(id / 1_000_000_000))).size).toBe(2);
  });

  it('may die while they are being stopped: the exit code is that of the signal', async () => {
    for (let time = 0; time < 6; time += 1) {
      const lead = await startReplica('memory', '--workers', '2');
      const workers = childrenOf(lead.pid);
      const code = lead.stop();
      for (const worker of workers) process.kill(worker, 'SIGKILL');
      expect(await code, lead.stderr()).toBe(130);
    }
  });

  it('do not outlive the process that started them', async () => {
    const lead = await startReplica('memory', '--workers', '2');
    const workers = childrenOf(lead.pid);
    await lead.kill();
    await expect.poll(() => workers.filter(isAlive), { timeout: 10_000 }).toEqual([]);
  });

  it('are not there where the address is taken: one line, exit code 2', async () => {
    const { url } = await startReplica('memory');
    const port = new URL(url).port;
    await expect(startReplica('memory', '--workers', '2', '--port', port)).rejects.toThrow(
      /^serve did not start: assay: Cannot listen on 127\.0\.0\.1:\d+: the port is in use\.[^\n]*\n$/,
    );
  });
});
