import { isObject, paidEndpoints } from '../../spec/index.ts';
import { isValid } from '../model/valid-call.ts';
import { type Call, type Exchange, jsonOf, succeeded } from '../target/exchange.ts';
import { isWholeStream } from '../target/stream.ts';
import { identityOf, wantsStream } from '../target/wire.ts';
import type { Check, Outcome } from './check.ts';
import type { Context } from './context.ts';
import { callsInCircumstances } from './in-circumstances.ts';
import type { JournalEntry } from './journal.ts';
import { scope } from './scope.ts';
import { sideBySide } from './side-by-side.ts';
import { endOf, RuleBroken, unlessBroken } from './signals.ts';
import { Tally } from './tally.ts';
import { sendValid } from './valid.ts';

/** An answer of the run with what it answers. */
type Entry = Omit<JournalEntry, 'answer'> & { readonly answer: Exchange };

/** Statuses whose bodies the specification describes and that nobody in between is likely to make up. Source: Errors, codes by status. */
export const REFUSALS = [400, 401, 402, 403, 422];

/** The answers of a run, whichever rule asked for them: a bounded number of a bounded size. */
export class Observed {
  readonly #entries: Entry[] = [];
  readonly #known = new WeakSet<Exchange>();

  note(entry: Entry): void {
    const { answer } = entry;
    if (this.#known.has(answer) || this.#entries.length >= 8_000 || answer.body.length >= 150_000) return;
    this.#known.add(answer);
    if (succeeded(answer) || REFUSALS.includes(answer.status)) this.#entries.push(entry);
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }
}

/**
 * Judges the answers of a run by every response rule that speaks of them, and its refusals by every rule of error answers, whichever rule asked for
 * them: under armed faults, with keys of any balance, among parallel others. Gives an outcome for each rule that a whole answer breaks, which
 * no bad day explains.
 */
export async function judgeObserved(
  context: Context,
  checks: readonly Check[],
  entries: readonly Entry[],
): Promise<ReadonlyMap<string, Outcome>> {
  const watched = paidEndpoints.filter((endpoint) => checks.some(({ watch }) => watch?.endpoint === endpoint));
  const calls = await Promise.all(watched.map((endpoint) => callsInCircumstances(context, endpoint)));
  const judged = new Set(calls.flat().map(identityOf));
  const second = await scope.run('asked again', () => askAgain(context, calls.flatMap(fewOf)));
  const answers = entries.filter(
    ({ answer }) => (second.has(answer) || !judged.has(identityOf(answer.call))) && isWholeAnswer(answer),
  );
  const refusals = entries.filter(({ answer }) => isRefusal(answer));
  const outcomes = new Map<string, Outcome>();
  for (const { rule, watch, refusals: judgeRefusal } of checks) {
    const { endpoint, includes = () => true, judge } = watch ?? {};
    const spokenOf = answers.filter(({ answer: { call } }) => call.endpoint === endpoint && includes(call));
    const broken = (judge && firstBroken(judge, spokenOf)) ?? (judgeRefusal && firstBroken(judgeRefusal, refusals));
    if (broken) outcomes.set(rule, await new Tally(rule, context).blamed(broken, () => Promise.reject(broken)));
  }
  return outcomes;
}

/** So many requests to each endpoint are sent a second time, where requests are free. */
const SECOND = 6;

/** Calls from all over a list. */
const fewOf = (calls: readonly Call[]): readonly Call[] =>
  calls.filter((_, at) => at % Math.ceil(calls.length / SECOND) === 0);

/**
 * Sends calls of the run again, with the same key and with the profile's: what a target keeps of answers is to be as right as the first, and nobody
 * else's. Gives the answers; a refusal is left to the rule that speaks of it.
 */
async function askAgain(context: Context, calls: readonly Call[]): Promise<ReadonlySet<Exchange>> {
  if (!context.requestsAreFree) return new Set();
  const both = calls.flatMap((call): Call[] => [call, { ...call, authorization: { kind: 'active' } }]);
  const answers = await sideBySide(both, context.casesAtOnce, (call) =>
    sendValid(context, call, { fresh: true }).catch((error: unknown) => {
      if (endOf(error) === undefined) throw error;
    }),
  );
  return new Set(answers.filter((answer) => answer !== undefined));
}

/** True for a whole answer to a valid request: what a target makes of another one, response rules say nothing about. */
const isWholeAnswer = (answer: Exchange): boolean =>
  succeeded(answer) &&
  (jsonOf(answer).ok || (wantsStream(answer.call) && isWholeStream(answer))) &&
  isValid(answer.call) &&
  comesWithKey(answer.call);

/** False for a request that is to be refused for what it comes with. */
const comesWithKey = ({ endpoint, authorization }: Call): boolean =>
  endpoint === 'domains' || (authorization?.kind !== 'none' && authorization?.kind !== 'header');

/** True for a refusal that means to be one of the two error formats, and which is plain: anything else may be a gateway's. */
function isRefusal(answer: Exchange): boolean {
  const reading = jsonOf(answer);
  if (succeeded(answer) || !reading.ok || !isObject(reading.value)) return false;
  const { error, detail } = reading.value;
  return isObject(error) ? detail === undefined : error === undefined && Array.isArray(detail);
}

function firstBroken(judge: NonNullable<Check['refusals']>, entries: readonly Entry[]): RuleBroken | undefined {
  for (const entry of entries) {
    try {
      unlessBroken(judge(entry.answer), entry.answer, true);
    } catch (error) {
      if (error instanceof RuleBroken) return Object.assign(error, { steps: [entry] });
      if (endOf(error) === undefined) throw error;
    }
  }
  return undefined;
}
