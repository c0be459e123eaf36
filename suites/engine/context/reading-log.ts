/** Records which branch the target takes on each open question of the specification. */
export class ReadingLog {
  readonly #branches = new Map<string, Map<string, number>>();

  /** Counts a branch of a reading, such as `422 detail` of `R7`. */
  note(reading: string, branch: string): void {
    const branches = this.#branches.get(reading) ?? new Map<string, number>();
    branches.set(branch, (branches.get(branch) ?? 0) + 1);
    this.#branches.set(reading, branches);
  }

  /** All branches so far as plain data; those of a reading are sorted by name. */
  read(): Record<string, Record<string, number>> {
    const sorted = (branches: Map<string, number>) =>
      Object.fromEntries([...branches].sort(([a], [b]) => (a < b ? -1 : 1)));
    return Object.fromEntries([...this.#branches].map(([id, branches]) => [id, sorted(branches)]));
  }
}
