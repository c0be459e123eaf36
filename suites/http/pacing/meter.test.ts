import { expect, it } from 'vitest';
import { BudgetSpent, Meter } from './meter.ts';

it('a budget holds the price of a refused request back, for it may be billed', async () => {
  const meter = new Meter(100);
  await meter.reserve(60);
  meter.settle(60, true);
  await expect(meter.reserve(60)).rejects.toThrow(BudgetSpent);
  expect(meter.read()).toMatchObject({ requests: 1, micros: 0, worstMicros: 60, budgetShortMicros: 60 });
});

it('a budget gets it back where refusals are free', async () => {
  const meter = new Meter(100, true);
  await meter.reserve(60);
  meter.settle(60, true);
  await meter.reserve(60);
  meter.settle(60, false);
  await expect(meter.reserve(60)).rejects.toThrow(BudgetSpent);
  expect(meter.read()).toMatchObject({ requests: 2, micros: 60, worstMicros: 60 });
});

it('a budget waits for requests under way that may turn out free, and for no others', async () => {
  const meter = new Meter(100, true);
  await meter.reserve(60);
  const next = meter.reserve(60);
  meter.settle(60, true);
  await next;
  const late = meter.reserve(60);
  meter.settle(60, false);
  await expect(late).rejects.toThrow(BudgetSpent);
  await expect(meter.reserve(101)).rejects.toThrow(BudgetSpent);
});
