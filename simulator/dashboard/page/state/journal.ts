import { computed, signal } from '@preact/signals';
import type { RequestEntry } from '../../../pipeline/trace.ts';
import type { LiveMessage } from '../../messages.ts';
import { type Filter, isShown } from '../text/outcome.ts';
import { beginExchange, type Exchange, pastExchange, summarize } from './exchange.ts';
import { openId } from './route.ts';

const mostKept = 500;
const mostRemembered = 5_000;

/** Every request that the page keeps, oldest first. */
export const exchanges = signal<readonly Exchange[]>([]);

/** Which requests the journal shows. */
export const filter = signal<Filter>({ text: '', endpoint: '', outcome: '' });

/** Number of the last request before the pause; null if there is no pause. */
export const pausedAt = signal<number | null>(null);

/** Requests to show, newest first. */
export const shown = computed(() => {
  const last = pausedAt.value ?? Number.POSITIVE_INFINITY;
  const wanted = filter.value;
  const now = exchanges.value.filter((one) => one.seq <= last && isShown(summarize(one), wanted)).toReversed();
  // An equal list stays the same object, so that the table is not rendered again.
  if (now.length !== lastShown.length || now.some((one, index) => one !== lastShown[index])) lastShown = now;
  return lastShown;
});
let lastShown: readonly Exchange[] = [];

/** How many requests came during the pause. */
export const heldBack = computed(() => {
  const last = pausedAt.value;
  return last === null ? 0 : exchanges.value.filter(({ seq }) => seq > last).length;
});

/** Requests whose answer has not ended. */
export const running = computed(() => exchanges.value.filter((one) => one.entry.value === null && !one.isPatchy.value));

/** Totals of all requests that have ended, including those no longer kept. */
export const totals = signal({ requests: 0, errors: 0, faults: 0, chargedMicros: 0 });

/** The request selected by keyboard. */
export const cursor = signal<number | null>(null);

/** The request whose panel is open. A restarted server repeats its numbers: then the one selected by keyboard counts. */
export const openExchange = computed(() => {
  const id = openId.value;
  if (id === null) return undefined;
  return exchanges.value.find((one) => one.id === id && one.seq === cursor.value) ?? findExchange(id);
});

/** Number of requests that have ended: a change means that balances and armed faults must be reloaded. */
export const ends = signal(0);

/** Requests already counted: the server sends them again after a reconnection. */
const counted = new Set<string>();

/** Pauses the journal, or resumes it. */
export function togglePause(): void {
  pausedAt.value = pausedAt.value === null ? (exchanges.value.at(-1)?.seq ?? 0) : null;
}

/** Deletes all requests from the page. */
export function clearJournal(): void {
  exchanges.value = [];
  if (pausedAt.value !== null) pausedAt.value = 0;
}

/** Applies a message about a request. */
export function takeMessage(message: LiveMessage): void {
  if (message.kind === 'begin') {
    keep([...exchanges.value, beginExchange(message)]);
    return;
  }
  const exchange = findExchange(message.id);
  if (message.kind === 'end') {
    const isNew = count(message.id, message.entry);
    if (exchange !== undefined) exchange.end(message.entry);
    else if (isNew) keep([...exchanges.value, pastExchange(message.id, message.entry)]);
  } else if (message.kind === 'answer') {
    if (exchange !== undefined) exchange.answer.value = message;
  } else exchange?.feed(message.text, message.milliseconds);
}

/** Applies the history, which the server sends at the start of a connection. */
export function takeHistory(entries: readonly (RequestEntry & { readonly id: number })[]): void {
  // Running requests have lost pieces, and may never end if the server was restarted.
  for (const one of running.value) one.isPatchy.value = true;
  const added: Exchange[] = [];
  for (const { id, ...entry } of entries) {
    const isNew = count(id, entry);
    const known = findExchange(id);
    if (known !== undefined && known.entry.value === null && isSame(known, entry)) known.end(entry);
    else if (isNew) added.push(pastExchange(id, entry));
  }
  if (added.length > 0) keep([...exchanges.value, ...added]);
}

/** The newest request with a number of the server. */
function findExchange(id: number): Exchange | undefined {
  return exchanges.value.findLast((one) => one.id === id);
}

function isSame(exchange: Exchange, entry: RequestEntry): boolean {
  return exchange.path === entry.path && Date.parse(exchange.at) <= Date.parse(entry.at);
}

function keep(all: readonly Exchange[]): void {
  // During a pause twice as many are kept, so that its rows stay, and an open request is always kept.
  const extra = all.length - (pausedAt.peek() === null ? mostKept : 2 * mostKept);
  const open = openExchange.peek();
  exchanges.value = extra > 0 ? all.filter((one, index) => index >= extra || one === open) : all;
}

/** Adds a request that has ended to the totals; false if it was counted before. */
function count(id: number, { at, status, faults, charge_micros }: RequestEntry): boolean {
  const name = `${id} ${at}`;
  if (counted.has(name)) return false;
  counted.add(name);
  const [oldest] = counted;
  if (counted.size > mostRemembered && oldest !== undefined) counted.delete(oldest);
  const before = totals.value;
  // 499, a client that left, is not an error.
  const isError = status === 0 || (status >= 400 && status !== 499);
  totals.value = {
    requests: before.requests + 1,
    errors: before.errors + (isError ? 1 : 0),
    faults: before.faults + faults.length,
    chargedMicros: before.chargedMicros + (charge_micros ?? 0),
  };
  ends.value += 1;
  return true;
}
