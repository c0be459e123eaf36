import type { PdfDocument } from '../attachments/index.ts';

/** What a fault may change in an answer (contract, control API, faults). */
export type AnswerFault = 'no_sources' | 'no_follow_ups' | 'follow_ups_not_invoked' | 'no_results' | 'no_answer';

/** Everything an answer depends on besides the request. */
export interface AnswerContext {
  readonly seed: number;
  readonly faults: ReadonlySet<AnswerFault>;
  /** The PDFs of a chat request in request order; `[]` elsewhere. */
  readonly pdfs: readonly PdfDocument[];
  /** Unix time in whole seconds. */
  readonly nowSeconds: number;
  /** The id of the next request record, as `fnd_<hex>`. */
  nextId(prefix: 'fnd' | 'emb' | 'rrk'): string;
}
