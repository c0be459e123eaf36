import { expect, it } from 'vitest';
import { chatAnswerOf, isStream } from './chat-answer.ts';
import { exchangeOf } from './exchange.test-support.ts';

const call = { endpoint: 'chat' as const, body: {} };
const source = { id: 'SW1' };
const event = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const stream = (...events: readonly object[]) =>
  exchangeOf(call, null, { raw: `${events.map(event).join('')}data: [DONE]\n\n`, contentType: 'text/event-stream' });

it('a chat answer is read from a stream: all fragments, and the last sources', () => {
  const { message, sources } = chatAnswerOf(
    stream(
      { type: 'message', content: 'Yes [S' },
      { type: 'message', content: 'W1].' },
      { type: 'sources', sources: [] },
      { type: 'sources', sources: [source] },
    ),
  );
  expect(message).toBe('Yes [SW1].');
  expect(sources).toEqual([{ at: 0, item: source }]);
});

it('a chat answer has an empty list where sources are null, and none where they cannot be read', () => {
  expect(chatAnswerOf(exchangeOf(call, { sources: null })).sources).toEqual([]);
  expect(chatAnswerOf(exchangeOf(call, { sources: 'SW1' })).sources).toBeUndefined();
  expect(chatAnswerOf(stream({ type: 'message', content: 'Yes' })).sources).toBeUndefined();
});

it('a chat answer that is no answer holds neither', () => {
  expect(chatAnswerOf(exchangeOf(call, null, { raw: 'It works' }))).toEqual({
    message: undefined,
    sources: undefined,
  });
});

it('a chat answer is known as a stream by its label, or by its events where the label is wrong', () => {
  expect(isStream(stream())).toBe(true);
  expect(isStream(exchangeOf(call, null, { raw: event({ type: 'steps', steps: [] }) }))).toBe(true);
  expect(isStream(exchangeOf(call, { type: 'steps' }))).toBe(false);
});
