import type { Call, Exchange } from '../../http/exchange/exchange.ts';
import { Unjudgeable } from '../../judges/judgement.ts';
import type { Context } from '../context/context.ts';
import { sendValid } from '../context/send.ts';

/** How many equal requests are sent and compared. */
const REPEATS = { free: 6, paid: 3 } as const;

/** Runs whose target gave different answers to equal requests. */
const nondeterministicRuns = new WeakSet<object>();

/**
 * Call this before a rule fails because two answers differ. Rejects with Unjudgeable if equal requests get different
 * answers as well: two versions behind one address while a new one is introduced, or a profile that promises too much.
 */
export async function assertDeterministic(
  context: Context,
  call: Call,
  isSame: (one: Exchange, other: Exchange) => boolean,
): Promise<void> {
  const { settings, requestsAreFree } = context;
  if (!nondeterministicRuns.has(settings)) {
    const repeats = Array.from({ length: REPEATS[requestsAreFree ? 'free' : 'paid'] }, () =>
      sendValid(context, call, { fresh: true }),
    );
    const [first, ...others] = await Promise.all(repeats);
    if (first && others.some((other) => !isSame(first, other))) nondeterministicRuns.add(settings);
  }
  if (nondeterministicRuns.has(settings))
    throw new Unjudgeable(
      'equal requests get different answers, although the profile says "deterministic": true. If a new version is being introduced, try again when it is done; if answers vary by nature, remove that line',
      true,
    );
}
