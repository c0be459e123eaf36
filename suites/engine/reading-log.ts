/** Which way the target went on the questions that the specification leaves open. */
export class ReadingLog {
  readonly #branches = new Map<string, Map<string, number>>();

  /** Counts one branch of one reading, such as `R7`, `422 detail`. */
  note(reading: string, branch: string): void {
    const branches = this.#branches.get(reading) ?? new Map<string, number>();
    branches.set(branch, (branches.get(branch) ?? 0) + 1);
    this.#branches.set(reading, branches);
  }

  /** All branches so far, as plain data. */
  read(): Record<string, Record<string, number>> {
    return Object.fromEntries([...this.#branches].map(([id, branches]) => [id, Object.fromEntries(branches)]));
  }
}
