import type { Deviation } from './deviation.ts';

/** Deviations of the area `attachments` that no row of the specification makes by itself. */
export const attachmentsDeviations: readonly Deviation[] = [];
