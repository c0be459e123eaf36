import { describe, expect, it } from 'vitest';
import type { Call } from '../target/exchange.ts';
import { exchangeOf } from './exchange.test-support.ts';
import { judgeRefusal } from './expect-error.ts';

const outcome = { status: 400, format: 'envelope', code: 'invalid_request' } as const;

/** What is said of a request that was accepted. */
const accepted = (call: Call, ...readings: readonly string[]): unknown => {
  const judgement = judgeRefusal(exchangeOf(call, {}), { outcome, readings, fault: 'value is odd' }, () => undefined);
  return typeof judgement === 'string' ? judgement : judgement.kind;
};
const chat = (model: string, role = 'user'): Call => ({
  endpoint: 'chat',
  body: {
    model,
    messages: [
      { role: 'user', text: 'a' },
      { role, text: 'b' },
    ],
  },
});
const finder = (body: object): Call => ({ endpoint: 'finder', body: { query: 'a', ...body } });
const limit = (value: string): Call => ({ endpoint: 'domains', query: { limit: value } });

describe('a request that was accepted although its fault should have refused it', () => {
  it.each([
    ['a model in capitals', chat('SVC-CHAT-V1')],
    ['a model behind a blank', chat(' svc-chat-pro-v1')],
    ['a role in other case', chat('svc-chat-v1', 'User')],
    ['a depth in other case', finder({ search_depth: 'Advanced' })],
    ['a format in capitals', { endpoint: 'embeddings', body: { input: 'a', encoding_format: 'FLOAT' } } as const],
  ])('is tolerated with %s', (_, call) => expect(accepted(call, 'S30')).toBe('tolerated'));

  it.each([
    ['an unknown model', chat('svc-unknown-v1')],
    ['a model with more behind it', chat('svc-chat-v1-preview')],
    ['a model of another operation', chat('svc-embed-v1')],
    ['an unknown role', chat('svc-chat-v1', 'system')],
    ['an empty depth', finder({ search_depth: '' })],
  ])('fails with %s', (_, call) => expect(accepted(call, 'S30')).toBe('broken'));

  it('is tolerated with a fraction in range, and fails with words, objects and fractions out of range', () => {
    expect(accepted(finder({ max_results: 2.5 }), 'S31')).toBe('tolerated');
    expect(accepted(limit('1.5'), 'S31')).toBe('tolerated');
    for (const value of ['abc', {}, [2.5], 20.5, 0.5])
      expect(accepted(finder({ max_results: value }), 'S31')).toBe('broken');
    for (const value of ['abc', 'ten', '1000.5']) expect(accepted(limit(value), 'S31')).toBe('broken');
  });

  it('fails where its rule names no such reading', () => {
    expect(accepted(chat('SVC-CHAT-V1'))).toBe('broken');
    expect(accepted(chat('SVC-CHAT-V1'), 'S31')).toBe('broken');
  });
});
