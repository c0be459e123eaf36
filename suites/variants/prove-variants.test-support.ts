import { describe, expect, it } from 'vitest';
import { judgeVariant } from './judge-variant.test-support.ts';
import type { Variant } from './variant.test-support.ts';

/** Bound of one test in milliseconds: several runs share a process. */
const PATIENCE = 180_000;

/** Declares a test for each variant: no rule fails or is left open, and only those warn or find nothing that the variant names. */
export function proveVariants(variants: readonly Variant[]): void {
  describe.concurrent('no rule fails on a server that', () => {
    it.for(variants.map((variant) => [variant.name, variant] as const))(
      '%s',
      { timeout: PATIENCE },
      async ([, variant]) => {
        const seen = await judgeVariant(variant);
        const told = JSON.stringify(seen.reasons, null, 2);
        expect(seen.blamed, told).toEqual([]);
        expect(seen.warned, told).toEqual([...(variant.warned ?? [])].toSorted());
        expect(seen.skipped, told).toEqual([...(variant.skipped ?? [])].toSorted());
        expect(seen.noted, told).toEqual(expect.arrayContaining([...(variant.noted ?? [])]));
        expect(seen.passed).toBeGreaterThan(0);
      },
    );
  });
}
