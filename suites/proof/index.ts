/** The deliberate differences from a correct server, and how to find one. */
export { deviations } from './deviations.ts';
export { findDeviation } from './find-deviation.ts';
