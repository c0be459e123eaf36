import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { newFolder } from '../../../fixtures/temporary.test-support.ts';
import { run } from '../../cli.test-support.ts';
import { startIndependent } from '../second-server/server.ts';
import { type Middleware, startFront } from './front.test-support.ts';
import { noise } from './noise.test-support.ts';
import { forgetsOnce, outage } from './outage.test-support.ts';

const days: readonly { readonly name: string; readonly middleware: Middleware; readonly rules: string }[] = [
  { name: 'is away for 3 s: nobody listens', middleware: outage(150, 3_000, 'refused'), rules: 'auth.*,domains.*' },
  { name: 'is away for 3 s: 503', middleware: outage(100, 3_000, '503'), rules: 'chat.*,errors.*' },
  { name: 'sends a page for the first 2 s', middleware: outage(1, 2_000, 'a page with 200'), rules: 'finder.*' },
  { name: 'stands behind a gateway that fails', middleware: noise(0.04, ['502', 'reset']), rules: 'rerank.*,auth.*' },
  {
    name: 'is replaced in the middle by an instance that knows none of the keys made before',
    middleware: forgetsOnce(300),
    rules: 'auth.*,errors.*,finder.*',
  },
  {
    name: 'stands behind a gateway that refuses in its own JSON',
    middleware: noise(0.01, ['403 of a gateway', '401 of a gateway', 'a page with 403']),
    rules: 'auth.*,errors.*',
  },
];

/** What the run repeated is recorded, so that nobody who judges it again blames the server for a bad day. */
describe.concurrent('a recording has the verdicts of the run that it records, for a server that', () => {
  it.for(days.map((day) => [day.name, day] as const))('%s', async ([, { middleware, rules }], { expect }) => {
    const server = await startIndependent();
    const front = await startFront(server, [middleware]);
    const folder = newFolder();
    const profile = join(folder, 'profile.json');
    const recording = join(folder, 'run.ndjson');
    const { profileKeys: keys } = server.ledger;
    writeFileSync(profile, JSON.stringify({ base_url: front.url, control_url: `${front.url}/_control`, keys }));
    const live = await run(['check', '--profile', profile, '--rules', rules, '--record', recording]);
    await front.stop();
    await server.stop();
    const again = await run(['judge', recording]);
    const before = new Map(live.report?.rules.map(({ id, verdict }) => [id, verdict]));
    const changed = again.report?.rules.filter(({ id, verdict }) => verdict !== before.get(id)) ?? [];
    const isOpen = ({ verdict }: { readonly verdict: string }): boolean => verdict === 'inconclusive';
    expect(front.times()).toBeGreaterThan(0);
    expect(again.report?.rules.length).toBe(before.size);
    expect([...before.values()].filter((verdict) => verdict === 'pass').length).toBeGreaterThan(10);
    expect(changed.filter((rule) => !isOpen(rule) && before.get(rule.id) !== 'inconclusive')).toEqual([]);
    // The time that the run took for its own work is not recorded.
    expect(changed.filter(isOpen).length).toBeLessThan(3);
  });
});
