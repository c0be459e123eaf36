import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { AttachmentLimits } from './limits.ts';
import type { ParseJob, ParseOutcome, ParseReport } from './parse-outcome.ts';

/** How a job ended. */
export interface ParseRun {
  readonly outcome: ParseOutcome;
  /** Whether the worker can take another job; else it has to be ended. */
  readonly healthy: boolean;
}

/** Of JavaScript; what the PDF reader takes is bounded where it is started. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/** After these the worker's memory, or its OCR engine, is not what it was. */
const SPOILS: ReadonlySet<string> = new Set(['out-of-memory', 'ocr']);

const READY = new WeakSet<Worker>();

/** Compiles TypeScript on the way, with the development tool `tsx`, which is there wherever the sources are. */
const FROM_SOURCE = `
const { workerData } = require('node:worker_threads');
import(workerData.compiler).then(({ register }) => {
  register();
  return import(workerData.entry);
});
`;

/** A worker runs compiled, or from source where this file does (tests, development). */
export function startWorker(): Worker {
  const options: WorkerOptions = {
    resourceLimits: MEMORY,
    execArgv: [], // what this process was started with (`--input-type`, loaders) is not for the worker
    // Kept from our own output, and not read either: a stream that is read keeps the process alive.
    stdout: true,
    stderr: true,
  };
  const worker = import.meta.url.endsWith('.ts')
    ? new Worker(FROM_SOURCE, { ...options, eval: true, workerData: sourceEntry() })
    : new Worker(new URL('parse-worker.js', import.meta.url), options);
  // Without a listener, a worker that dies between two jobs would take the process with it.
  worker.on('error', () => {});
  return worker;
}

/** The package's CommonJS entry to the same function looks for a file that is not there, hence the path. */
function sourceEntry(): { entry: string; compiler: string } {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx'));
  return {
    entry: new URL('parse-worker.ts', import.meta.url).href,
    compiler: new URL('esm/api/index.mjs', tsx).href,
  };
}

/**
 * Gives a worker one job and watches its time: each step, and all of it. Resolves whatever the file does to the worker;
 * rejects when the signal aborts, or when the worker could not even start.
 */
export function runJob(
  worker: Worker,
  job: ParseJob,
  limits: Pick<AttachmentLimits, 'parseMs' | 'parseStepMs'>,
  signal: AbortSignal,
): Promise<ParseRun> {
  return new Promise<ParseRun>((resolve, reject) => {
    const total = setTimeout(onLate, limits.parseMs);
    let step: NodeJS.Timeout | undefined;

    function settle(): void {
      clearTimeout(total);
      clearTimeout(step);
      signal.removeEventListener('abort', onAbort);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    }
    function lose(reason: 'parse-timeout' | 'out-of-memory' | 'not-a-pdf', because: string): void {
      settle();
      resolve({ outcome: { kind: 'refused', reason, because }, healthy: false });
    }
    function send(): void {
      const { bytes } = job;
      const alone = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
      worker.postMessage(job, alone ? [bytes.buffer] : []);
    }
    function onMessage(report: ParseReport): void {
      clearTimeout(step);
      if (report.type === 'done') {
        const { outcome } = report;
        settle();
        resolve({ outcome, healthy: outcome.kind !== 'refused' || !SPOILS.has(outcome.reason) });
        return;
      }
      step = setTimeout(onLate, limits.parseStepMs);
      if (report.type === 'step') return;
      READY.add(worker);
      send();
    }
    function onLate(): void {
      lose('parse-timeout', 'takes too long to parse');
    }
    function onError(error: unknown): void {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ERR_WORKER_OUT_OF_MEMORY') lose('out-of-memory', 'takes more memory than one file may');
      else if (READY.has(worker)) lose('not-a-pdf', 'cannot be parsed');
      else {
        settle();
        reject(error);
      }
    }
    function onExit(): void {
      lose('not-a-pdf', 'cannot be parsed');
    }
    function onAbort(): void {
      settle();
      reject(signal.reason);
    }

    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    else if (READY.has(worker)) send();
  });
}
