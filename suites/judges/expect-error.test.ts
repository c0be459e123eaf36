import { describe, expect, it } from 'vitest';
import { type ErrorOutcome, schemaFailure } from '../../spec/index.ts';
import { exchangeOf } from './exchange.test-support.ts';
import { judgeRefusal } from './expect-error.ts';
import { Unjudgeable } from './judgement.ts';

/** What is said of an invalid request that was answered with `status` three times, while `neighbours` valid ones were accepted in between. */
const judge = (status: number, probesAccepted: number, outcome: ErrorOutcome = schemaFailure) =>
  judgeRefusal(
    { ...exchangeOf({ endpoint: 'finder', body: {} }, {}, { status }), attempts: 3, probesAccepted },
    { outcome, readings: [], fault: '"query" is missing' },
    () => undefined,
  );

describe('a server fault in answer to an invalid request', () => {
  it('breaks the rule when valid requests were accepted in between', () => {
    expect(judge(503, 2)).toMatchObject({
      kind: 'broken',
      actual: 'The target answered 503 each time, while valid requests were accepted in between.',
    });
  });

  it('tells nothing when none was: a temporary failure explains it', () => {
    expect(() => judge(503, 0)).toThrow(Unjudgeable);
  });
});

it('a success where a refusal is due is told from one that reports the error in a stream', () => {
  const said = (raw: string, contentType: string) =>
    judgeRefusal(
      exchangeOf({ endpoint: 'chat', body: { stream: true } }, {}, { raw, contentType }),
      { outcome: schemaFailure, readings: [], fault: '"model" is missing' },
      () => undefined,
    );
  const event = '{"type":"error","error":{"type":"server_error","code":"internal_error","message":"No."}}';
  expect(said('{"message":"Yes."}', 'application/json')).toMatchObject({
    actual: 'The target accepted it with 200.',
  });
  expect(said(`data: ${event}\n\ndata: [DONE]\n\n`, 'text/event-stream')).toMatchObject({
    actual: `The target accepted it with 200, and reported the error in the stream: ${event}`,
  });
});

describe('a refusal for the load', () => {
  it('tells nothing of an invalid request, however often it comes', () => {
    expect(() => judge(429, 2)).toThrow(Unjudgeable);
  });

  it('breaks the rule of the empty key, which must be told that it has no credit', () => {
    const noCredit = { status: 402, format: 'envelope', code: 'insufficient_credits' } as const;
    expect(judge(429, 2, noCredit)).toMatchObject({ kind: 'broken' });
    expect(() => judge(429, 0, noCredit)).toThrow(Unjudgeable);
  });
});

it('an accepted null warns only if the answer has a field of the API: a gateway that is away may send JSON of its own', () => {
  const judged = (body: object) =>
    judgeRefusal(
      exchangeOf({ endpoint: 'rerank', body: { top_n: null, documents: [{ text: null }] } }, body),
      { outcome: schemaFailure, readings: ['R12'], fault: '"documents[0].text" is null' },
      () => undefined,
    );
  expect(judged({ results: [] })).toMatchObject({ kind: 'tolerated' });
  expect(() => judged({ message: 'We are back soon' })).toThrow(Unjudgeable);
});
