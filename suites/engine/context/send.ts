import type { SendOptions } from '../../http/client/sender.ts';
import { hasAttachments } from '../../http/exchange/cost.ts';
import {
  authorizationOf,
  type Call,
  type Exchange,
  excerpt,
  isInconclusive,
  isRequestSpecific,
  isTimeoutOrRateLimit,
  keyOrderFor,
  succeeded,
} from '../../http/exchange/exchange.ts';
import { isGatewayRefusal } from '../../http/pacing/retry.ts';
import { errorResponseOf } from '../../judges/expect-error.ts';
import { Unjudgeable } from '../../judges/judgement.ts';
import { tooLongText } from '../../model/valid-call.ts';
import { CaseInapplicable } from './check-errors.ts';
import type { Context } from './context.ts';
import { inScope, sharedScope } from './scope.ts';

/** Sends a call. Exchanges that rules may share are recorded as shared. */
export function send(context: Context, call: Call, options: SendOptions = {}): Promise<Exchange> {
  const isUnshared = options.fresh === true || options.race === true;
  return isUnshared
    ? context.client.send(call, options)
    : inScope(context, sharedScope(context.client.cache), () => context.client.send(call, options));
}

/**
 * Sends a valid call and returns its exchange. Throws {@link Unjudgeable} if it was refused or failed: only the rule
 * `ENDPOINT.accepts-valid` judges that, at the end of the run.
 */
export async function sendValid(context: Context, call: Call, options: SendOptions = {}): Promise<Exchange> {
  const exchange = await send(context, call, { ...options, expectsSuccess: true });
  if (!succeeded(exchange)) {
    context.noteRefused(exchange, isRequestSpecific(exchange) || CONTENT_STATUSES.includes(exchange.status));
    throw unjudgeableValid(exchange, isTransientFailure(exchange) || isKeyForgotten(context, exchange));
  }
  return exchange;
}

/**
 * Sends a call once, because a retry could be billed too. If the response is inconclusive, repeats the call to see whether
 * it fails each time, and throws {@link Unjudgeable}: a check that counts must start again with another key.
 */
export async function sendOnce(context: Context, call: Call, options: SendOptions = {}): Promise<Exchange> {
  const exchange = await send(context, call, { ...options, fresh: true, retry: 'rate-limited' });
  if (!isInconclusive(exchange)) return exchange;
  const repeated = await send(context, call, { fresh: true });
  // A garbled refusal that comes each time: the server did nothing for the request.
  const isRefusal = !isInconclusive(repeated) && repeated.status >= 400 && repeated.status === exchange.status;
  if (isRefusal && isRequestSpecific(repeated)) return repeated;
  context.noteRefused(repeated);
  throw unjudgeableValid(exchange, !isRequestSpecific(repeated));
}

/** The same for a valid call. Throws {@link Unjudgeable} if it was refused; after a 402 the case may succeed with another key. */
export async function sendValidOnce(context: Context, call: Call): Promise<Exchange> {
  const exchange = await sendOnce(context, call, { expectsSuccess: true });
  if (!succeeded(exchange))
    throw unjudgeableValid(exchange, exchange.status === 402 || isKeyForgotten(context, exchange));
  return exchange;
}

/** Whether the target refuses a key of the control API and has forgotten such keys before, for example in a restart. */
export const isKeyForgotten = ({ client }: Context, { call, status }: Exchange): boolean =>
  call.authorization?.kind === 'key' && status === 401 && client.keys.hasForgotten();

/** Statuses of refusals that are about the request itself. */
export const CONTENT_STATUSES = [400, 413, 415, 422];

/** Statuses of refusals that are about the key or the load, unless probes with the same key were accepted. */
const CALLER_STATUSES = [401, 402, 403, 429];

/** The error to throw if the response to a valid request cannot be judged. A 401 for a new key was waited for already. */
export const unjudgeable = (exchange: Exchange): Unjudgeable => {
  const isFromGateway = isGatewayRefusal(exchange) && exchange.status !== 401 && !isRequestSpecific(exchange);
  return new Unjudgeable(describeRefusal(exchange), isFromGateway || isTransientFailure(exchange));
};

/** The same for a request that `rule` expects to be refused. That rule is broken if this response comes each time. */
export const unjudgeableInvalid = (exchange: Exchange, rule?: string): Unjudgeable => {
  const disturbed = isTransientFailure(exchange);
  const reason = describeRefusal(exchange, `a ${exchange.call.endpoint} request that is to be refused`);
  return new Unjudgeable(reason, disturbed, disturbed || rule === undefined ? [] : [rule]);
};

/** Whether a temporary failure of the target may explain the response. */
export const isTransientFailure = (exchange: Exchange): boolean =>
  isInconclusive(exchange) && !isRequestSpecific(exchange);

/**
 * The error for a valid request, with the rules that judge it if it is refused each time. If it may be beyond a limit that
 * the specification does not show, only this case is left out.
 */
export const unjudgeableValid = (
  exchange: Exchange,
  disturbed = isTransientFailure(exchange),
): Unjudgeable | CaseInapplicable => {
  const text = tooLongText(exchange);
  return text === undefined
    ? new Unjudgeable(describeRefusal(exchange), disturbed, disturbed ? [] : responsibleRules(exchange))
    : new CaseInapplicable(`${text} was answered with ${exchange.status}; how long one may be is not specified`);
};

const AUTHORIZATION_STATUSES = [401, 403];

/** One of these rules is broken if a valid request is refused each time. */
function responsibleRules(exchange: Exchange): readonly string[] {
  const { call, status } = exchange;
  if (isTimeoutOrRateLimit(exchange)) return [];
  if (call.endpoint === 'domains' && AUTHORIZATION_STATUSES.includes(status) && !isRequestSpecific(exchange))
    return [authorizationOf(call).kind === 'none' ? 'auth.domains-public' : 'auth.domains-ignores-key'];
  const judging = [
    `${call.endpoint}.accepts-valid`,
    ...(call.endpoint === 'chat' ? ['events.accepts-valid'] : []),
    ...(hasAttachments(call) ? ['attachments.pdf-accepted'] : []),
  ];
  const isAboutKey = AUTHORIZATION_STATUSES.includes(status);
  if (isAboutKey && keyOrderFor(call).environment === 'live') return ['auth.live-and-test-alike', ...judging];
  // A key that the control API made is right: what else the request has, such as the spelling of a header, may be why it is refused.
  if (isAboutKey && call.authorization?.kind === 'key') return judging;
  return CALLER_STATUSES.includes(status) && !isRequestSpecific(exchange) ? [] : judging;
}

function describeRefusal(exchange: Exchange, subject = `a valid ${exchange.call.endpoint} request`): string {
  const { endpoint } = exchange.call;
  const { failure, attempts, status } = exchange;
  const times = attempts === 1 ? 'after 1 attempt' : `after ${attempts} attempts`;
  if (failure) return `${exchange.request.method} ${endpoint} got no whole answer ${times}: ${failure.message}`;
  // The catalogue is public: a hint about the key would be wrong.
  if (endpoint === 'domains') return `${subject} was answered with ${status} ${times}: ${excerpt(exchange.body)}`;
  const usesCreatedKey = exchange.call.authorization?.kind === 'key';
  const hints: Readonly<Record<number, string>> = {
    ...(usesCreatedKey
      ? {
          401: ' The control API made the key: does control_url belong to this server, and was the key not lost in a restart, or revoked by somebody else?',
        }
      : { 401: ' Is the active key right?', 402: ' Has the active key credit?' }),
    ...(hasAttachments(exchange.call) && errorResponseOf(exchange).format !== 'detail'
      ? { 422: ' Can the target reach the host of fixtures_url?' }
      : {}),
  };
  const hint = hints[status] ?? '';
  return `${subject} was answered with ${status} ${times}: ${excerpt(exchange.body)}${hint}`;
}

/** Throws {@link Unjudgeable} if a response to a valid request says nothing about the request itself. */
export function assertJudgeable(exchange: Exchange): void {
  const { failure, status } = exchange;
  const isUnclear = failure !== undefined || status >= 500 || CALLER_STATUSES.includes(status);
  if (isUnclear && (!isRequestSpecific(exchange) || isTimeoutOrRateLimit(exchange))) throw unjudgeableValid(exchange);
}
