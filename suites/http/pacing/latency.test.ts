import { expect, it } from 'vitest';
import { wireResponse } from '../exchange/exchange.ts';
import { LatencyLog } from './latency.ts';

const response = (...at: number[]) => wireResponse({ status: 200, chunks: at.map((ms) => ({ at: ms, length: 1 })) });

it('the times of answers are told by endpoint as quantiles of the time until the last byte', () => {
  const log = new LatencyLog();
  for (let ms = 100; ms >= 1; ms -= 1) log.note('chat', response(0, ms));
  log.note('rerank', response(2.345));
  log.note('domains', response());
  expect(log.read()).toEqual({
    chat: { count: 100, min: 1, p50: 50, p90: 90, p99: 99, max: 100 },
    rerank: { count: 1, min: 2.3, p50: 2.3, p90: 2.3, p99: 2.3, max: 2.3 },
  });
});
