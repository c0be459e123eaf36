import type { Exchange } from '../http/exchange/exchange.ts';

/**
 * The finding of a judge. `broken`: the rule is broken and fails. `tolerated`: accepted but not the chosen reading, so the
 * rule warns. `remarked`: permitted by the specification, so the rule passes with a note.
 */
export interface Finding {
  readonly kind: 'broken' | 'tolerated' | 'remarked';
  /** The promise of the specification in one sentence; absent if the statement of the rule is enough. */
  readonly expected?: string | undefined;
  /** What the target did, in one sentence, with the offending value. */
  readonly actual: string;
  /** True if no temporary failure explains it: the rule fails without a repetition. */
  readonly certain?: boolean;
  /** True if the same request was accepted alone in between, each time: it was no gateway that refused it. */
  readonly acceptedAlone?: boolean;
  /** The exchange that shows a tolerated finding best; a broken rule carries its own. */
  readonly shownBy?: Exchange | undefined;
  /** The exchanges that show it together: the evidence holds only these. */
  readonly together?: readonly Exchange[];
  /** Where it was seen, if the engine found that out. */
  readonly circumstances?: SeenIn | undefined;
}

/** In what circumstances a finding was seen. */
export interface SeenIn {
  /** In one sentence or more. */
  readonly text: string;
  /** True if it was not seen without them. */
  readonly only?: boolean;
  /** Their names: each list is enough for it to be seen. Absent if `text` speaks of something else. */
  readonly with?: readonly (readonly string[])[];
}

/** The result of a judge: a finding, `fine`, or `nothing` if the exchange has nothing that the rule applies to. */
export type Judgement = Finding | 'fine' | 'nothing';

/** A pure function from one exchange to a judgement. */
export type Judge = (exchange: Exchange) => Judgement;

/** The same for all exchanges of a kind together: it detects values that never change or never come. */
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
  /** True if a temporary failure of the target explains it: the rule is worth another attempt later. */
  readonly disturbed: boolean;
  /** If a valid request was refused: one of these rules is broken. */
  readonly answering: readonly string[];
  constructor(message: string, disturbed = false, answering: readonly string[] = []) {
    super(message);
    this.disturbed = disturbed;
    this.answering = answering;
  }
}
