import type { Exchange } from '../target/exchange.ts';

/**
 * What a judge found. `broken` breaks the rule and fails; `tolerated` is accepted but not the chosen reading, and
 * warns; `remarked` is permitted by the specification, and passes with a note.
 */
export interface Finding {
  readonly kind: 'broken' | 'tolerated' | 'remarked';
  /** What the specification promises, in one sentence; absent if the statement of the rule says it too. */
  readonly expected?: string | undefined;
  /** What the target did, in one sentence, with the offending value. */
  readonly actual: string;
  /** True if no bad day explains it: the target is blamed without a repetition. */
  readonly certain?: boolean;
  /** The exchange that shows a tolerated finding best; a broken rule carries its own. */
  readonly shownBy?: Exchange | undefined;
  /** Of many exchanges, those that show it together: the evidence holds these alone. */
  readonly together?: readonly Exchange[];
}

/** The result of a judge: a finding, `fine`, or `nothing` if the exchange held nothing that the rule speaks of. */
export type Judgement = Finding | 'fine' | 'nothing';

/** A pure function from one exchange to a judgement. */
export type Judge = (exchange: Exchange) => Judgement;

/** The same for all exchanges of a kind together: it sees what never changes, and what never comes. */
export type JudgeAll = (exchanges: readonly Exchange[]) => Judgement;

type FindingText = readonly [actual: string] | readonly [expected: string | undefined, actual: string];

const finding =
  (kind: Finding['kind']) =>
  (...words: FindingText): Finding =>
    words.length === 1 ? { kind, actual: words[0] } : { kind, expected: words[0], actual: words[1] };

export const broken = finding('broken');
export const tolerated = finding('tolerated');
export const remarked = finding('remarked');

/** Thrown if the target could not be judged: the verdict is inconclusive. */
export class Unjudgeable extends Error {
  override readonly name = 'Unjudgeable';
  /** True if a bad day of the target explains it: the rule is worth another attempt later. */
  readonly disturbed: boolean;
  /** The rules of which one is broken if a valid request was refused for that reason. */
  readonly answering: readonly string[];
  constructor(message: string, disturbed = false, answering: readonly string[] = []) {
    super(message);
    this.disturbed = disturbed;
    this.answering = answering;
  }
}
