import type { Judgement } from '../judges/judgement.ts';
import type { Exchange } from '../target/exchange.ts';
import type { Check, Outcome } from './check.ts';
import type { Context } from './context.ts';
import { fewestCircumstances } from './in-circumstances.ts';
import { sideBySide } from './side-by-side.ts';
import { unlessBroken } from './signals.ts';
import { Tally } from './tally.ts';

/** Cases tried after the first failure, to find the circumstances that it needs. */
const TRIES = 30;

/** Judges one case; gives the exchange that shows it best. */
type JudgeCase<Case> = (context: Context, item: Case) => Promise<readonly [Judgement, Exchange | undefined]>;

/**
 * A check over a fixed list of cases, each judged by itself and side by side with the others. The first that breaks the rule is tried again from
 * its beginning before the target is blamed; one that cannot be judged leaves the rule open.
 */
export function caseRule<Case>(
  rule: string,
  method: string,
  cases: (context: Context) => Promise<readonly Case[]>,
  judge: JudgeCase<Case>,
): Check {
  return { rule, kind: 'scenario', method, run: (context) => run(rule, context, cases, judge) };
}

async function run<Case>(
  rule: string,
  context: Context,
  cases: (context: Context) => Promise<readonly Case[]>,
  judge: JudgeCase<Case>,
): Promise<Outcome> {
  const tally = new Tally(rule, context);
  const tryCase = async (own: Context, item: Case): Promise<Judgement> => unlessBroken(...(await judge(own, item)));
  let items: readonly Case[] = [];
  await tally.attempt(async () => {
    items = await cases(context);
    return 'nothing';
  });
  const broken = await sideBySide(items, context.casesAtOnce, (item) => tally.attempt(() => tryCase(context, item)));
  const at = broken.findIndex((error) => error !== undefined);
  const first = broken[at];
  if (first === undefined) return tally.settled();
  const needed = await fewestCircumstances(
    items[at] as Case,
    first,
    (item) => new Tally(rule, context).attempt(() => tryCase(context, item)),
    TRIES,
  );
  if (needed) return tally.blamed(needed.error, (anew) => needed.told(tryCase(anew, needed.example)));
  return tally.blamed(first, async (anew) => {
    const again = await cases(anew);
    // Where there are fewer cases now, as in a catalogue that has changed, there is nothing to see again.
    return at < again.length ? tryCase(anew, again[at] as Case) : undefined;
  });
}
