import { type Call, type Exchange, succeeded } from '../../http/exchange/exchange.ts';
import { RequestLog } from '../../http/exchange/request-log.ts';
import type { SeenIn } from '../../judges/judgement.ts';
import { RuleBroken, undefinedIfEnded } from '../context/check-errors.ts';
import type { Context } from '../context/context.ts';
import { inScope } from '../context/scope.ts';
import type { Confirmed } from './confirm.ts';
import { tagOf, withOtherText } from './sent-before.ts';

/** How many times it must be seen, to be more than chance. */
const TIMES = 2;

/**
 * A request that is accepted only because the target answers it from memory: with a new text it is refused, and accepted after the same was sent with the
 * active key or, to the catalogue, without this `limit`. Its failure says so then, with both requests; else it stays as it is. Not where requests cost money.
 */
export async function withAnsweredBefore(rule: string, context: Context, confirmed: Confirmed): Promise<Confirmed> {
  const { finding, exchange, certain } = confirmed.broken;
  if (!exchange || !succeeded(exchange) || context.settings.quick || !context.requestsAreFree) return confirmed;
  const other = othersOf(exchange.call);
  if (other === undefined) return confirmed;
  const owner = `${rule} from memory`;
  const tag = tagOf(rule, exchange);
  let shown = confirmed;
  for (let at = 1; at <= TIMES; at += 1) {
    const log = new RequestLog();
    const own = context.withEmptyCache(owner, log);
    const send = (call: Call, text: string): Promise<Exchange | undefined> =>
      inScope(context, owner, () => own.client.send(withNewText(call, `${tag} ${text} ${at}`), { fresh: true })).catch(
        undefinedIfEnded,
      );
    if (!isRefused(await send(exchange.call, 'alone'))) return confirmed;
    const seenAlone = log.entries.length;
    const before = await send(other.call, 'after');
    const after = await send(exchange.call, 'after');
    if (!before || !after || !succeeded(before) || !succeeded(after)) return confirmed;
    shown = {
      ...confirmed,
      broken: new RuleBroken({ ...finding, circumstances: other.circumstances }, after, certain),
      steps: log.entries.slice(seenAlone),
    };
  }
  return shown;
}

const isRefused = (exchange: Exchange | undefined): boolean =>
  exchange !== undefined && exchange.failure === undefined && exchange.status >= 400 && exchange.status < 429;

/** A valid request whose answer a call may get from memory, and the circumstances to name then; undefined if there is none. */
function othersOf(call: Call): { readonly call: Call; readonly circumstances: SeenIn } | undefined {
  const { endpoint, authorization, query: { limit, ...filters } = {} } = call;
  if (endpoint === 'domains') {
    const text = 'Only after the same `q` was sent without this `limit`; with a new one it is refused.';
    return limit === undefined ? undefined : { call: { ...call, query: filters }, circumstances: { text } };
  }
  if (authorization === undefined || authorization.kind === 'active') return undefined;
  const text = 'Only after the same was sent with the active key; with a new text it is refused.';
  return { call: { ...call, authorization: { kind: 'active' } }, circumstances: { text } };
}

const withNewText = (call: Call, text: string): Call =>
  call.endpoint === 'domains' ? { ...call, query: { ...call.query, q: text } } : withOtherText(call, ` (${text})`);
