import type { ErrorCode } from '../../spec/index.ts';
import type { Call } from '../core/call.ts';
import { ApiError, errorAnswer } from '../core/errors.ts';
import type { MaybePromise } from '../core/maybe-promise.ts';
import { type ApiRequest, type ApiResponse, jsonResponse, noAnswer } from '../core/wire.ts';
import type { World } from '../core/world.ts';
import { type Fault, type FaultStep, isEnding, type TakeFault } from '../faults/faults.ts';
import { standingFaults } from '../faults/standing-faults.ts';
import { bearerToken } from '../request/authenticate.ts';
import { faultSteps } from './fault-steps.ts';
import type { Parts } from './options.ts';
import type { Trace } from './trace.ts';

/** Thrown with a response that is not one of the API. */
export class Struck extends Error {
  readonly response: ApiResponse;

  constructor(response: ApiResponse) {
    super('a fault struck');
    this.name = 'Struck';
    this.response = response;
  }
}

const page = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
<hr><center>nginx</center>
</body>
</html>
`;

/** Applies the faults that come before the answer is made: waits, or throws what the client gets instead. */
export async function strike(take: TakeFault, world: World, request: Pick<ApiRequest, 'signal'>): Promise<void> {
  const latency = take('latency');
  if (latency !== null) await world.sleep(latency.latency_ms ?? 1_000, request.signal);
  const fault = take('internal_error', 'rate_limit', 'bad_gateway', 'custom_response', 'reset');
  switch (fault?.fault) {
    case 'internal_error':
      throw new ApiError('The request could not be answered: an unexpected failure. Send it again later.', {
        code: 'internal_error',
      });
    case 'rate_limit':
      throw tooManyRequests(fault.retry_after_s ?? 1);
    case 'bad_gateway':
      throw new Struck({ status: 502, headers: { 'content-type': 'text/html' }, body: new TextEncoder().encode(page) });
    case 'custom_response':
      throw new Struck(customResponse(fault));
    case 'reset':
      throw new Struck(noAnswer);
  }
}

const documented: Readonly<Record<number, ErrorCode>> = {
  400: 'invalid_request',
  401: 'authentication_error',
  402: 'insufficient_credits',
  403: 'permission_denied',
  500: 'internal_error',
  503: 'service_unavailable',
};
const emptyStatuses = [204, 205, 304];

/** The response that a fault describes; without a body, an error has the documented one of its status. */
function customResponse({ status = 200, headers: given = {}, body }: Fault): ApiResponse {
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  if (emptyStatuses.includes(status)) return { status, headers, body: new Uint8Array() };
  const code = body === undefined ? documented[status] : undefined;
  if (code !== undefined)
    return jsonResponse(errorAnswer(new ApiError('A custom response was armed for this request.', { code, headers })));
  if (typeof body !== 'string') return jsonResponse({ status, headers, value: body });
  const type = { 'content-type': 'text/plain; charset=utf-8' };
  return { status, headers: { ...type, ...headers }, body: new TextEncoder().encode(body) };
}

/** As many gateways answer; the API's specification has no rate limits (Limits). */
function tooManyRequests(seconds: number): ApiError {
  return new ApiError(
    `Too many requests: a rate limit was simulated. Send the request again after ${seconds} s. ` +
      'The specification is silent about rate limits and status 429; what stands in front of a service may send them.',
    { code: 'rate_limit_exceeded', headers: { 'retry-after': String(seconds) } },
  );
}

/**
 * The faults that strike a request, at most one for each step: one that the request itself asks for, else an armed one, else a standing one of its key.
 * All armed ones are taken in one step, so that no two requests, even on different machines, get the same one. Those that strike are added to the trace.
 */
export function faultsOf(
  call: Call,
  request: ApiRequest,
  { faults }: Parts,
  trace: Trace,
  asked: readonly Fault[],
): MaybePromise<TakeFault> {
  const key = bearerToken(request.headers.authorization ?? '');
  const standing = key === null ? undefined : standingFaults.get(key);
  const steps =
    asked.length === 0 && standing === undefined ? faultSteps(call) : openSteps(call, asked, standing ?? []);
  const taker = (armed: readonly Fault[]): TakeFault => {
    const left = [...asked, ...armed, ...(standing ?? [])];
    return (...names) => {
      const at = left.findIndex(({ fault }) => names.includes(fault));
      const [fault = null] = at < 0 ? [] : left.splice(at, 1);
      if (fault !== null) trace.faults.push(fault.fault);
      return fault;
    };
  };
  const armed = faults.take(steps, call.endpoint, key);
  return armed instanceof Promise ? armed.then(taker) : taker(armed);
}

/** The steps at which an armed fault can strike: not those where the request asks for one, nor any after one of the endings. */
function openSteps(call: Call, asked: readonly Fault[], standing: readonly Fault[]): readonly FaultStep[] {
  const strikes = (names: FaultStep, some: readonly Fault[]) => some.find(({ fault }) => names.includes(fault));
  const steps = faultSteps(call);
  const last = steps.findIndex((names) => {
    const fault = strikes(names, asked) ?? strikes(names, standing);
    return fault !== undefined && isEnding(fault.fault);
  });
  return steps.slice(0, last < 0 ? undefined : last + 1).filter((names) => strikes(names, asked) === undefined);
}
