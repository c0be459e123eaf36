import type { EndpointName } from '../spec/index.ts';
import { bearerToken } from './authenticate.ts';
import { ApiError } from './errors.ts';
import type { Fault, TakeFault } from './faults.ts';
import type { Parts } from './options.ts';
import type { Trace } from './trace.ts';
import { type ApiRequest, type ApiResponse, noAnswer } from './wire.ts';
import type { World } from './world.ts';

/** Thrown where something else than an answer of the API is due. */
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

/** Lets the armed faults strike that come before an answer is made: throws what the client is to see in its place. */
export async function strike(take: TakeFault, world: World, request: Pick<ApiRequest, 'signal'>): Promise<void> {
  const latency = take('latency');
  if (latency !== null) await world.sleep(latency.latency_ms ?? 1_000, request.signal);
  const fault = take('internal_error', 'rate_limit', 'bad_gateway', 'reset');
  switch (fault?.fault) {
    case 'internal_error':
      throw new ApiError('The request could not be answered: an unexpected failure. Send it again later.', {
        code: 'internal_error',
      });
    case 'rate_limit':
      throw tooManyRequests(fault.retry_after_s ?? 1);
    case 'bad_gateway':
      throw new Struck({ status: 502, headers: { 'content-type': 'text/html' }, body: new TextEncoder().encode(page) });
    case 'reset':
      throw new Struck(noAnswer);
  }
}

/** As many gateways answer; the API's own specification shows no limits on requests (Limits). */
function tooManyRequests(seconds: number): ApiError {
  return new ApiError(
    `Too many requests: a rate limit was simulated. Send the request again after ${seconds} s. ` +
      'The specification is silent about rate limits and status 429; what stands in front of a service may send them.',
    { code: 'rate_limit_exceeded', headers: { 'retry-after': String(seconds) } },
  );
}

/** Takes the faults that the request itself asks for first, each once. */
export function faultsOf(
  request: ApiRequest,
  endpoint: EndpointName,
  { faults }: Parts,
  trace: Trace,
  asked: readonly Fault[],
): TakeFault {
  const key = bearerToken(request.headers.authorization ?? '');
  const left = [...asked];
  return (...names) => {
    const at = left.findIndex(({ fault }) => names.includes(fault));
    const fault = at < 0 ? faults.take(names, endpoint, key) : (left.splice(at, 1)[0] ?? null);
    if (fault !== null) trace.faults.push(fault.fault);
    return fault;
  };
}
