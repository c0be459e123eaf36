/** A number with its noun, as people write it: `1 rule`, `1,204 rules`. */
export function plural(n: number, noun: string): string {
  return `${n.toLocaleString('en-US')} ${noun}${n === 1 ? '' : 's'}`;
}

/** The first `most` items of a list in one line; the others are counted: `a, b and 3 more`. */
export function listed(items: readonly string[], most: number): string {
  const shown = items.slice(0, most).join(', ');
  return items.length > most ? `${shown} and ${(items.length - most).toLocaleString('en-US')} more` : shown;
}
