import { defined } from '../../spec/index.ts';
import { type Report, type RuleReport, type Step, shownStep } from '../content/report.ts';
import { CUT } from '../text/elide.ts';
import { maskKeys } from '../text/mask.ts';
import { baseOf, KEY_NAME, type Names, namesOf, quote, wordOf } from './names.ts';
import { raceProgram } from './race.ts';
import { showProgram } from './show.ts';

/** The script keeps waits of the counterexample from this length on, in milliseconds. */
const LONG_WAIT = 1_000;

/** A step with its number in the counterexample, from 1. */
interface NumberedStep {
  readonly step: Step;
  readonly number: number;
}

/**
 * A shell script that sends every request of a rule's counterexample again, in the same order and in parallel where
 * they were, and prints the responses beside the recorded ones. It needs a POSIX shell, curl and node.
 * It creates its own keys if the steps did, and contains no key: the profile's keys are variables, and it exits with 2
 * if one is not set. It works pasted or as a file. Undefined without steps, or if the body of one was cut.
 */
export function reproductionOf(rule: RuleReport, target: Report['target']): string | undefined {
  const { failure } = rule;
  if (failure === undefined || !canBeSentAgain(rule)) return undefined;
  const steps = (failure.steps ?? []).map((step, at): NumberedStep => ({ step, number: at + 1 }));
  const groups = groupsOf(steps);
  const names = namesOf(failure.steps ?? [], target);
  const script = [
    '#!/bin/sh',
    // A subshell, so that it can be pasted: an exit does not leave the user's shell.
    '(',
    `say() { printf '%s\\n' "$@"; }`,
    `say ${quote(`Rule:   ${rule.id} (${rule.level})`)} ${quote(`Clause: ${rule.clause}`)} ${quote(`        ${rule.statement}`)} ''`,
    ...names.setup,
    `work=$(mktemp -d "\${TMPDIR:-/tmp}/assay.XXXXXX") || exit 2`,
    `trap 'rm -rf "$work"' EXIT`,
    file('show.cjs', showProgram),
    ...(groups.some((group) => group.length > 1) ? [file('race.cjs', raceProgram)] : []),
    SEND,
    `show() { ASSAY_SECRETS=${secretsOf(names)} node "$work/show.cjs" "$work" "$1"; }`,
    ...names.keys,
    ...groups.flatMap((group) => group.map((numbered) => recordedLine(numbered, group, { steps, names, failure }))),
    ...groups.flatMap((group, at) => groupLines(group, groups[at - 1], names)),
    ...groups
      .filter((group) => group.length > 1)
      .map(() => 'show races')
      .slice(0, 1),
    `say '' ${quote(`Expected: ${failure.expected}`)} ${quote(`Then:     ${failure.actual}`)}`,
    'show end',
    ')',
    '',
  ].join('\n');
  return maskKeys(script, []);
}

function canBeSentAgain({ failure }: RuleReport): boolean {
  const { steps = [] } = failure ?? {};
  return steps.length > 0 && !steps.some(({ body = '' }) => CUT.test(body));
}

const file = (name: string, program: string): string => `cat >"$work/${name}" <<'ASSAY_END'\n${program}\nASSAY_END`;

/**
 * Sends one step with curl as the run did: without settings, with the exact path, without a default content type, by a
 * tunnel through the proxy of the environment (never to this machine), with the authorities, the client certificate and the headers that it names.
 */
const SEND = `http_proxy=\${http_proxy:-\${HTTP_PROXY:-}} no_proxy=localhost,127.0.0.1,::1,\${no_proxy:-\${NO_PROXY:-}}
export http_proxy no_proxy
[ ! -r "\${NODE_EXTRA_CA_CERTS:-}" ] ||
  { node -p 'require("tls").rootCertificates.join("\\n")'; cat "$NODE_EXTRA_CA_CERTS"; } >"$work/trusted.pem" 2>/dev/null
send() {
  step=$1 method=$2 url=$3; shift 3
  [ -z "\${ASSAY_HEADERS:-}" ] || { printf '%s\\n' "$ASSAY_HEADERS" >"$work/way"; set -- "$@" -H "@$work/way"; }
  [ ! -f "$work/trusted.pem" ] || set -- "$@" --cacert "$work/trusted.pem"
  [ -z "\${ASSAY_CLIENT_CERT:-}" ] || set -- "$@" --cert "$ASSAY_CLIENT_CERT" --key "\${ASSAY_CLIENT_KEY:-$ASSAY_CLIENT_CERT}"
  [ ! -f "$work/$step.body" ] || set -- "$@" -H 'expect:' --data-binary "@$work/$step.body"
  curl -q -sS -g --http1.1 --path-as-is --proxytunnel --suppress-connect-headers --max-time 120 -X "$method" "$@" -D "$work/$step.headers" \\
    -o "$work/$step.answer" -w '%{http_code}' "$url" >"$work/$step.status" 2>"$work/$step.error"
}
key_of() {
  node -p 'JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).key' "$work/$1.answer" 2>/dev/null
}
no_key() {
  say "Cannot create a key: the control API at $CONTROL_URL answered $(sed 's/^000$/nothing/' "$work/$1.status")." "Is the server running? Set ASSAY_BASE_URL and ASSAY_CONTROL_URL if it is elsewhere." >&2
  exit 3
}`;

const secretsOf = ({ variables }: Names): string => `"${variables.map((name) => `\${${name}:-}`).join('\n')}"`;

/** Steps in the order of sending; parallel ones form a group. */
function groupsOf(steps: readonly NumberedStep[]): NumberedStep[][] {
  const groups: NumberedStep[][] = [];
  for (const numbered of steps) {
    const last = groups.at(-1);
    if (last?.every(({ step }) => numbered.step.at_ms < endOf(step))) last.push(numbered);
    else groups.push([numbered]);
  }
  return groups;
}

const endOf = (step: Step): number => step.at_ms + step.took_ms;

/** Writes the recorded response of a step. */
function recordedLine(
  { step, number }: NumberedStep,
  group: readonly NumberedStep[],
  {
    steps,
    names,
    failure,
  }: { steps: readonly NumberedStep[]; names: Names; failure: NonNullable<RuleReport['failure']> },
): string {
  const { answer } = step;
  const then = {
    title: titleOf(step, names),
    of: steps.length,
    status: answer.status,
    type: answer.headers.findLast(([name]) => name === 'content-type')?.[1] ?? '',
    body: answer.body,
    ...defined({ error: answer.failure }),
    ...(group.length > 1 ? { race: true } : {}),
    ...(step.to === 'control' ? { control: true } : {}),
    ...(step === shownStep(failure.steps) ? { fault: true, paths: pathsIn(failure.actual) } : {}),
  };
  return `printf '%s' ${quote(JSON.stringify(then))} >"$work/${number}.then"`;
}

function titleOf({ to, method, url, headers }: Step, names: Names): string {
  const [, rest] = baseOf(to, url, names);
  const [, authorization = ''] = Object.entries(headers).find(([name]) => /^authorization$/i.test(name)) ?? [];
  const key = [...authorization.matchAll(KEY_NAME)][0]?.[1];
  return `${method} ${rest}${to === 'control' ? ' of the control API' : ''}${key === undefined ? '' : `, with ${names.rename(key)}`}`;
}

/** Paths into a response that a sentence names, such as `` `data[0].embedding` ``. */
const pathsIn = (sentence: string): string[] =>
  [...sentence.matchAll(/`([A-Za-z_]\w*(?:\[\d+\]|\.[A-Za-z_]\w*)*)`/g)].map(([, path = '']) => path).slice(0, 5);

/** The lines that send a group and show the responses: one step with curl, several with node, close together. */
function groupLines(
  group: readonly NumberedStep[],
  before: readonly NumberedStep[] | undefined,
  names: Names,
): string[] {
  const begin = group[0]?.step.at_ms ?? 0;
  const idle = before === undefined ? 0 : begin - Math.max(...before.map(({ step }) => endOf(step)));
  const calls = group.map(({ step, number }) => `${number} ${step.method} ${addressOf(step, names)}`);
  const [only] = group;
  const sent =
    only && group.length === 1
      ? `send ${[calls[0], ...headersOf(only.step, names).map((word) => `-H ${word}`)].join(' \\\n  ')}`
      : `node "$work/race.cjs" "$work" ${group.map(({ step }, at) => [calls[at], ...headersOf(step, names)].join(' ')).join(' \\\n  -- ')}`;
  return [
    ...(idle >= LONG_WAIT ? [`sleep ${Math.round(idle / 1_000)}`] : []),
    ...group.flatMap(({ step, number }) => bodyOf(step, number, names)),
    sent,
    ...group.flatMap((numbered) => responseLines(numbered, names)),
  ];
}

function addressOf({ to, url }: Step, names: Names): string {
  const [base, rest] = baseOf(to, url, names);
  return base === '' ? quote(rest) : `"$${base}"${wordOf(rest, names)}`;
}

/** Reads the key that a step created, and shows the response. */
function responseLines({ step, number }: NumberedStep, names: Names): string[] {
  const key = names.createdKeyOf(step);
  const keyLine = key === undefined ? [] : [`${key}=$(key_of ${number}) && [ -n "$${key}" ] || no_key ${number}`];
  return [...keyLine, `show ${number}`];
}

/** The headers for curl, also empty ones and those that it would add by itself. */
function headersOf({ headers, body }: Step, names: Names): string[] {
  const sentHeaders = Object.entries(headers).map(([name, value]) => (value === '' ? `${name};` : `${name}: ${value}`));
  const added = ['accept', ...(body === undefined ? [] : ['content-type'])].filter((name) => !(name in headers));
  return [...sentHeaders.map((line) => wordOf(line, names)), ...added.map((name) => quote(`${name}:`))];
}

function bodyOf({ to, body }: Step, number: number, names: Names): string[] {
  if (body === undefined) return [];
  const [, mark, content = ''] = /^(javascript|base64): (.*)$/s.exec(body) ?? [];
  const into = `>"$work/${number}.body"`;
  if (mark === undefined) return [`printf '%s' ${to === 'control' ? wordOf(body, names) : quote(body)} ${into}`];
  const value = mark === 'javascript' ? content : `Buffer.from("${content}", "base64")`;
  return [`node -e ${quote(`process.stdout.write(${value})`)} ${into}`];
}

/** Folder of the scripts, beside the reports. */
export const SCRIPTS = 'reproduce';

/** The path of a rule's script, from the folder of the reports. */
export function scriptOf(id: string): string {
  return `${SCRIPTS}/${id}.sh`;
}

/** Whether a failure has a script beside the reports. A report from elsewhere may contain any id. */
export const hasScript = (rule: RuleReport): boolean =>
  ['fail', 'known', 'warn'].includes(rule.verdict) && /^\w[\w.-]*$/.test(rule.id) && canBeSentAgain(rule);

/** How to reproduce a failure, for formats in plain text; nothing where there is no script. */
export const scriptAdvice = (rule: RuleReport): string[] =>
  hasScript(rule) ? [`reproduce: sh ${scriptOf(rule.id)} (in the folder of report.json; it creates its own keys)`] : [];

/** The scripts for all failures and warnings of a report, by file name. */
export function scriptsOf({ rules, target }: Report): ReadonlyMap<string, string> {
  const failed = rules.filter(hasScript);
  const scripts = failed.map((rule) => [`${rule.id}.sh`, reproductionOf(rule, target)] as const);
  return new Map(scripts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
}
