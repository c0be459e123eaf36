import { expect, it } from 'vitest';
import type { Call } from '../../http/exchange/exchange.ts';
import { exchangeOf } from '../../judges/exchange.test-support.ts';
import { asking, chat, finder, rerank } from './calls.ts';
import { compareCharges } from './whole-bill.ts';

const answer = (call: Call, questions: readonly string[] | null = null) =>
  exchangeOf(call, { steps: [], message: 'Yes.', sources: null, follow_up_questions: questions });

const charge = (endpoint: 'chat' | 'finder' | 'rerank', amount: number) => ({
  ...{ endpoint, model: null, amount_micros: amount, lines: [] },
});

/** The calls whose price is missing among the charges. */
const uncharged: (...given: Parameters<typeof compareCharges>) => readonly Call[] = (...given) =>
  compareCharges(...given).missing;

const images = (count: number) => ({
  messages: [{ role: 'user', text: 'And this?', image_urls: Array(count).fill('https://files.example/scan.png') }],
});

it('finds the answers whose price is not among the charges, whatever their order', () => {
  const [plain, basic, units] = [chat('pro'), finder(), rerank(101)];
  const answered = [answer(plain), answer(basic), answer(units)];
  const charges = [charge('rerank', 30_000), charge('chat', 500_000), charge('finder', 35_000)];
  expect(uncharged(answered, charges)).toEqual([]);
  expect(uncharged(answered, charges.slice(1))).toEqual([units]);
  expect(uncharged([...answered, answer(basic)], charges)).toEqual([basic, basic]);
  // What is still under way is charged too.
  expect(uncharged(answered, [...charges, charge('finder', 70_000)])).toEqual([]);
});

it('takes either price where follow-ups were asked for and none came', () => {
  const asked = asking(chat('standard'));
  const surcharged = charge('chat', 160_000);
  expect(uncharged([answer(asked)], [charge('chat', 150_000)])).toEqual([]);
  expect(uncharged([answer(asked), answer(chat('standard'))], [charge('chat', 150_000), surcharged])).toEqual([]);
  const pro = asking(chat('pro'));
  const [cheap, expensive] = [chat('pro', { ...images(1) }), asking(chat('pro', images(1)))];
  const bill = [500_000, 510_000, 520_000].map((amount) => charge('chat', amount));
  expect(uncharged([answer(expensive), answer(pro), answer(cheap)], bill)).toEqual([]);
  expect(uncharged([answer(asked, ['Why?'])], [charge('chat', 150_000)])).toEqual([asked]);
  expect(uncharged([answer(asked, ['Why?'])], [surcharged])).toEqual([]);
});

it('finds the answers that are charged too often, but for those that may still be under way', () => {
  const answered = Array.from({ length: 40 }, () => answer(finder()));
  const charges = (count: number) => Array.from({ length: count }, () => charge('finder', 35_000));
  const { missing, surplus } = compareCharges(
    [...answered, answer(rerank(3))],
    [...charges(45), charge('rerank', 15_000)],
  );
  expect(missing).toEqual([]);
  expect(surplus).toHaveLength(40);
  expect(compareCharges(answered, charges(44)).surplus).toEqual([]);
});

it('leaves out attachments of which it does not know the pages, and what has no price', () => {
  const message = { role: 'user', text: 'And this?', pdf_urls: ['https://files.example/other.pdf'] };
  const call = chat('standard', { messages: [message] });
  expect(uncharged([answer(call), answer({ endpoint: 'domains', query: {} })], [])).toEqual([]);
});
