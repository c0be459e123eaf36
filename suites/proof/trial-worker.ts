import { deviations } from './deviations.ts';
import { type ProofServer, simulatorServer } from './servers.ts';
import { type Trial, tryDeviation } from './try-deviation.ts';

const byId = new Map(deviations.map((deviation) => [deviation.id, deviation]));

/** Deviations to try, and on which servers. */
export interface TrialTask {
  readonly ids: readonly string[];
  readonly servers: readonly ('simulator' | 'second server')[];
}

/** Tries deviations in a worker thread, one after the other. */
export default async function tryAll({ ids, servers }: TrialTask): Promise<readonly Trial[]> {
  const chosen = await Promise.all(servers.map(serverNamed));
  const trials: Trial[] = [];
  for (const deviation of ids.flatMap((id) => byId.get(id) ?? []))
    for (const server of chosen) {
      const trial = await tryDeviation(deviation, server);
      if (trial) trials.push(trial);
    }
  return trials;
}

/** The second server is loaded only where it is wanted: it is not part of the package. */
async function serverNamed(name: TrialTask['servers'][number]): Promise<ProofServer> {
  return name === 'simulator' ? simulatorServer : (await import('./second-server/server-of-proof.ts')).secondServer;
}
