import { computed, signal } from '@preact/signals';

/** Views of the page, in the order of the keys 1, 2 and 3. */
export const views = ['journal', 'keys', 'faults'] as const;

/** Name of a view. */
export type View = (typeof views)[number];

const hash = signal(location.hash);
addEventListener('hashchange', () => {
  hash.value = location.hash;
});

/** The current view. */
export const view = computed<View>(() => views.find((name) => hash.value.startsWith(`#${name}`)) ?? 'journal');

/** Number of the request whose panel is open: `#journal/17`. */
export const openId = computed(() => {
  const match = /^#journal\/(\d+)$/.exec(hash.value);
  return match === null ? null : Number(match[1]);
});

/** Goes to a view, or to a request in the journal. The page changes at once, before the browser's event. */
export function goTo(place: View | `journal/${number}`): void {
  location.hash = place;
  hash.value = location.hash;
}

/** Opens the panel of a request. Going from one to the next adds nothing to the history of the browser. */
export function openRequest(id: number): void {
  if (openId.value === null) goTo(`journal/${id}`);
  else {
    history.replaceState(null, '', `#journal/${id}`);
    hash.value = location.hash;
  }
}

/** Closes the panel. */
export function closeRequest(): void {
  goTo('journal');
}
