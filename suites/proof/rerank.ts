import type { Deviation } from './deviation.ts';

/** Deviations of the area `rerank` that no row of the specification makes by itself. */
export const rerankDeviations: readonly Deviation[] = [];
