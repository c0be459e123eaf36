import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testKeys } from '../fixtures/index.ts';
import { newFolder } from '../fixtures/temporary.test-support.ts';
import { type RunningServer, startServer } from '../simulator/index.ts';
import { assay } from './cli.test-support.ts';
import { findDeviation } from './proof/index.ts';

const root = resolve(import.meta.dirname, '..');
const action = readFileSync(join(root, 'action.yml'), 'utf8');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const gates = readme.slice(readme.indexOf('## You gate merges'), readme.indexOf('## Why trust it'));

/** Few rules are enough for the shell around them. */
const few = '--rules rerank.response.* --depth quick';

/** The script of a step of the action, as the runner would write it to a file. */
function stepOf(name: string): string {
  const [, step = ''] = action.split(`- name: ${name}\n`);
  const [, block = ''] = /^ {6}run: \|\n((?: {8}.*\n|\n)+)/m.exec(step) ?? [];
  return block.replaceAll(/^ {8}/gm, '');
}

/** The lines below a line of YAML that are indented deeper. */
function listUnder(text: string, name: string): string[] {
  const [, block = ''] = new RegExp(`^ *${name}:\n((?: +- .+\n)+)`, 'm').exec(text) ?? [];
  return [...block.matchAll(/- (.+)/g)].map(([, line = '']) => line);
}

let clean: RunningServer;
let broken: RunningServer;
beforeAll(async () => {
  clean = await startServer();
  broken = await startServer({ deviation: findDeviation('rerank.response.search-count/floor') });
});
afterAll(() => Promise.all([clean.close(), broken.close()]));

/**
 * A folder with a profile of a server, and first in the PATH an `npx` and an `npm` that judge few rules with this
 * version, and install nothing.
 */
function project(server: RunningServer): string {
  const folder = newFolder();
  const profile = { name: 'acme', base_url: server.url, keys: { active: '$ACME_KEY' }, deterministic: true };
  writeFileSync(join(folder, 'assay.json'), JSON.stringify(profile));
  mkdirSync(join(folder, 'bin'));
  const commands = { npx: `shift; exec '${process.execPath}' '${assay}' "$@" ${few}`, npm: 'exit 0' };
  for (const [name, line] of Object.entries(commands)) {
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\nset -f\n${line}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  return folder;
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
}

function shell(command: readonly string[], folder: string, env: NodeJS.ProcessEnv): Promise<Ended> {
  const [program = 'sh', ...args] = command;
  const path = [join(folder, 'bin'), process.env.PATH].join(delimiter);
  return new Promise((done) => {
    execFile(program, args, { cwd: folder, env: { HOME: folder, PATH: path, ...env } }, (error, stdout) =>
      done({ code: error ? Number(error.code ?? 1) : 0, stdout }),
    );
  });
}

/** Runs a step of the action as a runner does: environment variables, and files for summary and outputs. */
async function runStep(name: string, folder: string, inputs: Record<string, string> = {}) {
  const files = { GITHUB_OUTPUT: join(folder, 'output'), GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
  for (const file of Object.values(files)) writeFileSync(file, file.endsWith('.md') ? 'before\n' : '');
  const given = { BASE_URL: '', PROFILE: '', BASELINE: '', ARGS: few, OUT: 'reports/out', ...inputs };
  const script = join(folder, 'step.sh');
  writeFileSync(script, stepOf(name));
  const ended = await shell(['bash', '--noprofile', '--norc', '-eo', 'pipefail', script], folder, {
    ...files,
    ...{ GITHUB_ACTIONS: 'true', GITHUB_ACTION_PATH: root, ACME_KEY: testKeys.active },
    ...Object.fromEntries(Object.entries(given).map(([key, value]) => [`INPUT_${key}`, value])),
  });
  const lines = readFileSync(files.GITHUB_OUTPUT, 'utf8').trim().split('\n');
  return {
    ...ended,
    outputs: Object.fromEntries(lines.map((line) => line.split('='))),
    summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'),
  };
}

describe('the GitHub action', () => {
  it('passes every input to a script as a variable, and none into its text', () => {
    const inputs = [...action.matchAll(/^ {2}([a-z-]+):\n {4}description: .+\n {4}default:/gm)].map(([, name]) => name);
    expect(inputs).toEqual(['base-url', 'profile', 'baseline', 'args', 'out', 'artifact']);
    for (const name of inputs) expect(action).toContain(`\${{ inputs.${name} }}`);
    for (const name of ['Install assay', 'Check'])
      expect([stepOf(name) !== '', stepOf(name)]).toEqual([true, expect.not.stringContaining('${{')]);
  });

  it('judges a server that conforms', async () => {
    const folder = project(clean);
    expect((await runStep('Install assay', folder)).code).toBe(0);
    const ran = await runStep('Check', folder, { PROFILE: 'assay.json', BASELINE: 'not-there.json' });
    expect([ran.code, ran.outputs]).toEqual([
      0,
      { exit_code: '0', verdict: 'partial', report: 'reports/out/report.json' },
    ]);
    expect(ran.summary).toMatch(/^before\n## ◑ acme: partial\n/);
    expect(ran.stdout).toContain('::notice title=assay::There is no baseline yet');
    expect(existsSync(join(folder, 'reports/out/junit.xml'))).toBe(true);
  });

  it('fails for one that does not, with annotations; not for failures that are in its baseline', async () => {
    const folder = project(broken);
    const red = await runStep('Check', folder, { PROFILE: 'assay.json', ARGS: `${few} --format json,sarif` });
    expect([red.code, red.outputs]).toMatchObject([1, { exit_code: '1', verdict: 'nonconforming' }]);
    expect(red.stdout).toContain('\n::error title=rerank.response.search-count (MUST)::');
    expect(red.summary).toContain('rerank.response.search-count');
    expect(existsSync(join(folder, 'reports/out/report.sarif'))).toBe(true);
    writeFileSync(join(folder, 'main.json'), readFileSync(join(folder, 'reports/out/report.json')));
    const green = await runStep('Check', folder, { PROFILE: 'assay.json', BASELINE: 'main.json' });
    expect([green.code, green.outputs]).toMatchObject([0, { exit_code: '0' }]);
  });

  it('takes options from every line', async () => {
    const ran = await runStep('Check', project(clean), {
      PROFILE: 'assay.json',
      ARGS: `--rules rerank.response.*\n--depth quick\n--format json --nope\n`,
    });
    expect(ran.code).toBe(2);
  });

  it('sets Node up only where there is none that is new enough', async () => {
    const folder = project(clean);
    expect((await runStep('Look for Node', folder)).outputs).toEqual({ found: 'true' });
    writeFileSync(join(folder, 'bin', 'node'), '#!/bin/sh\nexit 1\n');
    chmodSync(join(folder, 'bin', 'node'), 0o755);
    const old = await runStep('Look for Node', folder);
    expect([old.code, old.outputs.found]).toEqual([0, undefined]);
    expect(action).toMatch(/- name: Set up Node\n {6}if: steps\.node\.outputs\.found != 'true'\n/);
  });

  it('gives no verdict of an earlier run if its inputs are wrong, and runs no command in them', async () => {
    const folder = project(clean);
    mkdirSync(join(folder, 'reports/out'), { recursive: true });
    writeFileSync(join(folder, 'reports/out/report.json'), '{"verdict":"conforming"}');
    const ran = await runStep('Check', folder, { BASE_URL: 'http://x/$(touch hacked)', ARGS: '--nope; touch hacked' });
    expect([ran.code, ran.outputs, existsSync(join(folder, 'hacked'))]).toEqual([2, { exit_code: '2' }, false]);
  });
});

describe('the examples of the README', () => {
  const env = { ACME_KEY: testKeys.active };

  it('name only inputs that the action has', () => {
    const [, block = ''] = /uses: OWNER\/assay@COMMIT\n {8}with:\n((?: {10}.+\n)+)/.exec(gates) ?? [];
    const names = [...block.matchAll(/^ +([a-z-]+):/gm)].map(([, name]) => name);
    expect(names).toEqual(['profile', 'baseline', 'args']);
    for (const name of names) expect(action).toMatch(new RegExp(`^ {2}${name}:$`, 'm'));
  });

  const gitlab = listUnder(gates, 'script');
  const [, plain = ''] = /```sh\n(code=0\n.+?)```/s.exec(gates) ?? [];

  it.each([
    ['GitLab', gitlab.join('\n')],
    ['a shell', plain],
  ])('gate a merge: %s', async (_, script) => {
    expect(script).toContain('npx assay check --profile assay.json --baseline main-report.json');
    for (const [server, code] of [
      [clean, 0],
      [broken, 1],
    ] as const) {
      const folder = project(server);
      writeFileSync(join(folder, 'main-report.json'), JSON.stringify(emptyReport));
      const ran = await shell(['sh', '-ec', script], folder, env);
      expect([ran.code, existsSync(join(folder, 'reports/out/junit.xml'))]).toEqual([code, true]);
    }
  });

  it('a run that could not be judged does not fail the build of the shell example', async () => {
    const folder = project(clean);
    const profile = { base_url: 'http://127.0.0.1:1', keys: { active: '$ACME_KEY' } };
    writeFileSync(join(folder, 'assay.json'), JSON.stringify(profile));
    writeFileSync(join(folder, 'main-report.json'), JSON.stringify(emptyReport));
    const ran = await shell(['sh', '-ec', plain], folder, env);
    expect([ran.code, ran.stdout.trim().split('\n').at(-1)]).toEqual([0, 'not judged: try again later']);
  });
});

/** The report of a branch on which no rule failed. */
const emptyReport = {
  tool: { name: 'assay', version: '1.0.0' },
  target: { name: 'acme', base_url: 'http://127.0.0.1:1' },
  run: { seed: 1, started_at: '2026-01-01T00:00:00Z', duration_ms: 1, requests: 1, estimated_cost_micros: 0 },
  verdict: 'conforming',
  summary: { rules: 0, pass: 0, fail: 0, warn: 0, skip: 0, inconclusive: 0, known: 0 },
  rules: [],
};
