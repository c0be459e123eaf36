import { expect, it } from 'vitest';
import { type Exchange, type WireResponse, wireResponse } from '../exchange/exchange.ts';
import { isAttachmentRefusal, retryAfterIsTooLong, retryDelay } from './retry.ts';

const asking = (retryAfter: string) => wireResponse({ status: 429, headers: [['retry-after', retryAfter]] });
const now = Date.parse('2026-01-01T00:00:00Z');

it.each([
  ['seconds', '7', 7_000],
  ['a date', 'Thu, 01 Jan 2026 00:00:12 GMT', 12_000],
  ['more than is bearable', '3600', 60_000],
  ['a date that is past', 'Wed, 31 Dec 2025 23:00:00 GMT', 200],
  ['nonsense', 'soon', 200],
])('the wait before another try follows Retry-After where it gives %s', (_, header, ms) => {
  expect(retryDelay(asking(header), 1, now)).toBe(ms);
});

it('the wait before another try reads a date by the clock of the server', () => {
  const late = asking('Thu, 01 Jan 2026 01:00:12 GMT');
  const response = { ...late, headers: [...late.headers, ['date', 'Thu, 01 Jan 2026 01:00:00 GMT']] } as WireResponse;
  expect(retryDelay(response, 1, now)).toBe(12_000);
  expect(retryAfterIsTooLong(response, now)).toBe(false);
});

it('the wait before another try doubles without one', () => {
  expect([1, 2, 3].map((tries) => retryDelay({ ...asking(''), headers: [] }, tries))).toEqual([200, 400, 800]);
});

it.each([
  ['the envelope', { error: { code: 'invalid_request', param: 'pdf_urls' } }, true],
  ['a schema failure about attachments', { detail: [{ loc: ['body', 'messages', 0, 'pdf_urls', 0] }] }, true],
  ['a schema failure about a message', { detail: [{ loc: ['body', 'messages', 0] }] }, true],
  ['a schema failure about another field', { detail: [{ loc: ['body', 'language'], input: 'pdf_urls' }] }, false],
  ['a sentence', { detail: 'cannot fetch' }, true],
  ['an overflow', { error: { code: 'content_too_long', param: 'pdf_urls' } }, false],
])('a request is refused for its attachments by %s, or not', (_, body, isRefused) => {
  const call = { endpoint: 'chat', body: { messages: [{ pdf_urls: ['https://a.example/1.pdf'] }] } };
  const response = wireResponse({ status: 422, body: Buffer.from(JSON.stringify(body)) });
  expect(isAttachmentRefusal({ ...response, call } as Exchange)).toBe(isRefused);
});
