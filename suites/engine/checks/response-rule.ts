import type fc from 'fast-check';
import { type EndpointName, paidEndpoints } from '../../../spec/index.ts';
import { smallerCalls } from '../../generate/smaller.ts';
import { type Call, type Exchange, succeeded } from '../../http/exchange/exchange.ts';
import { isWholeAnswer } from '../../http/exchange/stream.ts';
import type { Judge, Judgement } from '../../judges/judgement.ts';
import { reworded, throwIfBroken } from '../context/check-errors.ts';
import type { Context } from '../context/context.ts';
import { oncePerRun } from '../context/once-per-run.ts';
import { send, sendValid, unjudgeable } from '../context/send.ts';
import { withCircumstances } from '../failure/case-origin.ts';
import { findSentBefore, tagOf, withOtherText } from '../failure/sent-before.ts';
import { CaseRunner } from './case-runner.ts';
import type { Check } from './check.ts';
import { callsInCircumstances } from './in-circumstances.ts';
import { checkProperty, type FailureAfter } from './property.ts';

/** Valid calls of one kind that many response rules share: each is sent once in a run. */
export interface Traffic {
  readonly name: string;
  readonly endpoint: EndpointName;
  /** Calls that every run sends, so that every feature is covered. They may depend on the context. */
  examples(context: Context): readonly Call[];
  readonly arbitrary: fc.Arbitrary<Call>;
  /** Whether a valid call of the endpoint is of this kind; all are by default. */
  readonly includes?: (call: Call) => boolean;
}

/** A response rule: a judge over shared traffic. */
export function responseRule(rule: string, traffic: Traffic, judge: Judge, method: string): Check {
  return {
    rule,
    kind: 'response',
    method: `${method} Judged on ${traffic.name}, and on the answers of scenarios.`,
    responseJudge: { endpoint: traffic.endpoint, includes: traffic.includes, judge },
    run: (context) =>
      judgeTraffic(rule, context, traffic, async (call, attemptContext) => {
        const exchange = await sendValid(attemptContext, call);
        // No temporary failure makes the content of a complete response wrong; an incomplete one may have been cut off.
        return [throwIfBroken(judge(exchange), exchange, isWholeAnswer(exchange)), exchange];
      }),
  };
}

/** Applies a judge, which may need more than one exchange for each call, to a traffic and to `more` calls. */
export async function judgeTraffic(
  rule: string,
  context: Context,
  traffic: Traffic,
  judge: (call: Call, context: Context) => Promise<readonly [Judgement, Exchange | undefined]>,
  more: readonly Call[] = [],
): ReturnType<Check['run']> {
  const examples = [...(await callsOf(context, traffic)), ...more];
  const tryCall = async (call: Call, attemptContext: Context): Promise<Judgement> =>
    throwIfBroken(...(await judge(call, attemptContext)));
  return checkProperty(rule, context, {
    examples,
    arbitrary: traffic.arbitrary,
    includes: traffic.includes,
    smaller: smallerCalls,
    runs: context.runsFor(traffic.endpoint, examples.length),
    sentBefore: (call, { exchange }) => {
      const tag = tagOf(rule, exchange);
      // What was sent before need not be of the rule's own kind: it may be what the rule is never about.
      const paid = paidEndpoints.find((name) => name === call.endpoint);
      const calls = async () =>
        paid === undefined ? examples : [...examples, ...(await callsInCircumstances(context, paid))];
      const newText = (one: Call, at: number): Call => withOtherText(one, ` (${tag} ${at})`);
      return sentBefore(rule, context, call, { calls, includes: traffic.includes, newText, tryCall });
    },
    try: tryCall,
  });
}

/** The calls of a rule, and how one is tried. */
interface OwnCalls {
  /** With another option of one of these, the same text may have been sent before. */
  readonly calls: () => Promise<readonly Call[]>;
  readonly includes?: Traffic['includes'];
  /** The call with a text that was not sent before, another one for each number; undefined if there is none. */
  readonly newText: (call: Call, at: number) => Call | undefined;
  readonly tryCall: (call: Call, context: Context) => Promise<Judgement>;
}

/** Whether a call is answered wrongly only after another one with the same text. Not where requests cost money. */
export async function sentBefore(
  rule: string,
  context: Context,
  failed: Call,
  { calls, includes, newText, tryCall }: OwnCalls,
): Promise<FailureAfter | 'very text' | undefined> {
  if (!context.requestsAreFree || context.settings.quick) return undefined;
  const both = async (inContext: Context, call: Call, before?: Call): Promise<Judgement> => {
    // With another option it may be over a cap that only the target can count, such as that of pages: then it is no failure of the target.
    const first = before && (await send(inContext, before));
    if (first && !succeeded(first)) throw unjudgeable(first);
    return tryCall(call, inContext);
  };
  const found = await findSentBefore(failed, {
    ...{ calls: await calls(), includes, newText },
    judge: (call, before) => CaseRunner.tryOnce(rule, context, (attemptContext) => both(attemptContext, call, before)),
  });
  if (typeof found !== 'object') return found;
  return {
    error: found.error,
    again: (attemptContext) => {
      const { before, call } = found.again();
      return reworded(both(attemptContext, call, before), (error) => withCircumstances(error, found.circumstances));
    },
  };
}

const trafficCalls = oncePerRun<readonly Call[]>('calls of');

/** The calls of a traffic that every run sends; the same objects for all rules. */
export function callsOf(context: Context, traffic: Traffic): Promise<readonly Call[]> {
  const { name, endpoint, includes = () => true } = traffic;
  return trafficCalls(context, name, async () => {
    const inCircumstances = endpoint === 'domains' ? [] : await callsInCircumstances(context, endpoint);
    return [...traffic.examples(context), ...inCircumstances.filter(includes)];
  });
}
