import { elide, inList, listed } from '../../../reports/index.ts';
import { findRule, isObject } from '../../../spec/index.ts';
import type { Exchange } from '../../http/exchange/exchange.ts';
import { bodyOf, objectIn } from '../../judges/read.ts';
import { endpointOfCase } from '../failure/case-origin.ts';
import type { Outcome } from './check.ts';

/** Faults that a note names at the most, the longest text of one, and of a note that names more than one. */
const MAX_NAMED = 3;
const MAX_LENGTH = 60;
const MAX_NOTE = 220;

/** The cases of a failed rule. */
interface OtherCases {
  readonly failed: readonly unknown[];
  /** Those of the failed ones whose own fault went wrong: in the others, a valid request was refused. */
  readonly wrong: readonly unknown[];
  readonly fine: readonly unknown[];
  /** Those of the fine ones that have the circumstances that the failure needs: what was right in others may be wrong in these. */
  readonly alike: readonly unknown[];
  /** The answer to a case. */
  readonly answerOf?: (one: unknown) => Exchange | undefined;
}

/** The outcome of a failed rule with notes on where else it went wrong, before its own notes. */
export function withOtherFaults(
  rule: string,
  outcome: Outcome,
  { failed, wrong, fine, alike, answerOf = () => undefined }: OtherCases,
): Outcome {
  const isOfAll = findRule(rule)?.endpoint === 'all';
  // Where a certain status is due, another one is the finding itself.
  const status = rule.startsWith('errors.') ? statusesOf(failed, fine, answerOf) : () => undefined;
  const { expected = '', actual = '' } = outcome.failure ?? {};
  const faults = otherFaults([expected, actual], wrong, alike);
  const notes = [...(isOfAll ? placesOf(failed, fine, status) : []), ...faults, ...(outcome.notes ?? [])];
  return notes.length === 0 ? outcome : { ...outcome, notes };
}

/** What tells the wrong errors from the right ones: their statuses or, where one status is among both, their codes as well. */
function statusesOf(
  failed: readonly unknown[],
  fine: readonly unknown[],
  answerOf: (one: unknown) => Exchange | undefined,
): (one: unknown) => string | undefined {
  const status = (one: unknown): string | undefined => answerOf(one)?.status.toString();
  const right = new Set(fine.map(status));
  const mixed = new Set(failed.map(status).filter((one) => right.has(one)));
  const codeOf = (one: unknown): string | undefined => {
    const answer = answerOf(one);
    const code = objectIn(answer && bodyOf(answer)?.error)?.code;
    return typeof code === 'string' && mixed.has(status(one)) ? `${status(one)} \`${elide(code, 40)}\`` : undefined;
  };
  const wrong = new Set(failed.map(codeOf));
  return (one) => {
    const code = codeOf(one);
    if (code === undefined) return status(one);
    return wrong.has(code) ? code : `any other ${status(one)}`;
  };
}

/** A note on the endpoints and statuses of a rule of several endpoints that failed, and on those that never did. */
export function placesOf(
  failed: readonly unknown[],
  fine: readonly unknown[],
  statusOf: (one: unknown) => number | string | undefined,
): readonly string[] {
  const endpoints = sides(failed.map(endpointOfCase), fine.map(endpointOfCase));
  const statuses = sides(failed.map(statusOf), fine.map(statusOf));
  const parts = [
    ...(endpoints.wrong.length + endpoints.right.length > 1
      ? [`on ${inList(endpoints.wrong)}${endpoints.right.length === 0 ? '' : ` (right on ${inList(endpoints.right)})`}`]
      : []),
    ...(statuses.right.length > 0 ? [`with ${inList(statuses.wrong)} (right with ${inList(statuses.right)})`] : []),
  ];
  return endpoints.wrong.length === 0 || parts.length === 0 ? [] : [`Wrong ${parts.join(', ')}.`];
}

/** What is among the failed ones, and what is only among the others, each once and in order. */
function sides(
  failed: readonly (string | number | undefined)[],
  fine: readonly (string | number | undefined)[],
): { readonly wrong: readonly string[]; readonly right: readonly string[] } {
  const once = (values: typeof failed): readonly string[] =>
    [...new Set(values.filter((value) => value !== undefined).map(String))].toSorted();
  const wrong = once(failed);
  return { wrong, right: once(fine).filter((value) => !wrong.includes(value)) };
}

/**
 * A note on the other faults of a failed rule, which show how far the failure reaches: those that went wrong as well, and those
 * that were refused each time, as they must be, the ones most like the `shown` failure first. Empty if there are none. A fault
 * in several items of a list counts once. `shown` are the texts of the failure, the one first that names its fault most likely.
 */
export function otherFaults(
  shown: readonly string[],
  failed: readonly unknown[],
  fine: readonly unknown[],
): readonly string[] {
  const wrong = faultsOf(failed);
  const [alike = ''] = shown.flatMap((text) => wrong.find((fault) => anyItem(text).includes(anyItem(fault))) ?? []);
  const right = faultsOf(fine)
    .filter((fault) => !wrong.map(anyItem).includes(anyItem(fault)))
    .toSorted((one, other) => sharedLength(other, alike) - sharedLength(one, alike));
  const others = wrong.filter((fault) => anyItem(fault) !== anyItem(alike));
  const items = itemsOf(
    wrong.filter((fault) => anyItem(fault) === anyItem(alike)),
    faultsOf(fine).filter((fault) => anyItem(fault) === anyItem(alike)),
  );
  for (let most = MAX_NAMED; ; most -= 1) {
    const parts = [
      ...items,
      ...(others.length === 0 ? [] : [`Wrong as well: ${named(others, most)}.`]),
      ...(right.length === 0 ? [] : [`Right: ${named(right, most)}.`]),
    ];
    const note = parts.join(' ');
    if (note === '') return [];
    if (note.length <= MAX_NOTE || most === 1) return [note];
  }
}

/** A fault without the places in a list where it stood. */
const anyItem = (fault: string): string => fault.replace(/\[\d+\]/g, '[n]');

/** In which items of a list one fault went wrong, and in which it never did, if these are others. */
function itemsOf(wrong: readonly string[], right: readonly string[]): readonly string[] {
  const [bad, good] = [wrong, right].map((faults) => [
    ...new Set(faults.map((fault) => /\[(\d+)\]/.exec(fault)?.[1])),
  ]) as [(string | undefined)[], (string | undefined)[]];
  if (bad.length === 0 || good.length === 0 || good.some((item) => item === undefined || bad.includes(item))) return [];
  const listedItems = (items: readonly (string | undefined)[]): string =>
    `item${items.length === 1 ? '' : 's'} ${listed(
      items.map((item) => `[${item}]`),
      MAX_NAMED,
    )}`;
  return [`Wrong in ${listedItems(bad)}, right in ${listedItems(good)}.`];
}

/** Faults in words, each of those in several items of a list once; of those of one field, its name once. */
function named(faults: readonly string[], most: number): string {
  const isAlone = (fault: string): boolean => faults.filter((other) => anyItem(other) === anyItem(fault)).length === 1;
  const once = withNumbersTogether([...new Set(faults.map((fault) => (isAlone(fault) ? fault : anyItem(fault))))]);
  const [field = ''] = /^"[^"]*" (?:holds|is|has) /.exec(once[0] ?? '') ?? [];
  const shared = once.every((fault) => fault.startsWith(field)) ? field : '';
  const words = once.map((fault) => elide(fault.slice(shared.length), MAX_LENGTH));
  return `${shared}${listed(words, most)}`;
}

/** Texts that differ in one number only, as one: `550, 901 documents`. */
function withNumbersTogether(texts: readonly string[]): readonly string[] {
  const frames = new Map<string, { readonly start: string; readonly numbers: string[]; readonly end: string }>();
  for (const text of texts) {
    const [, start = text, number, end = ''] = /^(.* )(\d[\d,]*)( \D*)?$/.exec(text) ?? [];
    const frame = frames.get(`${start}|${end}`) ?? { start, numbers: [], end };
    frames.set(`${start}|${end}`, frame);
    if (number !== undefined) frame.numbers.push(number);
  }
  const sizeOf = (number: string): number => Number(number.replaceAll(',', ''));
  return [...frames.values()].map(({ start, numbers, end }) => {
    const sorted = numbers.toSorted((one, other) => sizeOf(one) - sizeOf(other));
    return `${start}${sorted.join(', ')}${end}`;
  });
}

/** The faults of cases: a case names its own as `fault`, or what its key is as `words`. */
const faultsOf = (cases: readonly unknown[]): readonly string[] => [
  ...new Set(
    cases.flatMap((one) => {
      const fault = isObject(one) ? (one.fault ?? one.words) : undefined;
      return typeof fault === 'string' ? [fault] : [];
    }),
  ),
];

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
