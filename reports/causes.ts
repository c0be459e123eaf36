import { isObject } from '../spec/index.ts';
import { listed, plural } from './plural.ts';
import type { RuleReport } from './report.ts';

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
  /** Equal for failures of one endpoint that were seen in the same circumstances; undefined without any. */
  circumstances: string | undefined;
  due: string | undefined;
}

/** Field names, quoted values, addresses, paths and numbers. */
const PIECE = /`[^`]*`|"(?:[^"\\]|\\.)*"|https?:\/\/\S+|\/v1\/[\w/-]+|\d(?:[\d.,]*\d)?/g;

/** A field name or an error code, which belongs to the meaning; other values vary by chance. */
const NAME = /^`|^"[a-z]+(?:_[a-z]+)+"$/;

/** Number of characters of a failure that are compared. */
const MAX_LENGTH = 300;
const MAX_NAMES = 4;

/**
 * Groups the failed rules by likely cause, the largest group first and single rules last.
 *
 * Two failures share a cause if the responses have the same status and the judges say the same about them: about the
 * same field on any endpoint (`every 422 lacks detail`), or about any field of one endpoint (`finder lacks id, object
 * …`). Failures of one endpoint that were seen in the same circumstances share one as well. A single failed rule says
 * all by itself.
 */
export function causesOf(rules: readonly RuleReport[]): Cause[] {
  const failed = rules.filter(({ verdict }) => verdict === 'fail');
  if (failed.length < 2) return [];
  const all = failed.map(symptomOf);
  const groups: Symptom[][] = [];
  let left = all;
  for (;;) {
    const group = largest(left);
    if (group.length < 2) break;
    groups.push(group);
    left = left.filter((symptom) => !group.includes(symptom));
  }
  return [...groups, ...left.map((symptom) => [symptom])].map((group) => {
    return { label: labelOf(group, failed), rules: group.map(({ rule }) => rule) };
  });
}

function largest(symptoms: readonly Symptom[]): Symptom[] {
  const groups = new Map<string, Symptom[]>();
  for (const key of ['same', 'alike', 'circumstances'] as const) {
    for (const symptom of symptoms) {
      if (symptom[key] === undefined) continue;
      const name = `${key} ${symptom[key]}`;
      const group = groups.get(name);
      if (group === undefined) groups.set(name, [symptom]);
      else group.push(symptom);
    }
  }
  return [...groups.values()].reduce((best, group) => (group.length > best.length ? group : best), []);
}

function symptomOf(rule: RuleReport): Symptom {
  const { failure, reason = '' } = rule;
  const text = headOf(failure?.actual ?? reason);
  const pieces = text.match(PIECE) ?? [];
  const words = text.split(PIECE);
  const expected = failure?.expected ?? '';
  const due = / is accepted\.?$/.test(expected) ? '200' : /(?:answered with|[Ss]tatus) (\d{3})/.exec(expected)?.[1];
  const frame = [statusOf(rule), due, words.join('…')].join('|');
  const names = pieces.filter((piece) => NAME.test(piece)).map((piece) => piece.replace(/\[\d+\]/g, '[]'));
  const seen = circumstancesIn(failure?.actual ?? '');
  const circumstances = seen && `${rule.endpoint}|${seen}`;
  return {
    rule,
    words,
    pieces,
    due,
    circumstances,
    same: [frame, ...names].join('|'),
    alike: `${rule.endpoint}|${frame}`,
  };
}

/** In what circumstances it was seen, without those that were tried in their place. */
const circumstancesIn = (actual: string): string | undefined =>
  / Seen with (.*?)(?:, not with(?:out| one of them left out))?\.$/s.exec(actual)?.[1]?.replace(/ \([^()]*\)/g, '');

/** The first sentence, without the quoted piece of the response. */
function headOf(actual: string): string {
  const line = actual.slice(0, MAX_LENGTH).split('\n', 1)[0] ?? '';
  const [head = ''] = line.replace('{detail: [...]}', '{detail}').split(/[.;] |: (?=[{[<]|`[^`]*` is |the whole is )/);
  return head.replace(/[.:;,\s]+$/, '');
}

/** Status of the response that shows the failure. */
function statusOf({ failure }: RuleReport): number | undefined {
  const status = failure?.steps?.at(-1)?.answer.status ?? responseOf(failure?.counterexample).status;
  return typeof status === 'number' ? status : undefined;
}

function responseOf(counterexample: unknown): { status?: unknown } {
  const response = isObject(counterexample) ? counterexample.response : undefined;
  return isObject(response) ? response : {};
}

function labelOf(group: readonly Symptom[], failed: readonly RuleReport[]): string {
  const [first] = group;
  if (first === undefined) return '';
  const differing = new Set<string>();
  const sameWords = group.every(({ words }) => words.join('…') === first.words.join('…'));
  const seen = circumstancesIn(first.rule.failure?.actual ?? '');
  if (!sameWords && seen !== undefined) return `${ownerOf(group, failed)}: seen with ${seen.slice(0, MAX_LENGTH)}`;
  const text = first.words
    .map((words, i) => {
      const pieces = new Set(group.map(({ pieces: own }) => own[i] ?? ''));
      if (pieces.size === 1) return `${words}${first.pieces[i] ?? ''}`;
      for (const piece of pieces) if (NAME.test(piece)) differing.add(piece);
      return `${words}…`;
    })
    .join('');
  const names = differing.size === 0 ? '' : ` (${listed([...differing], MAX_NAMES)})`;
  const due = first.due === undefined || text.includes(first.due) ? '' : `, ${first.due} is due`;
  const what = `${text}${names}${due}`;
  return group.length === 1 ? what : `${ownerOf(group, failed)}: ${what}`;
}

function ownerOf(group: readonly Symptom[], failed: readonly RuleReport[]): string {
  const endpoints = [...new Set(group.map(({ rule }) => rule.endpoint))];
  const names = endpoints.map((endpoint) => (endpoint === 'all' ? 'every endpoint' : endpoint));
  const places =
    endpoints.includes('all') && endpoints.length > 1
      ? 'several endpoints'
      : names.length > 3
        ? `${names.length} endpoints`
        : names.join(', ');
  const whole = failed.filter(({ endpoint }) => endpoints.includes(endpoint)).length === group.length;
  const count = whole && group.length === 2 ? 'both failed rules' : plural(group.length, 'failed rule');
  return `${whole && group.length > 2 ? 'all ' : ''}${count} of ${places}`;
}
