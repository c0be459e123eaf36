/** A function that remembers what it made of `most` texts or other things, and then begins anew: requests repeat their texts. */
export function remembering<Made, Given = string>(most: number, make: (given: Given) => Made): (given: Given) => Made {
  const known = new Map<Given, Made>();
  return (given) => {
    const before = known.get(given);
    if (before !== undefined) return before;
    if (known.size >= most) known.clear();
    const made = make(given);
    known.set(given, made);
    return made;
  };
}

/** Remembers what was made for a thing as long as that thing is there. */
export function rememberingFor<Made>(): (thing: object, make: () => Made) => Made {
  const known = new WeakMap<object, Made>();
  return (thing, make) => {
    const before = known.get(thing);
    if (before !== undefined) return before;
    const made = make();
    known.set(thing, made);
    return made;
  };
}
