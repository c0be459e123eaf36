import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testKeys } from '../../../fixtures/index.ts';
import { newFolder, untilTestEnds } from '../../../fixtures/temporary.test-support.ts';
import { type RunningServer, startServer } from '../../../simulator/index.ts';
import { type Ran, run } from '../../cli.test-support.ts';
import { findDeviation } from '../../proof/index.ts';

const broken = 'rerank.response.search-count';
const deviation = findDeviation(`${broken}/floor`);
const rules = ['--rules', 'rerank.response.*'];
const env = { ACME_KEY: testKeys.active };

const serve = async (options: Parameters<typeof startServer>[0] = {}): Promise<RunningServer> =>
  untilTestEnds(await startServer(options));

function profileFile(base_url: string, active: string): string {
  const file = join(newFolder(), 'acme.json');
  writeFileSync(file, JSON.stringify({ name: 'acme', base_url, keys: { active }, deterministic: true }));
  return file;
}

/** A red run on a broken server, its report, and the port that the server had. */
async function failedRun(
  active: string,
  args: (url: string) => readonly string[],
): Promise<Ran & { port: number; server: RunningServer; file: string }> {
  const server = await serve({ deviation });
  const ran = await run(['check', ...args(server.url), ...rules], active === '$ACME_KEY' ? env : {});
  expect(ran.code).toBe(1);
  return { ...ran, server, port: Number(new URL(server.url).port), file: join(ran.out, 'report.json') };
}

it('goes to the target of the report: first still broken, then fixed', async () => {
  const red = await failedRun('$ACME_KEY', (url) => ['--profile', profileFile(url, '$ACME_KEY')]);
  expect(red.report?.target).toMatchObject({
    name: 'acme',
    profile: { keys: { active: '$ACME_KEY' }, deterministic: true },
  });
  const before = readFileSync(red.file, 'utf8');

  const still = await run(['check', '--replay', red.file], env);
  expect(still.stdout).toContain(`STILL FAILING  ${broken}`);
  expect([still.code, still.report?.target.base_url]).toEqual([1, red.server.url]);

  await red.server.close();
  await serve({ port: red.port });
  const fixed = await run(['check', '--replay', red.file], env);
  expect(fixed.stdout).toContain(`FIXED          ${broken}`);
  expect([fixed.code, fixed.report?.verdict, fixed.report?.run.chosen_by]).toEqual([0, 'partial', '--replay']);
  expect(readFileSync(red.file, 'utf8')).toBe(before);
});

it('says NOT JUDGED, and exits with 3, if the target is gone', async () => {
  const red = await failedRun('$ACME_KEY', (url) => ['--profile', profileFile(url, '$ACME_KEY')]);
  await red.server.close();
  const ran = await run(['check', '--replay', red.file], env);
  expect(ran.stdout).toContain(`NOT JUDGED     ${broken}`);
  expect(ran.code).toBe(3);
});

it('finds a literal key in the profile it came from, or asks for it, and keeps none in the report', async () => {
  const inFile = await failedRun('literal', (url) => ['--profile', profileFile(url, testKeys.active)]);
  expect(readFileSync(inFile.file, 'utf8')).not.toContain(testKeys.active);
  expect((await run(['check', '--replay', inFile.file])).stdout).toContain('STILL FAILING');

  const typed = await failedRun('literal', (url) => [url, '--key', testKeys.active]);
  const refused = await run(['check', '--replay', typed.file]);
  expect([refused.code, refused.stderr]).toEqual([
    2,
    expect.stringMatching(/it holds the active key only as svc_test_….+--key or ASSAY_KEY/),
  ]);
  expect((await run(['check', '--replay', typed.file, '--key', testKeys.active])).stdout).toContain('STILL FAILING');
});

it('tries warnings again if --strict makes them failures', async () => {
  const server = await serve({ deviation: findDeviation('events.framing-plain/no-space') });
  const args = ['check', server.url, '--key', testKeys.active];
  const warned = await run([...args, '--rules', 'events.framing-plain']);
  expect([warned.code, warned.report?.rules[0]?.verdict]).toEqual([0, 'warn']);
  const file = join(warned.out, 'report.json');
  expect((await run([...args, '--replay', file])).stderr).toContain('no rule failed in it');
  const strict = await run([...args, '--replay', file, '--strict']);
  expect([strict.code, strict.stdout]).toEqual([1, expect.stringContaining('STILL FAILING  events.framing-plain')]);
});

it('lets the command line name another target, and takes the seed from the report', async () => {
  const red = await failedRun('literal', (url) => [url, '--key', testKeys.active, '--seed', '7']);
  const healthy = await serve();
  const ran = await run(['check', healthy.url, '--replay', red.file], { ASSAY_KEY: testKeys.active });
  expect(ran.stdout).toContain('FIXED');
  expect([ran.report?.target.base_url, ran.report?.run.seed]).toEqual([healthy.url, 7]);
});

it('refuses a report without a target, one without failures, and to overwrite its input', async () => {
  const red = await failedRun('literal', (url) => [url, '--key', testKeys.active]);
  const report = JSON.parse(readFileSync(red.file, 'utf8')) as { target: object; rules: { verdict: string }[] };
  const place = (content: object): string => {
    const file = join(newFolder(), 'report.json');
    writeFileSync(file, JSON.stringify(content));
    return file;
  };
  const { target, rules: rows } = report;
  const unknown = place({ ...report, target: { name: 'acme', base_url: red.server.url } });
  const green = place({ ...report, target, rules: rows.map((row) => ({ ...row, verdict: 'pass' })) });
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [unknown, newFolder(), /does not hold the profile.+BASE_URL or --profile/],
    [green, newFolder(), /no rule failed in it/],
    [red.file, red.out, /would be written over it.+--out DIR/],
  ];
  for (const [file, out, words] of cases) {
    const ran = await run(['check', '--replay', file, '--out', out], { ASSAY_KEY: testKeys.active });
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringMatching(words)]);
  }
});
