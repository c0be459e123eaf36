import { isObject } from '../../spec/index.ts';
import { elide } from '../text/elide.ts';
import { inList, listed, plural } from '../text/format.ts';
import { habitOf } from './habits.ts';
import { refusalIn } from './refusal.ts';
import { type Failure, type RuleReport, shownStep } from './report.ts';

/** Failed rules that likely share one fault of the target. */
export interface Cause {
  /** What they share, in one line: `all 9 failed rules of finder: …`; for a single rule, what the target did. */
  label: string;
  /** In the order of the report; at least one. */
  rules: RuleReport[];
}

/** A failure in parts: fixed words, and the pieces that vary. */
interface Symptom {
  rule: RuleReport;
  words: string[];
  pieces: string[];
  /** Equal for failures that say the same about the same names, on any endpoint. */
  same: string;
  /** Equal for failures of one endpoint that say the same about any name. */
  alike: string;
  /** The circumstances in which it was seen, in words and in pieces of them; undefined without any. */
  seen: { words: string; pieces: readonly string[] } | undefined;
  /** The field that the failure is about. */
  field: string | undefined;
  /** A field of the entries of a list that the failure is about: `` `sources[0].id` ``. */
  entries: { list: string; field: string } | undefined;
  /** A member of the error envelope with its wrong value: `` `error.code` is null ``. */
  wrongMember: string | undefined;
  /** True for an error response that lacks the envelope which its status requires. */
  withoutEnvelope: boolean;
  /** True for a wrong price, bill or balance. */
  isAboutMoney: boolean;
  /** The path of the request that shows it. */
  path: string | undefined;
  status: number | undefined;
  expectedStatus: string | undefined;
  /** For a valid request that was refused, and for a wrong one that was accepted: which error came, or was due. Others have none. */
  error: { name: string; words: string } | undefined;
}

/** Field names, quoted values, addresses, paths and numbers. */
const PIECE = /`[^`]*`|"(?:[^"\\]|\\.)*"|https?:\/\/\S+|\/v1\/[\w/-]+|\d(?:[\d.,]*\d)?/g;

/** A field name or an error code, which belongs to the meaning; other values vary by chance. */
const NAME = /^`|^"[a-z]+(?:_[a-z]+)+"$/;

/** Number of characters of a failure that are compared. */
const MAX_LENGTH = 300;
const MAX_NAMES = 4;
/** Number of characters of a server's own error that a label quotes. */
const MAX_ERROR = 80;
const MONEY = 'about money';

/**
 * Groups the failed rules by likely cause, the largest group first and single rules last.
 *
 * Two failures share a cause if the responses have the same status and the judges say the same about them: about the
 * same field on any endpoint (`every 422 lacks detail`), or about any field of one endpoint (`finder lacks id, object
 * …`). Where requests were refused or accepted by mistake, the error that came or was due must be the same, too. Failures of one endpoint that were seen in the same circumstances share one as well, also where some were seen in
 * fewer of them only, and so do failures about one field of an endpoint, and those of what the server does everywhere. A single failed rule says all by itself.
 */
export function causesOf(rules: readonly RuleReport[]): Cause[] {
  const failed = rules.filter(({ verdict }) => verdict === 'fail');
  if (failed.length < 2) return [];
  const all = failed.map(symptomOf);
  const groups: Group[] = [];
  let left = all;
  for (;;) {
    const group = largest(left);
    if (group.symptoms.length < 2) break;
    groups.push(group);
    left = left.filter((symptom) => !group.symptoms.includes(symptom));
  }
  return [...groups, ...left.map((symptom): Group => ({ symptoms: [symptom] }))].map((group) => {
    return { label: labelOf(group, failed), rules: group.symptoms.map(({ rule }) => rule) };
  });
}

/** The failed rules, one of each likely cause first, the largest cause in front: what is refused explains more than what follows from it. */
export function oneOfEachCause(failed: readonly RuleReport[]): RuleReport[] {
  const firsts = causesOf(failed).flatMap(
    ({ rules }) => rules.find(({ id }) => id.endsWith('.accepts-valid')) ?? rules[0] ?? [],
  );
  return [...new Set([...firsts, ...failed])];
}

/** Failures with what they share besides their words. */
interface Group {
  symptoms: Symptom[];
  what?: string;
}

function largest(symptoms: readonly Symptom[]): Group {
  const groups = new Map<string, Group>();
  const add = (name: string, symptom: Symptom, what?: string): void => {
    const group = groups.get(name) ?? { symptoms: [], ...(what === undefined ? {} : { what }) };
    groups.set(name, group);
    group.symptoms.push(symptom);
  };
  for (const key of ['same', 'alike'] as const) for (const symptom of symptoms) add(`${key} ${symptom[key]}`, symptom);
  const places = new Map(
    symptoms.flatMap(({ rule, seen }) => (seen ? [[`${rule.endpoint} ${seen.words}`, { rule, seen }] as const] : [])),
  );
  for (const [name, { rule, seen }] of places)
    for (const symptom of symptoms)
      if (symptom.rule.endpoint === rule.endpoint && includesAll(symptom.seen, seen))
        add(name, symptom, seen.words.slice(0, MAX_LENGTH));
  // A rule about a whole list cannot hold where a field of its entries is wrong.
  for (const { rule, entries } of symptoms)
    if (entries !== undefined)
      for (const symptom of symptoms) {
        const follows = symptom.entries === undefined && symptom.field === entries.list;
        if (symptom.rule.endpoint === rule.endpoint && (follows || symptom.rule === rule))
          add(`${rule.id} entries`, symptom, `about \`${entries.field}\` of \`${entries.list}\``);
      }
  for (const symptom of symptoms)
    if (symptom.field !== undefined)
      add(`${symptom.rule.endpoint} field ${symptom.field}`, symptom, `about \`${symptom.field}\``);
  // Sums, balances and bills go wrong with each price.
  for (const symptom of symptoms) if (symptom.isAboutMoney) add('money', symptom, MONEY);
  const others = symptoms.flatMap((symptom) => {
    const { status, expectedStatus: due } = symptom;
    if (status === undefined || due === undefined || due === String(status)) return [];
    return [{ symptom, status, due, words: `answered with ${status}, expected ${due}` }];
  });
  // What is refused with another status is refused so by every rule that meets it.
  for (const { symptom, status, due, words } of others)
    add(`status ${symptom.rule.endpoint} ${status} ${due} ${symptom.error?.name}`, symptom, words);
  // One error is one place in the server, whatever was sent.
  for (const { symptom, status, due } of others)
    if (symptom.error && status >= 400)
      add(`error ${status} ${due} ${symptom.error.name}`, symptom, refusedWith(status, due, symptom.error.words));
  // Each endpoint may refuse the same in words of its own.
  for (const { symptom, status, due } of others)
    if (symptom.seen) add(`status ${status} ${due} ${symptom.seen.words}`, symptom, symptom.seen.words);
  // Errors, or successes, have one status for another on every endpoint; what is accepted is another matter on each.
  for (const { symptom, status, due, words } of others)
    if (status >= 400 === Number(due) >= 400) add(`status ${status} ${due}`, symptom, words);
  for (const symptom of symptoms) {
    const habit = habitOf(symptom);
    if (habit !== undefined) add(habit.name, symptom, habit.words);
  }
  return [...groups.values()].reduce<Group>(
    (best, group) => (group.symptoms.length > best.symptoms.length ? group : best),
    { symptoms: [] },
  );
}

const refusedWith = (status: number, due: string, error: string): string =>
  `answered with ${status}: ${elide(error, MAX_ERROR)}, expected ${due}`;

const includesAll = (all: Symptom['seen'], some: NonNullable<Symptom['seen']>): boolean =>
  all !== undefined && some.pieces.every((piece) => all.pieces.includes(piece));

function symptomOf(rule: RuleReport): Symptom {
  const { failure, reason = '' } = rule;
  // How a crash was confirmed says nothing about its cause.
  const text = headOf(failure?.actual ?? reason).replace(/ each time, while .* in between$/, '');
  const pieces = text.match(PIECE) ?? [];
  const words = text.split(PIECE);
  const expected = failure?.expected ?? '';
  const expectedStatus = / is accepted\.?$/.test(expected)
    ? '200'
    : /(?:answered with|answers|[Ss]tatus|gets|gives(?: a)?) (\d{3})\b/.exec(expected)?.[1];
  const status = statusOf(rule);
  const isInOtherFormat =
    text.endsWith(' with {detail}') && !expected.includes('{detail') && expectedStatus === String(status);
  const error = errorOf(status, expectedStatus, rule);
  const frame = [status, expectedStatus, error?.name, words.join('…')].join('|');
  const names = pieces.filter((piece) => NAME.test(piece)).map((piece) => piece.replace(/\[\d+\]/g, '[]'));
  return {
    rule,
    words,
    pieces,
    status,
    expectedStatus,
    error,
    seen: seenOf(failure?.circumstances),
    field: fieldIn(text),
    entries: entriesIn(text),
    wrongMember: /`error\.\w+` is (?:missing|null|"[^"]*"|[^ ,.:;]+)/.exec(text)?.[0],
    withoutEnvelope:
      Number(status) >= 400 && (isInOtherFormat || /neither error format|no `error`|`error` is (?!\{)/.test(text)),
    isAboutMoney: rule.id.startsWith('billing.') && /\$|charge|balance/.test(`${expected}${text}`),
    path: /\/v1\/[\w/]+/.exec(shownStep(failure?.steps)?.url ?? '')?.[0],
    same: [frame, ...names].join('|'),
    alike: `${rule.endpoint}|${frame}`,
  };
}

function seenOf({ only, with: names }: Partial<NonNullable<Failure['circumstances']>> = {}): Symptom['seen'] {
  const words = names?.map((some) => inList(some)).join('; or with ');
  return words && names ? { words: `${only ? 'only' : 'seen'} with ${words}`, pieces: names.flat() } : undefined;
}

/** The last name of the first path in a text, such as `actions` of `` `steps[3].actions` ``. With a value behind it, it is what was sent: `` `category` "journal" ``. */
const fieldIn = (text: string): string | undefined =>
  /`(?:[\w.[\]]*\.)?([a-z_]+)(?:\[\d+\])*`(?! ["\d])/.exec(text)?.[1];

/** The list and the field of the first path in a text that leads into entries of one. */
function entriesIn(text: string): Symptom['entries'] {
  const [, list, field] = /`([a-z_]+)\[\d+\]\.([a-z_]+)`/.exec(text) ?? [];
  return list === undefined || field === undefined ? undefined : { list, field };
}

/** A quoted value, or where the first sentence ends, or the quoted piece of the response begins. */
const QUOTED_OR_END = /"(?:[^"\\]|\\.)*"|[.;] |: (?=[{[<]|`[^`]*` is |the whole is )/g;

/** The first sentence, without the quoted piece of the response. */
function headOf(actual: string): string {
  const line = (actual.slice(0, MAX_LENGTH).split('\n', 1)[0] ?? '').replace('{detail: [...]}', '{detail}');
  const end = [...line.matchAll(QUOTED_OR_END)].find(([found]) => !found.startsWith('"'))?.index;
  return line.slice(0, end).replace(/[.:;,\s]+$/, '');
}

/** Status of the response that shows the failure. */
function statusOf({ failure }: RuleReport): number | undefined {
  const status = shownStep(failure?.steps)?.answer.status ?? responseOf(failure?.counterexample).status;
  return typeof status === 'number' ? status : undefined;
}

/** Which error came though none was due, or was due though none came. */
function errorOf(
  status: number | undefined,
  due: string | undefined,
  { failure, endpoint }: RuleReport,
): Symptom['error'] {
  if (status === undefined || due === undefined || status < 400 === Number(due) < 400) return undefined;
  if (status >= 400)
    return refusalIn(status, shownStep(failure?.steps)?.answer.body ?? responseOf(failure?.counterexample).body);
  const [, code] = /\bcode "(\w+)"/.exec(failure?.expected ?? '') ?? [];
  // What one endpoint does not check is another matter on the next.
  return code === undefined ? undefined : { name: `${code} on ${endpoint}`, words: `\`${code}\`` };
}

function responseOf(counterexample: unknown): { status?: unknown; body?: unknown } {
  const response = isObject(counterexample) ? counterexample.response : undefined;
  return isObject(response) ? response : {};
}

function labelOf({ symptoms: group, what: shared }: Group, failed: readonly RuleReport[]): string {
  const [first] = group;
  if (first === undefined) return '';
  const differing = new Set<string>();
  const sameWords = group.every(({ words }) => words.join('…') === first.words.join('…'));
  const firstWords = first.words.map((words, i) => `${words}${first.pieces[i] ?? ''}`).join('');
  const least = group.find(({ seen }) => seen && group.every((one) => includesAll(one.seen, seen)))?.seen;
  const where = group.length === 1 || least === undefined ? '' : `, ${least.words.slice(0, MAX_LENGTH)}`;
  if (!sameWords && shared === MONEY) return `${ownerOf(group, failed)}: ${shared}${where}; the first: ${firstWords}`;
  const isHabit = shared !== undefined && shared === habitOf(first)?.words;
  if (shared !== undefined && (isHabit || !sameWords)) return `${ownerOf(group, failed)}: ${shared}${shownOn(group)}`;
  let text = first.words
    .map((words, i) => {
      const pieces = new Set(group.map(({ pieces: own }) => own[i] ?? ''));
      if (pieces.size === 1) return `${words}${first.pieces[i] ?? ''}`;
      for (const piece of pieces) if (NAME.test(piece)) differing.add(piece);
      return `${words}…`;
    })
    .join('');
  // Where nothing but values differ, those of one say more than gaps.
  if (text.includes('…') && differing.size === 0) text = `${firstWords}, and the like`;
  const names = differing.size === 0 ? '' : ` (${listed([...differing], MAX_NAMES)})`;
  const { expectedStatus: due, status = 0 } = first;
  const error = group.every((one) => one.error?.name === first.error?.name) ? first.error : undefined;
  const came = error && status >= 400 ? `: ${elide(error.words, MAX_ERROR)}` : '';
  const wanted = error && status < 400 ? ` ${error.words}` : '';
  const expected = due === undefined || text.includes(due) ? '' : `${came}, expected ${due}${wanted}`;
  const what = `${text}${names}${expected}${where}`;
  return group.length === 1 ? what : `${ownerOf(group, failed)}: ${what}`;
}

/** The one path on which rules of several endpoints were seen broken. */
function shownOn(group: readonly Symptom[]): string {
  const [first, ...others] = new Set(group.map(({ path }) => path));
  const isOfMany = group.some(({ rule }) => rule.endpoint === 'all');
  return first === undefined || others.length > 0 || !isOfMany ? '' : `, shown on ${first}`;
}

function ownerOf(group: readonly Symptom[], failed: readonly RuleReport[]): string {
  const endpoints = [...new Set(group.map(({ rule }) => rule.endpoint))];
  const names = endpoints.map((endpoint) => (endpoint === 'all' ? 'all endpoints' : endpoint));
  const places =
    endpoints.includes('all') && endpoints.length > 1
      ? 'several endpoints'
      : names.length > 3
        ? `${names.length} endpoints`
        : names.join(', ');
  const whole = failed.filter(({ endpoint }) => endpoints.includes(endpoint)).length === group.length;
  const count = whole && group.length === 2 ? 'both failed rules' : plural(group.length, 'failed rule');
  // What broke on one endpoint may break a rule of all.
  const of = places === 'all endpoints' ? 'that all endpoints share' : `of ${places}`;
  return `${whole && group.length > 2 ? 'all ' : ''}${count} ${of}`;
}
