import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { newFolder } from '../fixtures/temporary.test-support.ts';

const root = resolve(import.meta.dirname, '..');

interface Step {
  readonly word: string;
  readonly rest: string;
}

/** A stage of the build: its name, files, working folder and configuration. */
interface Stage {
  readonly name: string;
  readonly files: string;
  folder: string;
  readonly said: Map<string, string>;
}

const steps: readonly Step[] = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => ({ word: line.slice(0, line.indexOf(' ')), rest: line.slice(line.indexOf(' ') + 1) }));

/** The build context: the files of the repository that `.dockerignore` does not exclude. */
const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);

/** `npm ci` without a network: the packages of the lock file, copied from here. */
function installFromHere(folder: string, leaveOutDev: boolean): void {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean }>;
  };
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  for (const [path, { dev = false }] of Object.entries(packages)) {
    // A package inside another one is copied with it.
    const isAtTop = path.startsWith('node_modules/') && path.lastIndexOf('node_modules/') === 0;
    if (!isAtTop || (dev && leaveOutDev) || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(root, path), join(folder, path));
  }
  for (const name of ['tsc', 'vite'])
    if (!leaveOutDev) symlinkSync(join(root, 'node_modules/.bin', name), join(folder, 'node_modules/.bin', name));
}

function copy(stage: Stage, stages: readonly Stage[], rest: string): void {
  const words = rest.split(' ');
  const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
  const origin = from === undefined ? root : stages.find(({ name }) => name === from)?.files;
  if (origin === undefined) throw new Error(`no stage ${from}`);
  const to = words.pop() ?? '';
  for (const name of words) {
    const source = join(origin, name);
    const isLeftOut = (path: string): boolean => from === undefined && ignored.includes(relative(root, path));
    const target = join(
      stage.folder,
      to.endsWith('/') && !statSync(source).isDirectory() ? join(to, basename(name)) : to,
    );
    cpSync(source, target, { recursive: true, filter: (path) => path === source || !isLeftOut(path) });
  }
}

/** Executes the Dockerfile, each stage in its own folder, and gives the last stage. */
function build(): Stage {
  const stages: Stage[] = [];
  for (const { word, rest } of steps) {
    const stage = stages.at(-1);
    if (word === 'FROM') {
      const files = newFolder();
      stages.push({ name: rest.split(' AS ')[1] ?? '', files, folder: files, said: new Map() });
      continue;
    }
    if (stage === undefined) throw new Error('a step before the first FROM');
    if (word === 'WORKDIR') stage.folder = join(stage.files, rest);
    else if (word === 'COPY') copy(stage, stages, rest);
    else if (word === 'RUN' && rest.startsWith('npm ci')) installFromHere(stage.folder, rest.includes('--omit=dev'));
    else if (word === 'RUN') execFileSync('sh', ['-c', rest], { cwd: stage.folder, stdio: 'pipe' });
    else stage.said.set(word, rest);
    mkdirSync(stage.folder, { recursive: true });
  }
  return stages.at(-1) as Stage;
}

it('the Dockerfile builds a folder that serves and is healthy, with production packages only, and not as root', async () => {
  const { folder, said } = build();
  expect(existsSync(join(folder, 'node_modules/piscina'))).toBe(true);
  expect(existsSync(join(folder, 'node_modules/vitest'))).toBe(false);
  expect(said.get('USER')).toBe('node');
  expect(JSON.parse(said.get('CMD') ?? '[]')).toEqual(['serve', '--host', '0.0.0.0']);
  const [command, ...entry] = JSON.parse(said.get('ENTRYPOINT') ?? '[]') as string[];
  // On loopback and a free port, because this is a test.
  const server = spawn(command ?? '', [...entry, 'serve', '--port', '0'], { cwd: folder });
  try {
    const url = await new Promise<string>((done, fail) => {
      server.stdout.once('data', (text: Buffer) => done(/http:\S+/.exec(String(text))?.[0] ?? ''));
      server.stderr.once('data', (text: Buffer) => fail(new Error(String(text))));
      server.once('exit', () => fail(new Error('it ended')));
    });
    const health = (said.get('HEALTHCHECK') ?? '').replace(/^CMD /, '');
    const check = (address: string): Promise<number | null> =>
      new Promise((done) => {
        spawn('sh', ['-c', health.replace('http://127.0.0.1:4010', address)]).once('exit', done);
      });
    expect(health).toContain('http://127.0.0.1:4010/');
    expect(await check(url)).toBe(0);
    expect(await check('http://127.0.0.1:1')).toBe(1);
    expect((await fetch(`${url}/_control/`)).status).toBe(200);
  } finally {
    server.kill();
  }
});
