import type { Deviation } from './deviation.ts';

/** Deviations of the area `billing` that no row of the specification makes by itself. */
export const billingDeviations: readonly Deviation[] = [];
