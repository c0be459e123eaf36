import type { Deviation } from './deviation.ts';

/** Deviations of the area `auth` that no row of the specification makes by itself. */
export const authDeviations: readonly Deviation[] = [];
