import type { Exchange } from '../target/exchange.ts';

/**
 * What a judge found. `broken` breaks the promise; `tolerated` is accepted though not the chosen reading: it warns; `remarked` is permitted by
 * the specification and worth a note: it passes.
 */
export interface Finding {
  readonly kind: 'broken' | 'tolerated' | 'remarked';
  /** What the specification promises, in one sentence. */
  readonly expected: string;
  /** What the target did, in one sentence, with the offending value. */
  readonly actual: string;
  /** True where no bad day explains it, so that it need not be seen again before the target is blamed. */
  readonly certain?: boolean;
}

/** A judge's answer: a finding, `fine`, or `nothing` when the exchange held nothing that the rule speaks of. */
export type Judgement = Finding | 'fine' | 'nothing';

/** A pure function from one exchange to a judgement. */
export type Judge = (exchange: Exchange) => Judgement;

export const broken = (expected: string, actual: string): Finding => ({ kind: 'broken', expected, actual });
export const tolerated = (expected: string, actual: string): Finding => ({ kind: 'tolerated', expected, actual });
export const remarked = (expected: string, actual: string): Finding => ({ kind: 'remarked', expected, actual });

/** Thrown when the target could not be judged: the verdict is inconclusive. */
export class Unjudgeable extends Error {
  override readonly name = 'Unjudgeable';
  /** True where a bad day of the target explains it, so that the rule is worth another try later. */
  readonly disturbed: boolean;
  constructor(message: string, disturbed = false) {
    super(message);
    this.disturbed = disturbed;
  }
}
