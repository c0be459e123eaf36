import { expect, it } from 'vitest';
import { listen, untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import { UserError } from '../../../spec/index.ts';
import { ProfileUnreachable } from '../../profile/load-profile.ts';
import { type Patience, waitForTarget, whenReachable } from './wait-for-target.ts';

const waiting = (ms: number, signal = new AbortController().signal): Patience & { waits: number } => {
  return {
    until: performance.now() + ms,
    signal,
    waits: 0,
    onWait() {
      this.waits += 1;
    },
  };
};

/** A server whose first answers are those given, and `{}` after that; `hang` is none at all. */
async function startingServer(...first: readonly (number | 'page' | 'hang')[]) {
  const asked: string[] = [];
  const server = await listen((request, response) => {
    const how = first[asked.length] ?? 200;
    asked.push(`${request.method} ${request.url}`);
    if (how === 'hang') return;
    if (how === 'page') return void response.end('<html>soon</html>');
    response.writeHead(how).end('{}');
  });
  return { ...untilTestEnds(server), asked };
}

it('asks for the free catalogue until it is JSON without a fault of the server', async () => {
  const server = await startingServer(502, 'page');
  const patience = waiting(10_000);
  expect(await waitForTarget(server.url, patience)).toBe(true);
  expect([server.asked, patience.waits]).toEqual([Array(3).fill('GET /v1/domains'), 2]);
});

it('does not wait for a server that is up, whatever it thinks of the request', async () => {
  const server = await startingServer(401);
  const patience = waiting(10_000);
  await waitForTarget(server.url, patience);
  expect([server.asked.length, patience.waits]).toEqual([1, 0]);
});

it('ends when its time is over, and at a signal', async () => {
  const down = await startingServer(...Array(9).fill(503));
  expect(await waitForTarget(down.url, waiting(1_500))).toBe(false);
  expect(down.asked).toHaveLength(2);
  const silent = await startingServer('hang');
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 50);
  await waitForTarget(silent.url, waiting(60_000, stop.signal));
  await silent.close();
  expect(silent.asked).toHaveLength(1);
  await waitForTarget('a profile on standard input', waiting(60_000, stop.signal));
});

it('loads a profile again only while its server does not hand it out', async () => {
  let times = 0;
  const load = async (): Promise<string> => {
    times += 1;
    if (times < 3) throw new ProfileUnreachable('down');
    return 'profile';
  };
  expect(await whenReachable(load, waiting(10_000))).toBe('profile');
  const wrong = () => Promise.reject(new UserError('wrong'));
  await expect(whenReachable(wrong, waiting(10_000))).rejects.toThrow('wrong');
  times = 0;
  await expect(whenReachable(load, waiting(0))).rejects.toThrow('down');
});
