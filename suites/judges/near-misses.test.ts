import { expect, it } from 'vitest';
import type { Call } from '../http/exchange/exchange.ts';
import { appliesToRequest, isNearMiss } from './near-misses.ts';

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

it('takes a URL with characters beyond those of RFC 3986 for one that not every parser accepts', () => {
  const isOpen = (url: string): boolean => appliesToRequest('A7', chat({ pdf_urls: [url] }));
  expect(['https://127。0。0。1/report.pdf', 'https://a b.example/', 'https://'].map(isOpen)).toEqual([
    true,
    true,
    true,
  ]);
  expect(['https://127.1/report.pdf', 'https://%31.example/', 'https://[::1]/a.pdf'].map(isOpen)).toEqual([
    false,
    false,
    false,
  ]);
});
