/** Whole micros as dollars: at least two decimals, and as many more as the amount has. */
export function dollars(micros: number): string {
  const [whole = '0', part = ''] = (Math.abs(micros) / 1_000_000).toFixed(6).split('.');
  const decimals = part.replace(/0+$/, '').padEnd(2, '0');
  return `${micros < 0 ? '-' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${decimals}`;
}

/** Dollars that a user typed, as whole micros; null if it is no amount. */
export function readDollars(text: string): number | null {
  const match = /^\s*(-?)\$?(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{0,6}))?\s*$/.exec(text);
  if (match === null) return null;
  const [, sign, whole = '', part = ''] = match;
  const micros = Number(whole.replaceAll(',', '')) * 1_000_000 + Number(part.padEnd(6, '0'));
  return sign === '-' ? -micros : micros;
}

/** A duration: `3 ms`, `1.25 s`, `10 min 0 s`. */
export function duration(milliseconds: number): string {
  const ms = Math.round(milliseconds);
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(2)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** A size: `812 B`, `64.0 kB`. */
export function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The time of day with milliseconds, in the local time zone. */
export function clock(at: string): string {
  const date = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return `${day}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** A key as its prefix and last four characters. */
export function shortKey(key: string): string {
  return key.replace(/^(svc_(?:test|live)_).+(.{4})$/, '$1…$2');
}

/** A name of the API as words: `attachment_pages` is `attachment pages`. */
export function words(name: string): string {
  return name.replaceAll('_', ' ');
}

/** The next round number from a value upwards: the end of an axis. */
export function roundUp(value: number): number {
  if (value <= 1) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 1.5, 2, 2.5, 3, 4, 5, 6, 8].find((step) => step * power >= value) ?? 10) * power;
}
