import type { Exchange } from '../../http/exchange/exchange.ts';
import { exchangeOf } from '../../judges/exchange.test-support.ts';

/** Events of a small stream on which all goes well. */
export const source = { id: 'SW1', title: 'Asthma', url: 'https://who.int/asthma', relevance_score: 0.9 };
export const steps = (...descriptions: readonly string[]): object => ({
  type: 'steps',
  steps: descriptions.map((description) => ({ description, actions: [] })),
});
export const message = (content: string): object => ({ type: 'message', content });
export const sources = (...list: readonly unknown[]): object => ({ type: 'sources', sources: list });
export const questions = (...list: readonly unknown[]): object => ({
  type: 'follow_up_questions',
  follow_up_questions: list,
});
export const failure = {
  type: 'error',
  error: { type: 'server_error', code: 'internal_error', message: 'Generation failed.' },
};
export const good: readonly object[] = [
  steps('Search'),
  steps('Search', 'Write'),
  message('Inhalers '),
  message('help [SW1].'),
  sources(source),
];

/** Events as text, framed as the specification says, with the end marker. */
export function streamText(...events: readonly unknown[]): string {
  return [...events.map((event) => JSON.stringify(event)), '[DONE]'].map((data) => `data: ${data}\n\n`).join('');
}

/** The answer to a chat request with `stream` true: these bytes, labelled as an event stream. */
export function rawStream(raw: string | Uint8Array, contentType = 'text/event-stream', request: object = {}): Exchange {
  return exchangeOf({ endpoint: 'chat', body: { ...request, stream: true } }, null, { raw, contentType });
}

/** A well-framed stream of these events in answer to `request`. */
export const streamed = (events: readonly unknown[], request: object = {}): Exchange =>
  rawStream(streamText(...events), 'text/event-stream', request);
