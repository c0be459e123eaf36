import { patienceMs } from './driver.ts';
import { StoreAway } from './store.ts';

/** Time limits for the answers of a server. */
export interface Patience {
  /** Like `work`, but rejects with StoreAway if it takes too long. */
  within<T>(work: Promise<T>): Promise<T>;
  close(): void;
}

const turnMs = 100;

/**
 * Time is counted in ticks of this process, which do not happen while it is busy or suspended: a server is not blamed for that. `onGivenUp` is called
 * when a time limit has passed.
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
