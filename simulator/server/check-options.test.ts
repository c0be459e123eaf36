import { expect, it } from 'vitest';
import { prices, UserError } from '../../spec/index.ts';
import { createHandlers } from '../msw.ts';
import { createMemoryStore } from '../stores/memory.ts';
import { createMemoryLedger } from '../stores/memory-ledger.ts';
import { listen } from './listen.ts';

const baseUrl = 'https://api.example';
const handlers = (options: object) => createHandlers({ baseUrl, ...options });

it.each([
  [{ sed: 2 }, 'Cannot use sed: createHandlers() has no such option. Did you mean seed?'],
  [{ ttft: 5 }, /Did you mean ttftMs\?$/],
  [{ port: 80 }, /^Cannot use port: createHandlers\(\) has no such option\./],
  [{ controlToken: 'secret-token' }, /no such option/],
  [{ faults: [] }, /It has seed, clock, .*onUnexpected\.$/],
  [{ seed: '1' }, "Cannot use seed '1' in createHandlers(): it must be a whole number from 0 to 9007199254740991."],
  [{ seed: Number.NaN }, /^Cannot use seed NaN .* whole number/],
  [{ seed: null }, /whole number/],
  [{ clock: 'sytem' }, /it must be fixed or system\.$/],
  [{ network: 'fake' }, /simulated or real/],
  [{ ttftMs: -5 }, /from 0 to 600000/],
  [{ latency: { median: 1 } }, /'typical' or '150:1000'/],
  [{ latency: 'typcial' }, /^Cannot use "typcial" as latency/],
  [{ control: 'no' }, /true or false/],
  [{ directives: 'no' }, /true or false/],
  [{ prices: {} }, /whole price list/],
  [{ store: 'memory' }, /an opened store/],
  [{ onRequest: 5 }, /a function/],
])('options in code are refused by handlers: %j', (options, message) => {
  expect(() => handlers(options)).toThrow(UserError);
  expect(() => handlers(options)).toThrow(message);
});

it.each([
  [{ prot: 1 }, /listen\(\) has no such option\. Did you mean port\?/],
  [{ port: 'abc' }, /from 0 to 65535/],
  [{ adapter: 'fastify' }, /express or node/],
  [{ control: false }, /no such option/],
  ['http://127.0.0.1', /an object of options/],
])('options in code are refused by listen: %j', async (options, message) => {
  await expect(listen(options as object)).rejects.toThrow(message);
});

it('options in code are accepted as their types say; undefined counts as left out', async () => {
  const store = createMemoryStore(createMemoryLedger());
  expect(
    handlers({ prices, store, seed: 0, control: true, onRequest: () => {}, createLedger: createMemoryLedger }),
  ).toHaveLength(1);
  const api = await listen({ directives: undefined, port: undefined, host: undefined } as object);
  const answer = await fetch(`${api.url}/v1/domains?q={{assay: rate_limit}}`);
  expect(answer.status).toBe(429);
  await api.close();
});
