import { type ControlKey, paidEndpoints } from '../../../spec/index.ts';
import { caseRule } from '../../engine/checks/case-rule.ts';
import { casesInCircumstances, casesWith } from '../../engine/checks/in-circumstances.ts';
import { ifOffered, RuleBroken } from '../../engine/context/check-errors.ts';
import type { Context } from '../../engine/context/context.ts';
import type { PriorFailure } from '../../engine/context/faults.ts';
import { flatMapInParallel } from '../../engine/context/map-concurrently.ts';
import { pollUntil } from '../../engine/context/poll.ts';
import { send, sendOnce, sendValid, unjudgeable } from '../../engine/context/send.ts';
import { asStream, validCall } from '../../generate/bases.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import { type Call, type Exchange, excerpt, keyOrderFor, succeeded, withKey } from '../../http/exchange/exchange.ts';
import { isWholeAnswer } from '../../http/exchange/stream.ts';
import { judgeRefusal } from '../../judges/expect-error.ts';
import { broken, type Judgement, remarked, tolerated } from '../../judges/judgement.ts';
import { money, priceOf } from '../../model/price-model.ts';
import { judgeAfterFailure } from './after-failure.ts';
import { billFor, costFor, UNPRICED } from './bill.ts';
import { asking, asksFollowUps, chat, finder, pricedEndpoints, rerank } from './calls.ts';
import { withoutCredit } from './empty-key.ts';

const noCredit = { status: 402, format: 'envelope', code: 'insufficient_credits' } as const;

/** The priced calls that a balance is tried with: no follow-ups and no attachments, so that the price is known beforehand. */
const priced: readonly Call[] = [
  chat('standard'),
  chat('pro'),
  asStream(chat('standard')),
  finder(),
  finder({ search_depth: 'advanced' }),
  rerank(3),
  rerank(101),
];

/** These, and more in each circumstance but those that are fixed; without follow-ups, which may come or not. */
async function pricedCases(
  context: Context,
  rule: string,
  fixed: Circumstances,
): Promise<readonly { readonly call: Call }[]> {
  const known = { chat: { 'follow-ups': 'left out', ...fixed }, finder: {}, rerank: {} } as const;
  const wide = await flatMapInParallel(pricedEndpoints, (endpoint) =>
    casesWith(context, endpoint, rule, (callWith) => ({ call: callWith(known[endpoint]) })),
  );
  return [...priced.map((call) => ({ call })), ...wide];
}

/** 402 for a key of zero balance (readings R19). */
export const zeroBalance = caseRule(
  'billing.zero-balance',
  'Valid requests with a key of zero balance are sent to all four paid endpoints, in each of their circumstances; each must get 402.',
  async (context) => {
    const calls = [...paidEndpoints.map(validCall), asStream(validCall('chat'))].map((call) => ({ call }));
    const wide = await flatMapInParallel(paidEndpoints, (endpoint) =>
      casesInCircumstances(context, endpoint, 'billing.zero-balance', (call) => ({ call })),
    );
    return [...calls, ...wide];
  },
  async (context, { call }) => {
    await sendValid(context, validCall(call.endpoint));
    const exchange = await send(context, await withoutCredit(context, call));
    // Refused for another reason: whether it is accepted with credit tells whose fault that is.
    if (!succeeded(exchange) && exchange.status !== 402) await sendValid(context, call);
    if (call.endpoint === 'embeddings' && succeeded(exchange)) return [await judgeFree(context, call), exchange];
    return [judgeNoCredit(exchange, 'key has no credit'), exchange];
  },
);

/** Judges the answer to a key with too little credit. Being served all the same is an overdraft, which no temporary failure explains. */
function judgeNoCredit(exchange: Exchange, fault: string): Judgement {
  const judgement = judgeRefusal(exchange, { outcome: noCredit, readings: [], fault }, () => undefined);
  if (judgement !== 'fine' && succeeded(exchange)) throw new RuleBroken(judgement, exchange, isWholeAnswer(exchange));
  return judgement;
}

/** An empty key may be served where nothing is charged: for certain where the charges say so, else it warns (readings S36). */
async function judgeFree(context: Context, call: Call): Promise<Judgement> {
  const expected = 'A request with a key of zero balance is answered with 402, unless it costs nothing.';
  const amount = context.hasControlApi ? (await billFor(context, call)).amount : undefined;
  if (amount === 0) return remarked(expected, 'Embeddings are free of charge here and were served.');
  if (amount === undefined)
    return tolerated(expected, 'Embeddings were served. Whether they cost anything only a control API shows.');
  return broken(expected, `Embeddings were served, though they cost ${money(amount)}.`);
}

const catalogue: Call = { endpoint: 'domains', query: {} };

/** The catalogue never answers 402, whatever key comes with it, and takes nothing from a key that has credit. */
export const domainsFree = caseRule(
  'billing.domains-free',
  'The catalogue is asked for with a key of zero balance and without a key; neither may get 402. Where the control API shows balances, it is asked for with a key that has credit, too: its balance must stay.',
  async (context): Promise<readonly { readonly call: Call; readonly funded?: ControlKey }[]> => {
    const funded = await ifOffered(() => context.control.createKey());
    return [
      { call: catalogue },
      { call: await withoutCredit(context, catalogue) },
      ...(funded === undefined ? [] : [{ call: withKey(catalogue, funded.key), funded }]),
    ];
  },
  async (context, { call, funded }) => {
    const exchange = await send(context, call, { fresh: funded !== undefined });
    if (exchange.status !== 402 && !succeeded(exchange)) throw unjudgeable(exchange);
    const finding = broken('The catalogue never asks for credit.', `It answered 402: ${excerpt(exchange.body)}`);
    if (exchange.status === 402) return [finding, exchange];
    return [funded === undefined ? 'fine' : await judgeUntouched(context, funded), exchange];
  },
);

/** Judges the balance of a key after it was used for the catalogue alone. What is taken may show a little later (readings S35). */
async function judgeUntouched(context: Context, { key, balance_micros: before }: ControlKey): Promise<Judgement> {
  const look = (): Promise<ControlKey | undefined> => ifOffered(() => context.control.key(key));
  const seen = await pollUntil(context, look, (one) => one?.balance_micros !== before, UNPRICED);
  if (seen === undefined) return 'nothing';
  if (seen.balance_micros === before) return 'fine';
  return broken(
    'The catalogue costs nothing.',
    `A key that was used for it alone held ${money(before)} before and holds ${money(seen.balance_micros)} now.`,
  );
}

/** Sends a priced call with a key that holds what the target charges for it, and `more` or less. */
async function withBalance(context: Context, call: Call, more: number): Promise<{ exchange: Exchange; cost: number }> {
  // Whether follow-ups come is not known beforehand: with them it costs most.
  const most = asksFollowUps(call) ? (priceOf(call, { pages: 0, followUpsInvoked: true }) ?? 0) : 0;
  const cost = Math.max(await costFor(context, call), most);
  const { key } = await context.control.createKey({ ...keyOrderFor(call), balance_micros: cost + more });
  const own: Call = withKey(call, key);
  return { cost, exchange: await sendOnce(context, own) };
}

/** The very cost is enough. */
export const exactBalance = caseRule(
  'billing.exact-balance',
  'Each request, in each circumstance, is sent with a key that holds exactly what the same request was charged before, some after one that failed without a charge, or a stream that was not read to its end; it must succeed.',
  async (context): Promise<readonly { readonly call: Call; readonly failing?: PriorFailure }[]> => [
    // How many pages a PDF has is not known before it is fetched, nor whether follow-ups will come.
    ...(await pricedCases(context, 'billing.exact-balance', { attachments: 'none' })),
    ...[chat('standard'), asStream(chat('standard')), finder(), rerank(3)].flatMap((call) => [
      { call, failing: 'server fault' as const },
      { call, failing: 'refused' as const },
    ]),
    { call: chat('standard'), failing: 'left' },
    ...[asking(chat('standard')), asking(chat('pro'))].flatMap((call) => [{ call }, { call: asStream(call) }]),
  ],
  async (context, { call, failing }) => {
    if (failing) return judgeAfterFailure(context, call, failing);
    const { exchange, cost } = await withBalance(context, call, 0);
    return [judgeEnough(exchange, cost), exchange];
  },
);

/** Judges the answer to a call on a balance of exactly its cost: 402 breaks the rule, other refusals tell nothing. */
export function judgeEnough(exchange: Exchange, cost: number): Judgement {
  if (succeeded(exchange)) return 'fine';
  if (exchange.status !== 402) throw unjudgeable(exchange);
  return broken(
    `A balance of exactly the cost is enough for a ${exchange.call.endpoint} request.`,
    `With ${money(cost)} on the key, which is what it costs, the target answered 402: ${excerpt(exchange.body)}`,
  );
}

/** One micro less than the cost is too little. */
export const oneShort = caseRule(
  'billing.one-short',
  'Each request, in each circumstance, is sent with a key that holds one micro less than the same request was charged before; it must get 402.',
  (context) => pricedCases(context, 'billing.one-short', {}),
  async (context, { call }) => {
    const { exchange, cost } = await withBalance(context, call, -1);
    const fault = `key holds one micro less than the ${call.endpoint} request costs, which is ${money(cost)}`;
    return [judgeNoCredit(exchange, fault), exchange];
  },
);
