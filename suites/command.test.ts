import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listen, newFolder, untilTestEnds } from '../fixtures/temporary.test-support.ts';
import { startServer } from '../simulator/index.ts';
import { assay, idsWith, run, runAlone, someKey, start } from './cli.test-support.ts';
import { findDeviation } from './proof/index.ts';

const file = (content: unknown): string => {
  const path = join(newFolder(), 'file.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

describe('assay check', () => {
  it('boots the embedded simulator, judges it conforming and writes every report', async () => {
    const ran = await run(['check']);
    expect(ran.stdout).toContain('CONFORMING');
    expect(ran.code).toBe(0);
    expect(ran.report).toMatchObject({ verdict: 'conforming', summary: { fail: 0, inconclusive: 0, warn: 0 } });
    expect(ran.report?.rules.length).toBe(ran.report?.summary.rules);
    for (const name of ['report.json', 'junit.xml', 'report.html', 'report.md'])
      expect(readFileSync(join(ran.out, name), 'utf8').length).toBeGreaterThan(500);
  });

  it('fails on a mutant, names the rule, and lets a baseline or a known failure excuse it', async () => {
    const server = untilTestEnds(
      await startServer({ port: 0, deviation: findDeviation('rerank.response.search-count/floor') }),
    );
    const profile = `${server.url}/_control/profile`;
    const only = ['--rules', 'rerank.response.*,rerank.accepts-valid'];
    const red = await run(['check', '--profile', profile, ...only]);
    expect([red.code, idsWith(red.report, 'fail')]).toEqual([1, ['rerank.response.search-count']]);
    const again = await run(['check', '--profile', profile, ...only, '--baseline', join(red.out, 'report.json')]);
    expect(again.code).toBe(0);
    const replayed = await run(['check', '--profile', profile, '--replay', join(red.out, 'report.json')]);
    expect([replayed.code, replayed.report?.rules.map((rule) => rule.id)]).toEqual([
      1,
      ['rerank.response.search-count'],
    ]);
    const known = {
      base_url: server.url,
      keys: { active: '$KEY' },
      known_failures: [{ id: 'rerank.response.search-count', reason: 'next release' }],
    };
    const { testKeys } = await import('../fixtures/index.ts');
    const excused = await run(['check', '--profile', file(known), ...only], { KEY: testKeys.active });
    expect([excused.code, idsWith(excused.report, 'known')]).toEqual([0, ['rerank.response.search-count']]);
    // The progress counts as the gate does.
    expect([red.stderr, excused.stderr].map((text) => /.*(\d) failed/s.exec(text)?.[1])).toEqual(['1', '0']);
  });

  it('adds up the lists of an option that is given again', async () => {
    const twice = 'check --rules domains.limit-max --rules domains.limit-min --format json --format sarif'.split(' ');
    const { out, report } = await run(twice);
    expect(report?.rules.map(({ id }) => id).toSorted()).toEqual(['domains.limit-max', 'domains.limit-min']);
    expect(readdirSync(out).toSorted()).toEqual(['report.json', 'report.sarif']);
  });

  it('says that it replaces what another run wrote into its folder meanwhile', async () => {
    const out = newFolder();
    const report = join(out, 'report.json');
    writeFileSync(report, '{}');
    const check = () => run(['check', '--rules', 'domains.limit-max', '--out', out]);
    expect((await check()).stderr).not.toContain('meanwhile');
    utimesSync(report, new Date(), new Date(Date.now() + 60_000));
    expect((await check()).stderr).toContain(`another run wrote ${report} meanwhile`);
  });

  it('says that it judges the embedded simulator if a key is set and no server is named', async () => {
    const args = ['check', '--rules', 'domains.limit-max'];
    const [keyed, bare] = [await run(args, { ASSAY_KEY: someKey }), await run(args)];
    expect([keyed.code, keyed.stderr]).toEqual([
      0,
      expect.stringContaining('ASSAY_KEY is set, but no server is named'),
    ]);
    expect([bare.code, bare.stderr]).toEqual([0, expect.not.stringContaining('ASSAY_KEY')]);
  });

  it('never exceeds a budget, and says what it cut', async () => {
    const server = untilTestEnds(await startServer({ port: 0 }));
    const profile = `${server.url}/_control/profile`;
    const ran = await run(['check', '--profile', profile, '--rules', 'chat.*,rerank.*', '--budget', '0.50']);
    expect(ran.report?.run.estimated_cost_micros).toBeLessThanOrEqual(500_000);
    expect([ran.code, ran.report?.verdict]).toEqual([3, 'inconclusive']);
    expect(ran.report?.run.budget_short_micros).toBeGreaterThan(0);
    expect(ran.stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /The budget cut it short: about \$\d+\.\d+ more would finish it/,
    );
    const cut = ran.report?.rules.filter((rule) => rule.verdict === 'skip') ?? [];
    expect(cut.length).toBeGreaterThan(5);
    expect(cut.filter((rule) => rule.reason?.includes('budget')).length).toBeGreaterThan(5);
  });
});

describe('wrong usage ends with exit code 2 and one clear line', () => {
  const cases: Readonly<Record<string, readonly [() => readonly string[], RegExp]>> = {
    'an unknown option': [() => ['check', '--nope'], /Unknown option '--nope'/],
    'an unknown command': [() => ['chekc'], /Unknown command 'chekc'/],
    'the help of an unknown command': [() => ['chekc', '--help'], /Unknown command 'chekc' \(Did you mean check\?\)/],
    'a number that is none': [() => ['check', '--runs', 'many'], /--runs.+'many' is invalid/],
    'an unknown format': [() => ['check', '--format', 'pdf'], /"pdf" is no format/],
    'an unknown depth': [
      () => ['check', '--depth', 'deep'],
      /"deep" is no depth. Choose from quick, standard, thorough/,
    ],
    'an unknown rule': [() => ['check', '--rules', 'rerank.serch-count'], /no rule has the id "rerank.serch-count"/],
    'an area without its star': [() => ['check', '--rules', 'chat'], /Did you mean chat\.\* \(\d+ rules\)\?/],
    'an id in capitals': [() => ['check', '--rules', 'CHAT.accepts-valid'], /Did you mean chat\.accepts-valid\?/],
    'an area where explain wants one rule': [() => ['explain', 'chat.*'], /List them with `assay rules chat`/],
    'a shard that is none': [() => ['check', '--shard', '3/2'], /Give I\/N such as 1\/4/],
    'a filter that no rule meets': [() => ['rules', 'no-such-word'], /none meets "no-such-word"/],
    'a rule nobody can judge': [() => ['check', '--rules', 'auth.dashboard'], /The dashboard is not part/],
    'a missing profile': [() => ['check', '--profile', '/nowhere/profile.json'], /there is no such file/],
    'nothing on standard input': [() => ['check', '--profile', '-'], /profile on standard input: it is no JSON/],
    'a profile that is no JSON': [() => ['check', '--profile', file('{')], /it is no JSON/],
    'an unknown profile field': [
      () => ['check', '--profile', file({ base_url: 'http://127.0.0.1:1', keys: { active: 'k' }, colour: 1 })],
      /field "colour" is unknown/,
    ],
    'an unset environment variable': [
      () => ['check', '--profile', file({ base_url: 'http://127.0.0.1:1', keys: { active: '$NOT_SET' } })],
      /environment variable \$NOT_SET, which is not set/,
    ],
    'an unknown known failure': [
      () => [
        'check',
        '--profile',
        file({ base_url: 'http://127.0.0.1:1', keys: { active: 'k' }, known_failures: ['no.such'] }),
      ],
      /known_failures names "no.such"/,
    ],
    'a base_url that is none': [() => ['check', 'localhost:4010', '--key', 'k'], /base_url/],
    'a base_url that is none, before its key': [() => ['check', 'not-a-url'], /"not-a-url": it is no base_url/],
    'a rule that nobody judges': [() => ['check', '--rules', 'domains.cached'], /[^.]\. Choose another with/],
    'no key': [() => ['check', 'http://127.0.0.1:1'], /no key is given/],
    'a folder in place of a report': [() => ['merge', newFolder()], /it is a folder, not a file/],
    'a password beside no key': [() => ['check', 'http://me:secret@127.0.0.1:1'], /^(?!.*secret).*no key is given/],
    'a key without a target': [() => ['check', '--key', 'http://127.0.0.1:1'], /--key without a target/],
    'servers at once where there is one': [() => ['check', '--parallel', '2'], /--parallel without --targets/],
    'days of a certificate that is not asked for': [() => ['check', '--valid-days', '3'], /without --sign/],
    'a list with a profile that is not there': [
      () => ['check', '--targets', file(['/nowhere.json'])],
      /It is target 1 of/,
    ],
    'a missing baseline': [() => ['check', '--baseline', '/nowhere.json'], /there is no such file/],
    'a missing recording': [() => ['judge', '/nowhere.ndjson'], /there is no such file/],
    'a foreign recording': [() => ['judge', file({ lines: {} })], /line 1: field "assay_recording" is missing/],
    'an archive without entries': [() => ['judge', file({ log: {} })], /field "log.entries" is missing/],
    'an unknown rule to explain': [() => ['explain', 'rerank.nothing'], /no rule has that id/],
    'an unknown mutant': [() => ['mutants', '--only', 'nothing'], /none with that id/],
    'an unknown mutant to serve': [() => ['serve', '--mutant', 'nothing'], /nothing/],
  };

  it.for(Object.entries(cases))('%s', async ([, [args, message]]) => {
    const ran = await (args().includes('-') ? runAlone : run)(args());
    expect(ran.stderr).toMatch(message);
    expect(ran.stderr).not.toMatch(/\n\s+at /);
    expect(ran.code).toBe(2);
    expect(ran.stderr.trim().split('\n').length).toBe(1);
  });

  it('an empty key, as in a pipeline of a fork', async () => {
    const { code, stderr } = await run(['check', 'http://127.0.0.1:1'], { ASSAY_KEY: '' });
    expect([code, stderr]).toEqual([2, expect.stringContaining('ASSAY_KEY is empty. Set it')]);
  });
});

it('the command in the repository can be run after a build, which npm also does for `npm test` and `npm pack`', () => {
  const { scripts, version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8')) as {
    scripts: Record<string, string>;
    version: string;
  };
  // A package that is installed from its folder has no sources to build, and keeps its files.
  expect(scripts.prepare).toMatch(/existsSync\('vite\.config\.ts'\) && .*'npm run build'/);
  for (const name of ['test', 'prove']) expect(scripts[name]).toMatch(/^npm run build /);
  expect(statSync(assay).mode & 0o111).toBe(0o111);
  expect(execFileSync(assay, ['--version'], { encoding: 'utf8' }).trim()).toBe(version);
});

describe('the other commands', () => {
  it('have a help text', async () => {
    for (const command of 'check serve rules explain plan mutants judge keygen verify diff'.split(' ')) {
      const ran = await run([command, '--help']);
      expect([ran.code, ran.stdout.includes(`Usage: assay ${command}`)], command).toEqual([0, true]);
    }
  });

  it('list the rules as the contract says', async () => {
    const rows = JSON.parse((await run(['rules', '--json'])).stdout) as {
      id: string;
      judged: string;
      reason?: string;
      needs: string[];
    }[];
    expect(rows.length).toBeGreaterThan(150);
    for (const row of rows) {
      expect(row).toMatchObject({
        id: expect.any(String),
        level: expect.stringMatching(/^(MUST|SHOULD|MAY)$/),
        endpoint: expect.any(String),
        clause: expect.any(String),
        statement: expect.any(String),
        needs: expect.any(Array),
      });
      expect(row.judged === 'no').toBe(row.reason !== undefined);
    }
  });

  it('list the rules that filters select, by area, prefix, id and words', async () => {
    const idsOf = async (...filters: readonly string[]): Promise<string[]> =>
      (JSON.parse((await run(['rules', '--json', ...filters])).stdout) as { id: string }[]).map(({ id }) => id);
    const rerank = await idsOf('rerank');
    expect(rerank.every((id) => id.startsWith('rerank.'))).toBe(true);
    expect(await idsOf('rerank.*')).toEqual(rerank);
    expect(await idsOf('rerank', 'SEARCH_COUNT')).toContain('rerank.response.search-count');
    expect((await idsOf('rerank', 'SEARCH_COUNT')).length).toBeLessThan(rerank.length);
    expect(await idsOf('rerank.model-unknown', 'chat.text-max')).toEqual(['rerank.model-unknown', 'chat.text-max']);
  });

  it('write the rules as a page', async () => {
    const book = file('');
    expect((await run(['rules', 'domains', '--html', book])).stdout).toMatch(/^\d+ rules written to /);
    expect(readFileSync(book, 'utf8')).toContain('<article id="domains.limit-type">');
  });

  it('name their defaults once', async () => {
    expect((await run(['serve', '--help'])).stdout).not.toMatch(/\(default\)\s+\(default/);
    expect((await run(['check', '--help'])).stdout).toMatch(/reports\/out; with\s+--replay, reports\/out\/replay/);
  });

  it('survive a closed output pipe', async () => {
    const child = start(['rules']);
    child.stdout?.destroy();
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  });

  it('plan without sending anything', async () => {
    let requests = 0;
    const target = await listen((_, response) => {
      requests += 1;
      response.end();
    });
    const ran = await run(['plan', untilTestEnds(target).url, '--json', '--rules', 'rerank.*']);
    const plan = JSON.parse(ran.stdout) as { requests: number; upper_bound_micros: number };
    expect([ran.code, requests]).toEqual([0, 0]);
    // `plan.e2e.test.ts` plans a whole check.
    expect(plan.requests).toBeGreaterThan(20);
    expect(plan.upper_bound_micros).toBeLessThan(10_000_000);
  });

  it('prove mutants and print the table that the contract names', async () => {
    const ran = await run(['mutants', '--only', 'rerank.response.search-count/*', '--json', '--jobs', '1']);
    const table = JSON.parse(ran.stdout) as { total: number; killed: number; mutants: { killed_by: string[] }[] };
    expect([ran.code, table.killed]).toEqual([0, table.total]);
    expect(table.mutants[0]?.killed_by[0]).toBe('rerank.response.search-count');
  });

  it('suggest mutants similar to an unknown one', async () => {
    const ran = await run(['serve', '--port', '0', '--mutant', 'rerank.top-n-min/none']);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('rerank.top-n-min/dropped')]);
  });
});
