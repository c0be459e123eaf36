/** Replaces one value of a JSON document; undefined removes the member. */
export type Edit = (value: unknown) => unknown;

/** Removes a member. */
export const gone: Edit = () => undefined;

/**
 * A copy of a JSON document with the values at `pointer` edited. In an array, the step `*` selects every item, `-` the
 * last one, a number the item with that index. Everything else stays unchanged.
 */
export function editAt(document: unknown, pointer: string, edit: Edit): unknown {
  return editIn(
    document,
    pointer.split('/').filter((step) => step !== ''),
    edit,
  );
}

function editIn(value: unknown, steps: readonly string[], edit: Edit): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return edit(value);
  if (Array.isArray(value)) {
    const at = step === '-' ? value.length - 1 : Number(step);
    return value.map((item, index) => (step === '*' || index === at ? editIn(item, rest, edit) : item));
  }
  if (typeof value !== 'object' || value === null || !(step in value)) return value;
  return { ...value, [step]: editIn((value as Record<string, unknown>)[step], rest, edit) };
}
