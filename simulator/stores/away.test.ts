import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createBench, paths, valid } from '../ask.test-support.ts';
import { initialKeys } from '../ledger/initial-keys.ts';
import { openStore } from './index.ts';
import { load } from './load.ts';
import { createMemoryStore } from './memory.ts';
import { createMemoryLedger } from './memory-ledger.ts';
import { type Store, StoreAway } from './store.ts';

const away = () => Promise.reject(new StoreAway('it does not answer'));
const memory = (): Store => createMemoryStore(createMemoryLedger(initialKeys));

describe('a store that is away', () => {
  it.each([
    ['before the answer', 'admit'],
    ['when the money is held', 'reserve'],
    ['when the answer is made', 'settle'],
  ] as const)('%s gives 503, and costs nothing', async (_when, step) => {
    const store = memory();
    const bench = createBench({ store: { ...store, ledger: { ...store.ledger, [step]: away } } });
    const key = await bench.keyWith(150_000);
    const reply = await bench.post(paths.chat, valid.chat, { key });
    expect([reply.status, reply.json.error]).toEqual([
      503,
      {
        ...{ type: 'server_error', code: 'service_unavailable', param: null },
        message:
          'Cannot answer: the store of balances and charges is away (it does not answer). Send the request again later.',
      },
    ]);
    expect(await bench.balanceOf(key)).toBe(150_000);
    expect(
      await store.ledger.reserve(key, { endpoint: 'chat', model: 'm', amount_micros: 150_000, lines: [] }),
    ).not.toBeNull();
  });

  it('when a stream ends makes the stream fail: a client that is not charged gets no complete answer', async () => {
    const store = memory();
    const bench = createBench({ store: { ...store, ledger: { ...store.ledger, settle: away } } });
    const key = await bench.keyWith(150_000);
    const { text } = await bench.post(paths.chat, { ...valid.chat, stream: true }, { key });
    expect(text).toMatch(/data: \{"type":"error","error":\{[^\n]*"code":"internal_error"[^\n]*\n\ndata: \[DONE\]\n\n$/);
    expect(
      await store.ledger.reserve(key, { endpoint: 'chat', model: 'm', amount_micros: 150_000, lines: [] }),
    ).not.toBeNull();
  });

  it('makes the catalogue and the control API fail too, but not the health check', async () => {
    const store = memory();
    const faults = { ...store.faults, take: away, list: away };
    const bench = createBench({ store: { ...store, faults } });
    expect((await bench.get('/v1/domains')).json.error?.code).toBe('service_unavailable');
    expect((await bench.control('GET', '/faults')).status).toBe(503);
    expect((await bench.control('GET', '/health')).status).toBe(200);
  });
});

describe('a Redis that is still reading its data', () => {
  it('is used once it has read them, whatever time it estimates', { timeout: 15_000 }, async () => {
    let asked = 0;
    const server = createServer((socket) => {
      socket.on('data', (commands) => {
        for (const [, name] of String(commands).matchAll(/\*\d+\r\n\$\d+\r\n(\w+)\r\n/g)) {
          if (name !== 'info') {
            socket.write(name === 'client' ? '+OK\r\n' : ':1\r\n');
            continue;
          }
          asked += 1;
          const text = asked < 3 ? 'loading:1\r\nloading_eta_seconds:1349\r\n' : 'loading:0\r\n';
          socket.write(`$${text.length}\r\n${text}\r\n`);
        }
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as { port: number };
    const store = await openStore(`redis://127.0.0.1:${port}`);
    expect(asked).toBe(3);
    await store.close();
    server.close();
    await once(server, 'close');
  });
});

describe('ids', () => {
  it('are equal for equal seeds, and different for each simulator of a store', async () => {
    const idsOf = async (replica: number): Promise<unknown[]> => {
      const bench = createBench({ store: { ...memory(), replica } });
      const made = [await bench.keyWith(1), (await bench.post(paths.finder, valid.finder)).json.id];
      return made;
    };
    expect(await idsOf(0)).toEqual(await idsOf(0));
    expect(await idsOf(3)).toEqual(await idsOf(3));
    expect(new Set([...(await idsOf(0)), ...(await idsOf(3)), ...(await idsOf(4))]).size).toBe(6);
  });
});

describe('a package that a store needs', () => {
  it('is named where it is missing', async () => {
    const missing = Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
    await expect(load('ioredis', 'redis://:secret@host:1/2', () => Promise.reject(missing))).rejects.toMatchObject({
      name: 'UserError',
      message: 'Cannot use redis://host:1/2: the package ioredis is not installed. Run npm install ioredis.',
    });
  });
});
