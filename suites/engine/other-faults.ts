import { elide, listed } from '../../reports/index.ts';
import { isObject } from '../../spec/index.ts';

/** Faults that a note names, and the longest text of one. */
const MAX_NAMED = 3;
const MAX_LENGTH = 60;

/**
 * A note on the faults of the same rule that were refused each time, as they must be, those most like the failed one first:
 * they show how far a failure reaches. Empty if there are none.
 */
export function otherFaults(failed: readonly unknown[], fine: readonly unknown[]): readonly string[] {
  const wrong = faultsOf(failed);
  const [first = ''] = wrong;
  const right = faultsOf(fine)
    .filter((fault) => !wrong.includes(fault))
    .toSorted((one, other) => sharedLength(other, first) - sharedLength(one, first));
  if (right.length === 0) return [];
  const [field = ''] = /^"[^"]*" (?:holds|is|has) /.exec(right[0] ?? '') ?? [];
  const isShared = right.every((fault) => fault.startsWith(field));
  const words = right.map((fault) => elide(isShared ? fault.slice(field.length) : fault, MAX_LENGTH));
  return [`Refused as it must be where ${isShared ? field : ''}${listed(words, MAX_NAMED)}.`];
}

const faultsOf = (cases: readonly unknown[]): readonly string[] => [
  ...new Set(cases.flatMap((one) => (isObject(one) && typeof one.fault === 'string' ? [one.fault] : []))),
];

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
