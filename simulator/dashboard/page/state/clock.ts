import { effect, signal } from '@preact/signals';
import { running } from './journal.ts';

/** Time of the page, which passes only while a request runs. */
export const now = signal(performance.now());

/** Lets the bars of running requests grow. */
export function startClock(): void {
  let timer: number | null = null;
  effect(() => {
    const isNeeded = running.value.length > 0;
    if (isNeeded && timer === null) {
      timer = window.setInterval(() => {
        now.value = performance.now();
      }, 200);
    } else if (!isNeeded && timer !== null) {
      clearInterval(timer);
      timer = null;
    }
  });
}
