import { keyPattern } from '../../../reports/index.ts';
import { type Authorization, authorizationOf } from '../../http/exchange/exchange.ts';
import type { LoggedRequest } from '../../http/exchange/request-log.ts';
import { authorizationIn } from '../../http/exchange/wire.ts';
import { bodyOf } from '../../judges/read.ts';
import type { Profile } from '../../profile/profile.ts';
import { createdKeyOf, mentionsKey } from '../context/key-history.ts';

/** A key with the name of the variable that holds it, such as `ACME_KEY`. */
export interface NamedKey {
  readonly name: string;
  readonly value: string;
}

/** Replaces keys in a text by `$NAME`. */
export type KeyNamer = (text: string) => string;

/** The variables for profile keys that come from no environment variable. */
const PROFILE_NAMES = { active: 'ASSAY_KEY', revoked: 'ASSAY_REVOKED_KEY', empty: 'ASSAY_EMPTY_KEY' } as const;

/** The keys of a profile with their names in the evidence: their environment variables, or the default names. */
export function namedKeys({ keys, keys_from = {} }: Pick<Profile, 'keys' | 'keys_from'>): readonly NamedKey[] {
  return (['active', 'revoked', 'empty'] as const).flatMap((role) => {
    const value = keys[role];
    const name = /^\$([A-Z][A-Z0-9_]*)$/.exec(keys_from[role] ?? '')?.[1] ?? PROFILE_NAMES[role];
    return value === undefined ? [] : [{ name, value }];
  });
}

/** A text in the form of a key (Authentication, rule 3), possibly with more digits. */
const KEY_FORM = /(svc_[a-z0-9]+_)([0-9a-f]{32})([0-9a-f]*)/gi;

/** The name of a key that is not in the profile. */
const GENERATED_NAME = /^\$(?:(?:OTHER|REVOKED|LIVE|EMPTY)_)*KEY_\d+$/;

/**
 * Names every key of a counterexample, so that a report distinguishes them and a script can reuse them. The keys of the
 * profile have the names of their variables; a key created by `POST /keys` has its properties and a number, such as
 * `$KEY_1` and `$LIVE_KEY_1`; a key of other origin is `$OTHER_KEY_n`. The digits of a key that was never issued are
 * `$HEX_n`; the active key with another last digit is `$NEAR_KEY`. If `profileKeys` is empty, no key counts as never
 * issued. A name has braces if a letter or digit follows it, as a shell needs it.
 */
export function keyNamer(sent: readonly LoggedRequest[], profileKeys: readonly NamedKey[]): KeyNamer {
  const names = new Map(profileKeys.map(({ name, value }) => [value, `$${name}`]));
  const add = (value: string | undefined, name: () => string): void => {
    if (value !== undefined && value !== '' && !names.has(value)) names.set(value, name());
  };
  const numbered = (prefix: string) => (): string => {
    const taken = [...names.values()].filter((name) => name.startsWith(`$${prefix}_`)).length;
    return `$${prefix}_${taken + 1}`;
  };
  for (const one of sent) if (isSentWith('active', one)) add(tokenOf(one), () => `$${PROFILE_NAMES.active}`);
  for (const one of sent) {
    const createdKey = createdKeyOf(one);
    if (createdKey !== undefined) add(createdKey, numbered(keyNamePrefix(sent, one, createdKey)));
  }
  for (const one of sent) if (isSentWith('key', one)) add(tokenOf(one), numbered('OTHER_KEY'));
  const active = [...names].find(([, name]) => !GENERATED_NAME.test(name))?.[0] ?? '';
  const nameUnknownKey = (whole: string, prefix: string, digits: string, rest: string): string => {
    if (whole.length === active.length && whole.slice(0, -1) === active.slice(0, -1)) return '$NEAR_KEY';
    if (profileKeys.length === 0) add(whole, numbered('OTHER_KEY'));
    else add(digits, numbered('HEX'));
    return profileKeys.length === 0
      ? (names.get(whole) ?? '')
      : `${prefix}${nameBefore(names.get(digits) ?? '', rest)}${rest}`;
  };
  return (text) => {
    // Longest first: one key may be the start of another.
    const byLength = [...names].filter(([, name]) => !name.startsWith('$HEX')).sort(([a], [b]) => b.length - a.length);
    const named = byLength.reduce((rest, [value, name]) => {
      const nameHere = (key: string, at: number, whole: string): string =>
        nameBefore(name, whole.slice(at + key.length));
      return rest.replaceAll(keyPattern(value), nameHere).replaceAll(keyPattern(encodeURIComponent(value)), nameHere);
    }, text);
    return named.replace(KEY_FORM, nameUnknownKey);
  };
}

/** A key name as it is written directly before a text. */
const nameBefore = (name: string, text: string): string => (/^\w/.test(text) ? `\${${name.slice(1)}}` : name);

const isSentWith = (kind: Authorization['kind'], { call }: LoggedRequest): boolean =>
  call !== undefined && authorizationOf(call).kind === kind;

const tokenOf = ({ request }: LoggedRequest): string | undefined =>
  /^Bearer (.*)$/s.exec(authorizationIn(request) ?? '')?.[1];

/**
 * The prefix for the properties of a created key: `LIVE_`, `EMPTY_` (ordered without credit) and `REVOKED_` (revoked
 * before its first use); only `KEY` for a usual one.
 */
function keyNamePrefix(sent: readonly LoggedRequest[], createdKey: LoggedRequest, key: string): string {
  const order = bodyOf({ body: createdKey.request.body ?? new Uint8Array() }) ?? {};
  const used = sent.findIndex((one) => one.to === 'api' && mentionsKey(one, key));
  const revoked = sent.findIndex(
    ({ to, request }) =>
      to === 'control' &&
      request.method === 'DELETE' &&
      /\/keys\/[^/]*$/.test(request.url) &&
      request.url.includes(encodeURIComponent(key)),
  );
  const prefixes = [
    ...(revoked >= 0 && revoked < used ? ['REVOKED_'] : []),
    ...(order.environment === 'live' ? ['LIVE_'] : []),
    ...(order.balance_micros === 0 ? ['EMPTY_'] : []),
  ];
  return `${prefixes.join('')}KEY`;
}
