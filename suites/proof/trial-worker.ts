import type { Depth } from '../engine/settings.ts';
import { type Drawn, type Sight, tryCondition } from './conditions.ts';
import { findDeviation } from './find-deviation.ts';
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
  readonly result: Sight;
}

/** Tries deviations in a worker thread, one after the other. */
export async function trials(items: readonly Trials['item'][]): Promise<readonly Trial[]> {
  const results: Trial[] = [];
  for (const { id, server, depth } of items)
    results.push(await tryDeviation(findDeviation(id), ownServers[server], { depth }));
  return results;
}

/** The same behind conditions. */
export async function conditions(items: readonly Drawn[]): Promise<readonly Sight[]> {
  const results: Sight[] = [];
  for (const drawn of items) results.push(await tryCondition(drawn, ownServers[drawn.server]));
  return results;
}
