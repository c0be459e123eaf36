import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { listen, newFolder, untilTestEnds } from '../fixtures/temporary.test-support.ts';
import { rules } from '../spec/index.ts';
import { readReport } from './cli.test-support.ts';

const root = resolve(import.meta.dirname, '..');
const home = newFolder();
const modules = join(home, 'node_modules');

/** Runs node in the folder in which the package was installed. */
const node = (args: readonly string[]): string =>
  execFileSync(process.execPath, [...args], {
    cwd: home,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: home },
  });

/** Runs vitest in that folder on one file, and gives what it prints. */
function vitest(file: string, text: string, args: readonly string[] = []): Promise<string> {
  writeFileSync(join(home, file), text);
  const command = [join(modules, 'vitest/vitest.mjs'), 'run', file, '--reporter=verbose', ...args];
  const env = { PATH: process.env.PATH, HOME: home, NO_COLOR: '1' };
  return new Promise((done) => {
    execFile(process.execPath, command, { cwd: home, env }, (_, stdout, stderr) => done(stdout + stderr));
  });
}

/** Installs the package without a network: the packed files in a new folder, its dependencies beside it. */
beforeAll(() => {
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', home], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as [{ filename: string }];
  // Otherwise vitest would take one from a parent folder.
  writeFileSync(join(home, 'vitest.config.mjs'), 'export default {};\n');
  mkdirSync(join(modules, 'assay'), { recursive: true });
  execFileSync('tar', ['-xzf', join(home, packed.filename), '--strip-components=1', '-C', join(modules, 'assay')]);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
});

it('checks the embedded simulator', () => {
  node([
    join(modules, 'assay/dist/assay.js'),
    'check',
    '--rules',
    'rerank.*,auth.*',
    '--depth',
    'quick',
    '--out',
    join(home, 'out'),
  ]);
  const report = readReport(join(home, 'out'));
  expect(report?.verdict).toBe('partial');
  expect(report?.summary.pass).toBeGreaterThan(40);
});

it('judges a client, and includes one that passes', () => {
  const out = join(home, 'client');
  const client = [process.execPath, join(modules, 'assay/suites/clients/examples/client.mjs')];
  node([join(modules, 'assay/dist/assay.js'), 'clients', '--scenarios', 'domains.*', '--out', out, '--', ...client]);
  expect(readReport(out)).toMatchObject({ verdict: 'partial', summary: { fail: 0, inconclusive: 0 } });
});

it('gives msw handlers to a test', () => {
  const script = `
      import { setupServer } from 'msw/node';
      import { createHandlers } from 'assay/msw';
      const server = setupServer(...createHandlers({ baseUrl: 'https://api.example', seed: 1 }));
      server.listen({ onUnhandledRequest: 'error' });
      const answer = await fetch('https://api.example/v1/domains?limit=2');
      console.log((await answer.json()).domains.length);
      server.close();`;
  writeFileSync(join(home, 'use.mjs'), script);
  expect(node(['use.mjs']).trim()).toBe('2');
});

it.each(['commonjs', 'module'])('runs the examples of the README in a project of type %s, with types', async (type) => {
  const folder = join(home, type);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type }));
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const blocks = readme.matchAll(/```ts\n(.+?)```/gs);
  const examples = [...blocks].map(([, text = '']) => text).filter((text) => text.includes("from 'vitest'"));
  expect(examples).toHaveLength(2);
  for (const [at, text] of examples.entries()) writeFileSync(join(folder, `example-${at}.test.ts`), text);
  const options = '--noEmit --strict --module nodenext --target es2022 --types node --skipLibCheck'.split(' ');
  const [types = ''] = /import type \{[^}]+\} from 'assay\/spec'/.exec(readme) ?? [];
  const uses = `${types};
        export const request: ChatRequest = { model: 'svc-chat-v1', messages: [{ role: 'user', text: 'gout' }] };
        export const textOf = (answer: ChatResponse): string => answer.message;
        export const fragmentOf = (event: StreamEvent): string => (event.type === 'message' ? event.content : '');`;
  writeFileSync(join(folder, 'uses.ts'), uses);
  const files = [...examples.map((_, at) => join(folder, `example-${at}.test.ts`)), join(folder, 'uses.ts')];
  expect(node([join(modules, 'typescript/bin/tsc'), ...options, ...files])).toBe('');
  expect(await vitest(`${type}/example-0.test.ts`, examples[0] ?? '')).toMatch(/Tests +1 passed \(1\)/);
  expect(await vitest(`${type}/example-1.test.ts`, examples[1] ?? '')).toMatch(/Tests +1 passed \(1\)/);
});

it('can be required without import', () => {
  const script = "const { createHandlers } = require('assay/msw'); const { listen } = require('assay/simulator');";
  writeFileSync(join(home, 'use.cjs'), `${script} console.log(typeof createHandlers, typeof listen);`);
  expect(node(['use.cjs']).trim()).toBe('function function');
});

it('gives the rules to a vitest project in three lines, one test for each rule', async () => {
  const lines = `import { conformance } from 'assay/vitest';\n\nconformance({ rules: ['domains.*'] });\n`;
  const judged = rules.filter(({ id, unjudged }) => id.startsWith('domains.') && unjudged === undefined).length;
  expect(await vitest('api.test.js', lines)).toMatch(new RegExp(`Tests +${judged} passed \\(${judged}\\)`));
  // None of them waits for the end of the run.
  const printed = await vitest('early.test.js', lines.replace('domains.*', 'finder.response.created'));
  expect(printed).toMatch(/Tests +1 passed \(1\)/);
  expect(printed).not.toContain('Error');
});

it('fails such a test with the evidence, skips it with the reason, and sends only what those tests need', async () => {
  const asked = new Set<string | undefined>();
  const target = await listen((request, response) => {
    asked.add(request.url);
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const options = JSON.stringify({
    baseUrl: untilTestEnds(target).url,
    key: 'k',
    rules: ['rerank.response.*', 'chat.response.*'],
  });
  const text = `import { conformance } from 'assay/vitest';\nconformance(${options});`;
  const printed = await vitest('red.test.js', text, ['-t', 'rerank.response.(model|top-n-best)$']);
  expect([...asked]).toEqual(['/v1/rerank']);
  expect(printed).toMatch(/Tests +1 failed \| \d+ skipped/);
  expect(printed).toMatch(/RuleNotKept: ✗ rerank\.response\.model +MUST · rerank · /);
  expect(printed).toContain(`${rules.find(({ id }) => id === 'rerank.response.model')?.statement}`);
  expect(printed).toMatch(/top-n-best.+\[it needs deterministic: add "deterministic": true to the profile\]/);
});

it('has every file that its README links to, and says of others that they are in the repository', () => {
  const home = join(modules, 'assay');
  const readme = readFileSync(join(home, 'README.md'), 'utf8');
  const links = [...readme.matchAll(/\]\(([^)#]+)/g)].map(([, to = '']) => to).filter((to) => !to.includes(':'));
  expect(links.length).toBeGreaterThan(2);
  expect(links.filter((to) => !existsSync(join(home, to)))).toEqual([]);
  const notPacked = readdirSync(root).filter((name) => /\.|^Dockerfile$/.test(name) && !existsSync(join(home, name)));
  expect(notPacked).toEqual(expect.arrayContaining(['action.yml', 'CONTRIBUTING.md', 'Dockerfile']));
  const naming = readme.split('\n').filter((line) => notPacked.some((name) => line.includes(`\`${name}\``)));
  expect(naming.length).toBeGreaterThan(0);
  for (const line of naming) expect(line).toMatch(/\brepository\b/);
});

it('includes the faulty clients, each of which fails for its reason', () => {
  const faulty = join(modules, 'assay/suites/clients/examples/faulty/cites-by-position.mjs');
  const out = join(home, 'faulty');
  const options = ['--scenarios', 'chat.attachment', '--out', out];
  const command = [join(modules, 'assay/dist/assay.js'), 'clients', ...options, '--', process.execPath, faulty];
  expect(() => node(command)).toThrow();
  expect(readReport(out)?.gate?.new).toEqual(['client.citations.by-id']);
});

it('contains what it needs and no tests', () => {
  const files = readdirSync(join(modules, 'assay'), { recursive: true, encoding: 'utf8' });
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'fixtures/attachments/manifest.json']),
  );
  expect(files.filter((file) => /\.test\.|test-support|fixtures\/make/.test(file))).toEqual([]);
});
