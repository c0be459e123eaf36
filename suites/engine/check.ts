import type { Failure, Verdict } from '../../reports/index.ts';
import type { EndpointName } from '../../spec/index.ts';
import type { Judge } from '../judges/judgement.ts';
import type { Call } from '../target/exchange.ts';
import type { Context } from './context.ts';

/** The three kinds of check. */
export type CheckKind = 'response' | 'request' | 'scenario';

/** What a response rule looks at, so that answers which other rules asked for can be judged by it as well. */
export interface ResponseJudge {
  readonly endpoint: EndpointName;
  readonly includes?: ((call: Call) => boolean) | undefined;
  readonly judge: Judge;
}

/** Our code for one rule. */
export interface Check {
  /** Id of the rule it judges. */
  readonly rule: string;
  readonly kind: CheckKind;
  /** How it is judged, in one sentence, for `assay explain`. */
  readonly method: string;
  /** What a response rule looks at in any exchange. */
  readonly responseJudge?: ResponseJudge;
  /** Judges any answer that refuses a request, whatever was wrong with that, for traffic that others make. */
  readonly refusalJudge?: Judge;
  /** Judges the rule. Never rejects but for a fault of our own. */
  run(context: Context): Promise<Outcome>;
}

/** What came of one check; plain JSON. */
export interface Outcome {
  readonly verdict: Exclude<Verdict, 'known'>;
  readonly reason?: string;
  readonly failure?: Failure;
  /** Cases that were judged. */
  readonly judged: number;
  /** Requests whose answers were seen for them. */
  readonly exchanges?: number;
  readonly notes?: readonly string[];
  /** True for a rule that was tried to its end and found nothing that it speaks of, with all capabilities it needs. */
  readonly sawNothing?: boolean;
  /**
   * What came of the other cases of an inconclusive rule whose only trouble is that valid requests were refused: the outcome of the rule where for each
   * refusal one of the rules that answer for it is broken.
   */
  readonly elsewhere?: Pick<Outcome, 'verdict' | 'reason' | 'judged' | 'notes'> & {
    readonly answering: readonly (readonly string[])[];
  };
  /** True for an inconclusive rule that a bad day of the target explains: it is worth another try later. */
  readonly disturbed?: boolean;
}
