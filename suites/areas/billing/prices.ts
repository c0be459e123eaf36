import { attachmentCap, type PaidEndpoint, prices } from '../../../spec/index.ts';
import { caseRule } from '../../engine/checks/case-rule.ts';
import type { Check } from '../../engine/checks/check.ts';
import { type CallWith, casesWith } from '../../engine/checks/in-circumstances.ts';
import type { Context } from '../../engine/context/context.ts';
import { asStream, twoPages } from '../../generate/bases.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import type { Call } from '../../http/exchange/exchange.ts';
import { objectIn } from '../../judges/read.ts';
import { type PriceFacts, priceOf, unitsFor } from '../../model/price-model.ts';
import { type Bill, billFor } from './bill.ts';
import { asking, asksFollowUps, type ChatTier, chat, chatAbout, chatModel, finder, rerank } from './calls.ts';
import { pagesIn, tierIn } from './circumstances.ts';
import { judgeAmount } from './judges.ts';

interface Priced {
  readonly words: string;
  readonly call: Call;
  readonly facts?: PriceFacts;
  /** What it should cost by other charges of the same target. */
  byComparison?(context: Context): Promise<number>;
}

const METHOD =
  'Each request, in each circumstance of its endpoint too, is sent with a key of its own, and the charge that the control API lists is held against the price list.';

function priceRule(
  rule: string,
  endpoint: PaidEndpoint,
  cases: (context: Context) => readonly Priced[],
  inCircumstances: (callWith: CallWith, row: Circumstances) => Priced,
): Check {
  return caseRule(
    rule,
    METHOD,
    async (context) => [...cases(context), ...(await casesWith(context, endpoint, rule, inCircumstances))],
    async (context, { words, call, facts, byComparison }) => {
      const bill = await billFor(context, call);
      const due = priceOf(call, facts) ?? 0;
      const fine = [due, ...(byComparison === undefined ? [] : [await byComparison(context)])];
      const surcharges = asksFollowUps(call) ? surchargesIn(bill) : [0];
      const [first = due, ...also] = surcharges.flatMap((surcharge) => fine.map((one) => one + surcharge));
      return [judgeAmount(`${words}${first > due ? ' and follow-ups' : ''}`, bill, first, also), bill.exchange];
    },
  );
}

/**
 * What a charge may hold for follow-ups: what its lines say, since whether and how much is due is for the rules of follow-ups to judge. A page with the pro
 * model costs as much, so that a page too many would pass for them. Either amount where the lines do not say what the charge consists of.
 */
function surchargesIn({ amount, lines }: Bill): readonly number[] {
  const sumOf = (some: Bill['lines']): number =>
    some.reduce((sum, { quantity, unit_micros }) => sum + quantity * unit_micros, 0);
  if (sumOf(lines) !== amount) return [0, prices.chatFollowUps];
  return [sumOf(lines.filter(({ item }) => item === 'follow_ups'))];
}

const amountOf = async (context: Context, call: Call): Promise<number> => (await billFor(context, call)).amount;

const basePrice = (rule: string, tier: ChatTier): Check =>
  priceRule(
    rule,
    'chat',
    () => [
      { words: `A chat request with ${chatModel[tier]}`, call: chat(tier) },
      { words: `A chat request of three messages with ${chatModel[tier]}`, call: chatAbout(tier, {}) },
      {
        words: `A chat request with instructions, a language and a domain filter for ${chatModel[tier]}`,
        call: chat(tier, { instructions: 'Answer in short sentences.', language: 'en', include_domains: ['who.int'] }),
      },
    ],
    (callWith) => ({
      words: `A chat request with ${chatModel[tier]}`,
      call: callWith({ model: tier, attachments: 'none' }),
    }),
  );

/** Pages on top of the price without any: of the list, or of what the target charged without them. */
function pagesCase(tier: ChatTier, words: string, pages: number, first: object, last: object = {}): Priced {
  const facts = { pages, followUpsInvoked: false };
  const call = chatAbout(tier, first, last);
  const bare = chatAbout(tier, {});
  const rate = (priceOf(call, facts) ?? 0) - (priceOf(bare) ?? 0);
  return {
    words: `A chat request with ${chatModel[tier]} and ${words}`,
    call,
    facts,
    byComparison: async (context) => (await amountOf(context, bare)) + rate,
  };
}

/** The same in circumstances: what is attached costs so much more than the same request without it. */
const attachedCase =
  (tier: ChatTier, kind: 'images' | 'pdf', words: string) =>
  (callWith: CallWith, row: Circumstances): Priced => {
    const other = kind === 'images' ? 'pdf' : 'images';
    const beside = row.attachments === other || row.attachments === 'both';
    const [own, rest] = beside ? ['both', other] : [kind, 'none'];
    const call = callWith({ model: tier, attachments: own });
    const facts = { pages: pagesIn({ attachments: own }), followUpsInvoked: false };
    const bare = callWith({ model: tier, attachments: rest, 'follow-ups': 'left out' });
    const rate =
      (priceOf(call, facts) ?? 0) - (priceOf(bare, { ...facts, pages: pagesIn({ attachments: rest }) }) ?? 0);
    return {
      words: `A chat request with ${chatModel[tier]} and ${words}${beside ? ' beside other attachments' : ''}`,
      call,
      facts,
      byComparison: async (context) => (await amountOf(context, bare)) + rate,
    };
  };

/** The most pages of a request. */
const caps = { standard: attachmentCap[chatModel.standard], pro: attachmentCap[chatModel.pro] } as const;

/** So many pages that a price of binary fractions is less than its micros, or its cents with and without the base price, and one of them is lost where they are cut off. */
const UNEVEN = { standard: [6], pro: [58, 59] } as const;

const imagesPrice = (rule: string, tier: ChatTier): Check =>
  priceRule(
    rule,
    'chat',
    ({ fixtures }) => {
      // One file will do: each entry counts, the same URL too (readings A4).
      const image = `${fixtures}/image.png`;
      const one = pagesCase(tier, '1 image', 1, {}, { image_urls: [image] });
      return [
        one,
        { ...one, words: `${one.words}, streamed`, call: asStream(one.call) },
        { ...one, call: asking(one.call) },
        pagesCase(tier, '3 images in two messages', 3, { image_urls: [image, image] }, { image_urls: [image] }),
        ...[...UNEVEN[tier], caps[tier]].map((count) =>
          pagesCase(tier, `${count} images`, count, {}, { image_urls: Array(count).fill(image) }),
        ),
      ];
    },
    attachedCase(tier, 'images', '1 image'),
  );

const pdfPrice = (rule: string, tier: ChatTier): Check =>
  priceRule(
    rule,
    'chat',
    ({ fixtures }) => {
      const pdf = (pages: number): string => `${fixtures}/pages-${pages}.pdf`;
      return [
        pagesCase(tier, 'a PDF of 3 pages', 3, {}, { pdf_urls: [pdf(3)] }),
        pagesCase(
          tier,
          'PDFs of 2, 3 and 2 pages in two messages',
          7,
          { pdf_urls: [pdf(2), pdf(3)] },
          { pdf_urls: [pdf(2)] },
        ),
        pagesCase(
          tier,
          `a PDF of 5 pages beside ${caps[tier] - 5} images`,
          caps[tier],
          {},
          { pdf_urls: [pdf(5)], image_urls: Array(caps[tier] - 5).fill(`${fixtures}/image.png`) },
        ),
      ];
    },
    attachedCase(tier, 'pdf', 'PDFs of 2 pages and 1'),
  );

const rerankCase = (count: number, call = rerank(count)): Priced => ({
  words: `A rerank request of ${count} documents`,
  call,
  ...(count <= 100
    ? {}
    : { byComparison: async (context: Context) => unitsFor(count) * (await amountOf(context, rerank(1))) }),
});

/** In circumstances, with so many documents as a row has where they are within the bounds, else with so many as the nearer bound. */
const rerankIn =
  (least: number, most: number) =>
  (callWith: CallWith, row: Circumstances): Priced => {
    const count = Math.max(least, Math.min(most, Number(row.documents ?? 2)));
    return rerankCase(count, callWith({ documents: String(count) }));
  };

/** The same, with fewer results asked for than documents sent: units count documents. */
const fewOf = (one: Priced): Priced => ({
  ...one,
  words: `${one.words} with \`top_n\` 1`,
  call: { ...one.call, body: { ...objectIn(one.call.body), top_n: 1 } },
});

/** The rules of the price list that one charge decides. */
export const priceChecks: readonly Check[] = [
  basePrice('billing.chat-base-standard', 'standard'),
  basePrice('billing.chat-base-pro', 'pro'),
  priceRule(
    'billing.chat-stream',
    'chat',
    () =>
      (['standard', 'pro'] as const).map((tier) => ({
        words: `A streamed chat request with ${chatModel[tier]}`,
        call: asStream(chat(tier)),
        byComparison: (context) => amountOf(context, chat(tier)),
      })),
    (callWith, row) => ({
      words: `A streamed chat request with ${chatModel[tierIn(row)]}`,
      call: callWith({ stream: 'true' }),
      facts: { pages: pagesIn(row), followUpsInvoked: false },
      byComparison: (context) => amountOf(context, callWith({ stream: 'left out', 'follow-ups': 'left out' })),
    }),
  ),
  imagesPrice('billing.images-standard', 'standard'),
  imagesPrice('billing.images-pro', 'pro'),
  pdfPrice('billing.pdf-pages-standard', 'standard'),
  pdfPrice('billing.pdf-pages-pro', 'pro'),
  priceRule(
    'billing.finder-basic',
    'finder',
    () => [
      { words: 'A finder request without `search_depth`', call: finder() },
      { words: 'A `basic` finder request', call: finder({ search_depth: 'basic' }) },
      {
        words: 'A `basic` finder request for 20 results and an answer',
        call: finder({ search_depth: 'basic', max_results: 20, include_answer: true }),
      },
    ],
    (callWith, { depth }) => ({
      words: 'A `basic` finder request',
      call: callWith(depth === 'advanced' ? { depth: 'basic' } : {}),
    }),
  ),
  priceRule(
    'billing.finder-advanced',
    'finder',
    () => [
      { words: 'An `advanced` finder request', call: finder({ search_depth: 'advanced' }) },
      {
        words: 'An `advanced` finder request for 10 results',
        call: finder({ search_depth: 'advanced', max_results: 10 }),
      },
      {
        words: 'An `advanced` finder request for 20 results and an answer',
        call: finder({ search_depth: 'advanced', max_results: 20, include_answer: true }),
      },
    ],
    (callWith) => ({ words: 'An `advanced` finder request', call: callWith({ depth: 'advanced' }) }),
  ),
  priceRule(
    'billing.rerank-unit',
    'rerank',
    () => [...[1, 99, 100].map((count) => rerankCase(count)), rerankCase(100, rerank(100, twoPages))],
    rerankIn(1, 100),
  ),
  priceRule(
    'billing.rerank-part-unit',
    'rerank',
    () => [...[101, 200, 201, 550, 901, 1_000].map((count) => rerankCase(count)), fewOf(rerankCase(201))],
    rerankIn(101, 1_000),
  ),
];
