/** A number with its noun, as people write it: `1 rule`, `1,204 rules`, `2 properties`. */
export function plural(n: number, noun: string): string {
  const many = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
  return `${n.toLocaleString('en-US')} ${n === 1 ? noun : many}`;
}

/** A list in a sentence: «a», «a and b», «a, b and c». */
export const inList = (parts: readonly string[], last = 'and'): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1)}`;

/** The first `most` items; `more` describes how many others there are. */
export function firstOf<Item>(items: readonly Item[], most: number, more: (left: number) => Item): Item[] {
  return items.length > most ? [...items.slice(0, most), more(items.length - most)] : [...items];
}

/** The first `most` items of a list in one line, with the number of others: `a, b and 3 more`. */
export function listed(items: readonly string[], most: number): string {
  const shown = items.slice(0, most).join(', ');
  return items.length > most ? `${shown} and ${(items.length - most).toLocaleString('en-US')} more` : shown;
}

/**
 * Micros (1 US dollar = 1,000,000) as dollars: `$1,234.50`, `$0.035`. Exact: always cents, further digits if needed.
 */
export function formatDollars(micros: number): string {
  const whole = Math.floor(micros / 1_000_000).toLocaleString('en-US');
  const fraction = String(micros % 1_000_000)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `$${whole}.${fraction}`;
}

/** Milliseconds for people: `812 ms`, `9.0 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
