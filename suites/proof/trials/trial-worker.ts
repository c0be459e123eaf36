import type { Depth } from '../../engine/context/settings.ts';
import { findDeviation } from '../find-deviation.ts';
import { tryCondition } from './conditions.ts';
import { tryMixture } from './mixtures.ts';
import { ownServers, type ServerName } from './servers.ts';
import { type Trial, tryDeviation } from './try-deviation.ts';

/** A deviation to try on a server. */
interface TrialItem {
  readonly id: string;
  readonly server: ServerName;
  readonly depth?: Depth | undefined;
}

/** Work of a thread on several items, one after the other. */
const oneByOne =
  <Item, Result>(work: (item: Item) => Promise<Result>) =>
  async (items: readonly Item[]): Promise<readonly Result[]> => {
    const results: Result[] = [];
    for (const item of items) results.push(await work(item));
    return results;
  };

/**
 * A rule must detect its mutants together with other rules, which share their traffic, and when it is selected alone.
 * The first is tried on the simulator, the second, which takes a tenth of the time, on the second server. What a rule
 * detects only in the traffic of others is tried together there as well.
 */
export const trials = oneByOne(async ({ id, server, depth }: TrialItem): Promise<Trial> => {
  const deviation = findDeviation(id);
  if (server === 'second server' && deviation.expected !== 'pass') {
    const tried = await tryDeviation(deviation, ownServers[server], { depth, alone: true });
    if (tried.faults.length === 0) return tried;
  }
  return tryDeviation(deviation, ownServers[server], { depth });
});

export const conditions = oneByOne(tryCondition);
export const mixtures = oneByOne(tryMixture);
