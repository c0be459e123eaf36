import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { newFolder } from '../fixtures/temporary.test-support.ts';
import { assay } from './cli.test-support.ts';

const root = resolve(import.meta.dirname, '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const guide = readme.slice(readme.indexOf('## Test your client'), readme.indexOf('## You write a client'));
const border = '----- next -----';

/**
 * The shell blocks of the guide, except the first, which starts the server. A comment above each says what its commands
 * print.
 */
const blocks = [...guide.matchAll(/```sh\n(.+?)```/gs)].slice(1).map(([, text = '']) => text);
const expected = [...guide.matchAll(/<!-- prints → (.+) -->/g)].flatMap(([, texts = '']) => texts.split(' → '));

it('the attachments that the README names are among the fixtures', () => {
  const [, named = ''] = /### What a client can attach\n\n(.+?)\n\n/s.exec(readme) ?? [];
  const manifest = JSON.parse(readFileSync(join(root, 'fixtures/attachments/manifest.json'), 'utf8')) as {
    files: { name: string }[];
    behaviours: { path: string }[];
  };
  const known = [...manifest.files.map(({ name }) => `/${name}`), ...manifest.behaviours.map(({ path }) => path)];
  const names = [...named.matchAll(/`(?:https:\/\/fixtures\.assay\.test)?(\/[\w-]+|\/?[\w-]+\.(?:pdf|png))`/g)];
  expect(names.length).toBeGreaterThan(9);
  for (const [, name = ''] of names) expect(known).toContain(`/${name.replace('/', '')}`);
});

it('the lines for a script start a server, find its address and key, and leave nothing behind', async () => {
  const [, lines = ''] = /<!-- in a script -->\n```sh\n(.+?)```/s.exec(readme) ?? [];
  const use = `${lines}echo "$API"; curl -s "$API/v1/finder" -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' -d '{"query": "gout"}'`;
  const script = use.replace('node_modules/.bin/assay', assay);
  const folder = newFolder();
  const printed = await new Promise<string>((done) => {
    execFile('sh', ['-c', script], { cwd: folder }, (_, stdout) => done(stdout));
  });
  const [url = '', answer] = printed.split('\n');
  expect(answer).toContain('"object":"finder.result"');
  await expect
    .poll(() =>
      fetch(url).then(
        () => 'runs',
        () => 'ended',
      ),
    )
    .toBe('ended');
});

it('the guide works when it is followed word for word', async () => {
  expect(guide).toContain('```sh\nnpx assay serve\n```');
  const server = spawn(assay, ['serve', '--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = (await once(createInterface(server.stdout), 'line')) as [string];
  const url = line.split(' ').at(-1) ?? '';
  const script = blocks
    .join('\n')
    .replaceAll(/(?<=^ask .+)$/gm, ` 2>&1; echo; echo '${border}'`)
    .replaceAll('http://127.0.0.1:4010', url);
  const printed = await new Promise<string>((done) => {
    execFile('sh', ['-c', script], { maxBuffer: 10_000_000 }, (_, stdout) => done(stdout));
  });
  server.kill('SIGTERM');
  const answers = printed.split(border);
  expect(expected.length).toBeGreaterThan(12);
  expect(answers).toHaveLength(expected.length + 1);
  for (const [at, text] of expected.entries()) expect(answers[at]).toContain(text);
});
