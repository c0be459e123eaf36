import type { EndpointName } from '../../spec/index.ts';
import { ApiError } from '../core/errors.ts';
import type { KeyRecord, Ledger } from '../ledger/ledger.ts';

const keyFormat = /^svc_(?:test|live)_[0-9a-fA-F]{32}$/;

/**
 * Finds the account of the Bearer key in an Authorization header, and counts the request.
 * Throws 401 `authentication_error` for a header that is missing or of another scheme, and for a key that is absent,
 * malformed, unknown or revoked (Authentication, rule 5; readings R23).
 */
export async function authenticate(authorization: string | undefined, ledger: Ledger): Promise<KeyRecord> {
  if (authorization === undefined) throw unauthenticated('there is no Authorization header');
  const key = bearerToken(authorization);
  if (key === null) throw unauthenticated('the Authorization header is not of the form `Bearer <API_KEY>`');
  if (!keyFormat.test(key))
    throw unauthenticated('the key does not have the form svc_<environment>_<32 hex characters>');
  const record = await ledger.admit(key);
  if (record === null) throw unauthenticated('the key is unknown');
  if (record.revoked) throw unauthenticated('the key was revoked');
  return record;
}

/** The token of a Bearer header, or null when the header has another form. The scheme's case does not matter (RFC 9110, 11.1). */
export function bearerToken(authorization: string): string | null {
  return /^bearer +(\S+)$/i.exec(authorization.trim())?.[1] ?? null;
}

function unauthenticated(reason: string): ApiError {
  return new ApiError(
    `Cannot authenticate the request: ${reason}. Send a valid key as \`Authorization: Bearer <API_KEY>\`.`,
    {
      code: 'authentication_error',
      headers: { 'www-authenticate': 'Bearer' },
    },
  );
}

/** Throws 403 `permission_denied` when the key was created without the right to the endpoint (readings R17). */
export function checkPermission(endpoint: EndpointName, key: KeyRecord | null): void {
  if (key === null || (key.permissions as readonly EndpointName[]).includes(endpoint)) return;
  throw new ApiError(`Cannot use ${endpoint}: the key has no permission for it. Use a key that has.`, {
    code: 'permission_denied',
  });
}
