import type { Deviation } from './deviation.ts';

/** Deviations of the area `chat` that no row of the specification makes by itself. */
export const chatDeviations: readonly Deviation[] = [];
