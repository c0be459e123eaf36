import type { EndpointName } from '../../spec/index.ts';
import type { MaybePromise } from '../core/maybe-promise.ts';
import type { ApiRequest } from '../core/wire.ts';
import type { FaultName } from '../faults/faults.ts';

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
  /** As sent, names in lower case, without `authorization`. Only a journal in memory has it, until 16 MB of others came, and not of more than 1,000 requests a second. */
  readonly headers?: Readonly<Record<string, string>>;
  /** As sent: JSON, or else text. Absent if there was none, it is longer than 64 KB, and where there are no headers. */
  readonly body?: unknown;
}

/** What a client sent, as far as a journal in memory keeps it. */
export interface Sent {
  readonly receivedMs: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes, or the text that they are in a message to another process. */
  readonly body: SentBody | string;
}

/** The bytes of a body, valid until its request is answered. */
class SentBody {
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
  toJSON(): string {
    return textOf(this.bytes);
  }
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
/** Longest headers as JSON: what Node accepts, escaped. */
const longestHeaders = 65_536;
/** Where a whole journal comes in less time, in milliseconds, nobody reads it: a load test does not pay for what was sent. */
const loadTestMs = 1_000;
/** What headers and bodies take at most, in bytes. */
const sentMemory = 16 * 1_048_576;

const noBytes = new Uint8Array();

/** What a journal keeps of a request besides its entry. */
export function sentIn({ headers, body }: Pick<ApiRequest, 'headers' | 'body'>, receivedMs: number): Sent {
  return { receivedMs, headers, body: new SentBody(body.byteLength <= longestBody ? body : noBytes) };
}

// Half the time of a TextDecoder.
const textOf = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString();

/** What was sent, as it is shown: keys masked. */
function shownSent(receivedMs: number, headersJson: string, text: string): Partial<JournalEntry> {
  const { authorization: _, ...headers } = JSON.parse(headersJson) as Sent['headers'];
  const masked = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, maskKeys(value)]));
  return { received_ms: Math.round(receivedMs), headers: masked, ...(text !== '' && { body: parsed(maskKeys(text)) }) };
}

/** An entry in memory, and where what was sent lies: from a place counted in all bytes that were ever kept, headers as JSON first. */
interface Kept {
  entry: JournalEntry;
  readonly receivedMs: number;
  readonly from: number;
  readonly headersLength: number;
  readonly bodyLength: number;
}

/**
 * What was sent last, in one piece of memory that is written round and round: as objects of their own, headers and bodies
 * would be moved by each garbage collection.
 */
class SentBytes {
  #memory: Buffer | undefined;
  #kept = 0;

  keep(headers: string, headersLength: number, body: Uint8Array): number {
    const length = headersLength + body.byteLength;
    this.#memory ??= Buffer.allocUnsafeSlow(sentMemory);
    // None is split: what is left at the end is skipped.
    if ((this.#kept % sentMemory) + length > sentMemory) this.#kept += sentMemory - (this.#kept % sentMemory);
    const from = this.#kept;
    this.#memory.write(headers, from % sentMemory);
    this.#memory.set(body, (from % sentMemory) + headersLength);
    this.#kept += length;
    return from;
  }

  /** The headers as JSON and the body; undefined if they were written over. */
  read({ from, headersLength, bodyLength }: Kept): readonly [headers: string, body: string] | undefined {
    if (this.#memory === undefined || headersLength === 0 || from < this.#kept - sentMemory) return undefined;
    const bytes = this.#memory.subarray(from % sentMemory);
    return [
      bytes.toString('utf8', 0, headersLength),
      bytes.toString('utf8', headersLength, headersLength + bodyLength),
    ];
  }
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
  const entries: Kept[] = [];
  const sentBytes = new SentBytes();
  const kept = (entry: JournalEntry): JournalEntry =>
    entry.path.length > longestKept ? { ...entry, path: entry.path.slice(0, longestKept) } : entry;
  return {
    add: (entry, sent) => {
      const body = typeof sent?.body === 'string' ? Buffer.from(sent.body) : (sent?.body.bytes ?? noBytes);
      const { receivedMs = 0 } = sent ?? {};
      const oldest = entries.length === journalLength ? entries[0] : undefined;
      const isLoadTest = oldest !== undefined && receivedMs - oldest.receivedMs < loadTestMs;
      const json = sent && !isLoadTest ? JSON.stringify(sent.headers) : '';
      const headers = json.length > longestHeaders ? '{}' : json;
      const headersLength = Buffer.byteLength(headers);
      const from = isLoadTest ? 0 : sentBytes.keep(headers, headersLength, body);
      entries.push({ entry: kept(entry), receivedMs, from, headersLength, bodyLength: body.byteLength });
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
        .map((one) => {
          const found = sentBytes.read(one);
          return { ...shown(one.entry), ...(found && shownSent(one.receivedMs, ...found)) };
        }),
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
  return text.replaceAll(/(svc_(?:test|live)_)[0-9a-f]+([0-9a-f]{4})/gi, '$1…$2');
}
