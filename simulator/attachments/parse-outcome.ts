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

/** What a worker says: once `ready`, then for each job a `step` before each part of the work, and `done`. */
export type ParseReport =
  | { readonly type: 'ready' }
  | { readonly type: 'step' }
  | { readonly type: 'done'; readonly outcome: ParseOutcome };
