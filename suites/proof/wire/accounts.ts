import type { ApiRequest, ApiResponse, Charge, Handler, Middleware } from '../../../simulator/index.ts';
import type { JsonObject } from '../../../spec/index.ts';
import { jsonIn, type ParsedRequest, parseRequest, withHeader, withJson } from './wire.ts';

/** Far more than any request costs, in micros. */
export const plenty = 1_000_000_000;

/** The control API of the server behind a middleware. */
interface Control {
  /** Micros on a key; 0 for an unknown one. */
  balance(key: string): Promise<number>;
  charges(key: string): Promise<readonly Charge[]>;
  credit(key: string, amount: number): Promise<unknown>;
  call(method: string, path: string, body?: object): Promise<JsonObject>;
}

/** A request, the server behind the middleware, and that server's control API. */
export interface Passing extends ParsedRequest {
  readonly next: Handler;
  readonly control: Control;
  /** The key in the request's Authorization header. */
  readonly key: string;
  /** If the request is a control API call about a key: that key, and the rest of the path. */
  readonly about: { readonly key: string; readonly rest: string } | undefined;
}

const encoder = new TextEncoder();
const keys = /^(.*)\/keys(?:\/([^/?]+)([^?]*))?$/;

/** Handles a request. */
export type Work = (passing: Passing) => Promise<ApiResponse>;

/** A middleware that uses the control API, at the path where it saw clients use it. */
export function withControl(work: Work): Middleware {
  return (next) => {
    let base: string | undefined;
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    const call: Control['call'] = async (method, path, body) => {
      const sent = encoder.encode(body === undefined ? '' : JSON.stringify(body));
      return jsonIn(await next({ method, path: `${base}${path}`, headers, body: sent })) ?? {};
    };
    const control: Control = {
      balance: async (key) => Number((await call('GET', `/keys/${key}`)).balance_micros ?? 0),
      charges: async (key) => ((await call('GET', `/keys/${key}/charges`)).charges ?? []) as readonly Charge[],
      credit: (key, amount_micros) => call('POST', `/keys/${key}/credit`, { amount_micros }),
      call,
    };
    return (request) => {
      const asked = parseRequest(request);
      if (request.headers.host !== undefined) headers.host = request.headers.host;
      const [, path, key, rest = ''] = (asked.endpoint === undefined && keys.exec(request.path)) || [];
      base = path ?? base ?? `${request.path.replace(/\/(v1|_control)\/.*$/s, '')}/_control`;
      return work({
        ...asked,
        next,
        control,
        key: keyOf(request),
        about: key === undefined ? undefined : { key, rest },
      });
    };
  };
}

const keyOf = ({ headers }: ApiRequest): string => /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';

/** A charge and its request. */
export interface Spent {
  readonly charge: Charge;
  readonly input: JsonObject;
  /** Time of the answer, by `performance.now()`. */
  readonly at: number;
  /** True if the request before it with the same key was refused. */
  readonly afterRefusal: boolean;
  /** True if the answer lists no results. */
  readonly foundNothing: boolean;
  /** True if the request is outside the condition that the booking is behind: its charge stays as it is. */
  readonly outside: boolean;
}

/** An edit of the charges of a key. */
export interface Booking {
  /** The charges that the control API lists. */
  listed(spent: readonly Spent[]): readonly Charge[];
  /** What the key has paid, in micros; by default the sum of the listed charges. */
  paid?(spent: readonly Spent[]): number;
}

const bookings = new WeakSet<Middleware>();
const outside = new WeakSet<ApiRequest>();

/** True for a middleware that shows in what the control API says later, not in the answers to the requests themselves. */
export const isBooking = (wire: Middleware): boolean => bookings.has(wire);

/** Makes bookings leave the charge of a request as it is; they have to see it all the same, to know which charge is whose. */
export const leaveCharge = (request: ApiRequest): void => void outside.add(request);

/** Edits what the control API says about charges and balances; by default the two agree. */
export function booking({ listed, paid = (spent) => totalOf(listed(spent)) }: Booking): Middleware {
  const wire = bookingOf({
    listed: (spent) => {
      const inside = spent.filter((one) => !one.outside);
      const edited = listed(inside);
      const isEach = edited.length === inside.length;
      // Charges keep their order; where there are more or fewer of them, they stand where the first was.
      return spent.flatMap((one) => {
        const at = inside.indexOf(one);
        return at < 0 ? [one.charge] : isEach ? edited.slice(at, at + 1) : at === 0 ? edited : [];
      });
    },
    paid: (spent) => {
      const others = spent.filter((one) => one.outside).map(({ charge }) => charge);
      return paid(spent.filter((one) => !one.outside)) + totalOf(others);
    },
  });
  bookings.add(wire);
  return wire;
}

function bookingOf({ listed, paid }: Required<Booking>): Middleware {
  return (next) => {
    const calls = new Map<string, Omit<Spent, 'charge'>[]>();
    const refused = new Map<string, boolean>();
    let isConditional = false;
    const spentOn = (key: string, charges: readonly Charge[]): readonly Spent[] => {
      const left = new Map<string, Omit<Spent, 'charge'>[]>();
      // The n-th charge of an endpoint is for its n-th answer: free requests need not be listed.
      return charges.map((charge) => {
        const queue = left.get(charge.endpoint) ?? [...(calls.get(`${key} ${charge.endpoint}`) ?? [])];
        left.set(charge.endpoint, queue);
        // Behind a condition, a charge of a request that is under way stays as it is.
        return { charge, ...(queue.shift() ?? { ...unknownRequest, outside: isConditional }) };
      });
    };
    return withControl(async ({ request, endpoint, input, key, about, control }) => {
      const response = await next(request);
      const afterRefusal = refused.get(key) === true;
      isConditional ||= outside.has(request);
      if (endpoint !== undefined) refused.set(key, response.status !== 200);
      if (response.status !== 200) return response;
      if (endpoint !== undefined && input) {
        const name = `${key} ${endpoint}`;
        const foundNothing = endpoint === 'finder' && jsonIn(response)?.results === null;
        const spent = { input, at: performance.now(), afterRefusal, foundNothing, outside: outside.has(request) };
        calls.set(name, [...(calls.get(name) ?? []), spent]);
      }
      const body = about && jsonIn(response);
      if (about === undefined || body === undefined) return response;
      if (about.rest === '/charges')
        return withJson(response, { charges: listed(spentOn(about.key, body.charges as readonly Charge[])) });
      const charges = await control.charges(about.key);
      const balance = Number(body.balance_micros) + totalOf(charges) - paid(spentOn(about.key, charges));
      return withJson(response, { ...body, balance_micros: balance });
    })(next);
  };
}

/** Of a charge whose request was not seen. */
const unknownRequest = { input: {}, at: 0, afterRefusal: false, foundNothing: false, outside: false };

/** Sum of charges in micros. */
export const totalOf = (charges: readonly Charge[]): number =>
  charges.reduce((sum, { amount_micros }) => sum + amount_micros, 0);

/** While the server decides on a paid request, it sees `by` micros more (or less, if negative) than the key has. */
export const lending = (by: (balance: number, passing: Passing) => number): Middleware =>
  withControl(async (passing) => {
    const { request, endpoint, key, control, next } = passing;
    if (endpoint === undefined || endpoint === 'domains') return next(request);
    const amount = by(await control.balance(key), passing);
    if (amount === 0) return next(request);
    await control.credit(key, amount);
    try {
      return await next(request);
    } finally {
      await control.credit(key, -amount);
    }
  });

/** Serves a request that its own key cannot pay for, with another key. */
export async function servedAnyway({ request, control, next }: Passing): Promise<ApiResponse> {
  const { key } = await control.call('POST', '/keys', { balance_micros: plenty });
  return next(withHeader(request, `Bearer ${key}`));
}
