import { isObject } from '../../spec/index.ts';
import type { Report, Step } from '../content/report.ts';

/** A key name in the evidence, such as `$KEY_1`, or `${KEY_1}` before what would prolong it. */
export const KEY_NAME = /\$(?:\{(?=\w+\}))?([A-Z][A-Z0-9_]*)(?:(?<=\$\{\w+)\})?/g;

/** Variables for profile keys without one, and the body of the request that creates a replacement. */
const ROLES = {
  ASSAY_KEY: { role: 'active', create: '{}' },
  ASSAY_REVOKED_KEY: { role: 'revoked', create: '{}' },
  ASSAY_EMPTY_KEY: { role: 'empty', create: '{"balance_micros":0}' },
} as const;

/** The names that a script uses, and the lines that set them. */
export interface Names {
  readonly base: string;
  readonly control: string;
  readonly variables: readonly string[];
  /** Lines that set the addresses and check what is missing. */
  readonly setup: readonly string[];
  /** Lines that create replacements for the profile's keys, once requests can be sent. */
  readonly keys: readonly string[];
  /** The variable for a name in the evidence: the profile's own if it has one. */
  rename(name: string): string;
  /** The variable for the key that a step created, if it created one. */
  createdKeyOf(step: Step): string | undefined;
}

/** A text as one word of a shell, in which key names are expanded as variables. */
export function wordOf(text: string, names: Pick<Names, 'rename'>): string {
  const parts = text
    .split(KEY_NAME)
    .map((part, at) => (at % 2 === 1 ? `"$${names.rename(part)}"` : part && quote(part)));
  return parts.join('') || "''";
}

/** The URL of a step: the variable of its base (empty for another base) and the rest. */
export function baseOf(
  to: Step['to'],
  url: string,
  { base, control }: Pick<Names, 'base' | 'control'>,
): [string, string] {
  const prefix = to === 'control' ? control : base;
  if (prefix === '' || !url.startsWith(prefix)) return ['', url];
  return [to === 'control' ? 'CONTROL_URL' : 'BASE_URL', url.slice(prefix.length)];
}

const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** Finds the names that the steps of a counterexample need, and where their values come from. */
export function namesOf(steps: readonly Step[], target: Report['target']): Names {
  const profile = target.profile ?? {};
  const given = isObject(profile.keys) ? profile.keys : {};
  const base = target.base_url;
  const control = controlOf(steps, textIn(profile.control_url));
  const variableOf = (value: unknown): string | undefined => /^\$([A-Za-z_]\w*)$/.exec(textIn(value) ?? '')?.[1];
  const rename = (name: string): string =>
    name in ROLES ? (variableOf(given[ROLES[name as keyof typeof ROLES].role]) ?? name) : name;

  const sent = steps.flatMap(namesIn);
  const used = new Set([...sent, ...(sent.includes('NEAR_KEY') ? ['ASSAY_KEY'] : [])]);
  const createdKeys = new Map(steps.flatMap((step) => createdKey(step)));
  const replacements = [...used].filter(
    (name): name is keyof typeof ROLES => name in ROLES && rename(name) === name && control !== '',
  );
  const free = [...used].filter(
    (name) => !/^(HEX_|NEAR_KEY$)/.test(name) && ![...createdKeys.values(), ...replacements].includes(name),
  );
  const needed = [...new Set(free.map(rename))];
  const missing = [...(target.embedded === true ? ['ASSAY_BASE_URL'] : []), ...needed];

  return {
    base,
    control,
    variables: [...new Set([...[...used].map(rename), ...createdKeys.values()])],
    setup: [
      ...checkVariables(missing, target.embedded === true),
      `for tool in curl node; do command -v $tool >/dev/null || { say "Cannot reproduce it: $tool is not installed. Install it and run this again." >&2; exit 2; }; done`,
      `BASE_URL=\${ASSAY_BASE_URL:-${quote(base)}}; BASE_URL=\${BASE_URL%/}`,
      ...(control === ''
        ? []
        : [
            `CONTROL_URL=\${ASSAY_CONTROL_URL:-${control.startsWith(base) ? `"$BASE_URL"${quote(control.slice(base.length))}` : quote(control)}}`,
          ]),
      ...[...used].filter((name) => name.startsWith('HEX_')).map(neverIssuedLine),
    ],
    keys: [
      ...replacements.flatMap(createReplacement),
      ...(used.has('NEAR_KEY') ? [nearKeyLine(rename('ASSAY_KEY'))] : []),
    ],
    rename,
    createdKeyOf: (step) => createdKeys.get(step),
  };
}

/** The base of the control API: the profile's, or the common beginning of its calls. */
function controlOf(steps: readonly Step[], given: string | undefined): string {
  const urls = steps.filter(({ to }) => to === 'control').map(({ url }) => url);
  if (given !== undefined && !given.startsWith('$') && urls.every((url) => url.startsWith(given))) return given;
  return /^(.*?)\/(?:keys|faults)(?:[/?]|$)/.exec(urls[0] ?? '')?.[1] ?? '';
}

/** The names in a step's request, except in the body of a call to the API. */
function namesIn({ to, url, headers, body }: Step): string[] {
  const texts = [url, ...Object.values(headers), ...(to === 'control' && body !== undefined ? [body] : [])];
  return texts.flatMap((text) => [...text.matchAll(KEY_NAME)].map(([, name = '']) => name));
}

/** The name of the key that a step created, from its response. */
function createdKey(step: Step): [Step, string][] {
  if (step.to !== 'control' || step.method !== 'POST' || !/\/keys$/.test(step.url)) return [];
  const name = /"key"\s*:\s*"\$((?:[A-Z]+_)*KEY_\d+)"/.exec(step.answer.body)?.[1];
  return name === undefined ? [] : [[step, name]];
}

function checkVariables(missing: readonly string[], embedded: boolean): string[] {
  if (missing.length === 0) return [];
  const advice = embedded
    ? ' The run started a simulator of its own: `npx assay serve` starts one and prints what to set.'
    : '';
  return [
    'unset=',
    ...missing.map((name) => `[ -n "\${${name}:-}" ] || unset="$unset ${name}"`),
    `[ -z "$unset" ] || { say "Cannot reproduce it: not set:$unset." ${quote(`Set each, such as with «export ${missing[0]}=…», and run this again.${advice}`)} >&2; exit 2; }`,
  ];
}

/** Creates a key through the control API in place of a profile's, unless its variable is set. */
function createReplacement(name: keyof typeof ROLES): string[] {
  const { role, create } = ROLES[name];
  const revoke = role === 'revoked' ? ` && send ${role} DELETE "$CONTROL_URL/keys/$${name}"` : '';
  return [
    `if [ -z "\${${name}:-}" ]; then`,
    `  printf '%s' '${create}' >"$work/${name}.body"`,
    `  send ${name} POST "$CONTROL_URL/keys" -H 'content-type: application/json'`,
    `  ${name}=$(key_of ${name}) && [ -n "$${name}" ]${revoke} || no_key ${name}`,
    'fi',
  ];
}

/** Sets a `HEX_n` to digits of a key that was never issued. */
export const neverIssuedLine = (name: string): string => `${name}=${name.slice(4).padStart(32, '0')}`;

/** Sets `NEAR_KEY` to the active key with another last character. */
export const nearKeyLine = (key: string): string =>
  `case $${key} in *0) NEAR_KEY=\${${key}%?}1 ;; *) NEAR_KEY=\${${key}%?}0 ;; esac`;

/** A text as one word of a shell, without any expansion. */
export const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
