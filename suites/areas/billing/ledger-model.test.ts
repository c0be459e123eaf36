import { describe, expect, it } from 'vitest';
import type { Middleware } from '../../../simulator/index.ts';
import { asStream, validCall } from '../../generate/bases.ts';
import { exchangeOf } from '../../judges/exchange.test-support.ts';
import { findDeviation } from '../../proof/index.ts';
import { simulatorServer } from '../../proof/trials/servers.ts';
import { tryDeviation } from '../../proof/trials/try-deviation.ts';
import { intercept, jsonResponse, together } from '../../proof/wire/wire.ts';
import { asking, chat, finder } from './calls.ts';
import { type Account, costAfter, costOf, judgeStatement, statusesFor } from './ledger-model.ts';

const account = (extra: Partial<Account> = {}): Account => ({
  balance: 100_000,
  spent: 0,
  unpriced: 0,
  revoked: false,
  ...extra,
});
const search = { words: 'a search', call: finder(), pages: 0 };
const question = { words: 'a question', call: asking(chat('standard')), pages: 0 };
const vectors = { words: 'an embedding', call: validCall('embeddings'), pages: 0 };

it('the cost of a call is open for follow-ups until questions come, as JSON or in a stream', () => {
  expect(costOf(question)).toEqual({ least: 150_000, most: 160_000 });
  const answer = exchangeOf(question.call, { follow_up_questions: ['Why?'] });
  const event = { type: 'follow_up_questions', follow_up_questions: ['Why?'] };
  const raw = `data: ${JSON.stringify(event)}\n\ndata: [DONE]\n\n`;
  const stream = exchangeOf(asStream(question.call), undefined, { contentType: 'text/event-stream', raw });
  for (const one of [answer, stream]) expect(costAfter(question, one)).toEqual({ least: 160_000, most: 160_000 });
});

describe('the status of a call', () => {
  it('is 401 for a revoked key and 402 for a balance that is too low', () => {
    expect(statusesFor(account({ revoked: true }), costOf(search))).toEqual([401]);
    expect(statusesFor(account({ balance: 34_999 }), costOf(search))).toEqual([402]);
    expect(statusesFor(account({ balance: 35_000 }), costOf(search))).toEqual([200]);
    expect(statusesFor(account({ balance: 0 }), costOf(search))).toEqual([402]);
  });

  it('may go either way where the cost is open', () => {
    expect(statusesFor(account({ balance: 155_000 }), costOf(question))).toEqual([200, 402]);
    expect(statusesFor(account({ balance: 1 }), costOf(vectors))).toEqual([200, 402]);
    expect(statusesFor(account({ balance: 0 }), costOf(vectors))).toEqual([200, 402]);
  });
});

describe('a statement', () => {
  it('takes whatever embeddings cost, but never gives money back', () => {
    const seen = (balance: number, charged: number) => ({ balance, charged, unpriced: charged });
    expect(judgeStatement('it', account(), costOf(vectors), seen(99_000, 1_000))).toBeUndefined();
    expect(judgeStatement('it', account(), costOf(vectors), seen(101_000, -1_000))).toBeDefined();
  });

  it('may show the charge of earlier embeddings late, and no other money beside the price', () => {
    const seen = (charged: number, unpriced: number) => ({ balance: 100_000 - charged, charged, unpriced });
    expect(judgeStatement('it', account(), costOf(search), seen(35_040, 40))).toBeUndefined();
    expect(judgeStatement('it', account(), costOf(search), seen(35_040, 0))).toBeDefined();
    expect(judgeStatement('it', account(), costOf(search), seen(40, 40))).toMatchObject({
      actual: 'The balance fell by $0.00004 (40 micros), $0.00004 (40 micros) of it for embeddings before.',
    });
  });
});

it('a failure says what was done before', async () => {
  const { red } = await tryDeviation(findDeviation('billing.model/credit-in-cents'), simulatorServer, { alone: true });
  expect(red).toMatchObject([{ verdict: 'fail', reason: expect.stringContaining('Before: key 1: opening it with') }]);
});

describe('behind a gateway that loses every fifth answer', () => {
  /** What is lost was carried out, and paid for. */
  const lossy =
    (every: number): Middleware =>
    (next) => {
      let count = 0;
      return intercept('all', async ({ request }) => {
        const response = await next(request);
        count += 1;
        return count % every === 0 ? jsonResponse(502, { message: 'Bad Gateway' }) : response;
      })(next);
    };
  const behind = (id: string, wire: Middleware) =>
    tryDeviation({ ...findDeviation(id), wire: together(lossy(5), wire) }, simulatorServer, { alone: true });

  it('sequences come to their end with other keys, and pass', async () => {
    const { red } = await behind('billing.model/credit-in-cents', (next) => next);
    expect(red).toEqual([]);
  });

  it('what is wrong is found all the same', async () => {
    const { wire } = findDeviation('billing.model/credit-in-cents');
    const { red } = await behind('billing.model/credit-in-cents', wire);
    expect(red).toMatchObject([{ verdict: 'fail' }]);
  });
});
