import { defined } from '../../spec/index.ts';
import type { CallResources } from '../generate/calls-in-circumstances.ts';
import type { Authorization } from '../target/exchange.ts';
import type { Context } from './context.ts';
import { perRun } from './per-run.ts';
import { endingOf } from './signals.ts';

/** Enough for every request of a thorough run. */
const BALANCE_MICROS = 100_000_000_000;

/** The keys of the calls in circumstances: one for each environment; none without a control API. */
export async function sharedKeys(context: Context): Promise<readonly string[]> {
  const { keys = {} } = await callResources(context);
  return Object.values(keys).flatMap((one) => (one.kind === 'key' ? [one.key] : []));
}

const resourcesOfRun = perRun<CallResources>('keys of both environments');

/** Where attachments can be fetched and, with a control API, a key of each environment that only this run uses. */
export function callResources(context: Context): Promise<CallResources> {
  const { fixtures_url: fixtures, keys } = context.profile;
  return resourcesOfRun(context, 'all', async () => {
    const createSharedKey = async (environment: 'test' | 'live'): Promise<Authorization> => {
      // In quick runs the profile's own key serves as the test key, which saves a call in each of hundreds of runs.
      if (context.settings.quick && environment === 'test' && keys.active.startsWith('svc_test_'))
        return { kind: 'active' };
      const { key } = await context.control.createKey({ environment, balance_micros: BALANCE_MICROS });
      return { kind: 'key', key };
    };
    const createdKeys = context.hasControlApi
      ? await Promise.all([createSharedKey('test'), createSharedKey('live')]).then(
          ([test, live]) => ({ keys: { test, live } }),
          (error: unknown) => {
            // Rules that need a control API report that it fails.
            if (endingOf(error) === undefined) throw error;
            return {};
          },
        )
      : {};
    return { ...defined({ fixtures }), ...createdKeys };
  });
}

/** The capabilities that the resources give, by their names in the profile. */
export const capabilitiesOf = ({ keys, fixtures }: CallResources): readonly string[] => [
  ...(keys === undefined ? [] : ['control_url']),
  ...(fixtures === undefined ? [] : ['fixtures_url']),
];
