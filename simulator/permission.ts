import type { EndpointName } from '../spec/index.ts';
import { ApiError } from './errors.ts';
import type { KeyRecord } from './ledger.ts';

/** Throws 403 `permission_denied` when the key was created without the right to the endpoint (readings R17). */
export function checkPermission(endpoint: EndpointName, key: KeyRecord | null): void {
  if (key === null || (key.permissions as readonly EndpointName[]).includes(endpoint)) return;
  throw new ApiError(`Cannot use ${endpoint}: the key has no permission for it. Use a key that has.`, {
    code: 'permission_denied',
  });
}
