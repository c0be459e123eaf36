import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../http/exchange/exchange.ts';
import { exchangeOf } from '../../judges/exchange.test-support.ts';
import { oneObject, stepsFilled } from './judges.ts';

const labelled = (type: string, body: string): Exchange => ({
  ...exchangeOf({ endpoint: 'chat', body: {} }, {}),
  headers: [['content-type', type]],
  body: new TextEncoder().encode(body),
});

it('an answer without a stream is one JSON object, whatever its label says, which another rule judges', () => {
  expect(oneObject(labelled('application/json', '{"message": "a"}'))).toBe('fine');
  expect(oneObject(labelled('text/event-stream', '{"message": "a"}'))).toBe('fine');
  expect(oneObject(labelled('application/json', '[1]'))).toMatchObject({
    kind: 'broken',
    actual: 'The body is [1].',
  });
  const stream = 'data: {"type": "message", "content": "a"}\n\ndata: [DONE]\n\n';
  expect(oneObject(labelled('text/event-stream', stream))).toMatchObject({ kind: 'broken' });
  expect(oneObject(labelled('application/json', 'oops'))).toBe('nothing');
});

describe('the actions of the answers of a run', () => {
  const answer = (sources: readonly object[] | null, ...types: readonly string[]): Exchange =>
    exchangeOf(
      { endpoint: 'chat', body: {} },
      { steps: [{ description: 'Search', actions: types.map((type) => ({ type })) }], sources },
    );

  it('have a search among them where anything was searched for', () => {
    const found = [{ id: 'SW1' }];
    expect(stepsFilled([answer(found, 'web_search'), answer(found, 'search_official_source')])).toBe('fine');
    expect(stepsFilled([answer(null, 'web_search'), answer([{ id: 'PF1' }], 'web_search')])).toBe('fine');
    expect(stepsFilled([answer(found)])).toMatchObject({ kind: 'broken' });
    expect(stepsFilled([answer(found, 'web_search')])).toMatchObject({
      actual:
        'In 1 answers no action has the type `search_official_source`, though 1 have sources that were searched for: the types are "web_search".',
    });
  });
});
