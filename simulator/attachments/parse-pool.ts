import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import type { AttachmentLimits } from './limits.ts';
import { type ParseJob, type ParseOutcome, type ParseTask, refused } from './parse-outcome.ts';

/** Parses PDFs outside the main thread, so that no file can delay other requests. */
export interface ParsePool {
  /** The caller must not use `job.bytes` any more. Resolves with an outcome whatever the file does; rejects when the signal aborts. */
  parse(job: ParseJob, signal?: AbortSignal): Promise<ParseOutcome>;
  /** Ends all workers; running and waiting jobs reject. */
  close(): Promise<void>;
}

type Pool = Piscina<ParseTask, ParseOutcome>;

const WORKERS = 2;

/** Limits for JavaScript memory; that of the PDF reader is limited in `bounded-pdfium.ts`. */
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };

/**
 * A pool of two workers, started when first needed. It measures real time, even with a fixed clock, since parsing is real
 * work. A worker that takes too long or dies is replaced; an idle one keeps no process alive.
 */
export function createParsePool(limits: Pick<AttachmentLimits, 'parseMs' | 'parseStepMs' | 'filesWaiting'>): ParsePool {
  let workers: Promise<Pool> | undefined;
  let [closed, jobs] = [false, 0];

  /** Piscina lets jobs wait forever for workers that cannot start. This makes them reject, and the next job starts new workers. */
  function giveUp(pool: Pool): void {
    workers = undefined;
    void pool.destroy();
  }

  async function run(job: ParseJob, caller: AbortSignal | undefined): Promise<ParseOutcome> {
    workers ??= startWorkers(giveUp);
    const pool = await workers;
    const late = new AbortController();
    const { port1, port2 } = new MessageChannel();
    const waits: { total?: () => void; step?: () => void } = {};
    let spoilt: ParseOutcome | undefined;
    port1.on('message', (message: 'step' | ParseOutcome) => {
      waits.step?.();
      if (message !== 'step') {
        spoilt = message;
        late.abort();
        return;
      }
      waits.total ??= afterRunning(limits.parseMs, () => late.abort());
      waits.step = afterRunning(limits.parseStepMs, () => late.abort());
    });
    const { bytes } = job;
    const alone = bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength;
    try {
      return await pool.run(
        { job, port: port2 },
        {
          transferList: alone ? [port2, bytes.buffer] : [port2],
          signal: caller ? AbortSignal.any([caller, late.signal]) : late.signal,
        },
      );
    } catch (error) {
      caller?.throwIfAborted();
      if (closed) throw closedError();
      if (spoilt) return spoilt;
      if (late.signal.aborted) return refused('parse-timeout', 'takes too long to parse');
      if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
        return refused('out-of-memory', 'takes more memory than one file may');
      if (waits.total !== undefined) return refused('not-a-pdf', 'cannot be parsed');
      giveUp(pool);
      throw error;
    } finally {
      waits.total?.();
      waits.step?.();
      port1.close();
    }
  }

  return {
    async parse(job, caller) {
      if (closed) throw closedError();
      caller?.throwIfAborted();
      if (jobs >= WORKERS + limits.filesWaiting) return refused('busy', 'has to wait behind too many others');
      jobs += 1;
      return run(job, caller).finally(() => {
        jobs -= 1;
      });
    },
    async close() {
      closed = true;
      await (await workers)?.destroy();
    },
  };
}

/**
 * Calls back after a time in which this thread ran, and returns what ends the wait. A stall of the thread counts as one part of it: what a worker said
 * meanwhile is read before the next.
 */
function afterRunning(ms: number, call: () => void): () => void {
  let parts = 15;
  const timer = setInterval(() => {
    parts -= 1;
    if (parts === 0) call();
  }, ms / parts);
  return () => clearInterval(timer);
}

/** Workers run compiled, or from source with `tsx` if this file does (tests, development). */
async function startWorkers(onError: (pool: Pool) => void): Promise<Pool> {
  const { Piscina } = await import('piscina');
  const fromSource = import.meta.url.endsWith('.ts');
  const pool = new Piscina<ParseTask, ParseOutcome>({
    filename: new URL(`./parse-worker.${fromSource ? 'ts' : 'js'}`, import.meta.url).href,
    // Workers must not inherit options of this process such as `--input-type` or loaders.
    execArgv: fromSource ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [],
    // At least one: Piscina replaces a worker whose job was aborted only up to this number, and without any worker the waiting jobs would wait forever.
    minThreads: 1,
    maxThreads: WORKERS,
    idleTimeout: Number.POSITIVE_INFINITY,
    resourceLimits: MEMORY,
    atomics: 'disabled',
  });
  // A worker that dies between two jobs must not crash the process.
  pool.on('error', () => onError(pool));
  return pool;
}

function closedError(): Error {
  return new Error('Cannot parse a PDF: the attachment reader is closed. Create another.');
}
