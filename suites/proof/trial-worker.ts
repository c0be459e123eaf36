import type { Depth } from '../engine/settings.ts';
import { type ConditionResult, type Drawn, tryCondition } from './conditions.ts';
import { findDeviation } from './find-deviation.ts';
import { type Blamed, type Mixture, tryMixture } from './mixtures.ts';
import { ownServers, type ServerName } from './servers.ts';
import { type Trial, tryDeviation } from './try-deviation.ts';

/** A deviation to try on a server. */
export interface Trials {
  readonly item: { readonly id: string; readonly server: ServerName; readonly depth?: Depth | undefined };
  readonly result: Trial;
}

/** A deviation to try behind a condition. */
export interface Conditions {
  readonly item: Drawn;
  readonly result: ConditionResult;
}

/** Variants to try side by side. */
export interface Mixtures {
  readonly item: Mixture;
  readonly result: Blamed;
}

/** Tries deviations in a worker thread, one after the other. */
export async function trials(items: readonly Trials['item'][]): Promise<readonly Trial[]> {
  const results: Trial[] = [];
  for (const item of items) results.push(await trial(item));
  return results;
}

/**
 * A rule is to see its mutants in company, where rules share their traffic, and chosen alone: the one is tried on the simulator, the other, which
 * takes a tenth of the time, on the second server. What some rules see only in the traffic of others is tried in company there as well.
 */
async function trial({ id, server, depth }: Trials['item']): Promise<Trial> {
  const deviation = findDeviation(id);
  if (server === 'second server' && deviation.expected !== 'pass') {
    const tried = await tryDeviation(deviation, ownServers[server], { depth, alone: true });
    if (tried.faults.length === 0) return tried;
  }
  return tryDeviation(deviation, ownServers[server], { depth });
}

/** The same behind conditions. */
export async function conditions(items: readonly Drawn[]): Promise<readonly ConditionResult[]> {
  const results: ConditionResult[] = [];
  for (const drawn of items) results.push(await tryCondition(drawn, ownServers[drawn.server]));
  return results;
}

/** Mixtures of variants. */
export async function mixtures(items: readonly Mixture[]): Promise<readonly Blamed[]> {
  const results: Blamed[] = [];
  for (const mixture of items) results.push(await tryMixture(mixture));
  return results;
}
