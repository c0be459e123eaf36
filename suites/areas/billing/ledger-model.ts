import { type Call, describeResponse, type Exchange, succeeded } from '../../http/exchange/exchange.ts';
import { broken, type Finding } from '../../judges/judgement.ts';
import { money, priceOf } from '../../model/price-model.ts';
import { asksFollowUps } from './calls.ts';
import { holdsFollowUps } from './judges.ts';

/** What the suites believe of one key. Money in micros. */
export interface Account {
  readonly balance: number;
  /** What its answered requests cost so far. */
  readonly spent: number;
  /** How much of it has no price of the specification. */
  readonly unpriced: number;
  readonly revoked: boolean;
}

/** A call of the model, and the attachment pages it brings. */
export interface ModelCall {
  readonly words: string;
  readonly call: Call;
  readonly pages: number;
}

/** The least and the most that a call can cost. */
export interface Cost {
  readonly least: number;
  readonly most: number;
}

/** What a call costs before its answer is known: follow-ups may or may not be invoked, and embeddings have no price (readings R18, R21). */
export function costOf({ call, pages }: ModelCall): Cost {
  const least = priceOf(call, { pages, followUpsInvoked: false });
  if (least === undefined) return { least: 0, most: Number.POSITIVE_INFINITY };
  return { least, most: priceOf(call, { pages, followUpsInvoked: asksFollowUps(call) }) ?? least };
}

/** What a call costs once its answer is known. */
export function costAfter(item: ModelCall, exchange: Exchange): Cost {
  const { least, most } = costOf(item);
  return item.call.endpoint === 'chat' && holdsFollowUps(exchange) ? { least: most, most } : { least, most };
}

/**
 * The statuses that a call may get by what is known of its key: 200, 401, 402. What has no price may be free, and be served without credit: whether it is
 * free is judged by `billing.zero-balance`. Source: Authentication, rule 4; Errors, 402; readings R19, S36.
 */
export function statusesFor({ balance, revoked }: Account, { least, most }: Cost): readonly (200 | 401 | 402)[] {
  if (revoked) return [401];
  if (isShort({ balance }, { least, most })) return [402];
  return balance >= most ? [200] : [200, 402];
}

/** Whether a balance is too low for a call, whatever it turns out to cost. */
export function isShort({ balance }: Pick<Account, 'balance'>, { least, most }: Cost): boolean {
  const mayBeFree = most === Number.POSITIVE_INFINITY;
  return (balance <= 0 && !mayBeFree) || balance < least;
}

/** Judges the status of a call; undefined when it is one of those that may come. */
export function judgeStatus(words: string, account: Account, cost: Cost, exchange: Exchange): Finding | undefined {
  const allowed = statusesFor(account, cost);
  const got = succeeded(exchange) ? 200 : exchange.status;
  if (allowed.some((status) => status === got)) return undefined;
  const state = account.revoked ? 'a revoked key' : `a key that holds ${money(account.balance)}`;
  return broken(`With ${state}, ${words} is answered with ${allowed.join(' or ')}.`, describeResponse(exchange));
}

/** What the control API shows of a key. */
export interface Statement {
  readonly balance: number;
  /** Sum of its charges. */
  readonly charged: number;
  /** Sum of its charges for embeddings. */
  readonly unpriced: number;
}

/** Embeddings charges of earlier steps that show only now: nobody knows their price, so nobody waited for them to the end (readings R18, S35). */
export const lateCharges = (account: Account, { most }: Cost, seen: Statement): number =>
  most === Number.POSITIVE_INFINITY ? 0 : seen.unpriced - account.unpriced;

/**
 * Judges a statement after a step that cost `cost`: the balance fell by a price that is possible, and the charges say the same.
 * Undefined when it agrees.
 */
export function judgeStatement(words: string, account: Account, cost: Cost, seen: Statement): Finding | undefined {
  const late = lateCharges(account, cost, seen);
  const fallen = account.balance - seen.balance;
  const paid = fallen - late;
  const possible = paid === cost.least || paid === cost.most || (cost.most === Number.POSITIVE_INFINITY && paid >= 0);
  const due = cost.least === cost.most ? money(cost.least) : `${money(cost.least)} or ${money(cost.most)}`;
  const fall =
    fallen === 0
      ? `The balance stayed at ${money(account.balance)}.`
      : `The balance ${fallen > 0 ? 'fell' : 'rose'} by ${money(Math.abs(fallen))}${late === 0 ? '' : `, ${money(late)} of it for embeddings before`}.`;
  if (!possible && cost.most === 0)
    return broken(`After ${words} the balance is ${money(account.balance)}.`, `The balance is ${money(seen.balance)}.`);
  if (!possible) return broken(`The balance falls by ${due} with ${words}.`, fall);
  if (seen.charged === account.spent + fallen) return undefined;
  return broken(
    'The charges of a key come to what its balance fell by.',
    `After ${words} the charges come to ${money(seen.charged)} instead of ${money(account.spent + fallen)}.`,
  );
}
