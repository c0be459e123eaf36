import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../http/exchange/exchange.ts';
import { exchangeOf } from '../../judges/exchange.test-support.ts';
import { oneObject } from './judges.ts';

const labelled = (type: string, body: string): Exchange => ({
  ...exchangeOf({ endpoint: 'chat', body: {} }, {}),
  headers: [['content-type', type]],
  body: new TextEncoder().encode(body),
});

describe('an answer without a stream', () => {
  it('is one JSON object, whatever its label says, which another rule judges', () => {
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
});
