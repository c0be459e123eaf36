import fc from 'fast-check';
import { limits } from '../../../spec/index.ts';
import type { Traffic } from '../../engine/checks/response-rule.ts';
import { WEIGHTED_ACCEPT } from '../../generate/calls-in-circumstances.ts';
import { type Ask, type Asks, anyCategory, anyLimit, anyPart, callFor } from './asks.ts';

/** A filter that no catalogue meets. */
export const nonsense = 'no-such-thing-9f3b7c1d';

const { min, max } = limits.domainsLimit;

const literal: readonly Ask[] = [{}, { limit: min }, { limit: 3 }, { limit: max }, { q: 'e' }, { q: '.', limit: 7 }];

/** Valid catalogue requests that can be written without knowing the catalogue. */
export const domainsTraffic: Traffic = {
  name: 'valid catalogue requests',
  endpoint: 'domains',
  examples: () => literal.flatMap((ask) => callFor(ask, []) ?? []),
  arbitrary: fc
    .record({ q: fc.constantFrom('a', 'E', '.', 'o'), limit: anyLimit }, { requiredKeys: ['limit'] })
    .map((ask) => callFor(ask, []) ?? { endpoint: 'domains' }),
};

/** Requests that some domain meets, so that even a target that takes an empty list for an error accepts them. */
export const acceptable: Asks = {
  examples: [
    ...literal,
    { category: { entry: 0 } },
    { limit: limits.domainsLimit.default },
    { category: { entry: 1, letters: 'upper' }, limit: 2 },
    { q: { entry: 0, from: 1, length: 4 }, sent: { headers: { accept: WEIGHTED_ACCEPT } } },
    { category: { entry: 0 }, q: { entry: 0 }, limit: max },
  ],
  arbitrary: fc.oneof(
    fc.record({ category: anyCategory, limit: anyLimit }, { requiredKeys: ['category'] }),
    fc.record({ q: anyPart, limit: anyLimit }, { requiredKeys: ['q'] }),
  ),
};

const examples: readonly Ask[] = [
  ...acceptable.examples,
  { category: 'unknown' },
  { category: { entry: 0, cut: true } },
  { q: { entry: 1, length: 3, letters: 'upper' }, limit: 2 },
  { category: { entry: 0 }, q: { entry: 0, length: 3 } },
  { q: { entry: 0, of: 'category' } },
  { q: { entry: 12, of: 'category' } },
  { q: '0' },
  // What every object of JavaScript has: a server may look it up in one.
  { category: 'constructor' },
  { q: '%' },
  { q: '_' },
  { q: '.*' },
  { q: "o'" },
  { q: '\\' },
  { q: 'ü' },
  { q: 'a&b+c#d=e' },
  { q: nonsense },
  { category: nonsense },
  { category: String.raw`Women's "health" (50%) [é] \ & b` },
];

/** Those and any other: filters taken from the target's own catalogue, text that looks like a pattern and is none, and nonsense. */
export const anyRequests: Asks = {
  examples,
  arbitrary: fc.record({ category: anyCategory, q: anyPart, limit: anyLimit }, { requiredKeys: [] }),
};
