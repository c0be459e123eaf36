import { patienceMs } from './driver.ts';
import { StoreAway } from './store.ts';

/** Gives a server that does not answer up. */
export interface Patience {
  /** Rejects with StoreAway when `work` has not ended in time. */
  within<T>(work: Promise<T>): Promise<T>;
  close(): void;
}

const turnMs = 100;

/**
 * Time is counted in turns of this process: while it is busy itself, or not given a processor, no server is to blame. `onGivenUp` hears that a
 * server was given up.
 */
export function createPatience(onGivenUp: () => void = () => {}): Patience {
  const waiting = new Set<{ readonly until: number; giveUp(): void }>();
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
    for (const one of waiting) {
      if (one.until > turns) break;
      waiting.delete(one);
      one.giveUp();
    }
  }, turnMs).unref();
  return {
    within: (work) =>
      new Promise((resolve, reject) => {
        const one = {
          until: turns + patienceMs / turnMs,
          giveUp: () => {
            reject(new StoreAway('it does not answer in time'));
            onGivenUp();
          },
        };
        waiting.add(one);
        work.then(resolve, reject).finally(() => waiting.delete(one));
      }),
    close: () => clearInterval(timer),
  };
}
