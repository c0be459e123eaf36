import { validateHeaderName, validateHeaderValue } from 'node:http';
import { type FaultOrder, faultOrder, streamStyles } from '../../spec/index.ts';
import { ApiError, refuseUnknown, schemaError } from '../core/errors.ts';
import { violations } from '../request/schema-stages.ts';
import { detailItem } from '../request/wording.ts';
import { type Fault, type FaultName, faultKinds } from './faults.ts';
import { meantFault } from './meant-fault.ts';

/**
 * Takes a value as a fault to arm. Throws 400 for an unknown fault, and 422 for what does not fit, is a field of another one, or would let the
 * fault do nothing.
 */
export function readFault(value: object): Fault {
  const [first] = violations(faultOrder, 'schema', value, false);
  if (first !== undefined) throw schemaError([detailItem(first.error, 'body', value)]);
  const order = value as FaultOrder;
  const { fault } = order;
  if (!isFaultName(fault)) throw unknownFault(fault);
  const touches: readonly string[] = faultKinds[fault].touches;
  const fields = ['fault', 'key', 'endpoint', 'times', ...faultKinds[fault].fields];
  refuseUnknown('body', order, fields, `The fault ${fault} does not have this field. Use ${fields.join(', ')}.`);
  if (!touches.includes(order.endpoint ?? touches[0] ?? ''))
    throw useless(
      'endpoint',
      'value_error',
      `The fault ${fault} does not touch ${order.endpoint}. Use ${touches.join(', ')}.`,
    );
  if (fault === 'stream_style' && order.style === undefined)
    throw useless('style', 'missing', `The fault stream_style needs it. Use one of ${streamStyles.join(', ')}.`);
  if (fault === 'pace' && order.ttft_ms === undefined && order.event_ms === undefined)
    throw useless('ttft_ms', 'missing', 'The fault pace needs ttft_ms, event_ms or both.');
  if (fault === 'custom_response' && order.status === undefined)
    throw useless('status', 'missing', 'The fault custom_response needs it.');
  for (const [name, value] of Object.entries(order.headers ?? {})) checkHeader(name, value);
  return { ...order, fault };
}

/** Headers that say how an answer is sent, not what it is. */
const framing = ['connection', 'content-length', 'keep-alive', 'trailer', 'transfer-encoding', 'upgrade'];

function checkHeader(name: string, value: string): void {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  } catch {
    throw useless('headers', 'value_error', `No header can have the name ${JSON.stringify(name)} and this value.`);
  }
  if (framing.includes(name.toLowerCase()))
    throw useless('headers', 'value_error', `The simulator sets ${name} itself. Leave it out.`);
}

function useless(field: string, type: string, msg: string): ApiError {
  return schemaError([{ type, loc: ['body', field], msg }]);
}

/** Whether a fault of this name exists. */
export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faultKinds, name);
}

function unknownFault(name: string): ApiError {
  const names = Object.keys(faultKinds).join(', ');
  const meant = meantFault(name);
  const hint = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return new ApiError(
    `Cannot arm ${JSON.stringify(name.slice(0, 100))}: no such fault exists.${hint} Use one of ${names}.`,
    { code: 'invalid_request', param: 'fault' },
  );
}
