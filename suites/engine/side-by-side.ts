/**
 * Maps items in parallel, `atOnce` at a time, started in order; results are in the same order. A promise queue would
 * cost more than the work itself for tens of thousands of cases whose responses are cached.
 */
export async function sideBySide<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const takeTurns = async (): Promise<void> => {
    for (const [at, item] of left) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, takeTurns));
  return results;
}
