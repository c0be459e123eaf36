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

/** Variants to try together. */
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
 * A rule must detect its mutants together with other rules, which share their traffic, and when it is selected alone.
 * The first is tried on the simulator, the second, which takes a tenth of the time, on the second server. What a rule
 * detects only in the traffic of others is tried together there as well.
 */
async function trial({ id, server, depth }: Trials['item']): Promise<Trial> {
  const deviation = findDeviation(id);
  if (server === 'second server' && deviation.expected !== 'pass') {
    const tried = await tryDeviation(deviation, ownServers[server], { depth, alone: true });
    if (tried.faults.length === 0) return tried;
  }
  return tryDeviation(deviation, ownServers[server], { depth });
}

/** Tries deviations behind conditions. */
export async function conditions(items: readonly Drawn[]): Promise<readonly ConditionResult[]> {
  const results: ConditionResult[] = [];
  for (const drawn of items) results.push(await tryCondition(drawn, ownServers[drawn.server]));
  return results;
}

/** Tries mixtures of variants. */
export async function mixtures(items: readonly Mixture[]): Promise<readonly Blamed[]> {
  const results: Blamed[] = [];
  for (const mixture of items) results.push(await tryMixture(mixture));
  return results;
}
