import type { MessagePort } from 'node:worker_threads';
import type { RefusalReason } from './refusal.ts';

/** The outcome of reading one PDF; plain values, since they come from a worker. */
export type ParseOutcome =
  | { readonly kind: 'pages' /** Markdown of each page, in order. */; readonly pages: readonly string[] }
  | { readonly kind: 'over-cap' /** Pages it has; none was read. */; readonly count: number }
  | { readonly kind: 'refused'; readonly reason: RefusalReason /** Completes "it …". */; readonly because: string };

/** One file to read, and the most pages it may have. */
export interface ParseJob {
  readonly bytes: Uint8Array;
  readonly maxPages: number;
}

/** What a worker gets: a job, and a port on which it posts `step` before each part of the work, and an outcome after which the worker must be ended. */
export interface ParseTask {
  readonly job: ParseJob;
  readonly port: MessagePort;
}

/** After these the memory or the OCR engine of the worker may be damaged. */
export const SPOILS: ReadonlySet<RefusalReason> = new Set(['out-of-memory', 'ocr']);

type Refused = Extract<ParseOutcome, { readonly kind: 'refused' }>;

/** An outcome that refuses the file; `because` completes "it …". */
export const refused = (reason: Refused['reason'], because: string): Refused => ({ kind: 'refused', reason, because });
