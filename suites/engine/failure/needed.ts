import { circumstances, type EndpointName, type Factor } from '../../../spec/index.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import { replacedLevels } from '../../generate/read-circumstances.ts';
import { factorsOfSigns } from '../../generate/signs.ts';
import type { Call } from '../../http/exchange/exchange.ts';
import type { Reach } from './reach.ts';

/** The levels of a factor that were tried instead of the level that a failed case has. */
export interface TriedLevels {
  readonly passing: readonly string[];
  readonly failing: readonly string[];
}

/** What a failure needs, as far as it was tried. */
export interface Needed {
  readonly endpoint: EndpointName;
  /** The levels that it needs, plain ones too. */
  readonly levels: Circumstances;
  readonly tried: ReadonlyMap<string, TriedLevels>;
  /** Circumstances without which the rule has no case. */
  readonly inherent: ReadonlySet<string>;
  /** The numbers with which it was seen, and was not, by factor. */
  readonly reaches: ReadonlyMap<string, Reach>;
  /** The signs of a text that it needs, by factor, where not all of its level show it. */
  readonly signs: ReadonlyMap<string, readonly string[]>;
  /** Whether the fault of the request is a PDF of its own. */
  readonly addsPdf: boolean;
}

/** Few cases that passed differ from those that failed in many ways; each is tried once. */
const MAX_PLAIN_SUSPECTS = 12;

export const plainestOf = (endpoint: EndpointName, name: string): string =>
  circumstances[endpoint].find((factor) => factor.name === name)?.levels[0] ?? '';

/** Whether the fault of a request is a PDF of its own, beside those of the valid request. */
export function addsPdf(valid: Call | undefined, sent: Call | undefined): boolean {
  const count = (call: Call | undefined): number =>
    (JSON.stringify(call?.body ?? '').match(/"pdf_urls":\[[^\]]*\]/g) ?? []).join('').split('"').length;
  return count(sent) > count(valid);
}

/** Whether a failed request has another level of a factor than the valid request in its circumstances, which would be a wrong word about it. */
export function replacedIn(valid: Call | undefined, sent: Call | undefined): (name: string) => boolean {
  if (!valid || !sent || sent.body === valid.body) return () => false;
  const replaced = replacedLevels(valid, sent);
  return (name) => name in replaced;
}

/** Whether a row has all circumstances that a failure needs, or others with which it was seen as well. */
export function isCovered(row: Circumstances, { endpoint, levels, tried, reaches }: Needed): boolean {
  return Object.entries(levels).every(([name, level]) => {
    const other = row[name] ?? plainestOf(endpoint, name);
    if (other === level || tried.get(name)?.failing.includes(other)) return true;
    const { failing = [], passing = [] } = reaches.get(name) ?? {};
    const [count, from = 0, to = 0] = [Number(other), failing[0], failing.at(-1)];
    return failing.length > 0 && count >= from && (count <= to || !passing.some((one) => one > to));
  });
}

/**
 * The factors whose plainest level a failure may need: no failed case has the level of some case that passed. Those that
 * explain most of the passed cases come first.
 */
export function plainSuspects(
  { endpoint, levels, signs }: Needed,
  failed: readonly Circumstances[],
  passed: readonly Circumstances[],
): readonly { readonly name: string; readonly broken: readonly string[]; readonly other: string }[] {
  const suspects = circumstances[endpoint].flatMap(({ name, levels: all }: Factor) => {
    if (name in levels) return [];
    // A text of one word has no room for the sign.
    if (name === 'wording' && factorsOfSigns.some((factor) => signs.has(factor))) return [];
    const [plainest = ''] = all;
    const broken = [...new Set([plainest, ...failed.map((row) => row[name] ?? plainest)])];
    const explained = passed.map((row) => row[name] ?? plainest).filter((level) => !broken.includes(level));
    const other = all.find((level) => explained.includes(level));
    return other === undefined ? [] : [{ name, broken, other, explained: explained.length }];
  });
  return suspects.toSorted((one, next) => next.explained - one.explained).slice(0, MAX_PLAIN_SUSPECTS);
}

export const nonDefaultLevels = (endpoint: EndpointName, row: Circumstances): Circumstances =>
  Object.fromEntries(
    circumstances[endpoint].flatMap(({ name, levels }) => {
      const level = row[name];
      return level === undefined || level === levels[0] ? [] : [[name, level]];
    }),
  );
