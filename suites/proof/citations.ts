import type { Deviation } from './deviation.ts';

/** Deviations of the area `citations` that no row of the specification makes by itself. */
export const citationsDeviations: readonly Deviation[] = [];
