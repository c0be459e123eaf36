import { cursor, openExchange, shown } from '../state/journal.ts';
import { closeRequest, goTo, openId, openRequest, view, views } from '../state/route.ts';
import { areShortcutsOpen, showShortcuts } from './shortcuts.tsx';

/** Id of the filter box, for its shortcut. */
export const filterId = 'journal-filter';

/** Id of the button of a request in the journal. */
export function rowId(seq: number): string {
  return `request-${seq}`;
}

/** Handles the shortcuts of the page. */
export function listenKeyboard(): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || areShortcutsOpen()) return;
    if (event.target instanceof Element && event.target.matches('input, select, textarea')) {
      if (event.key === 'Escape' && event.target.id === filterId) focusRow();
      return;
    }
    if (act(event)) event.preventDefault();
  });
}

function act({ key, target }: KeyboardEvent): boolean {
  const number = views[Number(key) - 1];
  if (number !== undefined) goTo(number);
  else if (key === '?') showShortcuts();
  else if (key === '/') focusFilter();
  else if (view.value !== 'journal') return false;
  else if (key === 'Escape' && openId.value !== null) closeRequest();
  else if (key === 'j' || key === 'k') move(key === 'j' ? 1 : -1);
  // Inside the panel, arrows scroll.
  else if ((key === 'ArrowDown' || key === 'ArrowUp') && !isInPanel(target)) move(key === 'ArrowDown' ? 1 : -1);
  else if (key === 'Enter' && target === document.body) openCursor();
  else return false;
  return true;
}

function isInPanel(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.panel') !== null;
}

function focusFilter(): void {
  if (view.value !== 'journal') goTo('journal');
  // The view may be rendered only in the next frame.
  requestAnimationFrame(() => document.getElementById(filterId)?.focus());
}

function move(step: number): void {
  const list = shown.value;
  const at = list.findIndex(({ seq }) => seq === (openExchange.value?.seq ?? cursor.value));
  const next = list[at < 0 ? 0 : Math.min(Math.max(at + step, 0), list.length - 1)];
  if (next === undefined) return;
  cursor.value = next.seq;
  if (openId.value !== null) openRequest(next.id);
  if (!isInPanel(document.activeElement)) focusRow();
}

function openCursor(): void {
  const exchange = shown.value.find(({ seq }) => seq === cursor.value);
  if (exchange !== undefined) openRequest(exchange.id);
}

/** Moves the focus to the request selected by keyboard. */
export function focusRow(): void {
  const row = cursor.value === null ? null : document.getElementById(rowId(cursor.value));
  if (row !== null) row.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
