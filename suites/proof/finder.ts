import type { Deviation } from './deviation.ts';

/** Deviations of the area `finder` that no row of the specification makes by itself. */
export const finderDeviations: readonly Deviation[] = [];
