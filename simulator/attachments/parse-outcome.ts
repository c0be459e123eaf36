import type { MessagePort } from 'node:worker_threads';
import type { RefusalReason } from './refusal.ts';

/** What came of reading one PDF's bytes; plain values, for they cross from a worker. */
export type ParseOutcome =
  | { readonly kind: 'pages' /** Markdown of each page, in order. */; readonly pages: readonly string[] }
  | { readonly kind: 'over-cap' /** Pages it has; none was read. */; readonly count: number }
  | { readonly kind: 'refused'; readonly reason: RefusalReason /** Completes "it …". */; readonly because: string };

/** What a worker is given: one file, and how many pages may be read of it. */
export interface ParseJob {
  readonly bytes: Uint8Array;
  readonly maxPages: number;
}

/** What a worker gets: a job, and where to say `step` before each part of the work; an outcome after which it must be ended comes there, too. */
export interface ParseTask {
  readonly job: ParseJob;
  readonly port: MessagePort;
}

/** After these the worker's memory, or its OCR engine, is not what it was. */
export const SPOILS: ReadonlySet<RefusalReason> = new Set(['out-of-memory', 'ocr']);

type Refused = Extract<ParseOutcome, { readonly kind: 'refused' }>;

/** An outcome that refuses the file; `because` completes "it …". */
export const refused = (reason: Refused['reason'], because: string): Refused => ({ kind: 'refused', reason, because });
