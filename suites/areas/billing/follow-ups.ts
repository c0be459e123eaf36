import { defined, prices } from '../../../spec/index.ts';
import { caseRule } from '../../engine/checks/case-rule.ts';
import type { Check } from '../../engine/checks/check.ts';
import { type CallWith, casesWith } from '../../engine/checks/in-circumstances.ts';
import { isLacking } from '../../engine/context/check-errors.ts';
import type { Context } from '../../engine/context/context.ts';
import { faultDidNotStrike } from '../../engine/context/faults.ts';
import { flatMapInParallel } from '../../engine/context/map-concurrently.ts';
import { asStream } from '../../generate/bases.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import type { Call } from '../../http/exchange/exchange.ts';
import { priceOf } from '../../model/price-model.ts';
import { answerAfter, type Bill, billFor, type FollowUpFault } from './bill.ts';
import { asking, type ChatTier, chat, chatAbout, chatModel } from './calls.ts';
import { pagesIn, tierIn } from './circumstances.ts';
import { holdsFollowUps, judgeAmount, judgeNoSurcharge } from './judges.ts';

const tiers: readonly ChatTier[] = ['standard', 'pro'];

/** A chat call that asks for follow-ups, and what is known of their generation. */
interface SurchargeCase {
  readonly words: string;
  /** The call without follow-ups. */
  readonly bare: Call;
  readonly fault?: FollowUpFault;
  /** What it has attached. */
  readonly pages?: number;
}

const surchargeCase = (tier: ChatTier, bare: Call, fault?: FollowUpFault): SurchargeCase => ({
  words: `A chat request with ${chatModel[tier]} whose follow-up generation was invoked${fault === undefined ? '' : ' and gave none'}`,
  bare,
  ...defined({ fault }),
});

/**
 * The bill of a call that asks for follow-ups, if generation was invoked: questions came, or the charge has a line for them, or the fault was used up,
 * so that the next answer has questions. Nothing guarantees that it is invoked, each time or at all, and a fault that touches nothing is not used up.
 */
async function invokedBill(context: Context, call: Call, fault: FollowUpFault | undefined): Promise<Bill | undefined> {
  // A control API that fails leaves the case open; one that lacks the fault leaves nothing to judge.
  const bill = await billFor(context, asking(call), fault).catch((error: unknown) => {
    if (!isLacking(error)) throw error;
  });
  if (fault !== undefined && bill !== undefined) {
    const charged = bill.amount > (await billFor(context, call)).amount;
    context.readings.note('R21', charged ? 'surcharge though none came of it' : 'no surcharge when none came of it');
  }
  if (bill === undefined || fault === undefined) return bill && holdsFollowUps(bill.exchange) ? bill : undefined;
  const listed = bill.lines.some(({ item }) => item === 'follow_ups');
  const isInvoked = listed || holdsFollowUps(await answerAfter(context, asking(call), fault));
  return isInvoked ? bill : undefined;
}

/** Faults under which follow-ups are asked for all the same: none, and one that makes generation give none. */
const ways = [undefined, 'no_follow_ups'] as const;

function surchargeRule(rule: string, streams: boolean): Check {
  const wrap = streams ? asStream : (call: Call): Call => call;
  return caseRule(
    rule,
    'Chat requests that ask for follow-ups, in each circumstance too, are charged with the surcharge where questions came, or where a fault made generation give none.',
    async (context) => [
      ...tiers.flatMap((tier) => ways.map((fault) => surchargeCase(tier, wrap(chat(tier)), fault))),
      ...(await flatMapInParallel(ways, (fault) =>
        inCircumstances(context, rule, (callWith, row) => {
          const stream = streams ? 'true' : row.stream === 'false' ? 'false' : 'left out';
          return surchargeCase(tierIn(row), callWith({ stream, 'follow-ups': 'left out' }), fault);
        }),
      )),
    ],
    async (context, { words, bare, fault, pages = 0 }) => {
      const bill = await invokedBill(context, bare, fault);
      if (bill === undefined) return ['nothing', undefined];
      const due = priceOf(bare, { pages, followUpsInvoked: true }) ?? 0;
      const without = await billFor(context, bare);
      const compared = without.amount + prices.chatFollowUps;
      return [judgeAmount(words, bill, due, [compared]), bill.exchange];
    },
  );
}

/** Cases in each circumstance of chat, with the pages that they have attached. */
const inCircumstances = <Case extends object>(
  context: Context,
  rule: string,
  make: (callWith: CallWith, row: Circumstances) => Case,
): Promise<readonly (Case & { readonly pages: number })[]> =>
  casesWith(context, 'chat', rule, (callWith, row) => ({ ...make(callWith, row), pages: pagesIn(row) }));

/** A call that no surcharge is due for, and the pages that it has attached. */
interface Unsurcharged {
  readonly call: Call;
  readonly pages?: number;
}

/** No surcharge when nobody asked: left out and false, with and without a stream. */
const unasked = caseRule(
  'billing.follow-ups-unasked',
  'Chat requests without `include_follow_ups`, or with false, are charged no surcharge, in each circumstance.',
  async (context): Promise<readonly Unsurcharged[]> => [
    ...tiers.flatMap((tier) =>
      [chat(tier), chat(tier, { include_follow_ups: false }), asStream(chat(tier))].map((call) => ({ call })),
    ),
    ...(await inCircumstances(context, 'billing.follow-ups-unasked', (callWith, row) => ({
      call: callWith(row['follow-ups'] === 'true' ? { 'follow-ups': 'false' } : {}),
    }))),
  ],
  async (context, { call, pages = 0 }) => {
    const { amount, exchange } = await billFor(context, call);
    const base = priceOf(call, { pages, followUpsInvoked: false }) ?? 0;
    return [judgeNoSurcharge('A chat request that asks for no follow-ups', amount, base), exchange];
  },
);

/** No surcharge when generation was not invoked, though asked for (readings R21). */
const notInvoked = caseRule(
  'billing.follow-ups-not-invoked',
  'A fault keeps generation from being invoked; the request is charged no surcharge, with and without a stream, in each circumstance.',
  async (context): Promise<readonly Unsurcharged[]> => [
    ...tiers.flatMap((tier) => [chat(tier), asStream(chat(tier))].map((call) => ({ call }))),
    ...(await inCircumstances(context, 'billing.follow-ups-not-invoked', (callWith) => ({
      call: callWith({ 'follow-ups': 'left out' }),
    }))),
  ],
  async (context, { call, pages = 0 }) => {
    const bill = await billFor(context, asking(call), 'follow_ups_not_invoked');
    const { exchange } = bill;
    if (holdsFollowUps(exchange)) throw faultDidNotStrike('the answer holds follow-up questions');
    const words = 'A chat request whose follow-ups were not generated';
    const { amount: base } = await billFor(context, call);
    const due = priceOf(call, { pages, followUpsInvoked: false }) ?? 0;
    return [judgeAmount(words, bill, due, [base]), exchange];
  },
);

/** A chat call with everything, the same without, and what is known of it. */
interface Sum {
  readonly bare: Call;
  readonly full: Call;
  readonly fault?: FollowUpFault;
  /** What the full one has attached; five unless told. */
  readonly pages?: number;
}

/** Everything at once costs the sum of its parts: by the price list, or by what the target charges for each. */
const additive = caseRule(
  'billing.chat-additive',
  'A chat request with images, a PDF and follow-ups, in each circumstance too, is held against the sum of the three prices.',
  async (context): Promise<readonly Sum[]> => {
    const { fixtures } = context;
    const made = tiers.flatMap((tier) => {
      const attached = { image_urls: [`${fixtures}/image.png`], pdf_urls: [`${fixtures}/pages-3.pdf`] };
      const pair = {
        bare: chatAbout(tier, {}),
        full: chatAbout(tier, { image_urls: [`${fixtures}/image.png`] }, attached),
      };
      const stream = { bare: asStream(pair.bare), full: asStream(pair.full) };
      return [pair, stream].flatMap((one) => [one, { ...one, fault: 'no_follow_ups' as const }]);
    });
    const wide = await casesWith(context, 'chat', 'billing.chat-additive', (callWith) => ({
      bare: callWith({ attachments: 'none', 'follow-ups': 'left out' }),
      full: callWith({ attachments: 'both', 'follow-ups': 'left out' }),
      pages: pagesIn({ attachments: 'both' }),
    }));
    return [...made, ...wide];
  },
  async (context, one) => {
    const whole = await invokedBill(context, one.full, one.fault);
    if (whole === undefined) return ['nothing', undefined];
    const [bare, pages] = [await billFor(context, one.bare), await billFor(context, one.full)];
    const due = priceOf(one.full, { pages: one.pages ?? 5, followUpsInvoked: true }) ?? 0;
    const followUps = await invokedBill(context, one.bare, one.fault);
    const compared = followUps === undefined ? [] : [pages.amount + followUps.amount - bare.amount];
    const words = 'A chat request with images, PDF pages and follow-ups';
    return [judgeAmount(words, whole, due, compared), whole.exchange];
  },
);

/** The rules of the follow-up surcharge. */
export const followUpChecks: readonly Check[] = [
  surchargeRule('billing.follow-ups', false),
  surchargeRule('billing.follow-ups-stream', true),
  unasked,
  notInvoked,
  additive,
];
