/** A bounded number of turns at one time, and a bounded number that wait for one, first come first served. */
export interface Turns {
  /**
   * Waits for a turn; the caller gives it back by calling the result, once.
   * Null at once when too many wait; rejects with the signal's reason when it aborts first.
   */
  take(signal?: AbortSignal): Promise<(() => void) | null>;
}

/** @param atOnce turns that may be held together; @param waiting how many may wait */
export function createTurns(atOnce: number, waiting: number): Turns {
  let free = atOnce;
  const queue = new Set<() => void>();

  function giveBack(): void {
    const [next] = queue;
    if (next === undefined) free += 1;
    else next();
  }

  /** Giving back twice would let one more in for ever. */
  function turn(): () => void {
    let held = true;
    return () => {
      if (held) giveBack();
      held = false;
    };
  }

  return {
    take(signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(turn());
      }
      if (queue.size >= waiting) return Promise.resolve(null);
      return new Promise((resolve, reject) => {
        const leave = () => {
          queue.delete(enter);
          reject(signal?.reason);
        };
        const enter = () => {
          queue.delete(enter);
          signal?.removeEventListener('abort', leave);
          resolve(turn());
        };
        queue.add(enter);
        signal?.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
