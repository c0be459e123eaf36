import { describe, expect, it } from 'vitest';
import { schemaFailure } from '../../spec/index.ts';
import { Unjudgeable } from '../engine/signals.ts';
import { exchangeOf } from './exchange.test-support.ts';
import { judgeRefusal } from './expect-error.ts';

const failing = (attempts: number) => ({
  ...exchangeOf({ endpoint: 'finder', body: {} }, {}, { status: 503 }),
  attempts,
});
const judge = (attempts: number) =>
  judgeRefusal(
    failing(attempts),
    { outcome: schemaFailure, readings: [], fault: '"query" is missing' },
    () => undefined,
  );

describe('a server fault in answer to an invalid request', () => {
  it('breaks the rule when it was repeated', () => {
    expect(judge(3)).toMatchObject({ kind: 'broken' });
  });

  it('tells nothing when it was not', () => {
    expect(() => judge(1)).toThrow(Unjudgeable);
  });
});
