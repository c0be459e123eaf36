import { type ApiRequest, isStream } from '../core/wire.ts';
import type { Watcher } from '../pipeline/trace.ts';
import { maskKey, maskKeys } from '../stores/journal.ts';
import type { Peers } from '../stores/peers.ts';
import { type LiveHistory, Page, remembered } from './live-page.ts';
import { liveOfPeers } from './live-peers.ts';
import type { BoundedText, LiveMessage } from './messages.ts';

/** Live requests, for every open page. */
export interface Live extends Watcher {
  /** What `GET /_control/live` sends: the last requests, then each message as it comes. */
  subscribe(): AsyncIterable<Uint8Array>;
  /** Ends all subscriptions. */
  close(): void;
}

/** Characters shown of a body, and of all pieces of a stream. */
const longestBody = 65_536;
const longestStream = 262_144;
const decoder = new TextDecoder();

/** Watches requests, with `peers` those of all. Bodies are read only while a page is open, and are not kept. */
export function createLive(peers?: Peers): Live {
  const pages = new Set<Page>();
  const history: LiveHistory = [];
  const others = peers && liveOfPeers(peers, history, pages);
  // Unique among all processes of a primary.
  let count = (peers?.own ?? 0) * 1_000_000_000;

  const tell = (make: () => LiveMessage): void => {
    if (pages.size === 0 && !others?.isLookedAt()) return;
    const text = `data: ${JSON.stringify(make())}\n\n`;
    for (const page of pages) page.show(text);
    others?.relay(text);
  };

  return {
    begin: (request, clock) => {
      count += 1;
      const id = count;
      const from = clock.elapsed();
      const milliseconds = (): number => Math.round(clock.elapsed() - from);
      tell(() => ({
        kind: 'begin',
        id,
        at: clock.wallClock(),
        method: request.method.slice(0, 20),
        path: maskKeys(request.path).slice(0, 2_000),
        headers: maskedHeaders(request),
        body: bounded(request.body),
      }));
      const inStream = new TextDecoder();
      let shown = 0;
      const tellPiece = (text: string): void => tell(() => ({ kind: 'piece', id, milliseconds: milliseconds(), text }));
      return {
        answered: (response) => {
          const { status, headers } = response;
          tell(() => ({
            ...{ kind: 'answer', id, milliseconds: milliseconds(), status, headers },
            body: isStream(response) ? null : bounded(response.body as Uint8Array),
          }));
        },
        piece: (bytes) => {
          if (shown >= longestStream) return;
          shown += bytes.byteLength;
          tellPiece(inStream.decode(bytes, { stream: true }));
          // As a comment of an event stream.
          if (shown >= longestStream) tellPiece('\n\n: the rest is not shown here\n\n');
        },
        ended: (entry) => {
          history.push({ ...entry, id });
          if (history.length > remembered) history.shift();
          tell(() => ({ kind: 'end', id, entry }));
        },
      };
    },
    subscribe: () => {
      const page = new Page();
      pages.add(page);
      page.out.once('close', () => {
        pages.delete(page);
        if (pages.size === 0) others?.leave();
      });
      if (others === undefined) page.begin(history);
      else void others.look(page);
      return page.out;
    },
    close: () => {
      for (const page of pages) page.end();
    },
  };
}

function bounded(bytes: Uint8Array): BoundedText {
  const cut = bytes.byteLength > longestBody;
  const text = maskKeys(decoder.decode(cut ? bytes.subarray(0, longestBody) : bytes));
  return { text, bytes: bytes.byteLength, cut };
}

function maskedHeaders({ headers }: ApiRequest): Record<string, string> {
  const masked = Object.entries(headers).map(([name, value]) => [name, maskKeys(value)]);
  const { authorization } = headers;
  return {
    ...Object.fromEntries(masked),
    ...(authorization !== undefined && { authorization: authorization.replace(/\S+$/, maskKey) }),
  };
}
