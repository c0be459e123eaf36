import { describeResponse, type Exchange, isNotRecorded, succeeded } from '../../http/exchange/exchange.ts';
import type { LoggedRequest } from '../../http/exchange/request-log.ts';
import { isAttachmentRefusal, isErrorOfApi, isGatewayRefusal } from '../../http/pacing/retry.ts';
import { errorResponseOf } from '../../judges/expect-error.ts';
import { Unjudgeable } from '../../judges/judgement.ts';
import type { Context } from '../context/context.ts';
import { evictResult } from '../context/once-per-run.ts';

/** Whether something before the API may have given an answer: a refusal of its kind, or a success in no form of the API before any was known. */
export const mayBeOfGateway = ({ client }: Context, exchange: Exchange): boolean =>
  isGatewayRefusal(exchange) || (succeeded(exchange) && client.sender.garbled.isUnfamiliar(exchange));

/** Forgets an answer, so that the next request for the same is sent. */
export function evict({ client }: Context, exchange: Exchange): void {
  client.cache.evictSimilar(exchange);
  evictResult(exchange);
}

/** Throws Unjudgeable if the exchange is a gateway's and was temporary: its format and content say nothing about the target. */
export async function assertNoTransientRefusal(
  context: Context,
  exchange: Exchange | undefined,
  steps: readonly LoggedRequest[],
): Promise<void> {
  if (exchange === undefined || !(await isTransientRefusal(context, exchange, steps))) return;
  evict(context, exchange);
  const words = 'a request got another answer when it was sent again';
  throw new Unjudgeable(`${words}, so a gateway may have answered it: ${describeResponse(exchange)}`, true);
}

/** Whether an answer of a gateway was temporary: the same request gets another status now, or the same in a format of the API. */
export async function isTransientRefusal(
  context: Context,
  exchange: Exchange | undefined,
  steps: readonly LoggedRequest[],
): Promise<boolean> {
  if (exchange === undefined) return false;
  if (steps.some(({ to, request }) => to === 'control' && request.url.endsWith('/faults')))
    return cameInPlaceOfFault(context, exchange);
  if (isAttachmentRefusal(exchange))
    return (await context.client.sender.isCutOffFromHost(exchange.call)) || comesOtherwise(context, exchange);
  if (!mayBeOfGateway(context, exchange)) return false;
  const repeated = await sendAgain(context, exchange);
  if (isNotRecorded(repeated)) return false;
  return repeated.status !== exchange.status || (isErrorOfApi(repeated) && !isErrorOfApi(exchange));
}

/** How often a request is sent again whose attachments were refused: a host that fails now and then fails several times in a row. */
const ATTACHMENT_REPEATS = 4;

/** Whether a request whose attachments were refused is accepted now, or refused for another reason: a target may fetch them before it reads the rest (readings R6). */
async function comesOtherwise(context: Context, exchange: Exchange): Promise<boolean> {
  const { format, code } = errorResponseOf(exchange);
  for (let tries = 0; tries < ATTACHMENT_REPEATS; tries += 1) {
    const repeated = await sendAgain(context, exchange);
    const other = errorResponseOf(repeated);
    const isRefusedOtherwise = [400, 422].includes(other.status) && (other.format !== format || other.code !== code);
    if (succeeded(repeated) || isRefusedOtherwise) return true;
  }
  return false;
}

/** How often a request is sent again that got a page in place of the error of its fault. */
const FAULT_REPEATS = 3;

/**
 * Whether the page of a gateway came in place of the error of an armed fault: the same request meets that error now, or gets the page each time, as no
 * fault that strikes once explains. Where it is accepted the fault was used up, and the page is the target's own.
 */
async function cameInPlaceOfFault(context: Context, exchange: Exchange): Promise<boolean> {
  if (!isGatewayPage(exchange)) return false;
  for (let tries = 0; tries < FAULT_REPEATS; tries += 1) {
    const repeated = await sendAgain(context, exchange);
    if (!isGatewayPage(repeated)) return repeated.status >= 500;
  }
  return true;
}

const isGatewayPage = (exchange: Exchange): boolean =>
  exchange.failure === undefined && exchange.status > 500 && !isErrorOfApi(exchange);

const sendAgain = ({ client }: Context, exchange: Exchange): Promise<Exchange> =>
  client.send(exchange.call, { fresh: true, retry: false, expectsFault: true }).catch(() => exchange);
