import fc from 'fast-check';
import { expect, it } from 'vitest';
import { broken } from '../../judges/judgement.ts';
import { RuleBroken } from '../context/check-errors.ts';
import type { Context } from '../context/context.ts';
import { KeyHistory } from '../context/key-history.ts';
import { checkProperty } from './property.ts';

const context = {
  seed: 1,
  caseConcurrency: 1,
  requestsAreFree: true,
  settings: { quick: true },
  profile: { keys: {} },
  keyHistory: new KeyHistory(),
  withLog: () => context,
} as unknown as Context;

const failing = (ofValid: boolean) =>
  checkProperty('domains.limit-max', context, {
    examples: ['"limit" is 1001', '"limit" is 5000'].map((fault) => ({ fault })),
    arbitrary: fc.constant({ fault: '' }),
    runs: 2,
    try: async () => {
      const error = new RuleBroken({ ...broken('1000 is accepted.', 'It is refused.'), certain: true });
      error.ofValid = ofValid;
      throw error;
    },
  });

it('calls no fault wrong whose case failed by a valid request that was refused', async () => {
  expect((await failing(false)).notes).toEqual(['Wrong as well: "limit" is 1001, 5000.']);
  expect((await failing(true)).notes).toBeUndefined();
});
