/**
 * Maps items in parallel, up to `concurrency` at a time. Items are started in order, and the results keep the order. For
 * tens of thousands of cases with cached responses, a promise queue would cost more than the work itself.
 */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const remaining = items.entries();
  const worker = async (): Promise<void> => {
    for (const [at, item] of remaining) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return results;
}

/** The lists that come of some values, as one list in the order of the values. All are made in parallel. */
export const flatMapInParallel = async <Value, Item>(
  values: readonly Value[],
  make: (value: Value, at: number) => Promise<readonly Item[]>,
): Promise<readonly Item[]> => (await Promise.all(values.map(make))).flat();
