import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { untilTestEnds } from '../../fixtures/temporary.test-support.ts';
import { type Charge, chargeOf } from '../ledger/ledger.ts';
import { maxListed } from './driver.ts';
import { type Called, callMicros, startReplica, tally } from './fleet.test-support.ts';
import { openStore } from './index.ts';
import { type Network, startNetwork, type Way, ways } from './proxy.test-support.ts';
import { noServer, type StoreServer, startPostgres, startRedis } from './servers.test-support.ts';
import { StoreAway } from './store.ts';

const price: Charge = chargeOf('chat', 'm', [{ item: 'base', quantity: 1, unit_micros: 60 }]);
/** The longest time until a silent connection is given up, and a moment to clean up. */
const recovery = { timeout: 20_000, interval: 100 };

describe.each([
  ['redis', startRedis],
  ['postgres', startPostgres],
] as const)('where the network breaks between simulators and %s,', (kind, startServer) => {
  let server: StoreServer | undefined;
  beforeAll(async () => {
    if (noServer[kind] === undefined) server = await startServer();
  });
  afterAll(() => server?.close());
  /** A test without its server is skipped and says why. */
  const network = async (context: TestContext): Promise<{ proxy: Network; url: string }> => {
    const { url } = server ?? context.skip(noServer[kind]);
    return { proxy: untilTestEnds(await startNetwork(url)), url };
  };

  it.for((['reserve', 'settle', 'release'] as const).flatMap((step) => ways.map((way) => [step, way] as const)))(
    'a step has happened once or not at all, and holds nothing: %s, %s',
    async ([step, way], context) => {
      const { proxy, url } = await network(context);
      const { ledger } = untilTestEnds(await openStore(proxy.url));
      const observer = untilTestEnds(await openStore(url));
      // The timer of the store may have taken the break: then try again.
      for (let round = 0, before = 0; round < 3; round += 1) {
        const key = `${step} ${way} ${round}`;
        await observer.ledger.create({ key, environment: 'test', balance_micros: 120, permissions: [] });
        const reservation = step === 'reserve' ? null : await ledger.reserve(key, price);
        before = proxy.struck[way];
        proxy.strike(way);
        const work = async (): Promise<unknown> => {
          if (reservation === null) return ledger.reserve(key, price);
          return step === 'settle' ? ledger.settle(reservation, price) : ledger.release(reservation);
        };
        const came = await work().catch((error: unknown) => error);
        if (reservation !== null) await ledger.release(reservation);
        expect(proxy.struck[way]).toBe(before + 1);
        if (step !== 'release' && !(came instanceof StoreAway)) continue;
        await expect.poll(() => observer.ledger.find(key), recovery).toMatchObject({ balance_micros: 120 });
        await expect
          .poll(async () => {
            const whole = await observer.ledger.reserve(key, { ...price, amount_micros: 120 });
            if (whole !== null) await observer.ledger.release(whole);
            return whole !== null;
          }, recovery)
          .toBe(true);
        expect(await observer.ledger.charges(key)).toEqual([]);
        // And it recovers by itself.
        await expect.poll(async () => (await ledger.find(key).catch(() => null))?.balance_micros, recovery).toBe(120);
        const again = await ledger.reserve(key, price);
        if (again !== null) await ledger.settle(again, price);
        expect(await observer.ledger.find(key)).toMatchObject({ balance_micros: 60, spent_micros: 60 });
        return;
      }
      expect.fail('no step met the strike');
    },
  );

  it('a simulator that waits for an answer still ends when it is closed', async (context) => {
    const { proxy } = await network(context);
    const replica = await startReplica(proxy.url);
    const key = await replica.createKey(callMicros * 5);
    let call: ReturnType<typeof replica.search>;
    let tries = 0;
    // The timer of the store may have taken the break: then the call ends as usual, and the next one is tried.
    do {
      proxy.strike('answer lost');
      call = replica.search(key);
      tries += 1;
      await expect.poll(() => proxy.struck['answer lost']).toBe(tries);
    } while ((await Promise.race([call, pause(1_500)])) !== undefined && tries < 4);
    const from = performance.now();
    expect(await replica.stop()).toBe(130);
    // A second for requests, and the time limit of one operation.
    expect(performance.now() - from).toBeLessThan(5_000);
    expect((await call).status).not.toBe(200);
  });

  it('every 200 is billed once, nothing else is, and all that is left can be spent', async (context) => {
    const { proxy, url } = await network(context);
    const fleet = await Promise.all([startReplica(proxy.url), startReplica(proxy.url)]);
    const [one, other] = fleet as [(typeof fleet)[0], (typeof fleet)[0]];
    const beginning = 100_000 * callMicros;
    const key = await one.createKey(beginning);
    const calls: Called[] = [];
    let [isOver, rest] = [false, 5];
    const load = Array.from({ length: 8 }, async (_, at) => {
      while (!isOver) {
        calls.push(await (at % 2 === 0 ? one : other).search(key));
        await pause(rest);
      }
    });
    // Many breaks; silence only sometimes, since each costs seconds.
    const breaks: readonly Way[] = ['before', 'after', 'inside'];
    for (let count = 0; count < 32; count += 1) {
      await pause(50 + (count % 7) * 13);
      const silent = count === 10 ? 'request lost' : count === 20 ? 'answer lost' : null;
      const way = silent ?? (breaks[count % 3] as Way);
      const before = proxy.struck[way];
      proxy.strike(way);
      await expect.poll(() => proxy.struck[way], { ...recovery, interval: 5 }).toBe(before + 1);
    }
    rest = 50;
    await pause(10_000);
    const back = calls.length;
    await pause(1_000);
    isOver = true;
    await Promise.all(load);
    for (const way of ways) expect(proxy.struck[way], way).toBeGreaterThan(0);
    expect(Object.keys(tally(calls))).toEqual(['200', '503']);
    expect(tally(calls.slice(back + 8)), 'by itself').toEqual({ 200: calls.length - back - 8 });
    const answered = tally(calls)[200] ?? 0;
    const spent = answered * callMicros;
    await expect
      .poll(() => one.key(key), recovery)
      .toMatchObject({ spent_micros: spent, balance_micros: beginning - spent });
    expect(await other.charges(key)).toHaveLength(Math.min(answered, maxListed));
    // Nothing is held any more: the whole balance can be spent.
    const observer = untilTestEnds(await openStore(url));
    const left = { ...price, amount_micros: beginning - spent };
    await expect.poll(() => observer.ledger.reserve(key, left), recovery).not.toBeNull();
    expect(fleet.map(({ stderr }) => stderr())).toEqual(['', '']);
  });
});
