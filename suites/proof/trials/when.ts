import type { ApiRequest, ApiResponse, Handler, Middleware } from '../../../simulator/index.ts';
import { circumstances, type EndpointName, endpointNames, findRule } from '../../../spec/index.ts';
import type { Circumstances } from '../../generate/circumstance-texts.ts';
import { circumstancesOf } from '../../generate/read-circumstances.ts';
import type { Deviation } from '../deviation.ts';
import { isBooking, leaveCharge } from '../wire/accounts.ts';
import { jsonIn, parseRequest } from '../wire/wire.ts';

/** One level of one factor of an endpoint. */
export interface Condition {
  readonly endpoint: EndpointName;
  readonly factor: string;
  readonly level: string;
}

/** A deviation behind a condition. */
export interface Conditional extends Deviation {
  /** How many requests it has changed, or answered differently, so far. */
  readonly struck: () => number;
}

/** A deviation that applies in one circumstance only: other requests pass unchanged. */
export function when(deviation: Deviation, { endpoint, factor, level }: Condition): Conditional {
  let struck = 0;
  const isOutside = (request: ApiRequest): boolean => levelOf(request, endpoint, factor) !== level;
  return {
    ...deviation,
    id: `${deviation.id} when ${endpoint} ${factor} is ${level}`,
    summary: `${deviation.summary} Only where the ${factor} of a ${endpoint} request is ${level}.`,
    struck: () => struck,
    wire: (next) => {
      if (isBooking(deviation.wire)) return booked(deviation.wire, next, isOutside, () => (struck += 1));
      const asked = new WeakSet<ApiRequest>();
      const clean = new WeakMap<ApiRequest, ApiResponse>();
      const watched: Handler = async (request) => {
        if (!asked.has(request)) struck += 1;
        const response = await next(request);
        clean.set(request, response);
        return response;
      };
      const deviant = deviation.wire(watched);
      return async (request) => {
        if (isOutside(request)) return next(request);
        asked.add(request);
        const response = await deviant(request);
        if (!isSame(response, clean.get(request))) struck += 1;
        return response;
      };
    },
  };
}

/** A booking behind a condition: it sees every request, and leaves alone the charges of those outside. */
function booked(
  wire: Middleware,
  next: Handler,
  isOutside: (request: ApiRequest) => boolean,
  strike: () => void,
): Handler {
  const clean = new WeakMap<ApiRequest, ApiResponse>();
  const edited = wire(async (request) => {
    const response = await next(request);
    clean.set(request, response);
    return response;
  });
  return async (request) => {
    if (parseRequest(request).endpoint !== undefined && isOutside(request)) leaveCharge(request);
    const response = await edited(request);
    const before = clean.get(request);
    if (before === undefined || JSON.stringify(jsonIn(before)) !== JSON.stringify(jsonIn(response))) strike();
    return response;
  };
}

/** True for the server's own answer, or one that looks the same to a client. */
function isSame(one: ApiResponse, other: ApiResponse | undefined): boolean {
  if (one === other || other === undefined) return one === other;
  const head = ({ status, headers }: ApiResponse): string => JSON.stringify([status, headers]);
  const [bytes, otherBytes] = [one.body, other.body];
  const comparable = bytes instanceof Uint8Array && otherBytes instanceof Uint8Array;
  return comparable && head(one) === head(other) && Buffer.from(bytes).equals(otherBytes);
}

function levelOf(request: ApiRequest, wanted: EndpointName, factor: string): string | undefined {
  const { endpoint, input } = parseRequest(request);
  if (endpoint !== wanted) return undefined;
  const query = endpoint === 'domains' ? queryOf(input ?? {}) : {};
  const found: Circumstances = circumstancesOf({
    endpoint,
    body: input,
    text: new TextDecoder().decode(request.body),
    query,
    headers: request.headers,
  });
  return found[factor];
}

const queryOf = (input: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]));

/** Factors that no server sees: Node gives every header name in lower case. */
const UNSEEN: ReadonlySet<string> = new Set(['header']);

/** Every level of every factor of the endpoints of a deviation's rule. */
export function conditionsFor({ touches }: Deviation): readonly Condition[] {
  const named = findRule(touches)?.endpoint ?? 'all';
  const endpoints = named === 'all' ? endpointNames : [named];
  return endpoints.flatMap((endpoint) =>
    circumstances[endpoint]
      .filter(({ name }) => !UNSEEN.has(name))
      .flatMap(({ name, levels }) => levels.map((level) => ({ endpoint, factor: name, level }))),
  );
}
