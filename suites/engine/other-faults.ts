import { elide, listed } from '../../reports/index.ts';
import { isObject } from '../../spec/index.ts';
import type { Outcome } from './check.ts';

/** Faults that a note names, and the longest text of one. */
const MAX_NAMED = 3;
const MAX_LENGTH = 60;

/** The outcome of a failed rule with a note on its other faults, before its own notes. */
export function withOtherFaults(outcome: Outcome, failed: readonly unknown[], fine: readonly unknown[]): Outcome {
  const notes = [...otherFaults(outcome.failure?.expected ?? '', failed, fine), ...(outcome.notes ?? [])];
  return notes.length === 0 ? outcome : { ...outcome, notes };
}

/**
 * A note on the other faults of a failed rule, which show how far the failure reaches: those that went wrong as well, and those
 * that were refused each time, as they must be, the ones most like the `shown` failure first. Empty if there are none.
 */
export function otherFaults(shown: string, failed: readonly unknown[], fine: readonly unknown[]): readonly string[] {
  const wrong = faultsOf(failed);
  const alike = wrong.find((fault) => shown.includes(fault)) ?? '';
  const right = faultsOf(fine)
    .filter((fault) => !wrong.includes(fault))
    .toSorted((one, other) => sharedLength(other, alike) - sharedLength(one, alike));
  const others = wrong.filter((fault) => fault !== alike);
  const parts = [
    ...(others.length === 0 ? [] : [`Wrong as well: ${named(others)}.`]),
    ...(right.length === 0 ? [] : [`Right: ${named(right)}.`]),
  ];
  return parts.length === 0 ? [] : [parts.join(' ')];
}

/** Faults in words; of those of one field, its name once. */
function named(faults: readonly string[]): string {
  const [field = ''] = /^"[^"]*" (?:holds|is|has) /.exec(faults[0] ?? '') ?? [];
  const shared = faults.every((fault) => fault.startsWith(field)) ? field : '';
  const words = faults.map((fault) => elide(fault.slice(shared.length), MAX_LENGTH));
  return `${shared}${listed(words, MAX_NAMED)}`;
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
