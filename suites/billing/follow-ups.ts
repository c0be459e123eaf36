import { noneIfNotOffered } from '../auth/refusals.ts';
import { caseRule } from '../engine/case-rule.ts';
import type { Check } from '../engine/check.ts';
import type { Context } from '../engine/context.ts';
import { Unjudgeable } from '../judges/judgement.ts';
import { priceOf } from '../model/price-model.ts';
import type { Call } from '../target/exchange.ts';
import { type Bill, billFor, type FollowUpFault } from './bill.ts';
import { asking, type ChatTier, chat, chatAbout, chatModel, streamed } from './calls.ts';
import { holdsFollowUps, judgeAmount, judgeNoSurcharge } from './judges.ts';

const tiers: readonly ChatTier[] = ['standard', 'pro'];

/** A chat call that asks for follow-ups, and what is known of their generation. */
interface SurchargeCase {
  readonly words: string;
  /** The call without follow-ups. */
  readonly bare: Call;
  readonly fault?: FollowUpFault;
}

const surchargeCase = (tier: ChatTier, wrap: (call: Call) => Call, fault?: FollowUpFault): SurchargeCase => ({
  words: `A chat request with ${chatModel[tier]} whose follow-up generation was invoked${fault === undefined ? '' : ' and gave none'}`,
  bare: wrap(chat(tier)),
  ...(fault === undefined ? {} : { fault }),
});

/** The bill of a call that asks for follow-ups, if it shows that generation was invoked: by its questions, or by the fault that says so. */
async function invokedBill(context: Context, call: Call, fault: FollowUpFault | undefined): Promise<Bill | undefined> {
  const [bill] = await billFor(context, asking(call), fault).then((one) => [one], noneIfNotOffered);
  if (fault !== undefined && bill !== undefined) {
    const charged = bill.amount > (await billFor(context, call)).amount;
    context.readings.note('R21', charged ? 'surcharge though none came of it' : 'no surcharge when none came of it');
  }
  return bill && (fault !== undefined || holdsFollowUps(bill.exchange)) ? bill : undefined;
}

function surchargeRule(rule: string, wrap: (call: Call) => Call): Check {
  return caseRule(
    rule,
    'Chat requests that ask for follow-ups are charged with the surcharge where questions came, or where a fault made generation give none.',
    async () => tiers.flatMap((tier) => [surchargeCase(tier, wrap), surchargeCase(tier, wrap, 'no_follow_ups')]),
    async (context, { words, bare, fault }) => {
      const bill = await invokedBill(context, bare, fault);
      if (bill === undefined) return ['nothing', undefined];
      const due = priceOf(bare, { pages: 0, followUpsInvoked: true }) ?? 0;
      const without = await billFor(context, bare);
      const compared = without.amount + due - (priceOf(bare) ?? 0);
      return [judgeAmount(words, bill.amount, due, [compared]), bill.exchange];
    },
  );
}

/** No surcharge when nobody asked: left out and false, with and without a stream. */
const unasked = caseRule(
  'billing.follow-ups-unasked',
  'Chat requests without `include_follow_ups`, or with false, are charged no surcharge.',
  async () => tiers.flatMap((tier) => [chat(tier), chat(tier, { include_follow_ups: false }), streamed(chat(tier))]),
  async (context, call) => {
    const { amount, exchange } = await billFor(context, call);
    return [judgeNoSurcharge('A chat request that asks for no follow-ups', amount, priceOf(call) ?? 0), exchange];
  },
);

/** No surcharge when generation was not invoked, though asked for (readings R21). */
const notInvoked = caseRule(
  'billing.follow-ups-not-invoked',
  'A fault keeps generation from being invoked; the request is charged no surcharge, with and without a stream.',
  async () => tiers.flatMap((tier) => [chat(tier), streamed(chat(tier))]),
  async (context, call) => {
    const { amount, exchange } = await billFor(context, asking(call), 'follow_ups_not_invoked');
    if (holdsFollowUps(exchange))
      throw new Unjudgeable('the armed fault did not strike: the answer holds follow-up questions');
    const words = 'A chat request whose follow-ups were not generated';
    const { amount: base } = await billFor(context, call);
    return [judgeAmount(words, amount, priceOf(call) ?? 0, [base]), exchange];
  },
);

/** Everything at once costs the sum of its parts: by the price list, or by what the target charges for each. */
const additive = caseRule(
  'billing.chat-additive',
  'A chat request with images, a PDF and follow-ups is held against the sum of the three prices.',
  async ({ fixtures }) =>
    tiers.flatMap((tier) => {
      const attached = { image_urls: [`${fixtures}/image.png`], pdf_urls: [`${fixtures}/pages-3.pdf`] };
      const pair = {
        bare: chatAbout(tier, {}),
        full: chatAbout(tier, { image_urls: [`${fixtures}/image.png`] }, attached),
      };
      const stream = { bare: streamed(pair.bare), full: streamed(pair.full) };
      return [pair, stream].flatMap((one) => [one, { ...one, fault: 'no_follow_ups' as const }]);
    }),
  async (context, one: { bare: Call; full: Call; fault?: FollowUpFault }) => {
    const whole = await invokedBill(context, one.full, one.fault);
    if (whole === undefined) return ['nothing', undefined];
    const [bare, pages] = [await billFor(context, one.bare), await billFor(context, one.full)];
    const due = priceOf(one.full, { pages: 5, followUpsInvoked: true }) ?? 0;
    const followUps = await invokedBill(context, one.bare, one.fault);
    const compared = followUps === undefined ? [] : [pages.amount + followUps.amount - bare.amount];
    const words = 'A chat request with 2 images, 3 PDF pages and follow-ups';
    return [judgeAmount(words, whole.amount, due, compared), whole.exchange];
  },
);

/** The rules of the follow-up surcharge. */
export const followUpChecks: readonly Check[] = [
  surchargeRule('billing.follow-ups', (call) => call),
  surchargeRule('billing.follow-ups-stream', streamed),
  unasked,
  notInvoked,
  additive,
];
