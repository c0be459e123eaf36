import type { Deviation } from './deviation.ts';

/** Deviations of the area `domains` that no row of the specification makes by itself. */
export const domainsDeviations: readonly Deviation[] = [];
