/** A wait in progress. */
export interface Wait {
  /** Why, as a sentence without its end. */
  readonly why: string;
  readonly ms: number;
}

/** What a run waits for, to be told to its user: a run that says nothing for a minute looks as if it hung. */
export class Waits {
  readonly #begun = new Set<{ readonly why: string; readonly since: number }>();

  /** Resolves or rejects as `wait` does. */
  async during<T>(why: string, wait: () => Promise<T>): Promise<T> {
    const begun = { why, since: performance.now() };
    this.#begun.add(begun);
    try {
      return await wait();
    } finally {
      this.#begun.delete(begun);
    }
  }

  /** The wait that began first. */
  longest(): Wait | undefined {
    for (const { why, since } of this.#begun) return { why, ms: performance.now() - since };
    return undefined;
  }
}
