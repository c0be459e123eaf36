import { createHash } from 'node:crypto';
import { paidEndpoints } from '../../../spec/index.ts';
import { casesInCircumstances } from '../../engine/checks/in-circumstances.ts';
import { sharedKeys } from '../../engine/context/call-resources.ts';
import { ifOffered } from '../../engine/context/check-errors.ts';
import type { Context } from '../../engine/context/context.ts';
import { flatMapInParallel } from '../../engine/context/map-concurrently.ts';
import { validCall } from '../../generate/bases.ts';
import type { Authorization, Call } from '../../http/exchange/exchange.ts';
import { hasKeyForm } from '../../http/exchange/redact.ts';

/** The ways in which a request can lack a valid key, with the rule of each. Source: Authentication, rule 5; readings R23. */
export const rulesOfKeys = {
  missing: 'auth.key-required',
  'other-scheme': 'auth.other-scheme',
  'empty-token': 'auth.empty-token',
  malformed: 'auth.malformed-key',
  unknown: 'auth.unknown-key',
  revoked: 'auth.revoked-key',
} as const;

/** One of them. */
export type KeyFault = keyof typeof rulesOfKeys;

export const keyFaults = Object.keys(rulesOfKeys) as readonly KeyFault[];

/** An Authorization header (or none) that no keyed endpoint may accept. */
export interface BadKey {
  readonly authorization: Authorization;
  /** What is wrong with it, to follow «a request with». */
  readonly words: string;
  /** True for one that is tried once on each endpoint, and not in every circumstance. */
  readonly rare?: true;
}

/** A request that is valid but for its key. */
export interface BadCall extends BadKey {
  readonly call: Call;
  /** The rule that it is refused. */
  readonly rule: string;
}

/** Every bad key of one kind. Rejects with Inapplicable where a revoked key cannot be had. */
export async function badKeys(context: Context, fault: KeyFault): Promise<readonly BadKey[]> {
  if (fault === 'missing') return [{ authorization: { kind: 'none' }, words: 'no Authorization header' }];
  const { active } = context.profile.keys;
  if (fault === 'revoked') {
    const others = (await ifOffered(() => context.otherRevokedKeys())) ?? [];
    return [
      header(`Bearer ${await context.revokedKey()}`, 'a revoked key'),
      ...others.map(([key, beside]) => rare(`Bearer ${key}`, `a revoked key ${beside}`)),
    ];
  }
  if (fault === 'unknown' && context.requestsAreFree)
    return [...headers.unknown(active, context.seed), ...madeOf(active, otherFirstDigit)];
  if (fault !== 'malformed') return headers[fault](active, context.seed);
  const live = (await sharedKeys(context)).find((key) => key.startsWith('svc_live_'));
  return [
    ...headers.malformed(active, context.seed),
    rare(`Bearer ${active},x`, 'a valid key, a comma and `x`'),
    rare(`Bearer ${active} x`, 'a valid key, a space and `x`'),
    ...madeOf(active, inCapitals),
    // Functions that hash passwords refuse what is longer than 72 bytes.
    rare(`Bearer svc_test_${hexFrom(context.seed, 'long').repeat(3)}`, 'a token with 96 hex digits'),
    ...(live === undefined ? [] : [rare(`Bearer ${live}00`, 'a valid live key followed by `00`')]),
  ];
}

/** A bad key of one kind on each of the four keyed endpoints, with a body that is valid. */
export async function badCalls(context: Context, fault: KeyFault): Promise<readonly BadCall[]> {
  const keys = await badKeys(context, fault);
  const rule = rulesOfKeys[fault];
  const plain = paidEndpoints.flatMap((endpoint) =>
    keys.map((key) => ({ ...key, rule, call: { ...validCall(endpoint), authorization: key.authorization } })),
  );
  const wide = await flatMapInParallel(paidEndpoints, (endpoint) =>
    flatMapInParallel(keysAtDepth(context, keys), (key, at) =>
      casesInCircumstances(context, endpoint, `${fault} ${at}`, (call) => ({
        ...key,
        rule,
        call: { ...call, authorization: key.authorization },
      })),
    ),
  );
  return [...plain, ...wide];
}

/** The keys that are tried in every circumstance: refusals cost nobody money, and a target has its corner cases here too. */
const keysAtDepth = ({ settings }: Context, keys: readonly BadKey[]): readonly BadKey[] =>
  settings.depth === 'quick' ? keys.slice(0, 1) : keys.filter((key) => settings.depth === 'thorough' || !key.rare);

/** As a literal header: the target owes nothing for it, so it must not count against the budget. */
const header = (value: string, words: string): BadKey => ({ authorization: { kind: 'header', value }, words });

const rare = (value: string, words: string): BadKey => ({ ...header(value, words), rare: true });

/** 32 hex digits that nobody was given. */
const hexFrom = (seed: number, salt: string): string =>
  createHash('sha256').update(`assay ${seed} ${salt}`).digest('hex').slice(0, 32);

// The active key appears only where it is whole, so that reports and recordings find it and mask it.
const headers: Readonly<
  Record<Exclude<KeyFault, 'missing' | 'revoked'>, (active: string, seed: number) => readonly BadKey[]>
> = {
  'other-scheme': (active) => [
    header(`Basic ${active}`, 'a valid key under the scheme Basic'),
    header(`Token ${active}`, 'a valid key under the scheme Token'),
    header(active, 'a valid key without a scheme'),
  ],
  'empty-token': () => [
    header('Bearer', 'the header `Bearer` and no token'),
    header('Bearer ', 'the header `Bearer`, a space and no token'),
    rare('', 'an empty Authorization header'),
  ],
  malformed: (active, seed) => {
    const hex = hexFrom(seed, 'malformed');
    return [
      header(`Bearer sk_test_${hex}`, 'a token that begins with `sk_test_`'),
      header(`Bearer svc_prod_${hex}`, 'a token of the environment `prod`'),
      header(`Bearer ${hex}`, 'a token without prefix'),
      header(`Bearer svc_test_${hex.slice(1)}`, 'a token with 31 hex digits'),
      header(`Bearer svc_test_${hex}0`, 'a token with 33 hex digits'),
      header(`Bearer svc_test_${hex.slice(1)}g`, 'a token with a `g` among its hex digits'),
      header(`Bearer ${active}x`, 'a valid key followed by `x`'),
    ];
  },
  unknown: (active, seed) => [
    header(`Bearer svc_test_${hexFrom(seed, 'test')}`, 'a well-formed test key that was never issued'),
    header(`Bearer svc_live_${hexFrom(seed, 'live')}`, 'a well-formed live key that was never issued'),
    ...madeOf(active, otherLastDigit),
    ...madeOf(active, otherEnvironment),
  ],
};

/** A bad key, from the prefix and the hex digits of a valid one. */
type MadeOf = (prefix: string, hex: string) => BadKey;

/** What can be made of the active key: nothing if it has another form, or if a recording has redacted its digits. */
const madeOf = (active: string, make: MadeOf): readonly BadKey[] =>
  hasKeyForm(active) && !active.includes('redacted') ? [make(active.slice(0, -32), active.slice(-32))] : [];

/** A server that looks up less than the whole key lets it in. */
const otherLastDigit: MadeOf = (prefix, hex) =>
  header(`Bearer ${prefix}${hex.slice(0, -1)}${otherDigit(hex.at(-1))}`, 'a valid key with another last digit');

const otherFirstDigit: MadeOf = (prefix, hex) =>
  rare(`Bearer ${prefix}${otherDigit(hex[0])}${hex.slice(1)}`, 'a valid key with its first digit changed');

const otherDigit = (digit: string | undefined): string => (digit === '0' ? '1' : '0');

/** A database that compares without case lets it in. Hex digits mean the same in capitals. */
const inCapitals: MadeOf = (prefix, hex) =>
  rare(`Bearer ${prefix.toUpperCase()}${hex}`, 'a valid key with its prefix in capitals');

/** A server that looks up the hex alone lets it in. */
const otherEnvironment: MadeOf = (prefix, hex) => {
  const other = prefix === 'svc_test_' ? 'svc_live_' : 'svc_test_';
  return rare(`Bearer ${other}${hex}`, `a valid key with the prefix \`${other}\``);
};
