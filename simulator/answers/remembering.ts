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
