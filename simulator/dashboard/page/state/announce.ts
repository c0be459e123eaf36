import { signal } from '@preact/signals';

/** The last short confirmation, for the eye and for screen readers. */
export const announcement = signal('');

let timer = 0;

/** Says something short for a few seconds. */
export function announce(text: string): void {
  announcement.value = text;
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    announcement.value = '';
  }, 4_000);
}
