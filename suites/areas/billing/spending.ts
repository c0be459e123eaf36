import { plural } from '../../../reports/index.ts';
import { type ControlCharge, type KeyOrder, limits } from '../../../spec/index.ts';
import { casesInCircumstances } from '../../engine/checks/in-circumstances.ts';
import { type Assertions, scenario, scenarioOver } from '../../engine/checks/scenario.ts';
import { RuleBroken, undefinedIfEnded } from '../../engine/context/check-errors.ts';
import type { Context } from '../../engine/context/context.ts';
import { armIfOffered, type PriorFailure, priorWords, sendFailingRequest } from '../../engine/context/faults.ts';
import { flatMapInParallel } from '../../engine/context/map-concurrently.ts';
import { pollUntil } from '../../engine/context/poll.ts';
import {
  CONTENT_STATUSES,
  isKeyForgotten,
  isTransientFailure,
  sendOnce,
  sendValidOnce,
  unjudgeableValid,
} from '../../engine/context/send.ts';
import { asStream, validCall } from '../../generate/bases.ts';
import {
  type Call,
  type Exchange,
  isInconclusive,
  keyOrderFor,
  succeeded,
  withKey,
} from '../../http/exchange/exchange.ts';
import { Unjudgeable } from '../../judges/judgement.ts';
import { money } from '../../model/price-model.ts';
import { type Bill, billFor, chargesOf, statementOf } from './bill.ts';
import { chat, embeddings, finder, isPriced, pricedEndpoints, rerank } from './calls.ts';
import { unevenCharge } from './judges.ts';
import { burst } from './parallel.ts';

/** Calls of every priced kind on one key, equal ones among them. */
const mixture: readonly Call[] = [
  finder(),
  finder(),
  rerank(3),
  chat('standard'),
  asStream(chat('standard')),
  chat('standard'),
  asStream(chat('standard')),
  rerank(3),
  rerank(limits.documents.max),
];

/** Embeddings, one and as many as a request may have; they may be charged or not: their price is not shown (readings R18). */
const unpriced: readonly Call[] = [validCall('embeddings'), embeddings(limits.embeddingInputs)];

/** A new key, its balance before in micros, and the calls that were answered with it. */
interface Spree {
  readonly key: string;
  readonly before: number;
  readonly calls: readonly Call[];
}

/** The calls that go with one key each: the mixture and calls in each circumstance with a test key, the rest with a live one; embeddings with both. */
async function callsByKey(context: Context, rule: string): Promise<readonly (readonly Call[])[]> {
  const wide = await flatMapInParallel(pricedEndpoints, (endpoint) =>
    casesInCircumstances(context, endpoint, rule, (call) => ({ call })),
  );
  const calls = [...mixture, ...wide.map(({ call }) => call)];
  const isLive = (call: Call): boolean => keyOrderFor(call).environment === 'live';
  const [test, live] = [calls.filter((call) => !isLive(call)), calls.filter(isLive)];
  return [test, live].filter(({ length }) => length > 0).map((own) => [...own, ...unpriced]);
}

/**
 * Sends calls with one new key. If a temporary failure intervenes, nobody knows what was charged: each half begins again with a key of its own.
 */
async function spend(context: Context, calls: readonly Call[]): Promise<readonly Spree[]> {
  try {
    return [await spreeOf(context, calls, calls.map(keyOrderFor)[0])];
  } catch (error) {
    if (!(error instanceof Unjudgeable && error.disturbed) || calls.length === 1) throw error;
    const middle = calls.length >> 1;
    const before = await spend(context, calls.slice(0, middle));
    return [...before, ...(await spend(context, calls.slice(middle)))];
  }
}

/**
 * One that is refused for its content says nothing about money: all begins again with another key, and without it; without its endpoint
 * where that refuses what nothing is special about.
 */
async function spreeOf(context: Context, calls: readonly Call[], order?: KeyOrder): Promise<Spree> {
  const { key, balance_micros: before } = await context.control.createKey(order);
  for (const call of calls) {
    const exchange = await sendOnce(context, withKey(call, key), { expectsSuccess: true });
    if (succeeded(exchange)) continue;
    const isPlain = mixture.includes(call) || unpriced.includes(call);
    const rest = calls.filter((one) => (isPlain ? one.endpoint !== call.endpoint : one !== call));
    const isAboutKey = isPlain && !CONTENT_STATUSES.includes(exchange.status);
    if (rest.length === 0 || isAboutKey || isInconclusive(exchange))
      throw unjudgeableValid(exchange, isTransientFailure(exchange) || isKeyForgotten(context, exchange));
    context.noteRefused(exchange, true);
    return spreeOf(context, rest, order);
  }
  return { key, before, calls };
}

/** As many charges as answers. Each part is tried apart, so that a temporary failure disturbs only one. */
export const oneCharge = scenarioOver<(context: Context, assert: Assertions) => Promise<void>>(
  'billing.one-charge',
  'Requests of every kind and in each circumstance are sent with one key (live ones with another), some of them twice, and with keys of their own after a refused request and for an answer that has nothing to show; each must be charged once, and no more than alone.',
  async (context) => [
    ...(await callsByKey(context, 'billing.one-charge')).map(
      (calls) => async (attemptContext: Context, assert: Assertions) => {
        for (const spree of await spend(attemptContext, calls)) await judgeSpree(attemptContext, assert, spree);
      },
    ),
    judgeBurst,
    ...uncommon.map(
      (one) => (attemptContext: Context, assert: Assertions) => judgeUncommon(attemptContext, assert, one),
    ),
  ],
  (context, part, assert) => part(context, assert),
);

/** Charges of embeddings may be listed, and others later: they are not among those that are due. */
const isDue = ({ endpoint }: ControlCharge): boolean => isPriced(endpoint);

async function judgeSpree(context: Context, assert: Assertions, { key, calls }: Spree): Promise<void> {
  const sentTo = (endpoint: string): readonly Call[] => calls.filter((call) => call.endpoint === endpoint);
  const due = calls.filter(({ endpoint }) => isPriced(endpoint)).length;
  await chargesOf(context, key, due, undefined, isDue);
  // One more look: a charge that comes twice may come late.
  const charges = await chargesOf(context, key, due + 1);
  for (const endpoint of pricedEndpoints) {
    const listed = charges.filter((charge) => charge.endpoint === endpoint).length;
    const sent = sentTo(endpoint);
    if (listed === sent.length) continue;
    const alone = await findWrongCharge(context, sent);
    const repeated =
      alone || listed > sent.length ? undefined : await findFreeRepeat(context, sent).catch(undefinedIfEnded);
    assert.require(
      false,
      'Each answered request is charged once.',
      alone
        ? `One ${endpoint} request with a key of its own was answered and charged ${alone.times} times.`
        : repeated
          ? `One ${endpoint} request was sent twice with a key of its own, answered both times and charged once.`
          : `${sent.length} ${endpoint} requests were answered and ${listed} charges are listed for ${endpoint}.${listed > sent.length ? ' Does a proxy in front of the server send some requests twice?' : ''}`,
      alone?.exchange ?? repeated,
    );
  }
}

/** The maximum number of calls that are tried alone. */
const MAX_TRIED_ALONE = 12;
/** The maximum number of calls that are tried twice with a key of their own. */
const MAX_TRIED_TWICE = 3;

/** The first of the calls that is not charged once with a key of its own, if any. */
async function findWrongCharge(context: Context, calls: readonly Call[]): Promise<Bill | undefined> {
  for (const call of calls.slice(0, MAX_TRIED_ALONE)) {
    const bill = await billFor(context, call).catch(undefinedIfEnded);
    if (bill !== undefined && bill.times !== 1) return bill;
  }
  return undefined;
}

/** The second answer to the first call that occurs more than once among them and is charged once where it is sent twice with a key of its own, if any. */
async function findFreeRepeat(context: Context, calls: readonly Call[]): Promise<Exchange | undefined> {
  const bodies = calls.map(({ body }) => JSON.stringify(body));
  for (const call of calls.filter((_, at) => bodies.indexOf(bodies[at] ?? '') < at).slice(0, MAX_TRIED_TWICE)) {
    const { key } = await context.control.createKey(keyOrderFor(call));
    const own = withKey(call, key);
    await sendValidOnce(context, own);
    const again = await sendValidOnce(context, own);
    if ((await chargesOf(context, key, 2)).length === 1) return again;
  }
  return undefined;
}

/** A request that is charged like any other. */
interface Uncommon {
  readonly call: Call;
  /** How the request before it failed. */
  readonly after?: PriorFailure;
  /** A fault that leaves its answer nothing to show. */
  readonly fault?: 'no_sources' | 'no_results';
}

const uncommon: readonly Uncommon[] = [
  ...[chat('standard'), finder(), rerank(3)].flatMap((call): readonly Uncommon[] => [
    { call, after: 'refused' },
    { call, after: 'server fault' },
  ]),
  { call: asStream(chat('standard')), after: 'server fault' },
  { call: chat('standard'), after: 'left' },
  { call: chat('standard'), fault: 'no_sources' },
  { call: finder(), fault: 'no_results' },
];

/** One request with a key of its own, after one that failed, and with an answer that has nothing to show: each is charged all the same. */
async function judgeUncommon(context: Context, assert: Assertions, { call, after, fault }: Uncommon): Promise<void> {
  const { key } = await context.control.createKey();
  const own = withKey(call, key);
  if (after !== undefined && !(await sendFailingRequest(context, own, after, key))) return;
  if (fault !== undefined && !(await armIfOffered(context, { fault, key, endpoint: call.endpoint }))) return;
  const before = (await context.control.charges(key)).length;
  const exchange = await sendValidOnce(context, own);
  const charges = await chargesOf(context, key, before + 1);
  const scene = `A ${call.endpoint} request ${fault === undefined ? `that follows ${priorWords[after ?? 'refused']}` : `whose answer has nothing to show (fault ${fault})`} was answered`;
  assert.require(charges.length > before, 'Each answered request is charged once.', `${scene} and not charged.`);
  assert.require(
    after !== 'left' || charges.length <= 2,
    'A stream that its client left is charged once, or not at all.',
    `${scene}, and ${charges.length} charges are listed for the two.`,
  );
  const usual = (await billFor(context, call)).amount;
  const largest = Math.max(...charges.map((charge) => charge.amount_micros));
  assert.require(
    usual === 0 || largest <= usual,
    'Each answered request is charged once.',
    `${scene}, and ${money(largest)} were charged; with a key of its own it is charged ${money(usual)}.`,
    exchange,
  );
}

/** Many requests at once: no more charges than requests were sent, which no temporary failure explains. Embeddings may be charged in parts (readings R18). */
async function judgeBurst(context: Context, assert: Assertions): Promise<void> {
  const { key, endpoints } = await burst(context);
  const priced = [...endpoints].filter(([endpoint]) => endpoint !== 'embeddings');
  const due = priced.reduce((sum, [, { answers }]) => sum + answers.filter(succeeded).length, 0);
  const charges = await chargesOf(context, key, due, undefined, isDue);
  for (const [endpoint, { sent }] of priced) {
    const listed = charges.filter((charge) => charge.endpoint === endpoint).length;
    assert.requireAtOnce(
      listed <= sent,
      'Each answered request is charged once, however many come at once.',
      `${sent} ${endpoint} requests were sent, most of them at once, and ${listed} charges are listed for ${endpoint}.`,
    );
  }
}

/** The balance follows the charges, and each charge its lines. */
export const balance = scenario(
  'billing.balance',
  'Requests of every kind and in each circumstance are sent with one key (live ones with another), and such as are refused or fail with keys of their own; each balance must have fallen by the sum of its charges.',
  async (context, assert) => {
    const sprees = await Promise.all(
      (await callsByKey(context, 'billing.balance')).map((calls) => spend(context, calls)),
    );
    const vain = await Promise.all([chat('standard'), finder(), rerank(3)].map((call) => inVain(context, call)));
    await Promise.all(vain.map((one) => judgeBalance(context, assert, one)));
    for (const spree of sprees.flat()) {
      const words = plural(spree.calls.length, 'answered request');
      await judgeBalance(context, assert, { ...spree, words }).catch(async (error: unknown) => {
        // One request alone shows it better than hundreds.
        if (error instanceof RuleBroken)
          for (const call of mixture)
            await sendAlone(context, call)
              .then((one) => judgeBalance(context, assert, one))
              .catch(undefinedIfEnded);
        throw error;
      });
    }
  },
);

async function sendAlone(context: Context, call: Call): Promise<BalanceCase> {
  const { key, balance_micros: before } = await context.control.createKey();
  const exchange = await sendValidOnce(context, withKey(call, key));
  return { key, before, words: `one ${call.endpoint} request`, exchange };
}

/** A key whose requests were refused or failed: what was not taken must not be given back. */
async function inVain(context: Context, call: Call): Promise<BalanceCase> {
  const { key, balance_micros: before } = await context.control.createKey();
  for (const failing of ['refused', 'server fault'] as const)
    await sendFailingRequest(context, withKey(call, key), failing, key);
  return { key, before, words: `${call.endpoint} requests that were refused or failed` };
}

/** A key, its balance before in micros, and what was sent with it. */
interface BalanceCase {
  readonly key: string;
  readonly before: number;
  readonly words: string;
  /** Where it was one request. */
  readonly exchange?: Exchange;
}

async function judgeBalance(
  context: Context,
  assert: Assertions,
  { key, before, words, exchange }: BalanceCase,
): Promise<void> {
  const { left, charges, total } = await pollUntil(
    context,
    () => statementOf(context, key),
    (seen) => before - seen.left === seen.total,
  );
  assert.require(
    before - left === total,
    'The balance falls by what the charges say.',
    `After ${words} the charges come to ${money(total)}, but the balance ${left === before ? 'stayed as it was' : `${left > before ? 'rose' : 'fell'} by ${money(Math.abs(before - left))}`}.`,
    exchange,
  );
  const uneven = unevenCharge(charges);
  assert.require(
    uneven === undefined,
    'The lines of a charge add up to its amount.',
    uneven
      ? `A ${uneven.endpoint} charge of ${money(uneven.amount_micros)} has the lines ${JSON.stringify(uneven.lines)}.`
      : '',
  );
}
