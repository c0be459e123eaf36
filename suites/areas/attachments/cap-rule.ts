import { attachmentFailure, type ErrorOutcome } from '../../../spec/index.ts';
import { caseRule } from '../../engine/checks/case-rule.ts';
import type { Check } from '../../engine/checks/check.ts';
import { casesInCircumstances } from '../../engine/checks/in-circumstances.ts';
import { Inapplicable } from '../../engine/context/check-errors.ts';
import { affordable, type Context } from '../../engine/context/context.ts';
import { assertJudgeable, unjudgeableValid } from '../../engine/context/send.ts';
import { asStream } from '../../generate/bases.ts';
import { type Call, describeResponse, type Exchange, excerpt, succeeded } from '../../http/exchange/exchange.ts';
import { isAttachmentRefusal } from '../../http/pacing/retry.ts';
import { errorResponseOf } from '../../judges/expect-error.ts';
import { broken, type Judgement } from '../../judges/judgement.ts';
import { attachedIn } from './call.ts';
import { judgeRefused, sendReadable } from './refusals.ts';

/** A request just over the page cap, and the same just within it. */
export interface CapCase {
  readonly over: Call;
  readonly within: Call;
  /** Completes «a request whose …». */
  readonly fault: string;
  /** True where the request within the cap is just at it, and no other rule asks for its acceptance. */
  readonly reached?: true;
}

/** The input that an overflow names. Source: Errors, per-endpoint causes, chat; readings A1. */
export type Param = 'image_urls' | 'pdf_urls';

/**
 * A rule that requests over the page cap are refused, naming one of `params`. Acceptance breaks it on any target; another refusal
 * only where the request within the cap is accepted: else the target may not reach the files, and the cap was not seen.
 */
export function capRule(
  rule: string,
  method: string,
  params: readonly [Param, ...Param[]],
  cases: (context: Context) => readonly CapCase[],
): Check {
  return caseRule(
    rule,
    method,
    async (context): Promise<readonly CapCase[]> => {
      const plain = cases(context);
      const wide = await casesInCircumstances(context, 'chat', rule, (call, at) => {
        const item = plain[at % plain.length];
        const own = (other: Call): Call => attachedIn(call, other, false);
        return item && { fault: item.fault, over: own(item.over), within: own(item.within) };
      });
      // The circumstances have a stream with some models only.
      const streamed = affordable(context, plain, 0).map(
        ({ over, within, fault }): CapCase => ({ over: asStream(over), within: asStream(within), fault }),
      );
      return [...plain, ...streamed, ...wide];
    },
    async (context, item) => {
      const exchange = await sendReadable(context, item.over);
      const judgement = judgeOverflow(rule, context, item, exchange, params);
      if (judgement !== 'fine' && !succeeded(exchange)) await assertWithin(context, item, exchange);
      if (judgement !== 'fine' || !item.reached || !context.requestsAreFree) return [judgement, exchange];
      const within = await sendReadable(context, item.within);
      return errorResponseOf(within).code === 'content_too_long'
        ? [broken('As many pages as the cap allows are accepted.', describeResponse(within)), within]
        : ['fine', exchange];
    },
  );
}

/** Judges the answer to a request over the cap. */
export function judgeOverflow(
  rule: string,
  context: Context,
  item: Pick<CapCase, 'over' | 'fault'>,
  exchange: Exchange,
  params: readonly [Param, ...Param[]],
): Judgement {
  const outcome: ErrorOutcome =
    params.length === 1
      ? attachmentFailure('content_too_long', params[0])
      : { status: 422, format: 'envelope', code: 'content_too_long' };
  const judgement = judgeRefused(rule, context, { call: item.over, fault: item.fault }, exchange, outcome);
  if (judgement !== 'fine') return judgement;
  const { param } = errorResponseOf(exchange);
  return params.some((own) => own === param)
    ? 'fine'
    : broken(
        `An overflow of the page cap names ${params.map((own) => `\`${own}\``).join(' or ')} as its \`param\`.`,
        `A request whose ${item.fault} was refused with param ${JSON.stringify(param)}.`,
      );
}

/** Throws when the request within the cap is refused too: Inapplicable (skip) if that may be for its attachments. */
async function assertWithin(context: Context, item: CapCase, over: Exchange): Promise<void> {
  const within = await sendReadable(context, item.within);
  assertJudgeable(within);
  if (succeeded(within)) return;
  // What else it is refused for, such as the number of its messages or its language, is the matter of `accepts-valid`.
  const isForAttachments = isAttachmentRefusal(within) || errorResponseOf(within).code === 'content_too_long';
  if (!isForAttachments) throw unjudgeableValid(within);
  throw new Inapplicable(
    `the target refuses attachments within the cap too (422: ${excerpt(within.body)}), so that its answer ${over.status} above the cap tells nothing: let it fetch the files of fixtures_url`,
  );
}
