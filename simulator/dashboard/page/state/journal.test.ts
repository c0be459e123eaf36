import { beforeEach, expect, it, vi } from 'vitest';
import type { RequestEntry } from '../../../pipeline/trace.ts';
import type { LiveMessage } from '../../messages.ts';

// Globals of a browser.
vi.stubGlobal('location', { hash: '' });
vi.stubGlobal('addEventListener', () => {});
const { clearJournal, exchanges, heldBack, shown, takeHistory, takeMessage, togglePause, totals } = await import(
  './journal.ts'
);
vi.unstubAllGlobals();

let id = 0;
beforeEach(() => {
  clearJournal();
  id += 1_000;
});

const entry = (changes: Partial<RequestEntry> = {}): RequestEntry => ({
  ...{
    at: '2026-01-01T00:00:01.000Z',
    endpoint: 'finder',
    method: 'POST',
    path: '/v1/finder',
    status: 200,
    milliseconds: 5,
  },
  ...{ key: 'cdef', charge_micros: 35_000, faults: [], ended: 'whole', reason: null },
  ...changes,
});
const begin = (number: number): LiveMessage => ({
  ...{ kind: 'begin', id: number, at: '2026-01-01T00:00:00.995Z', method: 'POST', path: '/v1/finder' },
  ...{ headers: {}, body: { text: '{}', bytes: 2, cut: false } },
});
const end = (number: number, changes?: Partial<RequestEntry>): LiveMessage => ({
  ...{ kind: 'end', id: number, entry: entry(changes) },
});

it('counts a request once, even if the server sends it again', () => {
  const before = totals.value;
  takeMessage(begin(id));
  takeMessage(end(id, { status: 500, faults: ['internal_error'] }));
  takeHistory([{ id, ...entry({ status: 500, faults: ['internal_error'] }) }]);
  expect(exchanges.value).toHaveLength(1);
  expect(totals.value).toEqual({
    requests: before.requests + 1,
    errors: before.errors + 1,
    faults: before.faults + 1,
    chargedMicros: before.chargedMicros + 35_000,
  });
});

it('gets the end of a request after a reconnection, and marks that pieces are missing', () => {
  takeMessage(begin(id));
  takeMessage({ kind: 'piece', id, milliseconds: 2, text: 'data: {"type":"message","content":"Hel"}\n\n' });
  takeHistory([{ id, ...entry() }]);
  const [one] = exchanges.value;
  expect(one?.entry.value).toEqual(entry());
  expect(one?.isPatchy.value).toBe(true);
  expect(one?.pieces.value?.content).toBe('Hel');
});

it('does not show cleared requests again', () => {
  takeHistory([{ id, ...entry() }]);
  clearJournal();
  takeHistory([
    { id, ...entry() },
    { id: id + 1, ...entry() },
  ]);
  expect(exchanges.value.map((one) => one.id)).toEqual([id + 1]);
});

it('treats a repeated number as another request', () => {
  takeMessage(begin(id));
  takeMessage(end(id));
  takeMessage(begin(id));
  takeMessage(end(id, { at: '2026-01-01T00:00:09.000Z', status: 401 }));
  expect(exchanges.value.map((one) => one.entry.value?.status)).toEqual([200, 401]);
});

it('keeps 500, and hides those that come during a pause', () => {
  for (let number = 0; number < 510; number += 1) takeMessage(begin(id + number));
  expect(exchanges.value).toHaveLength(500);
  togglePause();
  takeMessage(begin(id + 600));
  expect([shown.value.length, heldBack.value]).toEqual([500, 1]);
  togglePause();
  expect(shown.value[0]?.id).toBe(id + 600);
});
