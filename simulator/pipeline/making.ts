import type { AnswerContext } from '../answers/index.ts';
import type { ApiRequest } from '../core/wire.ts';
import type { TakeFault } from '../faults/faults.ts';
import type { Bill } from '../ledger/bill.ts';
import type { Parts } from './options.ts';
import type { Trace } from './trace.ts';

/** What is needed to make an answer, besides the call. */
export interface Making {
  readonly parts: Parts;
  readonly bill: Bill;
  readonly pdfs: AnswerContext['pdfs'];
  readonly echo: AnswerContext['echo'];
  readonly take: TakeFault;
  readonly trace: Pick<Trace, 'entry' | 'isLeft'>;
  /** Its `signal` aborts when the client has left. */
  readonly request: Pick<ApiRequest, 'signal'>;
}
