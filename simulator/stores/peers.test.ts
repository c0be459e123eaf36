import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { untilTestEnds } from '../../fixtures/temporary.test-support.ts';
import { paths, postTo, valid } from '../ask.test-support.ts';
import { type LiveEvent, liveEvents } from '../dashboard/live.test-support.ts';
import { startServer } from '../server/server.ts';
import { channel } from './channel.test-support.ts';
import { createPeers, type Peers, passOn } from './peers.ts';
import type { Channel } from './primary.ts';

/** A process with a server, the number of messages that it sent, and its end. */
interface Process {
  readonly url: string;
  readonly sent: () => number;
  readonly end: () => void;
}

/** Processes that share a primary, as `serve --workers` has them; `others` is the number that each expects. */
async function processes(count: number, others = count - 1): Promise<readonly Process[]> {
  const relay = new Map<number, Channel>();
  return Promise.all(Array.from({ length: count }, (_, at) => joined(relay, at + 1, others)));
}

async function joined(relay: Map<number, Channel>, own: number, others: number): Promise<Process> {
  const [near, far] = channel();
  const end = passOn(relay, own, near);
  let sent = 0;
  const peers: Peers = createPeers(own, others, {
    listen: far.listen,
    send: (message) => {
      sent += 1;
      far.send(message);
    },
  });
  const { url } = untilTestEnds(await startServer({ dashboard: true }, peers));
  return { url, sent: () => sent, end };
}

const search = (url: string): Promise<Response> => postTo(url + paths.finder, valid.finder);

/** How many messages a process sends while it answers a search. */
async function sentBySearch({ sent, url }: Process): Promise<number> {
  const before = sent();
  await search(url);
  return sent() - before;
}

/** Entries are sorted by the millisecond of their ends: requests with another order than that of their processes must not end in the same one. */
const nextMillisecond = (): Promise<void> => sleep(2);

/** What a page receives, event by event. */
async function look(url: string) {
  const events = liveEvents((await fetch(`${url}/_control/live`)).body);
  return { next: async () => (await events.next()).value, leave: () => events.return(null) };
}

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/_control/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

describe('the dashboard of processes that share a primary', () => {
  it('sums the metrics of all, whichever answers', async () => {
    const [one, two, three] = (await processes(3)) as [Process, Process, Process];
    for (const { url } of [one, two, two, three]) expect((await search(url)).status).toBe(200);
    for (const { url } of [one, two, three]) {
      // A client may have its answer a moment before the request is counted.
      const poll = (name: string) => expect.poll(() => metric(url, name), { timeout: 5_000 });
      await poll('assay_charged_micros_total{endpoint="finder"}').toBe(140_000);
      await poll('assay_request_duration_seconds_count{endpoint="finder",status="200"}').toBe(4);
      await poll('assay_requests_running').toBe(0);
    }
  });

  it('shows the requests of all, earlier and later ones, each with a unique number', async () => {
    const [one, two] = (await processes(2)) as [Process, Process];
    for (const { url } of [one, two, one]) {
      await search(url);
      await nextMillisecond();
    }
    const page = await look(one.url);
    const before = (await page.next())?.entries?.map(({ id }) => id) ?? [];
    expect(before).toEqual([1_000_000_001, 2_000_000_001, 1_000_000_002]);
    const seen: (LiveEvent | null)[] = [];
    for (const { url } of [two, one]) {
      await nextMillisecond();
      await search(url);
      for (let count = 0; count < 3; count += 1) seen.push(await page.next());
    }
    expect(seen.map((event) => [event?.kind, event?.id])).toEqual(
      [2_000_000_002, 1_000_000_003].flatMap((id) => ['begin', 'answer', 'end'].map((kind) => [kind, id])),
    );
    // A page that is opened later, at another process, receives the same.
    const later = await look(two.url);
    expect((await later.next())?.entries?.map(({ id }) => id)).toEqual([...before, 2_000_000_002, 1_000_000_003]);
    await Promise.all([page.leave(), later.leave()]);
  });

  it('costs nothing while no page is open', async () => {
    const [one, two] = (await processes(2)) as [Process, Process];
    const page = await look(one.url);
    await page.next();
    await search(two.url);
    expect((await page.next())?.kind).toBe('begin');
    await page.leave();
    await expect.poll(() => sentBySearch(two)).toBe(0);
  });

  it('waits a second for a process that does not answer, and shows the others', async () => {
    const [one, two] = (await processes(2, 2)) as [Process, Process];
    await search(two.url);
    const from = performance.now();
    expect(await metric(one.url, 'assay_charged_micros_total{endpoint="finder"}')).toBe(35_000);
    expect(performance.now() - from).toBeGreaterThan(900);
    const page = await look(one.url);
    expect((await page.next())?.entries).toHaveLength(1);
    await page.leave();
  });

  it('starts over when a process ends, whose last messages may be missing; its replacement is included', async () => {
    const relay = new Map<number, Channel>();
    const one = await joined(relay, 1, 1);
    const two = await joined(relay, 2, 1);
    const page = await look(one.url);
    await page.next();
    two.end();
    expect(await page.next()).toBeNull();
    const again = await look(one.url);
    await again.next();
    const three = await joined(relay, 3, 1);
    const heard = again.next();
    // Its first messages need a moment to arrive.
    await expect.poll(() => sentBySearch(three)).toBe(3);
    expect(Math.floor(((await heard)?.id ?? 0) / 1_000_000_000)).toBe(3);
    await again.leave();
  });
});
