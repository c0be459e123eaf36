import { type ControlCharge, type ControlKey, isObject } from '../../../spec/index.ts';
import { caseRule } from '../../engine/checks/case-rule.ts';
import { callsInCircumstances } from '../../engine/checks/in-circumstances.ts';
import { sharedKeys } from '../../engine/context/call-resources.ts';
import { ifOffered } from '../../engine/context/check-errors.ts';
import type { Context } from '../../engine/context/context.ts';
import { pollUntil } from '../../engine/context/poll.ts';
import { send, sendValidOnce } from '../../engine/context/send.ts';
import { circumstancesOfCase } from '../../engine/failure/case-origin.ts';
import { asStream } from '../../generate/bases.ts';
import { type Call, type Exchange, withKey } from '../../http/exchange/exchange.ts';
import { broken, type Judgement } from '../../judges/judgement.ts';
import { listIn, objectIn } from '../../judges/read.ts';
import { money, priceOf } from '../../model/price-model.ts';
import { billFor } from './bill.ts';
import { asking, asksFollowUps, chat, finder, isPriced, pricedEndpoints, rerank } from './calls.ts';
import { holdsFollowUps, judgeAmount } from './judges.ts';

/** What is charged one by one on every run. */
const few: readonly Call[] = [
  ...(['standard', 'pro'] as const).flatMap((tier) => [chat(tier), asStream(chat(tier)), asStream(asking(chat(tier)))]),
  finder(),
  finder({ search_depth: 'advanced' }),
  rerank(3),
  rerank(101),
];

/** Most answers that are asked for again, each with a key of its own, to find those whose price is not among the charges, and those charged twice. */
const [UNCHARGED, OVERCHARGED] = [200, 60];

/** Charges of a key that may be there without an answer that we know of: those of requests that are under way. More than these are looked into. */
const UNDER_WAY = 4;

/** Every answer costs what the price list says: the bill of the keys that most requests of a run share holds a charge for each of its answers. */
export const wholeBill = caseRule(
  'billing.whole-bill',
  'The charges of the keys that the run shares are held against the prices of all their answers; requests whose price is missing, or there too often, are sent again, each with a key of its own. Where a price is missing, one more is sent with the shared key, whose balance must not stay as it was.',
  async (context): Promise<readonly (Call | UsedKey)[]> => [...few, ...(await suspects(context))],
  async (context, call) => {
    if ('answered' in call) return judgeUsedKey(context, call);
    const bill = await billFor(context, call);
    const { exchange, times } = bill;
    const [due = 0, ...also] = costsOf(exchange) ?? [];
    const plain = plainest(call);
    // A wrong price of the plainest request is blamed by its own rule alone.
    const compared = (await billFor(context, plain)).amount - (priceOf(plain) ?? 0);
    const words = `A ${call.endpoint} request`;
    if (times > 1) return [broken(`${words} is charged once.`, `${times} charges are listed.`), exchange];
    return [judgeAmount(words, bill, due, [...also, ...[due, ...also].map((cost) => cost + compared)]), exchange];
  },
);

/** A key of the run whose charges lack some price, and how many requests were answered with it. */
interface UsedKey {
  readonly key: string;
  readonly answered: number;
}

/** A key is charged however much it was used before. What else is charged to it meanwhile lowers its balance, too: that can only hide a failure. */
async function judgeUsedKey(
  context: Context,
  { key, answered }: UsedKey,
): Promise<readonly [Judgement, Exchange | undefined]> {
  const look = (): Promise<ControlKey | undefined> => ifOffered(() => context.control.key(key));
  const seen = await look();
  if (seen === undefined) return ['nothing', undefined];
  const before = seen.balance_micros;
  const exchange = await sendValidOnce(context, withKey(finder(), key));
  const latest = (await pollUntil(context, look, (one) => one?.balance_micros !== before)) ?? seen;
  const expected = 'Each answered request is charged, however many its key sent before.';
  const actual = `After ${answered} answers to a key, one more finder request was answered, and its balance stayed at ${money(before)}.`;
  // One that rose got back what it had set aside for another request.
  return [latest.balance_micros === before ? broken(expected, actual) : 'fine', exchange];
}

/** The plainest call of the same price: of its model, its depth or its number of units. */
function plainest({ endpoint, body }: Call): Call {
  const { model, search_depth, documents } = objectIn(body) ?? {};
  if (endpoint === 'finder') return finder(search_depth === 'advanced' ? { search_depth } : {});
  if (endpoint === 'rerank') return rerank(Math.max(1, listIn(documents).length));
  return chat('standard', { model });
}

/** The calls of which some were not charged what they cost, or more than once, and the keys of the former. None where a run is recorded, for what was answered by then is a matter of time. */
async function suspects(context: Context): Promise<readonly (Call | UsedKey)[]> {
  const { recordTo, recording } = context.settings;
  if (recordTo !== undefined || recording !== undefined) return [];
  for (const endpoint of pricedEndpoints) {
    const calls = await callsInCircumstances(context, endpoint);
    await Promise.allSettled(calls.map((call) => send(context, call)));
  }
  const found = await Promise.all(
    (await sharedKeys(context)).map(async (key) => {
      const answered = context.answeredWith(key).filter(({ call }) => isPriced(call.endpoint));
      const look = async () => {
        const charges = (await context.control.charges(key)).filter(({ endpoint }) => isPriced(endpoint));
        const priced = answered.filter((exchange) => costsOf(exchange) !== undefined);
        return { charges: charges.length, ...compareCharges(priced, charges) };
      };
      // Once each answer has some charge, no other is due.
      const compared = await pollUntil(
        context,
        look,
        ({ charges, missing }) => missing.length === 0 || charges >= answered.length,
      );
      return { ...compared, key, answered: answered.length };
    }),
  );
  const those = (which: keyof Compared): readonly Call[] =>
    found.flatMap((compared) => compared[which]).filter(circumstancesOfCase);
  const surplus = those('surplus');
  // Nobody knows which of them were charged too often: some of each part of the run.
  const step = Math.ceil(surplus.length / OVERCHARGED);
  const keys = found.filter(({ missing }) => missing.length > 0);
  // Last, because a request with a key of its own shows more.
  return [...those('missing').slice(0, UNCHARGED), ...surplus.filter((_, at) => at % step === 0), ...keys];
}

/** Answers held against the charges of their key. */
interface Compared {
  /** The calls of all answers that cost what some answer was not charged. */
  readonly missing: readonly Call[];
  /** Those that cost what was charged more often than answered; none where such charges are so few that they may be for what is under way. */
  readonly surplus: readonly Call[];
}

/** Holds the prices of answers, which must be known, against charges. */
export function compareCharges(answered: readonly Exchange[], charges: readonly ControlCharge[]): Compared {
  const left = new Map<string, number>();
  const name = (endpoint: string, amount: number): string => `${endpoint} ${amount}`;
  const leftOf = (charge: string): number => left.get(charge) ?? 0;
  for (const { endpoint, amount_micros: amount } of charges)
    left.set(name(endpoint, amount), leftOf(name(endpoint, amount)) + 1);
  const priced = answered
    .map((exchange) => ({ call: exchange.call, costs: costsOf(exchange) ?? [] }))
    // Those of which only one price is possible choose first, then the cheapest: so no charge is taken from one that needs it.
    .toSorted((one, other) => one.costs.length - other.costs.length || (one.costs[0] ?? 0) - (other.costs[0] ?? 0));
  const missing = new Set<string>();
  for (const { call, costs } of priced) {
    const names = costs.map((cost) => name(call.endpoint, cost));
    const found = names.find((charge) => leftOf(charge) > 0);
    if (found === undefined) for (const charge of names) missing.add(charge);
    else left.set(found, leftOf(found) - 1);
  }
  const callsOf = (isWanted: (charge: string) => boolean): readonly Call[] =>
    priced
      .filter(({ call, costs }) => costs.some((cost) => isWanted(name(call.endpoint, cost))))
      .map(({ call }) => call);
  const extra = [...left.values()].reduce((sum, count) => sum + count, 0);
  return {
    missing: callsOf((charge) => missing.has(charge)),
    surplus: extra > UNDER_WAY ? callsOf((charge) => leftOf(charge) > 0) : [],
  };
}

/** What an answer may cost, in micros: two prices where follow-ups were asked for and none came (readings R21). Undefined where its pages or its price are not known. */
function costsOf(exchange: Exchange): readonly number[] | undefined {
  const { call } = exchange;
  if (!isPriced(call.endpoint)) return undefined;
  const messages = listIn(objectIn(call.body)?.messages).filter(isObject);
  const pdfs = messages.flatMap(({ pdf_urls }) => listIn(pdf_urls).map(pagesOf));
  const images = messages.flatMap(({ image_urls }) => listIn(image_urls)).length;
  const pages = pdfs.reduce((sum, count) => sum + count, images);
  const invoked = !asksFollowUps(call) ? [false] : holdsFollowUps(exchange) ? [true] : [false, true];
  const costs = invoked.map((followUpsInvoked) => priceOf(call, { pages, followUpsInvoked }));
  return costs.some((cost) => cost === undefined || Number.isNaN(cost)) ? undefined : (costs as readonly number[]);
}

/** How many pages a fixture has, which its name says; NaN for other files. */
const pagesOf = (url: unknown): number => Number(/\/pages-(\d+)\.pdf(\?|$)/.exec(String(url))?.[1]);
