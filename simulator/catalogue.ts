import { type Catalogue, catalogue } from '../fixtures/index.ts';
import { ApiError } from './errors.ts';
import type { FaultName } from './faults.ts';
import { dayBefore } from './world.ts';

/** The snapshot that is still there when a refresh fails: the same domains, one day older. */
const lastGood: Catalogue = { ...catalogue, generated_at: dayBefore(catalogue.generated_at) };

/**
 * The catalogue snapshot to answer from. A failed refresh (`stale_catalog`) gives the last good one; without any
 * (`service_unavailable`) it throws 503. Source: Resources, domains catalog, rules; Errors, per-endpoint causes.
 */
export function catalogueSnapshot(strikes: (fault: FaultName) => boolean): Catalogue {
  if (strikes('service_unavailable')) {
    throw new ApiError('Cannot list the domains: no usable catalogue snapshot exists. Try again later.', {
      code: 'service_unavailable',
    });
  }
  return strikes('stale_catalog') ? lastGood : catalogue;
}
