import type { EndpointName } from '../../spec/index.ts';
import { maxCost } from './cost.ts';
import { type Call, type Exchange, succeeded } from './exchange.ts';

/** Thrown for a call to an endpoint that the active key may not use: the rule does not apply. */
export class EndpointDenied extends Error {
  override readonly name = 'EndpointDenied';
}

/** Thrown for a call that the active key can no longer make: its money ran out, or it was revoked, in the middle of the run. */
export class KeyStopped extends Error {
  override readonly name = 'KeyStopped';
}

/** Statuses that speak of the key and not of the request. */
const ABOUT_THE_KEY = [401, 402, 403];

const STOP_REASONS: Readonly<Record<number, string>> = {
  401: 'the active key was refused with 401 in the middle of the run, for requests that were accepted before. Was it revoked? Check the key and run again',
  402: 'the credit of the active key ran out in the middle of the run (402 for requests that were accepted before). Add credit and run again',
  403: 'the active key lost its permission in the middle of the run (403 for requests that were accepted before). Check the key and run again',
};

const FORGOTTEN_KEY =
  'a key that the control API made was accepted before and is refused with 401 now, for the same requests. Was the target started anew, and did it forget its keys?';

/** Waits for a new key to become known, with growing pauses: together some six seconds. */
const NEW_KEY_ATTEMPTS = 5;

/** Watches what keys may do: what the active key was accepted for before and is refused now says nothing of the API, nor does a new key that is not known yet. */
export class KeyWatch {
  /** One accepted call for each price seen. */
  readonly #accepted = new Map<EndpointName, Map<number, Call>>();
  readonly #stopped = new Map<EndpointName, { status: number; cost: number }>();
  readonly #denied = new Map<EndpointName, string>();
  /** Keys made through the control API that no request was accepted with so far. */
  readonly #unused = new Set<string>();
  /** A call that was accepted with such a key, by endpoint and key; none with one that was revoked since. */
  readonly #acceptedWith = new Map<string, Call>();
  /** Keys that the control API made, that were accepted and are refused since, although nobody revoked them; each with its endpoint. */
  readonly #forgotten = new Set<string>();
  #waitsForNewKeys = true;

  /** Takes note of a key that the control API made. */
  noteCreated(key: string): void {
    this.#unused.add(key);
  }

  /** Takes note of a key that is to be refused from now on. */
  noteRevoked(key: string): void {
    this.#unused.delete(key);
    for (const name of this.#acceptedWith.keys()) if (name.endsWith(` ${key}`)) this.#acceptedWith.delete(name);
  }

  /** True for a 401 that may come from a key so new that the target does not know it yet. A target that never came to know one is not waited for again. */
  mayBeTooNew({ call: { authorization, endpoint }, status }: Exchange, tries: number): boolean {
    if (authorization?.kind !== 'key' || !this.#unused.has(authorization.key)) return false;
    if (status !== 401 || !this.#waitsForNewKeys) {
      // What is wrong with a request may be said before its key is looked at (readings R6).
      // The catalogue asks for no key.
      if (status > 0 && status !== 400 && status !== 422 && endpoint !== 'domains')
        this.#unused.delete(authorization.key);
      return false;
    }
    if (tries > NEW_KEY_ATTEMPTS) this.#waitsForNewKeys = false;
    return this.#waitsForNewKeys;
  }

  /** Takes an endpoint out of the run that the active key may not use: calls to it are not admitted. */
  deny(endpoint: EndpointName, reason: string): void {
    this.#denied.set(endpoint, reason);
  }

  /** Throws {@link EndpointDenied} or {@link KeyStopped} for a call that need not be sent. */
  assertUsable(call: Call): void {
    const { authorization, endpoint } = call;
    if (authorization?.kind === 'key' && this.#forgotten.has(`${endpoint} ${authorization.key}`))
      throw new KeyStopped(FORGOTTEN_KEY);
    if (!usesActiveKey(call)) return;
    const reason = this.#denied.get(call.endpoint);
    if (reason !== undefined) throw new EndpointDenied(reason);
    const stop = this.#stopped.get(call.endpoint);
    if (stop && (stop.status !== 402 || maxCost(call) >= stop.cost)) throw new KeyStopped(STOP_REASONS[stop.status]);
  }

  /**
   * Takes note of an response. Where it refuses a key that was good before, gives an accepted call to send again: of the same price at least where it
   * is about money.
   */
  noteResponse(exchange: Exchange, cost: number): Call | undefined {
    const { call, status } = exchange;
    if (call.authorization?.kind === 'key') return this.#noteCreatedKey(exchange, call.authorization.key);
    if (!usesActiveKey(call)) return undefined;
    const accepted = this.#accepted.get(call.endpoint) ?? new Map<number, Call>();
    if (succeeded(exchange)) {
      this.#accepted.set(call.endpoint, accepted);
      if (!accepted.has(cost)) accepted.set(cost, call);
      return undefined;
    }
    if (!ABOUT_THE_KEY.includes(status)) return undefined;
    const prices = [...accepted.keys()].filter((price) => status !== 402 || price >= cost);
    return prices.length === 0 ? undefined : accepted.get(Math.min(...prices));
  }

  /** The same for a key that the control API made, whose money is for others to judge. */
  #noteCreatedKey(exchange: Exchange, key: string): Call | undefined {
    const name = `${exchange.call.endpoint} ${key}`;
    if (exchange.status === 401 || exchange.status === 403) return this.#acceptedWith.get(name);
    if (succeeded(exchange) && !this.#acceptedWith.has(name)) this.#acceptedWith.set(name, exchange.call);
    return undefined;
  }

  /** What was accepted before is refused now as well: the key stops here, for calls of that price and above where it is about money. */
  stop({ call, status }: Exchange): void {
    const { authorization, endpoint } = call;
    if (authorization?.kind === 'key' && status === 401) this.#forgotten.add(`${endpoint} ${authorization.key}`);
    if (!usesActiveKey(call)) return;
    this.#stopped.set(call.endpoint, { status, cost: maxCost(call) });
  }
}

const usesActiveKey = ({ endpoint, authorization }: Call): boolean =>
  endpoint !== 'domains' && (authorization ?? { kind: 'active' }).kind === 'active';
