import { Unjudgeable } from '../judges/judgement.ts';
import {
  type Call,
  type Exchange,
  environmentOf,
  excerpt,
  isInconclusive,
  isRequestSpecific,
  succeeded,
} from '../target/exchange.ts';
import type { SendOptions } from '../target/sender.ts';
import type { Context } from './context.ts';
import { SHARED, scope } from './scope.ts';

/** Sends a call; exchanges that rules share are recorded as shared. */
export function send(context: Context, call: Call, options: SendOptions = {}): Promise<Exchange> {
  const own = options.fresh === true || options.race === true;
  return own ? context.client.send(call, options) : scope.run(SHARED, () => context.client.send(call, options));
}

/**
 * Sends a call that the specification allows and gives its exchange. Throws {@link Unjudgeable} when it was refused or failed:
 * whether it should have been accepted is judged by the rule `ENDPOINT.accepts-valid` alone, which hears of it at the end of the run.
 */
export async function sendValid(context: Context, call: Call, options: SendOptions = {}): Promise<Exchange> {
  const exchange = await send(context, call, { ...options, expectsSuccess: true });
  if (!succeeded(exchange)) {
    context.noteRefused(exchange);
    throw unjudgeableValid(exchange);
  }
  return exchange;
}

/**
 * Sends a call once: a second try might be billed a second time. Where that gave no answer that can be judged, the call is looked into like others, and
 * {@link Unjudgeable} is thrown: what was to be counted has to begin again, with another key.
 */
export async function sendOnce(context: Context, call: Call, options: SendOptions = {}): Promise<Exchange> {
  const exchange = await send(context, call, { ...options, fresh: true, retry: 'rate-limited' });
  if (!isInconclusive(exchange)) return exchange;
  const again = await send(context, call, { fresh: true });
  // A refusal in no form of the API that comes each time: nothing was done for it.
  const isRefusal = !isInconclusive(again) && again.status >= 400 && again.status === exchange.status;
  if (isRefusal && isRequestSpecific(again)) return again;
  context.noteRefused(again);
  throw unjudgeableValid(exchange, !isRequestSpecific(again));
}

/** The same for a call that must succeed. Throws {@link Unjudgeable} when it was refused. */
export async function sendValidOnce(context: Context, call: Call): Promise<Exchange> {
  const exchange = await sendOnce(context, call, { expectsSuccess: true });
  if (!succeeded(exchange)) throw unjudgeableValid(exchange);
  return exchange;
}

/** Refusals that tell of the key or the load, unless neighbours with the same key were accepted in between. */
const ABOUT_THE_CALLER = [401, 402, 403, 429];

/** Why an exchange with a valid request tells nothing else, as an error to throw: what came instead of a success. */
export const unjudgeable = (exchange: Exchange): Unjudgeable =>
  new Unjudgeable(describeRefusal(exchange), isDisturbed(exchange));

/** The same of a request that is to be refused by `rule`, which is broken where it comes to such an answer each time. */
export const unjudgeableInvalid = (exchange: Exchange, rule?: string): Unjudgeable => {
  const disturbed = isDisturbed(exchange);
  const reason = describeRefusal(exchange, `a ${exchange.call.endpoint} request that is to be refused`);
  return new Unjudgeable(reason, disturbed, disturbed || rule === undefined ? [] : [rule]);
};

/** True for a failure that a bad day of the target explains. */
export const isDisturbed = (exchange: Exchange): boolean => isInconclusive(exchange) && !isRequestSpecific(exchange);

/** The same of a valid request, with the rules that answer for it where it is refused each time. */
export const unjudgeableValid = (exchange: Exchange, disturbed = isDisturbed(exchange)): Unjudgeable =>
  new Unjudgeable(describeRefusal(exchange), disturbed, disturbed ? [] : responsibleRules(exchange));

const ABOUT_THE_KEY = [401, 403];
const none = { kind: 'none' } as const;

/** Rules of which one is broken where a valid request is refused each time. */
function responsibleRules(exchange: Exchange): readonly string[] {
  const { call, failure, status } = exchange;
  if (failure?.kind === 'timeout') return [];
  if (call.endpoint === 'domains' && ABOUT_THE_KEY.includes(status) && !isRequestSpecific(exchange))
    return [(call.authorization ?? none).kind === 'none' ? 'auth.domains-public' : 'auth.domains-ignores-key'];
  if ([401, 403].includes(status) && environmentOf(call).environment === 'live') return ['auth.live-and-test-alike'];
  if (ABOUT_THE_CALLER.includes(status) && !isRequestSpecific(exchange)) return [];
  return [`${call.endpoint}.accepts-valid`, ...(call.endpoint === 'chat' ? ['events.accepts-valid'] : [])];
}

function describeRefusal(exchange: Exchange, words = `a valid ${exchange.call.endpoint} request`): string {
  const { endpoint } = exchange.call;
  const { failure, attempts, status } = exchange;
  const times = attempts === 1 ? 'after 1 attempt' : `after ${attempts} attempts`;
  if (failure) return `${exchange.request.method} ${endpoint} got no whole answer ${times}: ${failure.message}`;
  // The catalogue is public: no key is right or wrong for it.
  if (endpoint === 'domains') return `${words} was answered with ${status} ${times}: ${excerpt(exchange.body)}`;
  const hint = status === 401 ? ' Is the active key right?' : status === 402 ? ' Has the active key credit?' : '';
  return `${words} was answered with ${status} ${times}: ${excerpt(exchange.body)}${hint}`;
}

/** Throws {@link Unjudgeable} when an answer to a valid request says nothing about the request itself. */
export function assertJudgeable(exchange: Exchange): void {
  const { failure, status } = exchange;
  const silent = failure !== undefined || status >= 500 || ABOUT_THE_CALLER.includes(status);
  // How long an answer may take is nowhere said, so a timeout is our own bound and no fault of the request.
  if (silent && (!isRequestSpecific(exchange) || failure?.kind === 'timeout')) throw unjudgeableValid(exchange);
}
