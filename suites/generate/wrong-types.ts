import fc from 'fast-check';
import { word } from './text.ts';

/**
 * Values that are of none of the allowed JSON types and that no lenient reader could coerce into one (readings R5): an object for
 * a string, `"abc"` for an integer, never a number for a string. The first is the most telling.
 */
export function wrongTypes(allowed: readonly string[]): readonly unknown[] {
  const asObject = { not: 'of this type' };
  const asArray = [['not of this type']];
  if (allowed.includes('string')) {
    if (allowed.includes('array')) return [asObject];
    return allowed.includes('object') ? [asArray] : [asObject, asArray];
  }
  if (allowed.includes('array')) return [asObject, 42];
  if (allowed.includes('integer')) return ['abc', asObject, 2.5];
  if (allowed.includes('boolean')) return [asObject, 'abc'];
  return [42, asArray];
}

/** Generated values of the same kind, for longer runs. */
export function wrongTypeArbitrary(allowed: readonly string[]): fc.Arbitrary<unknown> {
  const asObject = fc.dictionary(word, word, { minKeys: 1, maxKeys: 2 });
  const asArray = fc.array(fc.array(word, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 2 });
  if (allowed.includes('object')) return asArray;
  if (allowed.includes('array')) return asObject;
  if (allowed.includes('integer')) return fc.oneof(word, asObject, asArray);
  return fc.oneof(asObject, asArray);
}
