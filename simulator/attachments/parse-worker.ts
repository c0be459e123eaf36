import { parentPort } from 'node:worker_threads';
import type { ParseJob, ParseReport } from './parse-outcome.ts';
import { readPdf } from './read-pdf.ts';

// The PDF reader prints what it thinks of a broken file. Nobody asked, and nobody reads what it prints.
for (const level of ['log', 'warn', 'error'] as const) console[level] = () => {};

/** The entry of a parse worker: one job after the other, each reported as `ParseReport` says. */
const port = parentPort;
if (port !== null) {
  const report = (message: ParseReport) => port.postMessage(message);
  port.on('message', async (job: ParseJob) => {
    report({ type: 'done', outcome: await readPdf(job, () => report({ type: 'step' })) });
  });
  report({ type: 'ready' });
}
