import { type ParseOutcome, type ParseTask, SPOILS } from './parse-outcome.ts';
import { readPdf } from './read-pdf.ts';

// The PDF reader prints warnings about broken files, which nobody reads.
for (const level of ['log', 'warn', 'error'] as const) console[level] = () => {};

/** The job of a parse worker: reads one file, and reports the start of each part of the work. */
export default async function parse({ job, port }: ParseTask): Promise<ParseOutcome> {
  const outcome = await readPdf(job, () => port.postMessage('step'));
  if (outcome.kind !== 'refused' || !SPOILS.has(outcome.reason)) return outcome;
  port.postMessage(outcome);
  return new Promise(() => {}); // until the pool ends this worker, which may be damaged
}
