import type { EndpointName } from '../spec/index.ts';
import type { FaultName } from './faults.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { ApiRequest } from './wire.ts';

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
  /** When it arrived, in real milliseconds since 1970: how long a client waited between two requests. Only a journal in memory has it. */
  readonly received_ms?: number;
  /** As sent, names in lower case, without `authorization`. Only a journal in memory has it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** As sent: JSON, or else text. Absent if there was none or it is longer than 64 KB, and where the journal is not in memory. */
  readonly body?: unknown;
}

/** What a client sent, as far as a journal in memory keeps it. */
export interface Sent {
  readonly receivedMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** The last requests, newest first. */
export interface Journal {
  /** Adds the entry as `shown` gives it. Never fails: an entry that cannot be written is dropped. */
  add(entry: JournalEntry, sent?: Sent): MaybePromise<void>;
  /** Marks an earlier entry: its client left. Takes the last of equal entries. Never fails. */
  markLeft(entry: JournalEntry): MaybePromise<void>;
  /** All of them, or those of one key. */
  entries(key?: string): MaybePromise<readonly JournalEntry[]>;
  clear(): MaybePromise<void>;
}

/** Most entries of a journal. */
export const journalLength = 1_000;
const longestPath = 200;
/** Masking makes a path shorter: this is enough for `longestPath` after it. */
const longestKept = 2 * longestPath;
const longestBody = 65_536;

/** What a journal keeps of a request besides its entry. The body is copied: bytes of a socket would keep its whole buffer in memory. */
export function sentIn({ headers, body }: Pick<ApiRequest, 'headers' | 'body'>, receivedMs: number): Sent {
  const isKept = body.byteLength <= longestBody;
  // Half the time of a TextDecoder.
  return {
    receivedMs,
    headers,
    text: isKept ? Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString() : '',
  };
}

/** What was sent, as it is shown: keys masked. */
function shownSent({ receivedMs, headers: { authorization: _, ...headers }, text }: Sent): Partial<JournalEntry> {
  const masked = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, maskKeys(value)]));
  return { received_ms: Math.round(receivedMs), headers: masked, ...(text !== '' && { body: parsed(maskKeys(text)) }) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

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
  const entries: { entry: JournalEntry; readonly sent: Sent | undefined }[] = [];
  const kept = (entry: JournalEntry): JournalEntry =>
    entry.path.length > longestKept ? { ...entry, path: entry.path.slice(0, longestKept) } : entry;
  return {
    add: (entry, sent) => {
      entries.push({ entry: kept(entry), sent });
      if (entries.length > journalLength) entries.shift();
    },
    markLeft: (entry) => {
      // Compared by value: it may come from another process.
      const text = JSON.stringify(kept(entry));
      const place = entries.findLastIndex((one) => one.entry.at === entry.at && JSON.stringify(one.entry) === text);
      const found = entries[place];
      if (found !== undefined) found.entry = left(found.entry);
    },
    entries: (key) =>
      entries
        .filter(({ entry }) => key === undefined || entry.key === key)
        .toReversed()
        .map(({ entry, sent }) => ({ ...shown(entry), ...(sent && shownSent(sent)) })),
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
