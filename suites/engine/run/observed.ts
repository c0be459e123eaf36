import { setImmediate as otherEvents } from 'node:timers/promises';
import { endpointNames, errorTable, isObject, type PaidEndpoint, paidEndpoints } from '../../../spec/index.ts';
import { asStream, bases, validCall } from '../../generate/bases.ts';
import { callIn } from '../../generate/calls-in-circumstances.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import { type Call, type Exchange, isNotRecorded, jsonOf, succeeded } from '../../http/exchange/exchange.ts';
import type { LoggedRequest } from '../../http/exchange/request-log.ts';
import { isCompleteStream } from '../../http/exchange/stream.ts';
import { identityOf } from '../../http/exchange/wire.ts';
import { isErrorOfApi, isGatewayRefusal } from '../../http/pacing/retry.ts';
import { errorResponseOf } from '../../judges/expect-error.ts';
import type { Judge, Judgement, SeenIn } from '../../judges/judgement.ts';
import { isValid } from '../../model/valid-call.ts';
import { CaseRunner } from '../checks/case-runner.ts';
import type { Check, Outcome } from '../checks/check.ts';
import { callsInCircumstances, casesWith } from '../checks/in-circumstances.ts';
import { circumstancesIn } from '../checks/refused-valid.ts';
import { RuleBroken, throwIfBroken, undefinedIfEnded } from '../context/check-errors.ts';
import type { Context } from '../context/context.ts';
import { createdKeyOf } from '../context/key-history.ts';
import { mapConcurrently } from '../context/map-concurrently.ts';
import { inScope } from '../context/scope.ts';
import { sendValid } from '../context/send.ts';
import { withCircumstances } from '../failure/case-origin.ts';
import { describeDivide } from '../failure/describe-circumstances.ts';
import { nonDefaultLevels } from '../failure/needed.ts';
import { describeBefore, withOtherText } from '../failure/sent-before.ts';
import { describeFault, describeSentAgain } from './sent-again.ts';

export type ObservedRequest = Omit<LoggedRequest, 'response'> & { readonly response: Exchange };

/** Statuses with a specified body that a gateway is unlikely to produce. Source: Errors, codes by status. */
export const REFUSALS = [400, 401, 402, 403, 422];

/** More lost requests say no more; some have bodies of megabytes. */
const MAX_LOST = 1_000;

/** Whether a connection ended without an answer, or a gateway says so of the server behind it. */
export const endsAsInCrash = ({ failure, status }: Exchange): boolean =>
  failure === undefined ? status === 502 : failure.kind === 'broken';

/** Collects the responses of a run to the requests of all rules. Their number and size are limited. */
export class ObservedResponses {
  readonly #entries: ObservedRequest[] = [];
  readonly #lost: ObservedRequest[] = [];
  readonly #seen = new WeakSet<Exchange>();

  add(entry: ObservedRequest): void {
    const { response } = entry;
    if (this.#seen.has(response) || this.#entries.length >= 8_000 || response.body.length >= 150_000) return;
    this.#seen.add(response);
    const { kind } = response.failure ?? {};
    if (kind === 'timeout' || kind === 'connect' || endsAsInCrash(response)) {
      if (this.#lost.length < MAX_LOST) this.#lost.push(entry);
    } else if (succeeded(response) || REFUSALS.includes(response.status)) this.#entries.push(entry);
  }

  /** Requests without an answer in time, or whose connection was lost. */
  lost(how: 'timeout' | 'connection'): readonly ObservedRequest[] {
    return this.#lost.filter(({ response }) => (response.failure?.kind === 'timeout') === (how === 'timeout'));
  }

  get entries(): readonly ObservedRequest[] {
    return this.#entries;
  }
}

/**
 * Judges all responses of a run by every response rule that applies to them, and its refusals by every rule of error
 * responses: also those under armed faults, with any key, and among parallel requests. `checks` have their verdict so far.
 * Returns an outcome for each rule that a complete response breaks, and a warning for each passed one of which it shows
 * something that is only tolerated.
 */
export async function judgeObserved(
  context: Context,
  checks: ReadonlyMap<Check, Outcome['verdict']>,
  entries: readonly ObservedRequest[],
): Promise<ReadonlyMap<string, Outcome>> {
  const judgedEndpoints = paidEndpoints.filter((endpoint) =>
    [...checks.keys()].some(({ responseJudge }) => responseJudge?.endpoint === endpoint),
  );
  const calls = await Promise.all(judgedEndpoints.map((endpoint) => callsInCircumstances(context, endpoint)));
  const judgedElsewhere = new Set(calls.flat().map(identityOf));
  const repeated = await inScope(context, 'asked again', async () => {
    if (!context.requestsAreFree) return new Map();
    const same = await repeatRequests(context, calls.flatMap(sampleOf));
    return new Map([
      ...same,
      ...(await sendVariations(context, judgedEndpoints)),
      ...(await sendUnusual(context, judgedEndpoints)),
    ]);
  });
  const stepsOf = (entry: ObservedRequest): readonly ObservedRequest[] => {
    const before = repeated.get(entry.response) ?? [];
    return [...entries.filter(({ response }) => before.includes(response)), entry];
  };
  const responses = entries.filter(
    ({ response }) =>
      (repeated.has(response) || !judgedElsewhere.has(identityOf(response.call))) &&
      isCompleteAnswer(response) &&
      !context.client.sender.garbled.isOutdated(response),
  );
  // Grouped once: hundreds of checks search among thousands of responses.
  const responsesOf = Object.fromEntries(
    endpointNames.map((endpoint) => [
      endpoint,
      responses.filter(({ response }) => response.call.endpoint === endpoint),
    ]),
  );
  const refusals = entries.filter(({ response }) => isRefusal(response));
  const outcomes = new Map<string, Outcome>();
  for (const [{ rule, responseJudge, refusalJudge: judgeRefusal }, verdict] of checks) {
    // All rules take seconds, in which an interrupt must be heard.
    await otherEvents();
    const { includes = () => true } = responseJudge ?? {};
    const judged =
      (responseJudge && responsesOf[responseJudge.endpoint])
        ?.filter(({ response }) => includes(response.call))
        .map((entry) => ({ entry, result: judgeEntry(responseJudge.judge, entry) })) ?? [];
    const broken =
      plainestBroken(judged, stepsOf, entries, context) ??
      (judgeRefusal && (await firstBroken(judgeRefusal, refusals, stepsOf, context)));
    const runner = new CaseRunner(rule, context);
    if (broken)
      outcomes.set(
        rule,
        await runner.confirmedOutcome(broken, (again) => failAgain(again, broken, responseJudge?.judge)),
      );
    else if (verdict === 'pass') {
      for (const { entry, result } of judged) {
        if (result instanceof RuleBroken || typeof result !== 'object' || result.kind !== 'tolerated') continue;
        runner.note(result, stepsOf(entry));
        outcomes.set(rule, runner.outcome());
        break;
      }
    }
  }
  return outcomes;
}

/** The number of repeated requests to each endpoint, if requests are free. */
const REPEATS_PER_ENDPOINT = 6;

/** Calls at equal distances in a list. */
const sampleOf = (calls: readonly Call[]): readonly Call[] =>
  calls.filter((_, at) => at % Math.ceil(calls.length / REPEATS_PER_ENDPOINT) === 0);

/**
 * Repeats calls of the run, with the same key and with the active key: a response from a cache of the target must be as
 * correct as the first one, and must not belong to another customer. Returns the accepted responses.
 */
function repeatRequests(context: Context, calls: readonly Call[]): Promise<EarlierResponses> {
  const withBothKeys = calls.flatMap((call): Call[] => [call, { ...call, authorization: { kind: 'active' } }]);
  return sendAll(context, withBothKeys, (call) => sendValid(context, call, { fresh: true }));
}

/** Sends calls in parallel; returns the responses, which need no earlier ones. */
async function sendAll(
  context: Context,
  calls: readonly Call[],
  sendOne: (call: Call) => Promise<Exchange>,
): Promise<EarlierResponses> {
  const responses = await mapConcurrently(calls, context.caseConcurrency, (call) =>
    sendOne(call).catch(undefinedIfEnded),
  );
  return new Map(responses.flatMap((response) => (response === undefined ? [] : [[response, []]])));
}

/** Each response with the earlier responses that its evidence needs. */
type EarlierResponses = ReadonlyMap<Exchange, readonly Exchange[]>;

/**
 * Sends requests that differ in one option, one after the other: a target whose cache key lacks the option gives the
 * second request the response of the first.
 */
async function sendVariations(context: Context, endpoints: readonly PaidEndpoint[]): Promise<EarlierResponses> {
  const variations = (await Promise.all(endpoints.map((endpoint) => variationsOf(context, endpoint)))).flat();
  const sent = await mapConcurrently(variations, context.caseConcurrency, async (calls) => {
    const responses: Exchange[] = [];
    for (const call of calls) {
      const response = await sendValid(context, call, { fresh: true }).catch(undefinedIfEnded);
      if (response) responses.push(response);
    }
    return responses.map((response, at) => [response, responses.slice(0, at)] as const);
  });
  return new Map(sent.flat());
}

/** Calls that differ in one option: plain ones with each value first, and, for a cache of some requests only, in each circumstance the one that shows more first. */
async function variationsOf(context: Context, endpoint: PaidEndpoint): Promise<readonly (readonly Call[])[]> {
  const lists = optionPairs[endpoint].map(async (options) => {
    const [one, other] = options;
    const plain = [one, other, one].map((option) => callIn(endpoint, option));
    const name = JSON.stringify(options);
    const others = await casesWith(context, endpoint, name, (callWith) => options.map(callWith));
    return [plain, ...others].map((calls, at) => calls.map((call) => withOtherText(call, ` ${name} ${at}`)));
  });
  return (await Promise.all(lists)).flat().filter((calls) => calls.every(isValid));
}

/**
 * Sends chats whose Accept header names the media type of the other kind of response, as client libraries do: only `stream` decides; a text of white
 * space to embed, whose length a server may divide by; and requests whose address has a query, as what counts calls adds one. A server may refuse such
 * requests (readings R11); an accepted one is judged.
 */
async function sendUnusual(context: Context, endpoints: readonly PaidEndpoint[]): Promise<EarlierResponses> {
  const otherAccepts: readonly Call[] = [
    { ...validCall('chat'), headers: { accept: 'text/event-stream' } },
    { ...asStream(validCall('chat')), headers: { accept: 'application/json' } },
  ];
  const withBlankInput: Call = { endpoint: 'embeddings', body: { ...bases.embeddings[0], input: ' ' } };
  const calls = endpoints.flatMap((endpoint): readonly Call[] => [
    ...(endpoint === 'chat' ? otherAccepts : []),
    ...(endpoint === 'embeddings' ? [withBlankInput] : []),
    { ...validCall(endpoint), query: { utm_source: 'clinic' } },
  ]);
  return sendAll(context, calls, (call) => context.client.send(call, { fresh: true, expectsFault: true }));
}

/** Circumstances that show in a response, each with another one; the first shows more. */
const optionPairs: Readonly<Record<PaidEndpoint, readonly (readonly [Circumstances, Circumstances])[]>> = {
  chat: [
    [{ 'follow-ups': 'true' }, { 'follow-ups': 'left out' }],
    [{ model: 'pro' }, { model: 'standard' }],
    [{ stream: 'true' }, { stream: 'left out' }],
  ],
  finder: [
    [{ answer: 'true' }, { answer: 'left out' }],
    [{ 'max results': '20' }, { 'max results': '1' }],
    [{ depth: 'advanced' }, { depth: 'left out' }],
  ],
  rerank: [
    [{ returned: 'true' }, { returned: 'false' }],
    [{ 'top n': '1' }, { 'top n': 'left out' }],
  ],
  embeddings: [],
};

/** Whether this is a complete response to a valid request: response rules apply to nothing else. */
export const isCompleteAnswer = (response: Exchange): boolean =>
  succeeded(response) &&
  (jsonOf(response).ok || isCompleteStream(response)) &&
  isValid(response.call) &&
  hasKey(response.call);

const hasKey = ({ endpoint, authorization }: Call): boolean =>
  endpoint === 'domains' || (authorization?.kind !== 'none' && authorization?.kind !== 'header');

/** Whether a refusal that a gateway may have sent is broken again when the same is sent once more. */
async function isBrokenAgain(
  { client }: Context,
  { call }: Exchange,
  judge: NonNullable<Check['refusalJudge']>,
): Promise<boolean> {
  const repeated = await client.send(call, { fresh: true }).catch(undefinedIfEnded);
  if (repeated !== undefined && isNotRecorded(repeated)) return true;
  const judgement = repeated === undefined || succeeded(repeated) ? 'nothing' : judge(repeated);
  return typeof judgement === 'object' && judgement.kind === 'broken';
}

/**
 * Sends the request of a failure once more: rejects with the failure unless it is answered correctly now. What an earlier request, an
 * armed fault or the state of its key may have caused cannot be sent again like this, and is taken to come each time.
 */
async function failAgain(context: Context, broken: RuleBroken, judge: Judge | undefined): Promise<'fine'> {
  const { exchange, steps } = broken;
  const setUp = context.keyHistory.withKeySetup(steps, exchange).filter((step) => !steps.includes(step));
  const isAlone = steps.length === 1 && setUp.every((step) => createdKeyOf(step) !== undefined);
  if (exchange === undefined || judge === undefined || !isAlone) throw broken;
  const again = await context.client.send(exchange.call, { fresh: true }).catch(undefinedIfEnded);
  if (again === undefined || isNotRecorded(again) || !succeeded(again) || judge(again) !== 'fine') throw broken;
  return 'fine';
}

/** Whether a response is clearly in one of the two error formats: anything else may come from a gateway. */
function isRefusal(response: Exchange): boolean {
  const parsed = jsonOf(response);
  if (succeeded(response) || !parsed.ok || !isObject(parsed.value)) return false;
  const { error, detail } = parsed.value;
  return isObject(error) ? detail === undefined : error === undefined && Array.isArray(detail);
}

/** The failure of the plainest request, with the circumstance or the fault under which all answers are wrong and no others, or with what was sent before. */
function plainestBroken(
  judged: readonly { readonly entry: ObservedRequest; readonly result: ReturnType<typeof judgeEntry> }[],
  stepsOf: (entry: ObservedRequest) => readonly ObservedRequest[],
  all: readonly ObservedRequest[],
  { keyHistory }: Context,
): RuleBroken | undefined {
  const failed = judged.flatMap(({ entry, result }) =>
    result instanceof RuleBroken ? [{ entry, result, row: circumstancesIn(entry.response) }] : [],
  );
  if (failed.length === 0) return undefined;
  const unusual = ({ entry, row }: (typeof failed)[number]): number =>
    Object.keys(nonDefaultLevels(entry.response.call.endpoint, row)).length;
  const { entry, result } = failed.reduce((best, other) => (unusual(other) < unusual(best) ? other : best));
  const fine = judged.flatMap((one) => (one.result === 'fine' ? [one.entry] : []));
  const wrong = failed.map((one) => one.entry);
  const divide =
    describeFault(wrong, fine, (key, time) => keyHistory.faultsArmedFor(key, time)) ?? describeWrong(wrong, fine, all);
  const steps = stepsOf(entry);
  const before = failed.every((one) => stepsOf(one.entry).length > 1) ? steps.at(-2) : undefined;
  const found = before === undefined ? divide : describeBefore(entry.response.call, before.response.call);
  return Object.assign(withCircumstances(result, found), { steps });
}

/** What all wrong answers have in common, or came after, and no right one; undefined if there is nothing. */
export const describeWrong = (
  wrong: readonly ObservedRequest[],
  right: readonly ObservedRequest[],
  all: readonly ObservedRequest[],
): SeenIn | undefined => {
  const rowsOf = (entries: readonly ObservedRequest[]) => entries.map(({ response }) => circumstancesIn(response));
  return describeDivide(rowsOf(wrong), rowsOf(right)) ?? describeSentAgain(wrong, right, all);
};

/** Whether a refusal has the code of the table for its status, and any type of it: no gateway knows that code. */
const hasRightCode = (response: Exchange): boolean =>
  isErrorOfApi(response) &&
  Object.entries(errorTable).some(
    ([code, { status }]) => status === response.status && code === errorResponseOf(response).code,
  );

async function firstBroken(
  judge: NonNullable<Check['refusalJudge']>,
  entries: readonly ObservedRequest[],
  stepsOf: (entry: ObservedRequest) => readonly ObservedRequest[],
  context: Context,
): Promise<RuleBroken | undefined> {
  for (const entry of entries) {
    const result = judgeEntry(judge, entry);
    if (!(result instanceof RuleBroken)) continue;
    const isOfApi = hasRightCode(entry.response) || !isGatewayRefusal(entry.response);
    if (isOfApi || (await isBrokenAgain(context, entry.response, judge)))
      return Object.assign(result, { steps: stepsOf(entry) });
  }
  return undefined;
}

/** The failure of a response, or its judgement; undefined if it cannot be judged. */
export function judgeEntry(judge: Judge, { response }: ObservedRequest): RuleBroken | Judgement | undefined {
  try {
    return throwIfBroken(judge(response), response, true);
  } catch (error) {
    return error instanceof RuleBroken ? error : undefinedIfEnded(error);
  }
}
