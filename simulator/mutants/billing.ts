import { testKeys } from '../../fixtures/index.ts';
import type { PaidEndpoint } from '../../spec/index.ts';
import { bearerToken } from '../authenticate.ts';
import { ApiError, errorAnswer, simulatorErrors } from '../errors.ts';
import type { Ledger } from '../ledger.ts';
import type { Mutant } from '../mutant.ts';
import type { PaidCall, PriceFacts } from '../price.ts';
import { jsonResponse } from '../wire.ts';
import { type Change, mutant } from './change.ts';
import { changeEnvelope } from './change-errors.ts';
import { changeLedger } from './change-ledger.ts';
import { grantCredit, lineBy, linesBy, overdrawn, priced, refuseCredit } from './change-money.ts';
import { changeResponse } from './change-response.ts';

const standard = 'svc-chat-v1';
const pro = 'svc-chat-pro-v1';

const isChat = (call: PaidCall, model: string): boolean => call.endpoint === 'chat' && call.request.model === model;
const streams = (call: PaidCall): boolean => call.endpoint === 'chat' && call.request.stream === true;
const asks = (call: PaidCall): boolean => call.endpoint === 'chat' && call.request.include_follow_ups === true;

/** Entries of one input over all messages of a chat request. */
const attached = (call: PaidCall, input: 'image_urls' | 'pdf_urls'): readonly string[] =>
  call.endpoint === 'chat' ? call.request.messages.flatMap((message) => message[input] ?? []) : [];
const pdfPages = (call: PaidCall, { pages }: PriceFacts): number => pages - attached(call, 'image_urls').length;

/** Bills other quantities of attachment pages. */
const pagesBy = (model: string, quantity: (call: PaidCall, facts: PriceFacts) => number): Change =>
  lineBy('attachment_pages', (line, call, facts) =>
    isChat(call, model) ? { ...line, quantity: quantity(call, facts) } : line,
  );

/** Bills other quantities of rerank units. */
const unitsBy = (units: (documents: number) => number): Change =>
  lineBy('rerank_units', (line, call) => ({
    ...line,
    quantity: call.endpoint === 'rerank' ? units(call.request.documents.length) : 1,
  }));

/** Lets keys without credit in on one endpoint. */
const unchecked = (endpoint: PaidEndpoint): Change =>
  grantCredit((balance, highest) => balance <= 0 && highest.endpoint === endpoint);

/** Refuses credit where the catalogue is asked for with the key that has none. */
const catalogueAsksForCredit = changeResponse((response, { endpoint, request }) =>
  endpoint === 'domains' && bearerToken(request.headers.authorization ?? '') === testKeys.empty
    ? jsonResponse(
        errorAnswer(new ApiError('The credit balance is too low.', { code: 'insufficient_credits' }), simulatorErrors),
      )
    : response,
);

/** Checks the balance first and takes the money only when the answer is there. */
const takingLate = changeLedger((ledger) => ({
  reserve: async (key, highest) => {
    const record = await ledger.find(key);
    await new Promise((resolve) => setImmediate(resolve));
    return record !== null && record.balance_micros > 0 && record.balance_micros >= highest.amount_micros
      ? { id: -1, key, highest }
      : null;
  },
  settle: async ({ key, highest }, charge) => {
    const reservation = await overdrawn(ledger, key, highest);
    if (reservation !== null) await ledger.settle(reservation, charge);
  },
}));

/** Refuses a request while another one of the same key runs. */
const oneAtATime = changeLedger((ledger) => {
  const running = new Set<string>();
  // Later: the answer is on its way before the key is free again, also where the machine is busy.
  const end = (key: string): void => void setTimeout(() => running.delete(key), 25).unref();
  return {
    reserve: async (key, highest) => {
      if (running.has(key)) return null;
      running.add(key);
      const reservation = await ledger.reserve(key, highest);
      if (reservation === null) end(key);
      return reservation;
    },
    settle: async (reservation, charge) => {
      await ledger.settle(reservation, charge);
      end(reservation.key);
    },
    release: async (reservation) => {
      await ledger.release(reservation);
      end(reservation.key);
    },
  };
});

type Settle = Ledger['settle'];

/** Charges in another way when a request is answered. */
const settling = (settle: (ledger: Ledger, ...settled: Parameters<Settle>) => Promise<void>): Change =>
  changeLedger((ledger) => ({ settle: (...settled) => settle(ledger, ...settled) }));

/** Charges some requests twice. */
const twice = (endpoint: PaidEndpoint): Change =>
  settling(async (ledger, reservation, charge) => {
    await ledger.settle(reservation, charge);
    if (charge.endpoint !== endpoint) return;
    const again = await ledger.reserve(reservation.key, charge);
    if (again !== null) await ledger.settle(again, charge);
  });

/** Forgets to charge when a stream has ended. */
const streamsUncharged: Change = (behaviour) => ({
  ...behaviour,
  priceOf: (call, facts, prices) => {
    const charge = behaviour.priceOf(call, facts, prices);
    return streams(call) ? { ...charge, model: `${charge.model}/stream` } : charge;
  },
  createLedger: (initial) => {
    const ledger = behaviour.createLedger(initial);
    const settle: Settle = (reservation, charge) =>
      charge.model.endsWith('/stream') ? ledger.release(reservation) : ledger.settle(reservation, charge);
    return { ...ledger, settle };
  },
});

/** Takes a charge for the repetition of the last one, and free, when it is the same. */
const repetitionFree = settling(async (ledger, reservation, charge) => {
  const charges = (await ledger.charges(reservation.key)) ?? [];
  const last = charges.at(-1);
  const repeated = last?.endpoint === charge.endpoint && last.amount_micros === charge.amount_micros;
  await (repeated ? ledger.release(reservation) : ledger.settle(reservation, charge));
});

/** Lowers the balance by something else than the charge says. */
const takingBy = (taken: (amount: number) => number): Change =>
  settling(async (ledger, reservation, charge) => {
    await ledger.settle(reservation, charge);
    await ledger.credit(reservation.key, charge.amount_micros - taken(charge.amount_micros));
  });

const cent = 10_000;

/** Mutants of prices, charges and balances. */
export const billingMutants: readonly Mutant[] = [
  mutant('billing.zero-balance/finder-unchecked', 'Finder answers a key without credit.', unchecked('finder')),
  mutant('billing.zero-balance/forbidden', 'A key without credit gets 403.', (behaviour) => ({
    ...behaviour,
    errorTable: {
      ...behaviour.errorTable,
      insufficient_credits: { ...behaviour.errorTable.insufficient_credits, status: 403 },
    },
  })),
  mutant(
    'billing.zero-balance/other-code',
    'A 402 has the code `insufficient_funds`.',
    changeEnvelope((body, status) =>
      status === 402 ? { error: { ...body.error, code: 'insufficient_funds' } } : body,
    ),
  ),
  mutant(
    'billing.domains-free/credit-asked-for',
    'The catalogue answers 402 to a key without credit.',
    catalogueAsksForCredit,
  ),
  mutant(
    'billing.chat-base-standard/tenth',
    'A request with `svc-chat-v1` costs 0.015 US dollars.',
    priced((prices) => ({ ...prices, chatBase: { ...prices.chatBase, [standard]: 15_000 } })),
  ),
  mutant(
    'billing.chat-base-standard/by-message',
    'Each message costs the base price of `svc-chat-v1`.',
    lineBy('base', (line, call) =>
      isChat(call, standard) && call.endpoint === 'chat' ? { ...line, quantity: call.request.messages.length } : line,
    ),
  ),
  mutant(
    'billing.chat-base-standard/by-length',
    'The base price of `svc-chat-v1` rises with `instructions`.',
    lineBy('base', (line, call) =>
      call.endpoint === 'chat' && call.request.instructions && isChat(call, standard)
        ? { ...line, unit_micros: line.unit_micros + cent }
        : line,
    ),
  ),
  mutant(
    'billing.chat-base-pro/standard-price',
    '`svc-chat-pro-v1` costs what `svc-chat-v1` costs.',
    priced((prices) => ({ ...prices, chatBase: { ...prices.chatBase, [pro]: prices.chatBase[standard] } })),
  ),
  mutant(
    'billing.chat-base-pro/tenfold',
    'A request with `svc-chat-pro-v1` costs 5.00 US dollars.',
    priced((prices) => ({ ...prices, chatBase: { ...prices.chatBase, [pro]: 5_000_000 } })),
  ),
  mutant(
    'billing.chat-stream/twice',
    'A streamed request costs the base price twice.',
    lineBy('base', (line, call) => (streams(call) ? { ...line, quantity: 2 } : line)),
  ),
  mutant(
    'billing.chat-stream/surcharge',
    'A streamed request costs 0.01 US dollars more.',
    lineBy('base', (line, call) => (streams(call) ? { ...line, unit_micros: line.unit_micros + cent } : line)),
  ),
  mutant(
    'billing.follow-ups/free',
    'Follow-up questions cost nothing without a stream.',
    lineBy('follow_ups', (line, call) => (streams(call) ? line : null)),
  ),
  mutant(
    'billing.follow-ups/tenfold',
    'Follow-up questions cost 0.10 US dollars without a stream.',
    lineBy('follow_ups', (line, call) => (streams(call) ? line : { ...line, unit_micros: 10 * line.unit_micros })),
  ),
  mutant(
    'billing.follow-ups/standard-only',
    'Follow-up questions cost nothing with `svc-chat-pro-v1`.',
    lineBy('follow_ups', (line, call) => (isChat(call, pro) && !streams(call) ? null : line)),
  ),
  mutant(
    'billing.follow-ups-stream/free',
    'Follow-up questions cost nothing in a stream.',
    lineBy('follow_ups', (line, call) => (streams(call) ? null : line)),
  ),
  mutant(
    'billing.follow-ups-stream/twice',
    'Follow-up questions cost twice as much in a stream.',
    lineBy('follow_ups', (line, call) => (streams(call) ? { ...line, quantity: 2 } : line)),
  ),
  mutant(
    'billing.follow-ups-unasked/always',
    'Every chat request costs the surcharge for follow-up questions.',
    linesBy((lines, call) =>
      call.endpoint === 'chat' && !asks(call)
        ? [...lines, { item: 'follow_ups', quantity: 1, unit_micros: cent }]
        : lines,
    ),
  ),
  mutant(
    'billing.follow-ups-unasked/streams',
    'Every stream costs the surcharge for follow-up questions.',
    linesBy((lines, call) =>
      streams(call) && !asks(call) ? [...lines, { item: 'follow_ups', quantity: 1, unit_micros: cent }] : lines,
    ),
  ),
  mutant(
    'billing.follow-ups-not-invoked/asked-is-enough',
    'The surcharge is billed as soon as follow-up questions are asked for.',
    linesBy((lines, call, { followUpsInvoked }) =>
      asks(call) && !followUpsInvoked ? [...lines, { item: 'follow_ups', quantity: 1, unit_micros: cent }] : lines,
    ),
  ),
  mutant(
    'billing.images-standard/free',
    'Images cost nothing with `svc-chat-v1`.',
    pagesBy(standard, (call, facts) => pdfPages(call, facts)),
  ),
  mutant(
    'billing.images-standard/distinct',
    'Equal images are billed once with `svc-chat-v1`.',
    pagesBy(standard, (call, facts) => pdfPages(call, facts) + new Set(attached(call, 'image_urls')).size),
  ),
  mutant(
    'billing.images-standard/last-message',
    'Only images of the last message are billed with `svc-chat-v1`.',
    pagesBy(
      standard,
      (call, facts) =>
        pdfPages(call, facts) +
        (call.endpoint === 'chat' ? (call.request.messages.at(-1)?.image_urls?.length ?? 0) : 0),
    ),
  ),
  mutant(
    'billing.images-pro/standard-rate',
    'An image costs 0.003 US dollars with `svc-chat-pro-v1`.',
    lineBy('attachment_pages', (line, call) =>
      isChat(call, pro) && attached(call, 'pdf_urls').length === 0 ? { ...line, unit_micros: 3_000 } : line,
    ),
  ),
  mutant(
    'billing.images-pro/free',
    'Images cost nothing with `svc-chat-pro-v1`.',
    pagesBy(pro, (call, facts) => pdfPages(call, facts)),
  ),
  mutant(
    'billing.pdf-pages-standard/by-file',
    'A PDF costs one page with `svc-chat-v1`, however long.',
    pagesBy(standard, (call) => attached(call, 'image_urls').length + attached(call, 'pdf_urls').length),
  ),
  mutant(
    'billing.pdf-pages-standard/pro-rate',
    'A PDF page costs 0.01 US dollars with `svc-chat-v1`.',
    lineBy('attachment_pages', (line, call) =>
      isChat(call, standard) && attached(call, 'image_urls').length === 0 ? { ...line, unit_micros: cent } : line,
    ),
  ),
  mutant(
    'billing.pdf-pages-standard/one-more',
    'One page more than there are is billed with `svc-chat-v1`.',
    pagesBy(standard, (call, { pages }) => pages + (attached(call, 'pdf_urls').length > 0 ? 1 : 0)),
  ),
  mutant(
    'billing.pdf-pages-pro/by-file',
    'A PDF costs one page with `svc-chat-pro-v1`, however long.',
    pagesBy(pro, (call) => attached(call, 'image_urls').length + attached(call, 'pdf_urls').length),
  ),
  mutant(
    'billing.pdf-pages-pro/standard-rate',
    'A PDF page costs 0.003 US dollars with `svc-chat-pro-v1`.',
    lineBy('attachment_pages', (line, call) =>
      isChat(call, pro) && attached(call, 'image_urls').length === 0 ? { ...line, unit_micros: 3_000 } : line,
    ),
  ),
  mutant(
    'billing.chat-additive/surcharge-or-pages',
    'Pages are not billed where follow-up questions are.',
    linesBy((lines) =>
      lines.some(({ item }) => item === 'follow_ups') ? lines.filter(({ item }) => item !== 'attachment_pages') : lines,
    ),
  ),
  mutant(
    'billing.chat-additive/surcharge-by-page',
    'The surcharge for follow-up questions is billed once for each page.',
    linesBy((lines) => {
      const pages = lines.find(({ item }) => item === 'attachment_pages')?.quantity ?? 1;
      return lines.map((line) => (line.item === 'follow_ups' ? { ...line, quantity: pages } : line));
    }),
  ),
  mutant(
    'billing.finder-basic/advanced-by-default',
    'Without `search_depth` finder costs the price of `advanced`.',
    lineBy('search', (line, call) =>
      call.endpoint === 'finder' && call.request.search_depth === undefined ? { ...line, unit_micros: 70_000 } : line,
    ),
  ),
  mutant(
    'billing.finder-basic/by-answer',
    'An answer doubles the price of `basic`.',
    lineBy('search', (line, call) =>
      call.endpoint === 'finder' && call.request.search_depth !== 'advanced' && call.request.include_answer
        ? { ...line, quantity: 2 }
        : line,
    ),
  ),
  mutant(
    'billing.finder-basic/rounded',
    'A `basic` request costs 0.04 US dollars.',
    priced((prices) => ({ ...prices, finder: { ...prices.finder, basic: 40_000 } })),
  ),
  mutant(
    'billing.finder-advanced/basic-price',
    'An `advanced` request costs the price of `basic`.',
    priced((prices) => ({ ...prices, finder: { ...prices.finder, advanced: prices.finder.basic } })),
  ),
  mutant(
    'billing.finder-advanced/on-top',
    'An `advanced` request costs its price on top of that of `basic`.',
    priced((prices) => ({
      ...prices,
      finder: { ...prices.finder, advanced: prices.finder.basic + prices.finder.advanced },
    })),
  ),
  mutant(
    'billing.rerank-unit/by-document',
    'Each document costs a unit.',
    unitsBy((documents) => documents),
  ),
  mutant(
    'billing.rerank-unit/hundred-is-two',
    '100 documents cost two units.',
    unitsBy((documents) => Math.floor(documents / 100) + 1),
  ),
  mutant(
    'billing.rerank-unit/tenth',
    'A unit costs 0.0015 US dollars.',
    priced((prices) => ({ ...prices, rerankUnit: 1_500 })),
  ),
  mutant(
    'billing.rerank-part-unit/rounded-down',
    'Started units are not billed.',
    unitsBy((documents) => Math.max(1, Math.floor(documents / 100))),
  ),
  mutant(
    'billing.rerank-part-unit/rounded',
    'Units are rounded to the nearest.',
    unitsBy((documents) => Math.max(1, Math.round(documents / 100))),
  ),
  mutant(
    'billing.rerank-part-unit/always-one',
    'Every rerank request costs one unit.',
    unitsBy(() => 1),
  ),
  mutant('billing.one-charge/finder-twice', 'Finder requests are charged twice.', twice('finder')),
  mutant('billing.one-charge/streams-free', 'Streamed requests are not charged.', streamsUncharged),
  mutant(
    'billing.one-charge/repetition-free',
    'A request that costs the same as the one before is not charged.',
    repetitionFree,
  ),
  mutant(
    'billing.balance/whole-cents',
    'The balance falls by whole cents, while charges list fractions.',
    takingBy((amount) => Math.ceil(amount / cent) * cent),
  ),
  mutant(
    'billing.balance/untouched',
    'Charges are listed and the balance stays.',
    takingBy(() => 0),
  ),
  mutant(
    'billing.balance/lines-apart',
    'The amount of a charge is not the sum of its lines.',
    settling((ledger, reservation, charge) =>
      ledger.settle(reservation, {
        ...charge,
        lines: charge.lines.map((line) => ({ ...line, quantity: line.quantity + 1 })),
      }),
    ),
  ),
  mutant(
    'billing.exact-balance/more-needed',
    'A balance of exactly the cost gets 402.',
    refuseCredit((balance, { amount_micros: cost }) => balance === cost && cost > 0),
  ),
  mutant(
    'billing.exact-balance/reserve-needed',
    'A key must hold 0.01 US dollars more than the cost.',
    refuseCredit((balance, { amount_micros: cost }) => balance >= cost && balance < cost + cent),
  ),
  mutant(
    'billing.one-short/any-credit-is-enough',
    'Any credit above zero is enough for any request.',
    grantCredit((balance, { amount_micros: cost }) => balance > 0 && balance < cost),
  ),
  mutant(
    'billing.one-short/whole-cents',
    'Balance and cost are compared in whole cents.',
    grantCredit(
      (balance, { amount_micros: cost }) =>
        balance > 0 && balance < cost && Math.round(balance / cent) >= Math.round(cost / cent),
    ),
  ),
  mutant('billing.parallel/checked-then-taken', 'Parallel requests overdraw the balance.', takingLate),
  mutant('billing.parallel/one-at-a-time', 'A request gets 402 while another one of the same key runs.', oneAtATime),
  mutant(
    'billing.model/credit-replaces',
    'Credit replaces the balance instead of adding to it.',
    changeLedger((ledger) => ({
      credit: async (key, amount) => {
        const record = await ledger.find(key);
        return ledger.credit(key, amount - (record?.balance_micros ?? 0));
      },
    })),
  ),
  mutant(
    'billing.model/credit-in-cents',
    'Credit is added in whole cents.',
    changeLedger((ledger) => ({ credit: (key, amount) => ledger.credit(key, amount - (amount % cent)) })),
  ),
  mutant(
    'billing.model/spent-out-charged',
    'A request that gets 402 takes what is left of the balance.',
    changeLedger((ledger) => ({
      reserve: async (key, highest) => {
        const reservation = await ledger.reserve(key, highest);
        const left = (await ledger.find(key))?.balance_micros ?? 0;
        if (reservation === null && left > 0) await ledger.credit(key, -left);
        return reservation;
      },
    })),
  ),
];
