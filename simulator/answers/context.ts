import type { PdfDocument } from '../attachments/index.ts';

/** Faults that change an answer (contract, control API, faults). */
export type AnswerFault = 'no_sources' | 'no_follow_ups' | 'follow_ups_not_invoked' | 'no_results' | 'no_answer';

/** Texts that an answer repeats as they were sent, with the directives that were removed from the request. */
export interface Echo {
  /** The query of finder. */
  readonly query?: string;
  /** The texts of the documents of rerank, in their order. */
  readonly documents?: readonly string[];
}

/** Everything an answer depends on besides the request. */
export interface AnswerContext {
  readonly seed: number;
  readonly faults: ReadonlySet<AnswerFault>;
  /** The PDFs of a chat request in request order; `[]` elsewhere. */
  readonly pdfs: readonly PdfDocument[];
  readonly echo?: Echo;
  /** Unix time in whole seconds. */
  readonly nowSeconds: number;
  /** The id of the next request record, as `fnd_<hex>`. */
  nextId(prefix: 'fnd' | 'emb' | 'rrk'): string;
}
