import type { RequestEntry } from '../pipeline/trace.ts';

/** How requests are shown: one line each for people or for programs, or not at all. */
export const logStyles = ['pretty', 'json', 'silent'] as const;
export type LogStyle = (typeof logStyles)[number];

export function logLine(entry: RequestEntry, style: 'pretty' | 'json'): string {
  if (style === 'json') return JSON.stringify(entry);
  const { at, method, path, status, milliseconds, key, charge_micros, faults, ended, reason } = entry;
  const parts = [
    at.slice(11, 19),
    method.padEnd(4),
    path,
    status === 0 ? '---' : String(status),
    `${milliseconds} ms`,
    ...(key === null ? [] : [`…${key}`]),
    ...(charge_micros === null ? [] : [`$${charge_micros / 1_000_000}`]),
    ...(faults.length === 0 ? [] : [`fault: ${faults.join(', ')}`]),
    ...(ended === 'left' ? ['the client left'] : []),
    // What a fault answers explains itself.
    ...(reason === null || faults.length > 0 ? [] : [reason]),
  ];
  // Text from a client must not contain control sequences for the terminal.
  return parts.join('  ').replaceAll(/\p{Cc}/gu, '?');
}
