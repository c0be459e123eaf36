import type { Exchange } from '../target/exchange.ts';
import type { Check } from './check.ts';
import type { Context } from './context.ts';
import { scenario } from './scenario.ts';
import { type Judgement, RuleBroken, Unjudgeable } from './signals.ts';

/**
 * A check over a fixed list of cases, each judged by itself: one that cannot be judged does not hide the others, and the first
 * that breaks the rule ends it.
 */
export function caseRule<Case>(
  rule: string,
  method: string,
  cases: (context: Context) => Promise<readonly Case[]>,
  judge: (context: Context, item: Case) => Promise<readonly [Judgement, Exchange | undefined]>,
): Check {
  return scenario(rule, method, async (context, stage) => {
    let judged = 0;
    let unjudged: Unjudgeable | undefined;
    for (const item of await cases(context)) {
      try {
        const [judgement, exchange] = await judge(context, item);
        if (judgement === 'nothing') continue;
        judged += 1;
        if (judgement === 'fine') stage.judged();
        else if (judgement.kind === 'tolerated') stage.tolerate(judgement);
        else throw new RuleBroken(judgement, exchange);
      } catch (error) {
        if (!(error instanceof Unjudgeable)) throw error;
        unjudged ??= error;
      }
    }
    if (judged === 0 && unjudged) throw unjudged;
  });
}
