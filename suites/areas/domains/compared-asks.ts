import fc from 'fast-check';
import { limits } from '../../../spec/index.ts';
import type { Call } from '../../http/exchange/exchange.ts';
import { type Ask, type Asks, anyCategory, anyLimit, anyPart, writtenIn } from './asks.ts';
import { wholeCall } from './snapshot.ts';

const { max } = limits.domainsLimit;
const whole = (ask: Ask): Ask => ({ ...ask, limit: max });

/** Asks without a limit; the filters show a default that holds for unfiltered requests only. */
export const withoutLimit: Asks = {
  examples: [{}, { q: '.' }, { category: { entry: 0 } }],
  arbitrary: fc.record({ category: anyCategory, q: anyPart }, { requiredKeys: [] }),
};

/** Small limits and some on both sides of the default, filters beside them; and filters under the largest limit. */
export const smallLimits: Asks = {
  examples: [
    ...[1, 2, 5, 25, 199, 200, 201, max - 1].map((limit) => ({ limit })),
    { category: { entry: 1 }, limit: 2 },
    { q: { entry: 9, length: 5 }, limit: 2 },
    ...[0, 1, 2, 3].map((entry) => ({ category: { entry }, limit: 1 })),
    { q: 'e', limit: 1 },
    ...[0, 1, 2, 3].map((entry) => whole({ category: { entry } })),
  ],
  arbitrary: fc.record({ category: anyCategory, q: anyPart, limit: anyLimit }, { requiredKeys: ['limit'] }),
};

/** The same filters under the largest limit; where they are under it already, no filters. */
export function withLargerLimit(call: Call): Call {
  if (call.query?.limit === String(max)) return wholeCall;
  return { ...call, query: { ...call.query, limit: String(max) } };
}

/** Categories of the catalogue in each case, `unknown` among them: it is a category like the others. */
export const categories: Asks = {
  examples: [
    { category: { entry: 0 } },
    { category: { entry: 0, letters: 'upper' as const } },
    { category: { entry: 1, letters: 'mixed' as const } },
    { category: { entry: 2, letters: 'lower' as const } },
    { category: 'unknown' },
    { category: 'UNKNOWN' },
    // Signs in a name may be lost on its way.
    ...Array.from({ length: 12 }, (_, entry) => [
      { category: { entry } },
      { category: { entry, letters: 'upper' as const } },
    ]).flat(),
  ].map(whole),
  arbitrary: anyCategory.map((category) => whole({ category })),
};

/** Parts of names as the catalogue writes them: beginnings, middles, whole names. */
export const parts: Asks = {
  examples: [
    { q: { entry: 0, length: 4 } },
    { q: { entry: 0, from: 2, length: 5 } },
    { q: { entry: 1 } },
    { q: { entry: 2, from: 3, length: 1 } },
    { q: '.' },
    { q: '-' },
    { q: '1' },
    // No name has two dots side by side, or goes on behind its end.
    { q: '..' },
    { q: { entry: 0, behind: 'q' } },
    // As long as names may be, for no length of `q` is too much.
    { q: { entry: 3, behind: `.${'q'.repeat(63)}.${'q'.repeat(63)}` } },
  ].map(whole),
  arbitrary: anyPart.map((q) => whole({ q })),
};

/** Parts of names with capitals. */
export const shoutedParts: Asks = {
  examples: [
    { q: { entry: 0, length: 4, letters: 'upper' as const } },
    { q: { entry: 1, letters: 'upper' as const } },
    { q: { entry: 2, from: 1, length: 6, letters: 'mixed' as const } },
  ].map(whole),
  arbitrary: anyPart.map((q) => whole({ q: { ...q, letters: 'upper' } })),
};

/** The same call with `q` in lower case; undefined when it is so already. */
export function inLowerCase(call: Call): Call | undefined {
  const q = call.query?.q ?? '';
  const lower = writtenIn(q, 'lower');
  return lower === q ? undefined : { ...call, query: { ...call.query, q: lower } };
}

/** A category and a part of a name, as the catalogue writes them or in other cases: of the same entry, and of two that may have nothing in common. */
export const categoryAndPart: Asks = {
  examples: [
    { category: { entry: 0, letters: 'upper' as const }, q: { entry: 0, letters: 'upper' as const } },
    { category: { entry: 0 }, q: { entry: 0, length: 3 } },
    // What is in many categories shows best whether one in another case still counts beside it.
    { category: { entry: 1, letters: 'upper' as const }, q: '.' },
    { category: { entry: 0 }, q: { entry: 5, length: 6 } },
    { category: { entry: 2 }, q: 'e' },
  ].map(whole),
  arbitrary: fc
    .record({ category: anyCategory, q: anyPart })
    .map(({ category: { entry }, q }) => whole({ category: { entry }, q })),
};
