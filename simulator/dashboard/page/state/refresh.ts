import { effect } from '@preact/signals';
import { loadFaults } from './faults.ts';
import { ends } from './journal.ts';
import { loadKeys } from './keys.ts';
import { connection } from './live.ts';
import { view } from './route.ts';
import { loadProfile } from './server.ts';

/** Reloads the data of the view: when it is opened, when requests have ended, and after a reconnection. */
export function keepFresh(): void {
  let timer = 0;
  let lastView = '';
  effect(() => {
    const name = view.value;
    const isNew = name !== lastView;
    lastView = name;
    // Read so that the effect runs when it changes.
    void ends.value;
    if (connection.value === 'reconnecting' || name === 'journal') return;
    clearTimeout(timer);
    timer = window.setTimeout(() => void refresh(name === 'faults'), isNew ? 0 : 400);
  });
  effect(() => {
    if (connection.value === 'connected') void loadProfile().catch(isShownByConnection);
  });
}

async function refresh(withFaults: boolean): Promise<void> {
  await Promise.all([loadKeys(), ...(withFaults ? [loadFaults()] : [])]).catch(isShownByConnection);
}

/** Errors are ignored: the state of the connection already shows that the server is gone. */
function isShownByConnection(): void {}
