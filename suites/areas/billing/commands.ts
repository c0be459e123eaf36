import type fc from 'fast-check';
import { RuleBroken } from '../../engine/context/check-errors.ts';
import type { Context } from '../../engine/context/context.ts';
import { pollUntil } from '../../engine/context/poll.ts';
import { sendOnce, unjudgeable } from '../../engine/context/send.ts';
import { type Exchange, succeeded } from '../../http/exchange/exchange.ts';
import { isErrorOfApi } from '../../http/pacing/retry.ts';
import { type Finding, Unjudgeable } from '../../judges/judgement.ts';
import { money } from '../../model/price-model.ts';
import { statementOf, totalOf, UNPRICED } from './bill.ts';
import {
  type Account,
  type Cost,
  costAfter,
  costOf,
  isShort,
  judgeStatement,
  judgeStatus,
  lateCharges,
  type ModelCall,
  type Statement,
} from './ledger-model.ts';

/** The model: what the suites believe of each key. */
export interface Books {
  accounts: Account[];
}

/** The target: the keys themselves, and what was done so far. */
export interface Bank {
  readonly context: Context;
  readonly keys: string[];
  readonly steps: string[];
  /** Charges seen of each key. */
  readonly listed: number[];
  /** Whether waiting for a late charge is still worth while; `unpriced` for one that may be 0 and not listed. */
  readonly patience: { left: boolean; unpriced: boolean };
  /** Whether a lost answer lets the sequence go on with another key, or ends it. */
  readonly goesOn: boolean;
}

/** One step of a sequence. */
export type Command = fc.AsyncCommand<Books, Bank>;

const nothing: Cost = { least: 0, most: 0 };
const MOST_KEYS = 3;

function command(words: string, check: Command['check'], run: Command['run']): Command {
  return { check, run, toString: () => words };
}

/** Makes a key with a balance. */
export const openCommand = (balance: number): Command =>
  command(
    `open(${balance})`,
    ({ accounts }) => accounts.length < MOST_KEYS,
    async (books, bank) => {
      await open(books, bank, books.accounts.length, balance, `opening it with ${money(balance)}`);
    },
  );

/** Makes the key at a place, in the place of one that was there before. */
async function open(books: Books, bank: Bank, at: number, balance: number, words: string): Promise<void> {
  const { key } = await bank.context.control.createKey({ balance_micros: balance });
  [bank.keys[at], bank.listed[at]] = [key, 0];
  books.accounts[at] = { balance, spent: 0, unpriced: 0, revoked: false };
  await settle(books, bank, { at, words, cost: nothing });
}

/** Adds credit to the key at `pick`, counted round. */
export const creditCommand = (pick: number, amount: number): Command =>
  command(`credit(${pick}, ${amount})`, usable(pick), async (books, bank) => {
    const at = pick % books.accounts.length;
    await bank.context.control.credit(bank.keys[at] ?? '', amount);
    change(books, at, ({ balance }) => ({ balance: balance + amount }));
    await settle(books, bank, { at, words: `a credit of ${money(amount)}`, cost: nothing });
  });

/** Revokes the key at `pick`. */
export const revokeCommand = (pick: number): Command =>
  command(`revoke(${pick})`, usable(pick), async (books, bank) => {
    const at = pick % books.accounts.length;
    await bank.context.control.revoke(bank.keys[at] ?? '');
    change(books, at, () => ({ revoked: true }));
    bank.steps.push(`key ${at + 1}: revoked`);
  });

/** Sends a call with the key at `pick`, revoked or not. */
export const callCommand = (pick: number, item: ModelCall): Command =>
  command(
    `call(${pick}, ${item.words})`,
    ({ accounts }) => accounts.length > 0,
    async (books, bank) => {
      const at = pick % books.accounts.length;
      const account = books.accounts[at];
      if (account === undefined) return;
      const sent = (): Promise<Exchange> => sendFor(books, bank, at, item);
      // A revocation may take a moment: `auth.revocation-takes-effect` judges that.
      const waits = account.revoked && bank.patience.left;
      const exchange = waits ? await pollUntil(bank.context, sent, ({ status }) => status === 401) : await sent();
      const paid = succeeded(exchange);
      // A key that is refused before it is revoked is the matter of others, unless it is its spent credit that the target has another word for.
      const isExpected =
        exchange.status === 402 ||
        (exchange.status === 401 && account.revoked) ||
        (exchange.status === 403 && isErrorOfApi(exchange) && isShort(account, costOf(item)));
      if (!paid && !isExpected) throw unjudgeable(exchange);
      blame(judgeStatus(item.words, account, costOf(item), exchange), bank, exchange);
      const cost = paid ? costAfter(item, exchange) : nothing;
      await settle(books, bank, { at, words: item.words, cost, exchange });
    },
  );

/** Answers in a row that may be lost before the sequence ends all the same. */
const MOST_LOST = 3;

/**
 * Sends a call with the key at a place. Nobody knows whether a lost answer, or a throttled attempt, was paid for, or will be: if the sequence goes on, a new key that holds what
 * the books say takes the place of that key, and gets the same call. A revoked key pays for nothing, and stays.
 */
async function sendFor(books: Books, bank: Bank, at: number, { call, words }: ModelCall): Promise<Exchange> {
  for (let lost = 0; ; lost += 1) {
    const { balance = 0, revoked = false } = books.accounts[at] ?? {};
    const authorization = { kind: 'key', key: bank.keys[at] ?? '' } as const;
    try {
      const exchange = await sendOnce(bank.context, { ...call, authorization }, { expectsSuccess: !revoked });
      // Nobody knows whether the attempt before it was paid for (readings R20), unless its key was not known yet.
      const { status, previousStatus = 401 } = exchange;
      if (status === 402 && previousStatus !== 401)
        throw new Unjudgeable(
          `${words} got 402: the attempt before it, answered with ${previousStatus}, may have been paid for`,
          true,
        );
      return exchange;
    } catch (error) {
      if (!bank.goesOn || lost === MOST_LOST || !(error instanceof Unjudgeable) || !error.disturbed) throw error;
      if (!revoked)
        await open(books, bank, at, balance, `a new key with ${money(balance)}, for what ${words} cost is unknown`);
    }
  }
}

const usable =
  (pick: number): Command['check'] =>
  ({ accounts }) =>
    accounts.length > 0 && accounts[pick % accounts.length]?.revoked === false;

function change(books: Books, at: number, update: (account: Account) => Partial<Account>): void {
  books.accounts = books.accounts.map((account, index) =>
    index === at ? { ...account, ...update(account) } : account,
  );
}

/** Something that was done with one key, and what it may have cost. */
interface Step {
  readonly at: number;
  readonly words: string;
  readonly cost: Cost;
  readonly exchange?: Exchange;
}

/** Holds the key's statement against the model and writes what it cost into the model. A revoked key is not looked at. */
async function settle(books: Books, bank: Bank, { at, words, cost, exchange }: Step): Promise<void> {
  const account = books.accounts[at];
  const key = bank.keys[at];
  if (account === undefined || key === undefined || account.revoked) return;
  const judge = (seen: Statement): Finding | undefined => judgeStatement(words, account, cost, seen);
  const before = bank.listed[at] ?? 0;
  // What has no price shows by its charge alone, which may come late or, at a price of 0, not at all (readings R18).
  const awaited = cost.most === Number.POSITIVE_INFINITY && bank.patience.unpriced;
  const look = (): Promise<Listed> => listedOf(bank.context, key);
  const agrees = (one: Listed): boolean => judge(one) === undefined;
  let seen = awaited
    ? await pollUntil(bank.context, look, (one) => one.listed > before && agrees(one), UNPRICED)
    : await look();
  if (awaited && seen.listed <= before) bank.patience.unpriced = false;
  // Money that is listed and taken from the balance will not change any more, right or wrong; a charge of 0 may be a late one of an earlier call.
  const isFinal = (one: Listed): boolean =>
    one.charged - lateCharges(account, cost, one) > account.spent &&
    account.balance - one.balance === one.charged - account.spent;
  // Balance and charges are read one after the other: a charge may settle between the two.
  if (bank.patience.left && !agrees(seen))
    seen = await pollUntil(bank.context, look, (one) => agrees(one) || isFinal(one));
  bank.listed[at] = seen.listed;
  const finding = judge(seen);
  if (finding) bank.patience.left = false;
  blame(finding, bank, exchange);
  bank.steps.push(`key ${at + 1}: ${words}`);
  change(books, at, () => ({ balance: seen.balance, spent: seen.charged, unpriced: seen.unpriced }));
}

/** A statement, and how many charges it lists. */
type Listed = Statement & { readonly listed: number };

async function listedOf(context: Context, key: string): Promise<Listed> {
  const { left, charges, total } = await statementOf(context, key);
  const unpriced = totalOf(charges.filter(({ endpoint }) => endpoint === 'embeddings'));
  return { balance: left, charged: total, unpriced, listed: charges.length };
}

/** Ends the sequence by a finding, with all that was done before it. */
function blame(finding: Finding | undefined, { steps }: Bank, exchange: Exchange | undefined): void {
  if (!finding) return;
  const before = steps.length === 0 ? '' : ` Before: ${steps.join('; ')}.`;
  throw new RuleBroken({ ...finding, actual: finding.actual + before }, exchange);
}
