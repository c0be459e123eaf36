import { deviations } from './deviations.ts';
import { secondServer, simulatorServer } from './servers.ts';
import { type Trial, tryDeviation } from './try-deviation.ts';

const byId = new Map(deviations.map((deviation) => [deviation.id, deviation]));
const byName = { simulator: simulatorServer, 'second server': secondServer };

/** Deviations to try, and on which servers. */
export interface TrialTask {
  readonly ids: readonly string[];
  readonly servers: readonly (keyof typeof byName)[];
}

/** Tries deviations in a worker thread, one after the other. */
export default async function tryAll({ ids, servers }: TrialTask): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  for (const deviation of ids.flatMap((id) => byId.get(id) ?? []))
    for (const name of servers) trials.push(await tryDeviation(deviation, byName[name]));
  return trials;
}
