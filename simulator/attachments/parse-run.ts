import type { Worker } from 'node:worker_threads';
import { startThread } from '../start-thread.ts';
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

/** A worker to parse in. */
export function startWorker(): Worker {
  const worker = startThread('./parse-worker', import.meta.url, {
    resourceLimits: MEMORY,
    // Kept from our own output, and not read either: a stream that is read keeps the process alive.
    stdout: true,
    stderr: true,
  });
  // Without a listener, a worker that dies between two jobs would take the process with it.
  worker.on('error', () => {});
  return worker;
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
