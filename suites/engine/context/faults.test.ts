import { expect, it } from 'vitest';
import { type Call, type Exchange, succeeded } from '../../http/exchange/exchange.ts';
import { exchangeOf } from '../../judges/exchange.test-support.ts';
import type { Context } from './context.ts';
import { sendFailingRequest, sendWithFault } from './faults.ts';

const call: Call = { endpoint: 'finder', body: { query: 'asthma' } };
const exchangeWith = (status: number): Exchange => exchangeOf(call, {}, { status });

/** Sends under a fault to a target with these statuses in turn; returns the last one, and how often it armed. */
async function sendAgainst(isExpected: (exchange: Exchange) => boolean, ...statuses: readonly number[]) {
  const remaining = [...statuses];
  let armed = 0;
  const context = {
    control: {
      createKey: async () => ({ key: 'svc_test_0' }),
      arm: async () => {
        armed += 1;
      },
    },
    client: {
      send: async () => exchangeWith(remaining.shift() ?? 0),
      pause: async () => true,
      waitUntilRecovered: async () => true,
    },
  } as unknown as Context;
  const { status } = await sendWithFault(context, { fault: { fault: 'stale_catalog' }, call, isExpected: isExpected });
  return { status, armed };
}

it('a call under an armed fault is sent again when the server fails by itself', async () => {
  expect(await sendAgainst(succeeded, 503, 429, 200)).toEqual({ status: 200, armed: 3 });
});

it('a call under an armed fault counts as it stands when it keeps failing', async () => {
  expect(await sendAgainst(succeeded, 503, 503, 503, 503, 200)).toEqual({ status: 503, armed: 4 });
});

it('a call under an armed fault is sent once when the failure is the one that was armed', async () => {
  expect(await sendAgainst(({ status }) => status === 500, 500)).toEqual({ status: 500, armed: 1 });
});

it('a call under an armed fault is sent again when a gateway may have refused it', async () => {
  expect(await sendAgainst(({ status }) => status === 500, 403, 500)).toEqual({ status: 500, armed: 2 });
});

it('a call under an armed fault is sent once when it succeeds or is refused for its content', async () => {
  expect(await sendAgainst(({ status }) => status === 500, 200)).toEqual({ status: 200, armed: 1 });
  expect(await sendAgainst(({ status }) => status === 500, 422)).toEqual({ status: 422, armed: 1 });
});

it('a request that a server fault ends is sent on the connection that the next one has', async () => {
  const connection = {};
  const used: unknown[] = [];
  const context = {
    control: { arm: async () => {} },
    client: {
      send: async (_: Call, options: { connection?: object }) => {
        used.push(options.connection);
        return exchangeWith(500);
      },
    },
  } as unknown as Context;
  expect(await sendFailingRequest(context, call, 'server fault', 'svc_test_0', connection)).toBe(true);
  expect(used[0]).toBe(connection);
});
