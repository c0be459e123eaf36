import type { Deviation } from './deviation.ts';

/** Deviations of the area `events` that no row of the specification makes by itself. */
export const eventsDeviations: readonly Deviation[] = [];
