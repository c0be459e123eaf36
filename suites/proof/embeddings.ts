import type { Deviation } from './deviation.ts';

/** Deviations of the area `embeddings` that no row of the specification makes by itself. */
export const embeddingsDeviations: readonly Deviation[] = [];
