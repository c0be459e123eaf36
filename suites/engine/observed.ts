import { isObject, paidEndpoints } from '../../spec/index.ts';
import { isValid } from '../model/valid-call.ts';
import { type Call, type Exchange, jsonOf, succeeded } from '../target/exchange.ts';
import { isWholeStream } from '../target/stream.ts';
import { identityOf, wantsStream } from '../target/wire.ts';
import type { Check, Outcome } from './check.ts';
import type { Context } from './context.ts';
import { callsInCircumstances } from './in-circumstances.ts';
import type { LoggedRequest } from './request-log.ts';
import { scope } from './scope.ts';
import { sendValid } from './send.ts';
import { sideBySide } from './side-by-side.ts';
import { endingOf, RuleBroken, throwIfBroken } from './signals.ts';
import { Tally } from './tally.ts';

/** An answer of the run with what it answers. */
type ObservedRequest = Omit<LoggedRequest, 'response'> & { readonly response: Exchange };

/** Statuses whose bodies the specification describes and that nobody in between is likely to make up. Source: Errors, codes by status. */
export const REFUSALS = [400, 401, 402, 403, 422];

/** The answers of a run, whichever rule asked for them: a bounded number of a bounded size. */
export class ObservedResponses {
  readonly #entries: ObservedRequest[] = [];
  readonly #known = new WeakSet<Exchange>();

  add(entry: ObservedRequest): void {
    const { response } = entry;
    if (this.#known.has(response) || this.#entries.length >= 8_000 || response.body.length >= 150_000) return;
    this.#known.add(response);
    if (succeeded(response) || REFUSALS.includes(response.status)) this.#entries.push(entry);
  }

  get entries(): readonly ObservedRequest[] {
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
  entries: readonly ObservedRequest[],
): Promise<ReadonlyMap<string, Outcome>> {
  const watched = paidEndpoints.filter((endpoint) =>
    checks.some(({ responseJudge: watch }) => watch?.endpoint === endpoint),
  );
  const calls = await Promise.all(watched.map((endpoint) => callsInCircumstances(context, endpoint)));
  const judged = new Set(calls.flat().map(identityOf));
  const second = await scope.run('asked again', () => repeatRequests(context, calls.flatMap(sampleOf)));
  const responses = entries.filter(
    ({ response }) => (second.has(response) || !judged.has(identityOf(response.call))) && isWholeAnswer(response),
  );
  const refusals = entries.filter(({ response }) => isRefusal(response));
  const outcomes = new Map<string, Outcome>();
  for (const { rule, responseJudge: watch, refusalJudge: judgeRefusal } of checks) {
    const { endpoint, includes = () => true, judge } = watch ?? {};
    const spokenOf = responses.filter(({ response: { call } }) => call.endpoint === endpoint && includes(call));
    const broken = (judge && firstBroken(judge, spokenOf)) ?? (judgeRefusal && firstBroken(judgeRefusal, refusals));
    if (broken)
      outcomes.set(rule, await new Tally(rule, context).confirmedOutcome(broken, () => Promise.reject(broken)));
  }
  return outcomes;
}

/** So many requests to each endpoint are sent a second time, where requests are free. */
const REPEATS_PER_ENDPOINT = 6;

/** Calls from all over a list. */
const sampleOf = (calls: readonly Call[]): readonly Call[] =>
  calls.filter((_, at) => at % Math.ceil(calls.length / REPEATS_PER_ENDPOINT) === 0);

/**
 * Sends calls of the run again, with the same key and with the profile's: what a target keeps of answers is to be as right as the first, and nobody
 * else's. Gives the answers; a refusal is left to the rule that speaks of it.
 */
async function repeatRequests(context: Context, calls: readonly Call[]): Promise<ReadonlySet<Exchange>> {
  if (!context.requestsAreFree) return new Set();
  const both = calls.flatMap((call): Call[] => [call, { ...call, authorization: { kind: 'active' } }]);
  const responses = await sideBySide(both, context.caseConcurrency, (call) =>
    sendValid(context, call, { fresh: true }).catch((error: unknown) => {
      if (endingOf(error) === undefined) throw error;
    }),
  );
  return new Set(responses.filter((response) => response !== undefined));
}

/** True for a whole answer to a valid request: what a target makes of another one, response rules say nothing about. */
const isWholeAnswer = (response: Exchange): boolean =>
  succeeded(response) &&
  (jsonOf(response).ok || (wantsStream(response.call) && isWholeStream(response))) &&
  isValid(response.call) &&
  comesWithKey(response.call);

/** False for a request that is to be refused for what it comes with. */
const comesWithKey = ({ endpoint, authorization }: Call): boolean =>
  endpoint === 'domains' || (authorization?.kind !== 'none' && authorization?.kind !== 'header');

/** True for a refusal that means to be one of the two error formats, and which is plain: anything else may be a gateway's. */
function isRefusal(response: Exchange): boolean {
  const reading = jsonOf(response);
  if (succeeded(response) || !reading.ok || !isObject(reading.value)) return false;
  const { error, detail } = reading.value;
  return isObject(error) ? detail === undefined : error === undefined && Array.isArray(detail);
}

function firstBroken(
  judge: NonNullable<Check['refusalJudge']>,
  entries: readonly ObservedRequest[],
): RuleBroken | undefined {
  for (const entry of entries) {
    try {
      throwIfBroken(judge(entry.response), entry.response, true);
    } catch (error) {
      if (error instanceof RuleBroken) return Object.assign(error, { steps: [entry] });
      if (endingOf(error) === undefined) throw error;
    }
  }
  return undefined;
}
