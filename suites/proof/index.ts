/** The deliberate differences from a correct server, and how to find one. */
export type { Deviation } from './deviation.ts';
export { deviations } from './deviations.ts';
export { findDeviation } from './find-deviation.ts';
