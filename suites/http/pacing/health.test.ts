import { expect, it } from 'vitest';
import { type WireResponse, wireResponse } from '../exchange/exchange.ts';
import { Health } from './health.ts';

const response = (status: number) => wireResponse({ status });

/** The health of a target that answers probes with these statuses in turn, the last one for ever, and takes no time. */
function healthOf(statuses: readonly number[]) {
  let looks = 0;
  const health = new Health(
    async (endpoint) => {
      const came = response(statuses[Math.min(looks++, statuses.length - 1)] ?? 200);
      health.note(endpoint, came);
      return came;
    },
    async () => true,
  );
  return { health, looks: () => looks };
}

it('has an endpoint that is looked for wait, and lets requests go once it is back', async () => {
  const { health } = healthOf([503, 503, 200]);
  health.note('finder', response(200));
  const back = health.waitUntilRecovered('finder');
  let isBack = false;
  void back.then((found) => {
    isBack = found;
  });
  await health.waitWhileProbed('chat');
  expect(isBack).toBe(false);
  await health.waitWhileProbed('finder');
  expect(isBack).toBe(true);
});

it('gives an endpoint up that stays away, looks once each time it is asked again, and sees it come back', async () => {
  const { health, looks } = healthOf([...Array(15).fill(503), 200]);
  health.note('finder', response(200));
  expect(await health.waitUntilRecovered('finder')).toBe(false);
  await expect(health.waitWhileProbed('finder')).rejects.toThrow('asked for nothing more. Its last answer: 503');
  const before = looks();
  expect(await health.waitUntilRecovered('finder')).toBe(false);
  expect(looks()).toBe(before + 1);
  expect(await health.waitUntilRecovered('finder')).toBe(true);
  await health.waitWhileProbed('finder');
});

it('waits for who refuses a valid request, and once each time after that was in vain', async () => {
  const { health, looks } = healthOf([401, 401, 200, ...Array(7).fill(401)]);
  health.note('finder', response(200));
  expect(await health.waitUntilRecovered('finder')).toBe(true);
  expect(looks()).toBe(3);
  expect(await health.waitUntilRecovered('finder')).toBe(false);
  expect(looks()).toBe(9);
  expect(await health.waitUntilRecovered('finder')).toBe(false);
  expect(looks()).toBe(10);
  await health.waitWhileProbed('finder');
});

it('gives an endpoint up after six looks that failed from the beginning, where others answer', async () => {
  const { health, looks } = healthOf([502]);
  health.note('domains', response(200));
  health.note('rerank', response(502));
  expect(await health.waitUntilRecovered('rerank')).toBe(false);
  expect(looks()).toBe(6);
  await expect(health.waitWhileProbed('rerank')).rejects.toThrow('rerank never gave a useful answer');
  expect(health.worthRetrying('rerank', response(502))).toBe(false);
});

it('says so where an endpoint asks for a longer wait than a run has', async () => {
  const limited: WireResponse = { ...response(429), headers: [['retry-after', '3600']] };
  const health = new Health(
    async () => limited,
    async () => true,
  );
  health.note('finder', response(200));
  expect(await health.waitUntilRecovered('finder')).toBe(false);
  await expect(health.waitWhileProbed('finder')).rejects.toThrow(
    'finder asks with `Retry-After` for a wait of more than two minutes',
  );
});
