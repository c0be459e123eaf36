import { batch, signal } from '@preact/signals';
import type { RequestEntry } from '../../../pipeline/trace.ts';
import type { LiveMessage } from '../../messages.ts';
import { takeHistory, takeMessage } from './journal.ts';

/** State of the connection for live requests. */
export const connection = signal<'connecting' | 'connected' | 'reconnecting'>('connecting');

let waiting: LiveMessage[] = [];
let isPlanned = false;

/** Listens to the server while the page is open. */
export function listenLive(): void {
  const source = new EventSource('live');
  source.addEventListener('open', () => {
    connection.value = 'connected';
  });
  source.addEventListener('history', ({ data }: MessageEvent<string>) => {
    flush();
    const { entries } = JSON.parse(data) as { entries: readonly (RequestEntry & { readonly id: number })[] };
    takeHistory(entries);
  });
  source.addEventListener('message', ({ data }: MessageEvent<string>) => {
    waiting.push(JSON.parse(data) as LiveMessage);
    plan();
  });
  source.addEventListener('error', () => {
    connection.value = 'reconnecting';
    // The browser reconnects by itself, unless the answer was not a stream.
    if (source.readyState === EventSource.CLOSED) setTimeout(listenLive, 2_000);
  });
}

/** Applies all new messages once per frame; the timer is for pages in the background, which have no frames. */
function plan(): void {
  if (isPlanned) return;
  isPlanned = true;
  requestAnimationFrame(flush);
  setTimeout(flush, 250);
}

function flush(): void {
  isPlanned = false;
  const messages = waiting;
  waiting = [];
  if (messages.length > 0) batch(() => messages.forEach(takeMessage));
}
