import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testKeys } from '../../../fixtures/index.ts';
import { newFolder } from '../../../fixtures/temporary.test-support.ts';
import { type RunningServer, startServer } from '../../../simulator/index.ts';
import { childrenOf, isAlive } from '../../../simulator/stores/fleet.test-support.ts';
import { run, runAlone, start } from '../../cli.test-support.ts';
import { findDeviation } from '../../proof/index.ts';

const rule = 'rerank.response.search-count';
const rules = ['--rules', 'rerank.response.*', '--depth', 'quick', '--format', 'json'];

let [good, bad]: (RunningServer | undefined)[] = [];
beforeAll(async () => {
  good = await startServer();
  bad = await startServer({ deviation: findDeviation(`${rule}/floor`) });
});
afterAll(() => Promise.all([good?.close(), bad?.close()]));

const profile = (name: string, server: RunningServer | undefined) => ({
  name,
  base_url: server?.url,
  keys: { active: testKeys.active },
});
const listFile = (lines: readonly unknown[]): string => {
  const file = join(newFolder(), 'targets.txt');
  writeFileSync(file, lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'));
  return file;
};
const requestsOf = async (server: RunningServer | undefined): Promise<number> =>
  ((await (await fetch(`${server?.url}/_control/keys/${testKeys.active}`)).json()) as { requests: number }).requests;

/** Kills a check of many servers, waits for the end of the checks that it has started, and gives their number. */
async function killWithChecks(running: ReturnType<typeof start>): Promise<number> {
  const checks = childrenOf(running.pid ?? 0);
  running.kill('SIGKILL');
  await expect.poll(() => checks.filter(isAlive), { timeout: 60_000 }).toEqual([]);
  return checks.length;
}

it('judges each server into its own folder, and gives the worst exit code', async () => {
  const file = join(newFolder(), 'acme.json');
  writeFileSync(file, JSON.stringify(profile('Acme 2/3', good)));
  const list = listFile(['# two of one house', file, '', profile('Acme 2/3', bad)]);
  const { code, out, stdout } = await runAlone(['check', '--targets', list, '--out', newFolder(), ...rules]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/Acme 2\/3 +partial .* acme-2-3$/m);
  expect(stdout).toMatch(/Acme 2\/3 +nonconforming .* acme-2-3-2$/m);
  expect(JSON.parse(readFileSync(join(out, 'acme-2-3-2', 'report.json'), 'utf8')).verdict).toBe('nonconforming');
  expect(readFileSync(join(out, 'acme-2-3', 'output.txt'), 'utf8')).toContain('rules');
  expect(readFileSync(join(out, 'targets.json'), 'utf8')).not.toContain(testKeys.active);
});

it('judges the others if the URL of one profile does not answer', async () => {
  const list = listFile(['http://127.0.0.1:9/profile.json', profile('up', good)]);
  const { code, stdout } = await runAlone(['check', '--targets', list, '--out', newFolder(), ...rules]);
  expect(code).toBe(2);
  expect(stdout).toMatch(/^http:\/\/127\.0\.0\.1:9\/profile\.json +no verdict +127\.0\.0\.1-9-profile\.json$/m);
  expect(stdout).toMatch(/^up +partial /m);
});

it('does not pay twice for eight servers when it is killed half-way', async () => {
  const list = listFile(Array.from({ length: 8 }, (_, at) => profile(`server ${at + 1}`, at % 4 === 3 ? bad : good)));
  const args = ['check', '--targets', list, '--parallel', '3', '--out', newFolder(), ...rules];
  const out = args[6] as string;
  const verdicts = (): Record<string, unknown> => {
    const file = join(out, 'targets.json');
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  };
  const killed = start(args);
  while (Object.keys(verdicts()).length < 3) await new Promise((resolve) => setTimeout(resolve, 50));
  await killWithChecks(killed);
  const known = Object.keys(verdicts());
  const before = Object.fromEntries(known.map((name) => [name, readFileSync(join(out, name, 'report.json'), 'utf8')]));
  const second = await runAlone(args);
  expect(second.code).toBe(1);
  expect(second.stderr).toContain(`${known.length} of 8 have their verdict from an earlier run`);
  for (const name of known) expect(readFileSync(join(out, name, 'report.json'), 'utf8')).toBe(before[name]);
  expect(second.stdout.match(/ partial /g)).toHaveLength(6);
  expect(second.stdout.match(/ nonconforming /g)).toHaveLength(2);
  const [one, other] = [await requestsOf(good), await requestsOf(bad)];
  expect((await runAlone(args)).code).toBe(1);
  expect([await requestsOf(good), await requestsOf(bad)]).toEqual([one, other]);
  // Other options ask for another verdict.
  const both = listFile([profile('server 1', good), profile('server 4', bad)]);
  const two = ['check', '--targets', both, '--out', out, ...rules];
  expect((await runAlone(two)).stderr).toContain('2 of 2 have their verdict from an earlier run');
  expect((await runAlone([...two, '--seed', '2'])).stderr).not.toContain('earlier run');
});

it('ends its checks when it is killed: they send no more requests, and leave their reports', async () => {
  const list = listFile([profile('long', good)]);
  const out = newFolder();
  const temporary = newFolder();
  const args = ['check', '--targets', list, '--out', out, '--depth', 'standard', '--format', 'json'];
  const running = start(args, { TMPDIR: temporary });
  const before = await requestsOf(good);
  while ((await requestsOf(good)) < before + 20) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(await killWithChecks(running)).toBe(1);
  expect(JSON.parse(readFileSync(join(out, 'long', 'report.json'), 'utf8')).run.signal).toBe('SIGTERM');
  expect(existsSync(join(out, 'targets.json'))).toBe(false);
  // Keys of a list stay in the list.
  expect(readdirSync(temporary)).toEqual([]);
});

it('ends with the signal, and leaves the reports of what ran', async () => {
  const list = listFile([profile('slow', good)]);
  const out = newFolder();
  const running = start(['check', '--targets', list, '--out', out, '--depth', 'standard', '--format', 'json']);
  const ended = new Promise((resolve) => running.once('exit', resolve));
  while (!existsSync(join(out, 'slow', 'output.txt'))) await new Promise((resolve) => setTimeout(resolve, 20));
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  running.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(JSON.parse(readFileSync(join(out, 'slow', 'report.json'), 'utf8')).run.signal).toBe('SIGINT');
  expect(existsSync(join(out, 'targets.json'))).toBe(false);
});

it.each([
  [['{"name": "x"'], 'target 1 is no JSON'],
  [['[1]'], 'target 1 is 1'],
  [['-'], 'target 1 is "-"'],
  [['/no/such/profile.json'], 'there is no such file'],
  [[{ name: 'x' }], '1 of '],
  [[], 'it names none'],
])('says what is wrong with a list of %j, and sends nothing', async (lines, reason) => {
  const { code, stderr } = await run(['check', '--targets', listFile(lines), '--out', newFolder()]);
  const [, ...more] = stderr.trim().split('\n');
  // Several mistakes are told in a line each.
  expect([code, more.filter((line) => !line.startsWith('  field'))]).toEqual([2, []]);
  expect(stderr).toContain(reason);
});

it.each([[['--replay', 'r.json']], [['--record', 'r']], [['http://127.0.0.1:1']], [['--format', 'junit']]])(
  'does not go with %j',
  async (args) => {
    const { code, stderr } = await run(['check', '--targets', listFile([profile('x', good)]), ...args]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^assay: Cannot use --targets with .*\n$/)]);
  },
);
