import { effect, signal } from '@preact/signals';
import { running } from './journal.ts';

/** The current time; updated only while a request runs. */
export const now = signal(performance.now());

/** Updates the time while requests run, so that their bars grow. */
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
