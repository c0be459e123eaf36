import type { EndpointName } from '../spec/index.ts';
import type { FaultName } from './faults.ts';

/** What the journal keeps of a request; keys are masked. */
export interface JournalEntry {
  readonly endpoint: EndpointName | null;
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  /** 0 where there was no answer. */
  readonly status: number;
  /** Those that struck. */
  readonly faults: readonly FaultName[];
  /** Whole seconds. */
  readonly at: number;
}

/** The last requests, newest first. */
export interface Journal {
  add(entry: JournalEntry): void;
  entries(): readonly JournalEntry[];
  clear(): void;
}

const longestPath = 200;

/** A journal of the last `capacity` requests. */
export function createJournal(capacity = 1_000): Journal {
  const entries: JournalEntry[] = [];
  return {
    add: (entry) => {
      const path = maskKeys(entry.path).slice(0, longestPath);
      entries.push({ ...entry, path, method: entry.method.slice(0, 20), key: entry.key && maskKey(entry.key) });
      if (entries.length > capacity) entries.shift();
    },
    entries: () => entries.toReversed(),
    clear: () => {
      entries.length = 0;
    },
  };
}

/** Leaves of a key its prefix and last four characters; of a token that is no key of ours, its last four. */
export function maskKey(token: string): string {
  const masked = maskKeys(token);
  return masked === token ? `…${token.slice(8).slice(-4)}` : masked;
}

/** Leaves of each key in a text its prefix and last four characters. */
export function maskKeys(text: string): string {
  return text.replaceAll(/(svc_(?:test|live)_)[0-9a-fA-F]+([0-9a-fA-F]{4})/g, '$1…$2');
}
