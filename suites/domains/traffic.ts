import fc from 'fast-check';
import { limits } from '../../spec/index.ts';
import type { Traffic } from '../engine/response-rule.ts';
import { type Ask, anyCategory, anyLimit, anyPart, callFor } from './asks.ts';

/** A filter that no catalogue meets. */
export const nonsense = 'no-such-thing-9f3b7c1d';

const { min, max } = limits.domainsLimit;

const literal: readonly Ask[] = [
  {},
  { limit: min },
  { limit: 3 },
  { limit: max },
  { q: 'e' },
  { q: '.', limit: 7 },
  { category: 'unknown' },
  { category: 'Public Health', q: 'a', limit: 5 },
];

/** Valid catalogue requests that can be written without knowing the catalogue. */
export const domainsTraffic: Traffic = {
  name: 'valid catalogue requests',
  endpoint: 'domains',
  examples: () => literal.flatMap((ask) => callFor(ask, []) ?? []),
  arbitrary: fc
    .record(
      { q: fc.constantFrom('a', 'O', 'health', 'ORG', 'gov', '-'), category: fc.constant('unknown'), limit: anyLimit },
      { requiredKeys: [] },
    )
    .map((ask) => callFor(ask, []) ?? { endpoint: 'domains' }),
};

/** Those, and more that take their filters from the target's own catalogue; some look like patterns and are none. */
export const askExamples: readonly Ask[] = [
  ...literal,
  { category: { entry: 0 } },
  { category: { entry: 1, letters: 'upper' }, limit: 2 },
  { category: { entry: 0, cut: true } },
  { q: { entry: 0, from: 1, length: 4 } },
  { q: { entry: 1, length: 3, letters: 'upper' }, limit: 2 },
  { category: { entry: 0 }, q: { entry: 0, length: 3 } },
  { q: '%' },
  { q: '_' },
  { q: '.*' },
  { q: nonsense },
  { category: nonsense },
];

/** Any valid ask. */
export const anyAsk: fc.Arbitrary<Ask> = fc.record(
  { category: anyCategory, q: anyPart, limit: anyLimit },
  { requiredKeys: [] },
);
