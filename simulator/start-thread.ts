import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Compiles TypeScript on the way, with the development tool `tsx`, which is there wherever the sources are. */
const FROM_SOURCE = `
const { workerData } = require('node:worker_threads');
import(workerData.compiler).then(({ register }) => {
  register();
  return import(workerData.entry);
});
`;

/** Starts a module without its ending, such as `./server-thread`, as a thread: compiled, or from source where `importer` is (tests, development). */
export function startThread(module: string, importer: string, options: WorkerOptions = {}): Worker {
  // What this process was started with (`--input-type`, loaders) is not for the thread.
  const clean = { execArgv: [], ...options };
  if (!importer.endsWith('.ts')) return new Worker(new URL(`${module}.js`, importer), clean);
  const workerData = { entry: new URL(`${module}.ts`, importer).href, compiler: compiler() };
  return new Worker(FROM_SOURCE, { ...clean, eval: true, workerData });
}

/** The package's CommonJS entry to the same function looks for a file that is not there, hence the path. */
function compiler(): string {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx'));
  return new URL('esm/api/index.mjs', tsx).href;
}
