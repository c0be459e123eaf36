/** Cases of one rule under way at once; the requests they send wait for their slots besides. */
const MOST = 16;

/** Works on all items side by side, a bounded number at a time, and gives the results in the order of the items. */
export async function atOnce<Item, Result>(
  items: readonly Item[],
  work: (item: Item, at: number) => Promise<Result>,
  most: number = MOST,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const lane = async (): Promise<void> => {
    for (const [at, item] of queue) results[at] = await work(item, at);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, lane));
  return results;
}
