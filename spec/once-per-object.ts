/** A function that computes its result once for each object and forgets it with the object: many judges read the same values. */
export function oncePerObject<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const results = new WeakMap<Key, Value>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined || results.has(key)) return known as Value;
    const result = compute(key);
    results.set(key, result);
    return result;
  };
}
