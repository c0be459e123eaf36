import { expect, it } from 'vitest';
import { exchangeOf } from '../../judges/exchange.test-support.ts';
import { timeDecimals } from './judges.ts';
import { finderCall } from './traffic.ts';

const judged = (raw: string): unknown =>
  timeDecimals(exchangeOf(finderCall(), null, { raw: `{"response_time": ${raw}}` }));

it.each(['0', '1.10', '2.300', '1e-2', '1.15', '0.29', '0.12000000000000000001'])(
  'the decimals of response_time are at most two in %s',
  (raw) => expect(judged(raw)).toBe('fine'),
);

it.each(['0.123', '1e-3', '0.30000000000000004', '0.119999997'])(
  'the decimals of response_time are more than two in %s',
  (raw) => expect(judged(raw)).toMatchObject({ kind: 'broken' }),
);
