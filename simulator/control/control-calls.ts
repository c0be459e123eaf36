import { readManifest, testKeys } from '../../fixtures/index.ts';
import { creditOrder, type EndpointName, keyOrder, paidEndpoints, type Shape } from '../../spec/index.ts';
import { ApiError, refuseUnknown, schemaError } from '../core/errors.ts';
import type { ApiRequest, JsonAnswer } from '../core/wire.ts';
import { readFault } from '../faults/fault-order.ts';
import { type ArmedFault, type FaultName, faultKinds } from '../faults/faults.ts';
import type { Parts, SimulatorOptions } from '../pipeline/options.ts';
import { readBody } from '../request/body.ts';
import { violations } from '../request/schema-stages.ts';
import { detailItem } from '../request/wording.ts';
import { profileOf } from './profile.ts';

/** Answer of `GET /_control/faults`. */
export interface FaultList {
  readonly faults: readonly ArmedFault[];
  /** Every kind of fault: the operations that it applies to, and its fields besides `key`, `endpoint` and `times`. */
  readonly kinds: Readonly<
    Record<FaultName, { readonly touches: readonly EndpointName[]; readonly fields: readonly string[] }>
  >;
}

interface ControlInput {
  readonly request: ApiRequest;
  readonly key: string;
  readonly query: Readonly<Record<string, string>>;
}
type ControlCall = (input: ControlInput) => Promise<JsonAnswer>;

const newKeyBalance = 100_000_000;
/** Keys in a list, besides the documented ones. */
const newestKeys = 200;

/**
 * Every call of the contract, section 3, in its order; the lists of keys and of faults are for the dashboard, the manifest for a harness, which
 * cannot reach the simulated network. Paths are below the prefix: `{key}` is any
 * key, `{id}` the id of any fault; after `?` comes the only query parameter that a call has.
 */
export function createControlCalls(parts: Parts, options: SimulatorOptions): Readonly<Record<string, ControlCall>> {
  const { ledger, faults, journal, pacer, world } = parts;
  return {
    'POST /keys': async ({ request }) => {
      const body = readOrder(request, keyOrder);
      const { environment = 'test', balance_micros = newKeyBalance, permissions = paidEndpoints } = body;
      const key = world.nextKey(environment);
      return { status: 201, value: await ledger.create({ key, environment, balance_micros, permissions }) };
    },
    'GET /keys': async () => {
      const roles = Object.entries(testKeys).map(async ([role, key]) => ({ role, record: await ledger.find(key) }));
      const documented = (await Promise.all(roles)).flatMap(({ role, record }) =>
        record ? [{ ...record, role }] : [],
      );
      const created = (await ledger.newest(newestKeys)).filter(({ key }) => !documented.some((one) => one.key === key));
      return { status: 200, value: { keys: [...documented, ...created] } };
    },
    'GET /keys/{key}': async ({ key }) => ({ status: 200, value: known(await ledger.find(key)) }),
    'DELETE /keys/{key}': async ({ key }) => {
      known(await ledger.revoke(key));
      return { status: 204 };
    },
    'POST /keys/{key}/credit': async ({ request, key }) => {
      known(await ledger.find(key));
      const { amount_micros } = readOrder(request, creditOrder);
      return { status: 200, value: known(await ledger.credit(key, amount_micros)) };
    },
    'GET /keys/{key}/charges': async ({ key }) => ({
      status: 200,
      value: { charges: known(await ledger.charges(key)) },
    }),
    'POST /faults': async ({ request }) => {
      const fault = readFault(readControlBody(request));
      return { status: 201, value: { id: await faults.arm(fault) } };
    },
    'DELETE /faults?key': async ({ query }) => {
      await faults.clear(query.key);
      return { status: 204 };
    },
    'GET /faults': async () => {
      const value: FaultList = { faults: await faults.list(), kinds: faultKinds };
      return { status: 200, value };
    },
    'DELETE /faults/{id}': async ({ key: id }) => {
      if (await faults.disarm(id)) return { status: 204 };
      throw new ApiError('Cannot find the fault: none with this id is armed.', { code: 'not_found' });
    },
    'GET /profile': async ({ request }) => ({ status: 200, value: profileOf(request, options) }),
    'GET /fixtures/manifest.json': async () => {
      if (options.network !== 'real') return { status: 200, value: readManifest() };
      throw new ApiError('Cannot find the manifest: on the real network nothing serves the fixtures.', {
        code: 'not_found',
      });
    },
    'GET /health': async () => ({ status: 200, value: { status: 'ok' } }),
    'GET /journal?key': async ({ query }) => ({ status: 200, value: { requests: await journal.entries(query.key) } }),
    'POST /reset': async () => {
      // First, so that a key that is made meanwhile is deleted with the others and never made a second time.
      world.restart();
      pacer.restart();
      await ledger.reset();
      await faults.clear();
      await journal.clear();
      return { status: 204 };
    },
  };
}

function known<T>(found: T | null): T {
  if (found !== null) return found;
  throw new ApiError('Cannot find the key: no key of this name exists. Create one with POST /_control/keys.', {
    code: 'not_found',
  });
}

/** Reads a control body; an absent body counts as `{}`. Throws 400 for what is not JSON, and 422 `{detail}` for what is no object. */
const readControlBody = (request: ApiRequest): object => (request.body.byteLength === 0 ? {} : readBody(request));

/** Reads a control body that is to fit a schema. Throws 422 `{detail}` for what does not, and for a field that it does not have. */
function readOrder<S extends { readonly properties: object }>(request: ApiRequest, schema: S): Shape<S> {
  const value = readControlBody(request);
  const [first] = violations(schema, 'schema', value, false);
  if (first !== undefined) throw schemaError([detailItem(first.error, 'body', value)]);
  const fields = Object.keys(schema.properties);
  refuseUnknown('body', value, fields, `This call does not have this field. Use ${fields.join(', ')}.`);
  return value as Shape<S>;
}
