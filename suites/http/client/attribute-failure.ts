import { type Exchange, isInconclusive, isOverlong, succeeded } from '../exchange/exchange.ts';
import { identityOf } from '../exchange/wire.ts';
import { traitsOf } from '../pacing/disturbances.ts';
import { BudgetSpent } from '../pacing/meter.ts';
import { isErrorOfApi } from '../pacing/retry.ts';
import type { Sender, SendOptions } from './sender.ts';

/** The minimum and maximum number of accepted probes before a persistent failure is attributed to its request. */
const PROBES = { min: 2, max: 15 } as const;

/** The endpoint counts as unavailable after this many failed probes in a row. */
const FAILED_PROBES_WHEN_UNAVAILABLE = 4;

/** A failure is attributed to its request once the probability of a coincidence is no greater than this. */
const MAX_CHANCE = 1e-6;

/** A gateway may keep an error of its own and give it to equal requests alone, mostly for ten seconds or less. So long the first failures wait that would be blamed. */
export const KEPT = { waitMs: 11_000, times: 3, most: 3 } as const;

const mayBeKept = (exchange: Exchange): boolean =>
  exchange.failure === undefined && [502, 503, 504].includes(exchange.status) && !isErrorOfApi(exchange);

/**
 * Distinguishes a temporary failure of the target from a failure of one request: sends probes of the endpoint between
 * further attempts. If they are accepted and the request fails each time, the exchange says how many were accepted.
 */
export async function attributeFailure(sender: Sender, exchange: Exchange, options: SendOptions): Promise<Exchange> {
  const { persistentFailures, garbled, health, disturbances } = sender;
  const identity = identityOf(exchange.call);
  if (persistentFailures.has(identity)) return { ...exchange, probesAccepted: PROBES.min };
  const { failure, call } = exchange;
  if (isOverlong(exchange)) {
    persistentFailures.add(identity);
    disturbances.forget(identity);
    return exchange;
  }
  const isConclusive = failure !== undefined && !['broken', 'timeout', 'garbled'].includes(failure.kind);
  if (isConclusive || !health.worthRetrying(call.endpoint, exchange)) return exchange;
  const needed = probesNeeded(sender, exchange);
  const again = { ...options, timedOut: failure?.kind === 'timeout' };
  let [latest, probesAccepted] = [exchange, 0];
  try {
    for (let failedInARow = 0; ; ) {
      const probe = await sender.send(sender.options.probe(call.endpoint));
      failedInARow = succeeded(probe) ? 0 : failedInARow + 1;
      const isUnavailable =
        probe.failure?.kind === 'timeout' || failedInARow === FAILED_PROBES_WHEN_UNAVAILABLE || needed === PROBES.min;
      if (failedInARow > 0 && isUnavailable) {
        // Starts the recovery probes, so that nothing else is sent to the endpoint until one is accepted.
        void health.waitUntilRecovered(call.endpoint).catch(() => undefined);
        return latest;
      }
      probesAccepted += failedInARow === 0 ? 1 : 0;
      if (probesAccepted === needed) break;
      latest = { ...(await sender.send(call, again)), attempts: latest.attempts + 1 };
      if (!isInconclusive(latest)) return latest;
    }
    // More than once: a gateway that fails now and then may do so just when it is asked again.
    for (let round = 0; round < KEPT.times; round += 1) {
      if (!mayBeKept(latest) || persistentFailures.size >= KEPT.most || !(await sender.pause(KEPT.waitMs))) break;
      latest = { ...(await sender.send(call, again)), attempts: latest.attempts + 1 };
      if (!isInconclusive(latest)) return latest;
    }
  } catch (error) {
    if (error instanceof BudgetSpent) return latest;
    throw error;
  }
  persistentFailures.add(identity);
  if (latest.failure?.kind === 'timeout') sender.noteNeverAnswered(call);
  disturbances.forget(identity);
  return { ...garbled.acceptPersistent(latest), probesAccepted };
}

/** The larger the share of other responses that fail, the likelier all attempts of one request fail by coincidence. */
function probesNeeded({ disturbances }: Sender, { attempts, call, request }: Exchange): number {
  const failureShare = disturbances.shareOfOthers(traitsOf(call, request), attempts);
  const failures = Math.ceil(Math.log(MAX_CHANCE) / Math.log(Math.min(Math.max(failureShare, 0.001), 0.5)));
  return Math.min(Math.max(failures - attempts + 1, PROBES.min), PROBES.max);
}
