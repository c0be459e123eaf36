import { elide } from './elide.ts';
import { escapeControls } from './escape-controls.ts';

/** Limits of what is shown. */
export interface ShowLimits {
  /** UTF-16 units of one string. */
  string: number;
  /** Items of one array, or properties of one object. */
  items: number;
  depth: number;
  lines: number;
  /** Columns: what fits stays on one line. */
  width: number;
}

const DEFAULTS: ShowLimits = { string: 240, items: 12, depth: 8, lines: 60, width: 76 };

/**
 * A counterexample as indented JSON of bounded length, safe to print: long strings are cut in the middle, long arrays
 * and deep objects say how much is missing. For reading only; the whole value is in `report.json`.
 */
export function showValue(value: unknown, limits: Partial<ShowLimits> = {}): string {
  const bounds = { ...DEFAULTS, ...limits };
  const lines = print(bound(value, bounds, 0), '', bounds.width)
    .split('\n')
    .map((line) => escapeControls(line));
  if (lines.length <= bounds.lines) return lines.join('\n');
  return [...lines.slice(0, bounds.lines), `… ${lines.length - bounds.lines} more lines`].join('\n');
}

function bound(value: unknown, limits: ShowLimits, depth: number): unknown {
  if (typeof value === 'string') return elide(value, limits.string);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= limits.depth) return '… deeper levels left out';
  if (Array.isArray(value)) {
    const shown = value.slice(0, limits.items).map((item) => bound(item, limits, depth + 1));
    return value.length > limits.items ? [...shown, `… ${value.length - limits.items} more items`] : shown;
  }
  const entries = Object.entries(value);
  const shown = entries.slice(0, limits.items).map(([key, item]) => [elide(key, 80), bound(item, limits, depth + 1)]);
  if (entries.length > limits.items) shown.push(['…', `${entries.length - limits.items} more properties`]);
  return Object.fromEntries(shown);
}

/** JSON with line breaks only where needed: `JSON.stringify` would put every number of a list on its own line. */
function print(value: unknown, indent: string, width: number): string {
  const compact = JSON.stringify(value) ?? 'undefined';
  if (typeof value !== 'object' || value === null || indent.length + compact.length <= width) return compact;
  const deeper = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((item) => print(item, deeper, width))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${print(item, deeper, width)}`);
  return `${open}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close}`;
}
