import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { wireResponse } from '../../http/exchange/exchange.ts';
import { fakeProfile, openFakeSession } from './fake-target.test-support.ts';
import { openSession } from './session.ts';

it('spends little where the control API that the profile declares answers nothing', async () => {
  const profile = fakeProfile({ control_url: 'http://target.example/mistyped' });
  const isFree = async (status: number, body: string): Promise<boolean> => {
    const send = async () => wireResponse({ status, body: new TextEncoder().encode(body) });
    const session = openFakeSession(send, { profile });
    await session.context.detectControlApi();
    await session.close();
    return session.context.requestsAreFree;
  };
  expect(await isFree(404, '{}')).toBe(false);
  expect(await isFree(200, '{"key":"svc_test_0","balance_micros":1}')).toBe(true);
});

it('warns of no leak when many wait side by side, and ends their waits when it is closed', async () => {
  const warnings: string[] = [];
  const onWarning = (warning: Error): void => void warnings.push(warning.name);
  process.on('warning', onWarning);
  const profile = fakeProfile({ base_url: 'http://127.0.0.1:1' });
  const session = openSession({ profile, seed: 1, concurrency: 2, timeoutMs: 1_000, rules: [] });
  const waits = Array.from({ length: 30 }, () => session.context.client.pause(60_000));
  await session.close();
  expect(new Set(await Promise.all(waits))).toEqual(new Set([false]));
  await setImmediate();
  process.off('warning', onWarning);
  expect(warnings).toEqual([]);
});
