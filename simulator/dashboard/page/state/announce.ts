import { signal } from '@preact/signals';

/** The last short confirmation, shown and read by screen readers. */
export const announcement = signal('');

let timer = 0;

/** Shows a short confirmation for a few seconds. */
export function announce(text: string): void {
  announcement.value = text;
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    announcement.value = '';
  }, 4_000);
}
