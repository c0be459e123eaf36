import type { Exchange } from '../target/exchange.ts';

/**
 * What a judge found. `broken` breaks the promise; `tolerated` is accepted though not the chosen reading: it warns; `remarked` is permitted by
 * the specification and worth a note: it passes.
 */
export interface Finding {
  readonly kind: 'broken' | 'tolerated' | 'remarked';
  /** What the specification promises, in one sentence; left out where the statement of the rule says it as well. */
  readonly expected?: string | undefined;
  /** What the target did, in one sentence, with the offending value. */
  readonly actual: string;
  /** True where no bad day explains it, so that it need not be seen again before the target is blamed. */
  readonly certain?: boolean;
  /** The exchange that shows it best, of what is tolerated; what breaks a rule carries its own. */
  readonly shownBy?: Exchange | undefined;
}

/** A judge's answer: a finding, `fine`, or `nothing` when the exchange held nothing that the rule speaks of. */
export type Judgement = Finding | 'fine' | 'nothing';

/** A pure function from one exchange to a judgement. */
export type Judge = (exchange: Exchange) => Judgement;

/** The same for all answers of a kind together: it sees what never changes, and what never comes. */
export type JudgeAll = (exchanges: readonly Exchange[]) => Judgement;

type FindingText = readonly [actual: string] | readonly [expected: string | undefined, actual: string];

const finding =
  (kind: Finding['kind']) =>
  (...words: FindingText): Finding =>
    words.length === 1 ? { kind, actual: words[0] } : { kind, expected: words[0], actual: words[1] };

export const broken = finding('broken');
export const tolerated = finding('tolerated');
export const remarked = finding('remarked');

/** Thrown when the target could not be judged: the verdict is inconclusive. */
export class Unjudgeable extends Error {
  override readonly name = 'Unjudgeable';
  /** True where a bad day of the target explains it, so that the rule is worth another try later. */
  readonly disturbed: boolean;
  /** Rules of which one is broken where a valid request was refused, and that is why. */
  readonly answering: readonly string[];
  constructor(message: string, disturbed = false, answering: readonly string[] = []) {
    super(message);
    this.disturbed = disturbed;
    this.answering = answering;
  }
}
