import { type FaultOrder, faultOrder } from '../spec/index.ts';
import { ApiError, schemaError } from './errors.ts';
import { type Fault, type FaultName, faultKinds } from './faults.ts';
import { violations } from './schema-stages.ts';
import { detailItem } from './wording.ts';

/** Takes a value as a fault to arm. Throws 400 for an unknown fault, and 422 for what does not fit or is a field of another one. */
export function readFault(value: object): Fault {
  const [first] = violations(faultOrder, 'schema', value, false);
  if (first !== undefined) throw schemaError([detailItem(first.error, 'body', value)]);
  const order = value as FaultOrder;
  const { fault } = order;
  if (!isFaultName(fault)) throw unknownFault(fault);
  const fields: readonly string[] = ['fault', 'key', 'endpoint', 'times', ...faultKinds[fault].fields];
  const stray = Object.keys(order).filter((name) => !fields.includes(name));
  const msg = `The fault ${fault} does not have this field. Use ${fields.join(', ')}.`;
  if (stray.length > 0) throw schemaError(stray.map((name) => ({ type: 'extra_forbidden', loc: ['body', name], msg })));
  return { ...order, fault };
}

function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faultKinds, name);
}

function unknownFault(name: string): ApiError {
  const names = Object.keys(faultKinds).join(', ');
  return new ApiError(`Cannot arm ${JSON.stringify(name.slice(0, 100))}: no such fault exists. Use one of ${names}.`, {
    code: 'invalid_request',
    param: 'fault',
  });
}
