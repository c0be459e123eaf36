import type { Failure, Verdict } from '../../../reports/index.ts';
import type { EndpointName } from '../../../spec/index.ts';
import type { Call } from '../../http/exchange/exchange.ts';
import type { Judge } from '../../judges/judgement.ts';
import type { Context } from '../context/context.ts';

export type CheckKind = 'response' | 'request' | 'scenario';

/** The judge of a response rule. It also applies to responses to requests of other rules. */
export interface ResponseJudge {
  readonly endpoint: EndpointName;
  readonly includes?: ((call: Call) => boolean) | undefined;
  readonly judge: Judge;
}

/** Our code for one rule. */
export interface Check {
  readonly rule: string;
  readonly kind: CheckKind;
  /** The method in one sentence, for `assay explain`. */
  readonly method: string;
  readonly responseJudge?: ResponseJudge;
  /** Judges any refusal, whatever was wrong with the request: also responses to requests of other rules or clients. */
  readonly refusalJudge?: Judge;
  /** Why the rule stays open although nothing broke it, as the whole run shows; undefined if it does not. */
  openAtEnd?(context: Context): string | undefined;
  /** Judges the rule. Rejects only for our own errors. */
  run(context: Context): Promise<Outcome>;
}

/** The result of one check; plain JSON. */
export interface Outcome {
  readonly verdict: Exclude<Verdict, 'known'>;
  readonly reason?: string;
  readonly failure?: Failure;
  /** Number of judged cases. */
  readonly judged: number;
  /** Number of requests whose responses were judged. */
  readonly exchanges?: number;
  readonly notes?: readonly string[];
  /** True if the check finished with all capabilities and found nothing that the rule applies to. */
  readonly sawNothing?: boolean;
  /**
   * For a rule that is inconclusive only because valid requests were refused: the result of its other cases. It becomes the
   * result of the rule if, for each refusal, one of the responsible rules in `answering` is broken.
   */
  readonly elsewhere?: Pick<Outcome, 'verdict' | 'reason' | 'judged' | 'notes'> & {
    readonly answering: readonly (readonly string[])[];
  };
  /** True for a rule that is inconclusive because of a temporary failure: it is worth another attempt later. */
  readonly disturbed?: boolean;
}
