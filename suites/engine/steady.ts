import { Unjudgeable } from '../judges/judgement.ts';
import type { Call, Exchange } from '../target/exchange.ts';
import type { Context } from './context.ts';
import { sendValid } from './send.ts';

/** So often is an equal request sent before two answers are held against each other to the target's disadvantage. */
const LOOKS = 6;
const LOOKS_FOR_MONEY = 3;

/** Runs whose target gave unequal answers to equal requests. */
const unsteady = new WeakSet<object>();

/**
 * Two answers differ, and the rule blames the target for it. Rejects with Unjudgeable if that is no wonder, because equal requests are answered
 * differently as well: two versions behind one address, while a new one is brought in, or a profile that promises too much.
 */
export async function assertComesAgain(
  context: Context,
  call: Call,
  isSame: (one: Exchange, other: Exchange) => boolean,
): Promise<void> {
  const { settings, requestsAreFree } = context;
  if (!unsteady.has(settings)) {
    const looks = Array.from({ length: requestsAreFree ? LOOKS : LOOKS_FOR_MONEY }, () =>
      sendValid(context, call, { fresh: true }),
    );
    const [first, ...others] = await Promise.all(looks);
    if (first && others.some((other) => !isSame(first, other))) unsteady.add(settings);
  }
  if (unsteady.has(settings))
    throw new Unjudgeable(
      'equal requests get unequal answers, although the profile says "deterministic": true. If a new version is being introduced, try again when it is done; if answers vary by nature, take that line out',
      true,
    );
}
