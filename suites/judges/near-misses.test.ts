import { expect, it } from 'vitest';
import type { Call } from '../http/exchange/exchange.ts';
import { isNearMiss } from './near-misses.ts';

const rerank = (text: string): Call => ({ endpoint: 'rerank', body: { query: 'gout', documents: ['a joint', text] } });
const chat = (message: object): Call => ({
  endpoint: 'chat',
  body: { model: 'svc-chat-v1', messages: [{ role: 'user', text: 'gout', ...message }] },
});

it('tells what is nearly right from what is plainly wrong', () => {
  const isNear = (call: Call): boolean => isNearMiss(call, call.endpoint === 'rerank' ? rerank('a toe') : chat({}));
  expect([rerank(''), chat({ role: 'User' }), chat({ pdf_urls: ['https://['] })].map(isNear)).toEqual([
    true,
    true,
    true,
  ]);
  // A document is no URL.
  expect([rerank('   '), rerank('\t\n'), chat({ role: 'users' })].map(isNear)).toEqual([false, false, false]);
  expect(isNear(chat({ role: true }))).toBe(false);
});
