import { deviations } from './deviations.ts';
import { secondServer } from './second-server/server-of-proof.ts';
import { simulatorServer, type Trial, tryDeviation } from './try-deviation.ts';

const byId = new Map(deviations.map((deviation) => [deviation.id, deviation]));

/** Tries deviations, by id, on both servers; one after the other. */
export default async function tryAll(ids: readonly string[]): Promise<readonly Trial[]> {
  const trials: Trial[] = [];
  for (const id of ids) {
    const deviation = byId.get(id);
    if (deviation === undefined) throw new Error(`no deviation has the id ${id}`);
    for (const server of [simulatorServer, secondServer]) {
      const trial = await tryDeviation(deviation, server);
      if (trial) trials.push(trial);
    }
  }
  return trials;
}
