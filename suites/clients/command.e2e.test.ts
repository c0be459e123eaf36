import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newFolder } from '../../fixtures/temporary.test-support.ts';
import { clientRules } from '../../spec/index.ts';
import { idsWith, type Ran, readReport, run, start } from '../cli.test-support.ts';
import { scenarios } from './scenarios.ts';

const example = (name: string): string => join(import.meta.dirname, 'examples', name);

/** Runs `assay clients` on a command, or on a node script. */
const judge = (command: readonly string[], ...options: string[]): Promise<Ran> =>
  run(['clients', '--out', newFolder(), ...options, '--', ...command]);
const judgeScript = (script: string, ...options: string[]): Promise<Ran> =>
  judge([process.execPath, script], ...options);

/** A node script with this text. */
function script(text: string): string {
  const file = join(newFolder(), 'client.mjs');
  writeFileSync(file, text);
  return file;
}

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie process no longer counts.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    return false;
  }
};

it('finds the example conforming in every scenario, and writes every report', async () => {
  const ran = await judgeScript(example('client.mjs'));
  expect(ran.stdout).toContain(`CONFORMING at rung client: ${clientRules.length} of ${clientRules.length} rules`);
  expect(ran.code).toBe(0);
  expect(ran.report).toMatchObject({
    verdict: 'conforming',
    gate: { exit_code: 0 },
    summary: { pass: clientRules.length },
  });
  for (const name of ['report.json', 'junit.xml', 'report.html', 'report.md'])
    expect(readFileSync(join(ran.out, name), 'utf8').length).toBeGreaterThan(500);
});

it.concurrent.each([
  [
    'retries-refusals',
    'client.retry.400,client.retry.401,client.retry.402,client.retry.403,client.retry.422',
    'rerank.4*',
  ],
  ['retries-steadily', 'client.retry.500', 'rerank.plain,rerank.500'],
  ['trips-over-unknown-events', 'client.stream.unknown-types', 'chat.stream,chat.stream-unknown*'],
  ['trusts-status-200', 'client.stream.error', 'chat.stream,chat.stream-error'],
  ['takes-half-for-whole', 'client.stream.done', 'chat.stream,chat.stream-cut'],
  ['cuts-characters', 'client.stream.lines', 'chat.stream,chat.stream-split'],
  ['appends-snapshots', 'client.stream.snapshots', 'chat.stream,chat.stream-earlier-snapshots'],
  ['cites-by-position', 'client.citations.by-id', 'chat.plain,chat.attachment'],
])('fails the faulty example %s only for its defect', async (name, rules, ids) => {
  const ran = await judgeScript(example(`faulty/${name}.mjs`), '--scenarios', ids);
  expect([ran.code, idsWith(ran.report, 'fail').join()]).toEqual([1, rules]);
  expect(ran.report?.summary).toMatchObject({ warn: 0, inconclusive: 0 });
});

it('finds nothing wrong with embeddings by the openai package, including its backoff', async () => {
  const ran = await judgeScript(example('openai-embeddings.mjs'), '--scenarios', 'embeddings.*');
  expect([ran.code, ran.report?.verdict]).toEqual([0, 'partial']);
  expect(idsWith(ran.report, 'pass')).toContain('client.retry.500');
  expect(ran.report?.rules.filter(({ verdict }) => verdict !== 'pass')).toEqual([]);
});

it('lists the scenarios with their clauses, and runs nothing', async () => {
  const { stdout, code } = await run(['clients', '--list']);
  expect(code).toBe(0);
  for (const { id } of scenarios) expect(stdout).toMatch(new RegExp(`^${id}  `, 'm'));
  expect(stdout).toMatch(/client\.retry\.402 +Errors, rule 3/);
  const explained = await run(['explain', 'client.retry.503']);
  expect([explained.code, explained.stdout]).toEqual([0, expect.stringContaining('domains.503: no catalogue at hand')]);
  expect((await run(['explain', 'client.retry.501'])).stderr).toContain('Did you mean client.retry.50');
});

it.concurrent.each([
  [['--', '/no/such/program'], 'Cannot start "/no/such/program": no such program is found.'],
  [['--', tmpdir()], 'it may not be executed'],
  [[], 'no command is given'],
  [['--scenarios', 'chat.403,chat.99', '--', 'true'], 'none has the id "chat.99". Did you mean'],
])('refuses %j with one line', async (args, words) => {
  const { code, stderr, stdout } = await run(['clients', '--out', newFolder(), ...args]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr.split('\n').filter((line) => line.startsWith('assay: '))).toEqual([expect.stringContaining(words)]);
});

it('does not judge a client that sends nothing', async () => {
  const line = '{ "ok": false, "error": { "status": null, "code": null } }';
  const ran = await judge(['echo', line], '--scenarios', 'domains.plain,finder.402');
  expect(ran.report?.summary).toMatchObject({ pass: 0, fail: 0, warn: 0 });
  expect([ran.code, ran.stdout]).toEqual([3, expect.stringContaining('the client sent no request to domains')]);
});

it('leaves rules about results open for a client that never prints a line', async () => {
  const text = "await fetch(process.env.ASSAY_BASE_URL + '/v1/domains?q=health&limit=3')";
  const ran = await judgeScript(script(text), '--scenarios', 'domains.plain');
  expect([ran.code, idsWith(ran.report, 'inconclusive')]).toEqual([3, ['client.answer.content']]);
  expect(ran.stdout).toContain('The client printed no result line in any scenario');
});

it.each([
  [
    "console.log('hello'); throw new Error('no such module')",
    'ended with exit code 1. The last line of its stdout: "hello". Its stderr: Error: no such module',
  ],
  ['setInterval(() => {}, 1000)', 'did not end within 2 s and was killed'],
])('says how a client without a result line ended: %s', async (text, words) => {
  const ran = await judgeScript(script(text), '--scenarios', 'finder.plain', '--timeout', '2000');
  expect(ran.stdout.replaceAll(/\s+/g, ' ')).toContain(`In finder.plain it ${words}`);
});

it('kills a client that never ends, with its children, and judges what it printed', async () => {
  const pids = join(newFolder(), 'pids');
  const text = `
      import { spawn } from 'node:child_process';
      import { appendFileSync } from 'node:fs';
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n' + child.pid + '\\n');
      const answer = await fetch(process.env.ASSAY_BASE_URL + '/v1/domains?q=health&limit=3');
      const result = await answer.json();
      if (process.env.ASSAY_SCENARIO === 'domains.plain') console.log(JSON.stringify({ ok: true, result }));
      console.log('and then something else');
      setInterval(() => {}, 1000);`;
  const ran = await judgeScript(script(text), '--scenarios', 'domains.plain,domains.422', '--timeout', '2000');
  expect(ran.report?.rules.find(({ id }) => id === 'client.answer.content')?.verdict).toBe('pass');
  const all = readFileSync(pids, 'utf8').trim().split('\n').map(Number);
  expect([all.length, all.filter(alive)]).toEqual([4, []]);
});

it('leaves a report and no client behind when it is interrupted', async () => {
  const out = newFolder();
  const pids = join(newFolder(), 'pids');
  const text = `
      import { appendFileSync } from 'node:fs';
      appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n');
      setInterval(() => {}, 1000);`;
  const assay = start(['clients', '--out', out, '--', process.execPath, script(text)]);
  while (!existsSync(pids)) await sleep(50);
  assay.kill('SIGINT');
  const [code] = await once(assay, 'exit');
  expect(code).toBe(130);
  expect(readReport(out)).toMatchObject({ verdict: 'inconclusive', run: { signal: 'SIGINT' } });
  expect(readFileSync(pids, 'utf8').trim().split('\n').map(Number).filter(alive)).toEqual([]);
});
