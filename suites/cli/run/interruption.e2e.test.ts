import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { listen, newFolder, untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import type { Report } from '../../../reports/index.ts';
import { startServer } from '../../../simulator/index.ts';
import { idsWith, readReport, run, runAlone, someKey, start } from '../../cli.test-support.ts';

/** A module that node runs before the command, given as text. */
const preloading = (code: string): { NODE_OPTIONS: string } => ({
  NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}`,
});

interface Ended {
  readonly code: number | null;
  readonly report: Report | undefined;
}

/** Starts a check and sends a signal after this many milliseconds. */
async function interrupted(args: readonly string[], signal: NodeJS.Signals, afterMs: number): Promise<Ended> {
  const out = newFolder();
  const child = start(['check', ...args, '--out', out], { ASSAY_KEY: someKey });
  child.stderr?.resume();
  setTimeout(() => child.kill(signal), afterMs);
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, report: readReport(out) };
}

function expectHonest({ report }: Pick<Ended, 'report'>, signal: string): void {
  expect(report).toMatchObject({ verdict: 'inconclusive', run: { signal, interrupted: signal } });
  const unjudged = report?.rules.filter(({ verdict }) => verdict === 'inconclusive') ?? [];
  expect(unjudged.length).toBeGreaterThan(0);
  for (const rule of unjudged) expect(rule.reason, rule.id).toBeTruthy();
}

describe('a recording of a run that was killed', () => {
  let lines: readonly string[] = [];
  beforeAll(async () => {
    const recording = join(newFolder(), 'run.ndjson');
    expect((await run(['check', '--record', recording])).code).toBe(0);
    lines = readFileSync(recording, 'utf8').trimEnd().split('\n');
  });

  it.each([0.02, 0.05, 0.1, 0.15, 0.4, 0.75, 0.95])('fails no rule for what it lacks: cut at %d', async (share) => {
    const cut = join(newFolder(), 'cut.ndjson');
    writeFileSync(cut, lines.slice(0, Math.ceil(lines.length * share)).join('\n'));
    const judged = await run(['judge', cut]);
    expect([judged.code, idsWith(judged.report, 'fail')]).toEqual([3, []]);
    expect(judged.report?.run.interrupted).toBe('the recording ends here, because its run was stopped');
    expect(judged.report?.run.requests).toBeLessThanOrEqual(lines.length);
  });
});

describe('an interrupted run still writes a report', () => {
  it('while the embedded simulator is still booting', async () => {
    // The signal comes as soon as anybody listens for it: before anything else is loaded.
    const atOnce = `process.on('newListener', (name) => name === 'SIGINT' && setTimeout(() => process.kill(process.pid, name)))`;
    const ran = await runAlone(['check'], preloading(atOnce));
    expect([ran.code, ran.report?.run.requests]).toEqual([130, 0]);
    expectHonest(ran, 'SIGINT');
  });

  it('while the profile is being fetched', async () => {
    const silent = untilTestEnds(await listen((request) => void request.resume()));
    const ended = await interrupted(['--profile', `${silent.url}/profile`], 'SIGTERM', 2_500);
    expect(ended.code).toBe(143);
    expectHonest(ended, 'SIGTERM');
    expect(ended.report?.target.base_url).toBe(`${silent.url}/profile`);
    expect(ended.report?.rules.every(({ verdict }) => verdict === 'inconclusive')).toBe(true);
  });
});

it('a time limit from outside by `timeout`, which sends its signal twice, still leaves a report', async () => {
  const silent = untilTestEnds(await listen((request) => void request.resume()));
  const out = newFolder();
  const child = start(['check', silent.url, '--out', out], { ASSAY_KEY: someKey });
  child.stderr?.on('data', (text: Buffer) => {
    if (!/about \d+ requests/.test(String(text))) return;
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGTERM'), 20);
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  expect(code).toBe(143);
  expectHonest({ report: readReport(out) }, 'SIGTERM');
});

describe('a bug of our own gives exit code 70, one line, and a report of what ran', () => {
  const faults: readonly (readonly [string, string])[] = [
    ['an uncaught error', 'setTimeout(() => { throw new RangeError("boom") }, 2500)'],
    ['a rejection that nobody handles', 'setTimeout(() => Promise.reject(new RangeError("boom")), 2500)'],
  ];

  it.for(faults)('%s', async ([, code]) => {
    const slow = await listen((request, response) => {
      request.resume();
      setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'), 400);
    });
    const ran = await runAlone(['check', untilTestEnds(slow).url], { ASSAY_KEY: someKey, ...preloading(code) });
    expect(ran.code).toBe(70);
    expect(ran.stderr.split('\n').filter((line) => line.includes('boom'))).toEqual([
      'assay: a fault of assay itself: RangeError: boom. Please report it with the command line.',
    ]);
    expect(ran.report).toMatchObject({ run: { fault: 'RangeError: boom' }, gate: { passed: false, exit_code: 70 } });
  });
});

describe('a fault of the embedded simulator', () => {
  it('is a bug of our own, not a failure of a rule', async () => {
    // The simulator runs in a thread of its own, and counts the search units of a ranking with Math.ceil.
    const code = `const { isMainThread } = await import('node:worker_threads');
      if (!isMainThread) Math.ceil = () => { throw new RangeError('boom'); };`;
    const ran = await runAlone(['check', '--rules', 'rerank.response.*'], preloading(code));
    expect([ran.code, ran.report?.run.fault, idsWith(ran.report, 'fail')]).toEqual([70, 'RangeError: boom', []]);
    expect(ran.stderr).toContain('a fault of assay itself: RangeError: boom');
  });

  it('is also a bug of our own if it ends the thread of the simulator', async () => {
    const code = `const { isMainThread } = await import('node:worker_threads');
      if (!isMainThread) setTimeout(() => { throw new RangeError('boom'); }, 1500);`;
    const ran = await runAlone(['check'], preloading(code));
    expect([ran.code, ran.report?.run.fault, idsWith(ran.report, 'fail')]).toEqual([70, 'RangeError: boom', []]);
  });
});

it('answers that grow with each request end the run with a report before the memory is full', async () => {
  const server = untilTestEnds(await startServer({ host: '127.0.0.1', port: 0 }));
  const kept: object[] = [];
  const growing = await listen(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const { 'transfer-encoding': _, expect: __, ...headers } = request.headers;
    const { method = 'GET', url = '' } = request;
    const answer = await fetch(`${server.url}${url}`, {
      method,
      headers: headers as Record<string, string>,
      ...(body.length === 0 ? {} : { body }),
    });
    const json = (await answer.json()) as { usage?: object };
    if (json.usage) kept.push(...Array.from({ length: 2_000 }, () => ({ words: ['one', 'two'] })));
    const grown = json.usage ? { ...json, kept } : json;
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(grown));
  });
  const ran = await runAlone(['check', untilTestEnds(growing).url, '--rules', 'rerank.*'], {
    ASSAY_KEY: someKey,
    NODE_OPTIONS: '--max-old-space-size=350',
  });
  expect([ran.code, ran.report?.verdict]).toEqual([3, 'inconclusive']);
  expect(ran.report?.run.interrupted).toMatch(/^the answers to \d+ requests fill the memory/);
});

it('the files of a run are where the options say, in folders that are created', async () => {
  const recording = join(newFolder(), 'not/there/yet/run.ndjson');
  const ran = await run(['check', '--rules', 'rerank.model-unknown', '--record', recording]);
  expect([ran.code, existsSync(recording)]).toEqual([0, true]);
});
