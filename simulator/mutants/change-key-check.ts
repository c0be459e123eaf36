import { testKeys } from '../../fixtures/index.ts';
import type { EndpointName } from '../../spec/index.ts';
import { ApiError } from '../errors.ts';
import type { KeyRecord, Ledger } from '../ledger.ts';
import type { Change } from './change.ts';

/** Which requests a change of the key check concerns. */
type Concerns = (authorization: string | undefined, endpoint: EndpointName) => boolean;

/** Checks another Authorization header than the one that came. */
export function readKeyAs(header: (authorization: string | undefined) => string | undefined): Change {
  return (behaviour) => ({
    ...behaviour,
    authenticate: (authorization, ledger, endpoint) => behaviour.authenticate(header(authorization), ledger, endpoint),
  });
}

/** Lets requests in that are refused otherwise: in the name of the active key. */
export function letIn(concerns: Concerns): Change {
  return (behaviour) => ({
    ...behaviour,
    authenticate: async (authorization, ledger, endpoint) => {
      try {
        return await behaviour.authenticate(authorization, ledger, endpoint);
      } catch (error) {
        if (!(error instanceof ApiError) || !concerns(authorization, endpoint)) throw error;
        return await someAccount(ledger);
      }
    },
  });
}

/** Refuses requests in another way, also those that are let in otherwise. */
export function refuseKey(concerns: Concerns, refusal: () => Error): Change {
  return (behaviour) => ({
    ...behaviour,
    authenticate: (authorization, ledger, endpoint) =>
      concerns(authorization, endpoint)
        ? Promise.reject(refusal())
        : behaviour.authenticate(authorization, ledger, endpoint),
  });
}

async function someAccount(ledger: Ledger): Promise<KeyRecord> {
  const account = await ledger.find(testKeys.active);
  if (account === null) throw new Error('the ledger has no active key');
  return account;
}
