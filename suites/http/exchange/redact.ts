import { hash } from 'node:crypto';

/** Anything in the form of a key, in capitals too. Source: Authentication, rule 3. */
const KEY_FORM = /(svc_[a-z]+)_[0-9a-f]{28}([0-9a-f]{4})/gi;

/** A redacted key: its prefix, a fingerprint, and its last four characters. */
const REDACTED = /svc_[a-z]+_redacted-[0-9a-f]{12}-[0-9a-fA-F]{4}/;

const fingerprint = (key: string): string => hash('sha256', key).slice(0, 12);

/** Replaces whole keys by a fingerprint, which still distinguishes keys. `secrets` are keys of any other form. */
export function redact(text: string, secrets: readonly string[]): string {
  const withoutSecrets = secrets.reduce(
    (result, secret) =>
      isCoveredByKeyForm(secret) ? result : result.replaceAll(secret, `redacted-${fingerprint(secret)}`),
    text,
  );
  return withoutSecrets.replace(
    KEY_FORM,
    (key, prefix: string, tail: string) => `${prefix}_redacted-${fingerprint(key)}-${tail}`,
  );
}

const ONLY_KEY = new RegExp(`^${KEY_FORM.source}$`, 'i');

const isCoveredByKeyForm = (secret: string): boolean =>
  secret === '' || ONLY_KEY.test(secret) || secret.includes('redacted-');

/** Whether a key has the specified form, or is the redacted form of one. */
export function hasKeyForm(key: string): boolean {
  return /^svc_(test|live)_[0-9a-fA-F]{32}$/.test(key) || new RegExp(`^${REDACTED.source}$`).test(key);
}
