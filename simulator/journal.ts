import type { EndpointName } from '../spec/index.ts';
import type { FaultName } from './faults.ts';
import type { MaybePromise } from './maybe-promise.ts';

/** What the journal keeps of a request; keys are masked. */
export interface JournalEntry {
  readonly endpoint: EndpointName | null;
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  /** 0 if the connection was reset instead of an answer; 499 if the client left before the answer began. */
  readonly status: number;
  /** Faults that struck. */
  readonly faults: readonly FaultName[];
  /** Whole seconds. */
  readonly at: number;
  /** Present if the client left a stream before its end. */
  readonly ended?: 'left';
}

/** The last requests, newest first. */
export interface Journal {
  /** Adds the entry as `shown` gives it. Never fails: an entry that cannot be written is dropped. */
  add(entry: JournalEntry): MaybePromise<void>;
  /** Marks an earlier entry: its client left. Takes the last of equal entries. Never fails. */
  markLeft(entry: JournalEntry): MaybePromise<void>;
  entries(): MaybePromise<readonly JournalEntry[]>;
  clear(): MaybePromise<void>;
}

/** Most entries of a journal. */
export const journalLength = 1_000;
const longestPath = 200;
/** Masking makes a path shorter: this is enough for `longestPath` after it. */
const longestKept = 2 * longestPath;

/** An entry as it is shown and stored: keys masked, lengths limited. */
export function shown(entry: JournalEntry): JournalEntry {
  return { ...entry, ...shownTarget(entry), key: entry.key && maskKey(entry.key) };
}

/** Method and path of a request as they are shown and stored: keys masked, lengths limited. */
export function shownTarget({ method, path }: { readonly method: string; readonly path: string }) {
  return { method: method.slice(0, 20), path: maskKeys(path).slice(0, longestPath) };
}

/** An entry whose client left. */
export const left = (entry: JournalEntry): JournalEntry => ({ ...entry, ended: 'left' });

/** A journal in memory. It masks keys only when it is read, which is far less often than requests come. */
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
      // Compared by value: it may come from another process.
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

/** A key as its prefix and last four characters; any other token as its last four. */
export function maskKey(token: string): string {
  const masked = maskKeys(token);
  return masked === token ? `…${token.slice(8).slice(-4)}` : masked;
}

/** A text with each key cut to its prefix and last four characters. */
export function maskKeys(text: string): string {
  return text.includes('svc_') ? text.replaceAll(/(svc_(?:test|live)_)[0-9a-fA-F]+([0-9a-fA-F]{4})/g, '$1…$2') : text;
}
