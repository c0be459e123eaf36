import type { EndpointName } from '../spec/index.ts';
import type { FaultName } from './faults.ts';
import type { MaybePromise } from './maybe-promise.ts';

/** What the journal keeps of a request; keys are masked. */
export interface JournalEntry {
  readonly endpoint: EndpointName | null;
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  /** 0 where the connection was reset in place of an answer; 499 where the client left before the answer began. */
  readonly status: number;
  /** Those that struck. */
  readonly faults: readonly FaultName[];
  /** Whole seconds. */
  readonly at: number;
  /** There where the client left a stream before its end. */
  readonly ended?: 'left';
}

/** The last requests, newest first. */
export interface Journal {
  /** Writes down what `shown` gives. Never fails: what cannot be written is left out. */
  add(entry: JournalEntry): MaybePromise<void>;
  /** Notes of an entry that was added that its client left. Of equal entries it takes the last. Never fails. */
  markLeft(entry: JournalEntry): MaybePromise<void>;
  entries(): MaybePromise<readonly JournalEntry[]>;
  clear(): MaybePromise<void>;
}

/** Entries that a journal holds. */
export const journalLength = 1_000;
const longestPath = 200;
/** Masked keys are shorter: enough for what is shown. */
const longestKept = 2 * longestPath;

/** An entry as it may be kept: without whole keys, and bounded. */
export function shown(entry: JournalEntry): JournalEntry {
  const path = maskKeys(entry.path).slice(0, longestPath);
  return { ...entry, path, method: entry.method.slice(0, 20), key: entry.key && maskKey(entry.key) };
}

/** An entry whose client left. */
export const left = (entry: JournalEntry): JournalEntry => ({ ...entry, ended: 'left' });

/** A journal in memory. Many requests pass for each time that somebody looks: only then keys are masked. */
export function createJournal(): Journal {
  const entries: JournalEntry[] = [];
  const kept = (entry: JournalEntry): JournalEntry =>
    entry.path.length > longestKept ? { ...entry, path: entry.path.slice(0, longestKept) } : entry;
  return {
    add: (entry) => {
      entries.push(kept(entry));
      if (entries.length > journalLength) entries.shift();
    },
    markLeft: (entry) => {
      // By its values, for it may have come from another process.
      const text = JSON.stringify(kept(entry));
      const place = entries.findLastIndex((one) => one.at === entry.at && JSON.stringify(one) === text);
      if (place >= 0) entries[place] = left(kept(entry));
    },
    entries: () => entries.toReversed().map(shown),
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
