import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listen, newFolder, untilTestEnds } from '../fixtures/temporary.test-support.ts';
import { startServer } from '../simulator/index.ts';
import { idsWith, type Ran, readReport, run, someKey, start } from './cli.test-support.ts';

describe('assay check', () => {
  let whole: Promise<Ran> | undefined;
  const recording = join(newFolder(), 'run.ndjson');
  /** One check of the embedded simulator by all rules, which takes seconds: several tests use it. */
  const embeddedRun = (): Promise<Ran> => {
    whole ??= run(['check', '--record', recording]);
    return whole;
  };

  it('gives a served simulator the same verdicts as the embedded one', async () => {
    const server = untilTestEnds(await startServer({ port: 0 }));
    const profile = `${server.url}/_control/profile`;
    const served = await run(['check', server.url, '--profile', profile, '--rules', 'auth.*,rerank.*']);
    const embedded = await embeddedRun();
    const verdicts = (ran: Ran): [string, string][] => ran.report?.rules.map(({ id, verdict }) => [id, verdict]) ?? [];
    expect([served.code, verdicts(served).length > 50]).toEqual([0, true]);
    expect(verdicts(embedded)).toEqual(expect.arrayContaining(verdicts(served)));
  });

  it('records every exchange without a whole key, and judges the recording again with the same verdicts', async () => {
    const live = await embeddedRun();
    const again = await run(['judge', recording]);
    const text = readFileSync(recording, 'utf8');
    expect(/svc_(test|live)_[0-9a-f]{32}/.exec(text)?.[0]).toBeUndefined();
    expect([live.code, again.code]).toEqual([0, 0]);
    expect(again.report?.rules.map(({ id, verdict }) => [id, verdict])).toEqual(
      live.report?.rules.map(({ id, verdict }) => [id, verdict]),
    );
    expect(again.stderr).toContain('nothing is sent');
  });

  it('changes just the verdict that one altered byte in a recorded answer should change', async () => {
    const recording = join(newFolder(), 'run.ndjson');
    await run(['check', '--rules', 'rerank.*', '--record', recording]);
    const lines = readFileSync(recording, 'utf8').split('\n');
    const at = lines.findIndex((line) => line.includes('\\"search_count\\":2'));
    lines[at] = (lines[at] ?? '').replace('\\"search_count\\":2', '\\"search_count\\":3');
    writeFileSync(recording, lines.join('\n'));
    const again = await run(['judge', recording]);
    expect([at > 0, again.code, idsWith(again.report, 'fail')]).toEqual([true, 1, ['rerank.response.search-count']]);
  });

  it('writes a report of what ran when it is interrupted', async () => {
    const slow = await listen((request, response) => {
      request.resume();
      setTimeout(() => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'), 300);
    });
    const out = newFolder();
    const child = start(['check', untilTestEnds(slow).url, '--out', out], { ASSAY_KEY: someKey });
    child.stderr?.on('data', (text: Buffer) => {
      if (/[1-9]\d*\/\d+ rules/.test(String(text))) child.kill('SIGINT');
    });
    const [code] = await once(child, 'exit');
    expect(code).toBe(130);
    expect(readReport(out)?.run.interrupted).toBe('SIGINT');
  });
});
