import type { Worker } from 'node:worker_threads';
import type { AttachmentLimits } from './limits.ts';
import type { ParseJob, ParseOutcome } from './parse-outcome.ts';
import { runJob, startWorker } from './parse-run.ts';
import { createTurns } from './turns.ts';

/** Parses PDFs off the main thread, so that no file can hold up other requests. */
export interface ParsePool {
  /** Takes over `job.bytes`. Resolves with an outcome whatever the file does; rejects when the signal aborts. */
  parse(job: ParseJob, signal?: AbortSignal): Promise<ParseOutcome>;
  /** Ends all workers; running and waiting jobs reject. */
  close(): Promise<void>;
}

const WORKERS = 2;

/**
 * A pool of two workers, started when first needed. Time is real here: parsing is real work, whatever the world's clock
 * says. A worker that is over its time, or dies, is replaced; an idle one keeps no process alive.
 */
export function createParsePool(limits: Pick<AttachmentLimits, 'parseMs' | 'parseStepMs' | 'filesWaiting'>): ParsePool {
  const idle = new Set<Worker>();
  const all = new Set<Worker>();
  const jobs = new Set<AbortController>();
  let closed = false;
  const turns = createTurns(WORKERS, limits.filesWaiting);

  function take(): Worker {
    const [rested] = idle;
    const worker = rested ?? startWorker();
    if (rested === undefined) {
      all.add(worker);
      worker.once('exit', () => {
        all.delete(worker);
        idle.delete(worker);
      });
    }
    idle.delete(worker);
    worker.ref();
    return worker;
  }

  async function run(job: ParseJob, signal: AbortSignal): Promise<ParseOutcome> {
    const giveBack = await turns.take(signal);
    if (giveBack === null) return { kind: 'refused', reason: 'busy', because: 'has to wait behind too many others' };
    let healthy = false;
    const worker = take();
    try {
      const ran = await runJob(worker, job, limits, signal);
      healthy = ran.healthy;
      return ran.outcome;
    } finally {
      if (healthy) {
        worker.unref();
        idle.add(worker);
      } else {
        await worker.terminate();
      }
      giveBack();
    }
  }

  return {
    async parse(job, caller) {
      if (closed) throw closedError();
      caller?.throwIfAborted();
      const own = new AbortController();
      const leave = () => own.abort(caller?.reason);
      caller?.addEventListener('abort', leave, { once: true });
      jobs.add(own);
      try {
        return await run(job, own.signal);
      } finally {
        jobs.delete(own);
        caller?.removeEventListener('abort', leave);
      }
    },
    async close() {
      closed = true;
      for (const job of jobs) job.abort(closedError());
      await Promise.all([...all].map((worker) => worker.terminate()));
    },
  };
}

function closedError(): Error {
  return new Error('Cannot parse a PDF: the attachment reader is closed. Create another.');
}
