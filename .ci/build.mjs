// `npm run build`: builds dist/, unless it is the build of these very files. `npm ci`, `npm test`, `npm pack` and `npm run prove` all ask for it.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const dist = join(root, 'dist');
const stamp = join(dist, '.built-from');

/** What a build is made of. Tests are not, nor is what commands wrote: neither makes a new build. */
const sources = ['spec', 'simulator', 'suites', 'fixtures', 'reports', '.ci/build.mjs'].concat([
  'assay.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'vite.config.ts',
]);
const isLeftOut = /\.(?:test|test-support)\.ts$|^reports[\\/]out/;

/** The files below a path, in order. */
function filesBelow(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  const found = readdirSync(join(root, path), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return found.map((one) => join(one.parentPath.slice(root.length + 1), one.name)).sort();
}

/** Tells two builds apart: by what goes into them, by the Node that makes them, and by the files that came out. */
function state() {
  const hash = createHash('sha256').update(process.version);
  for (const file of sources.flatMap(filesBelow))
    if (!isLeftOut.test(file)) hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  for (const file of filesBelow('dist'))
    if (join(root, file) !== stamp) hash.update(`\n${file} ${statSync(join(root, file)).size}`);
  return hash.digest('hex');
}

/** Runs a tool of node_modules; false if it failed. */
const run = (tool, ...args) =>
  new Promise((done) => {
    const child = spawn(process.execPath, [join(root, 'node_modules', tool), ...args], { cwd: root, stdio: 'inherit' });
    child.on('close', (code) => done(code === 0));
  });

if (existsSync(stamp) && readFileSync(stamp, 'utf8') === state()) {
  // Not to stdout, where `npm pack --json` writes.
  console.error('dist/ is built from these files.');
} else {
  rmSync(dist, { recursive: true, force: true });
  // The checker of types needs one core, the bundlers the other.
  const built = await Promise.all([
    run('typescript/bin/tsc', '-p', 'tsconfig.build.json', '--emitDeclarationOnly'),
    run('vite/bin/vite.js', 'build'),
    run('vite/bin/vite.js', 'build', '-c', 'simulator/dashboard/page/vite.config.ts'),
  ]);
  if (built.includes(false)) process.exit(1);
  chmodSync(join(dist, 'assay.js'), 0o755);
  for (const file of ['msw.cjs', 'msw.d.cts'])
    copyFileSync(join(root, 'simulator', file), join(dist, 'simulator', file));
  writeFileSync(stamp, state());
}
