import type { Deviation } from './deviation.ts';

/** Deviations of the area `errors` that no row of the specification makes by itself. */
export const errorsDeviations: readonly Deviation[] = [];
