/** A number with its noun, as people write it: `1 rule`, `1,204 rules`, `2 properties`. */
export function plural(n: number, noun: string): string {
  const many = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${n.toLocaleString('en-US')} ${n === 1 ? noun : many}`;
}

/** The first `most` items; `more` describes how many others there are. */
export function firstOf<Item>(items: readonly Item[], most: number, more: (left: number) => Item): Item[] {
  return items.length > most ? [...items.slice(0, most), more(items.length - most)] : [...items];
}

/** The first `most` items of a list in one line, with the number of others: `a, b and 3 more`. */
export function listed(items: readonly string[], most: number): string {
  const shown = items.slice(0, most).join(', ');
  return items.length > most ? `${shown} and ${(items.length - most).toLocaleString('en-US')} more` : shown;
}
