import { type Exchange, jsonOf } from '../target/exchange.ts';
import type { Check, Outcome, Watch } from './check.ts';
import type { Context } from './context.ts';
import type { JournalEntry } from './journal.ts';
import { endOf, RuleBroken, unlessBroken } from './signals.ts';
import { Tally } from './tally.ts';

/** Answers that scenarios had, in which no rule but theirs looked; a bounded number of a bounded size. */
export class Observed {
  readonly #entries: JournalEntry[] = [];

  note(entry: JournalEntry): void {
    if (this.#entries.length < 2_000 && entry.answer.body.length < 200_000) this.#entries.push(entry);
  }

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }
}

/**
 * Judges the answers of scenarios by every response rule that speaks of them: under armed faults, with keys of any balance, among parallel others.
 * Gives an outcome for each rule that a whole JSON answer breaks, which no bad day explains.
 */
export async function judgeObserved(
  context: Context,
  checks: readonly Check[],
  entries: readonly JournalEntry[],
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const seen = entries.flatMap((entry): Seen[] => {
    const { call, request, answer } = entry;
    return call && jsonOf(answer).ok ? [{ entry, exchange: { ...answer, call, request, attempts: 1 } }] : [];
  });
  for (const { rule, watch } of checks) {
    const broken = watch && firstBroken(watch, seen);
    if (broken) outcomes.set(rule, await new Tally(rule, context).blamed(broken, () => Promise.reject(broken)));
  }
  return outcomes;
}

/** A whole JSON answer of a scenario. */
interface Seen {
  readonly entry: JournalEntry;
  readonly exchange: Exchange;
}

function firstBroken({ endpoint, includes = () => true, judge }: Watch, seen: readonly Seen[]): RuleBroken | undefined {
  for (const { entry, exchange } of seen) {
    if (exchange.call.endpoint !== endpoint || !includes(exchange.call)) continue;
    try {
      unlessBroken(judge(exchange), exchange, true);
    } catch (error) {
      if (error instanceof RuleBroken) return Object.assign(error, { steps: [entry] });
      if (endOf(error) === undefined) throw error;
    }
  }
  return undefined;
}
