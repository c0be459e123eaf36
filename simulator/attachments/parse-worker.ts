import { type ParseOutcome, type ParseTask, SPOILS } from './parse-outcome.ts';
import { readPdf } from './read-pdf.ts';

// The PDF reader prints what it thinks of a broken file. Nobody asked, and nobody reads what it prints.
for (const level of ['log', 'warn', 'error'] as const) console[level] = () => {};

/** What a parse worker does: reads one file, and says when each part of the work begins. */
export default async function parse({ job, port }: ParseTask): Promise<ParseOutcome> {
  const outcome = await readPdf(job, () => port.postMessage('step'));
  if (outcome.kind !== 'refused' || !SPOILS.has(outcome.reason)) return outcome;
  port.postMessage(outcome);
  return new Promise(() => {}); // until the pool ends this worker, for it is not what it was
}
