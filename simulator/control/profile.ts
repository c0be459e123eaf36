import { testKeys } from '../../fixtures/index.ts';
import type { ApiRequest } from '../core/wire.ts';
import type { SimulatorOptions } from '../pipeline/options.ts';

/** Origin under which the simulated network serves `fixtures/attachments/`. */
const fixturesUrl = 'https://fixtures.assay.test';

/**
 * The simulator's description of itself. Its address is the one the request was sent to, which is also right behind a
 * forwarded port. On the real network nothing serves the fixtures. Source: contract, section 2.
 */
export function profileOf(
  request: Pick<ApiRequest, 'headers'>,
  { baseUrl, deviation, network, controlToken }: SimulatorOptions,
): object {
  const base = baseUrl ?? `http://${request.headers.host ?? '127.0.0.1'}`;
  return {
    name: deviation === undefined ? 'assay simulator' : `assay simulator with ${deviation.id}`,
    base_url: base,
    keys: { active: testKeys.active, revoked: testKeys.revoked, empty: testKeys.empty },
    control_url: controlToken === undefined ? `${base}/_control` : `${base}/_control/${controlToken}`,
    ...(network === 'real' ? {} : { fixtures_url: fixturesUrl }),
    deterministic: true,
  };
}
