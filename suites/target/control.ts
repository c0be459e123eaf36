import {
  type ControlCharge,
  type ControlKey,
  chargeList,
  controlKey,
  type FaultOrder,
  type KeyOrder,
  readShape,
  type Shape,
} from '../../spec/index.ts';
import { isInconclusive, jsonOf, type WireRequest, type WireResponse } from './exchange.ts';
import { garbledFailure, withoutGarbledFailure } from './garbled.ts';
import type { KeyWatch } from './key-watch.ts';
import type { Pace } from './pace.ts';
import { isOverloaded, isRateLimited, maxRetriesFor, pause, retryAfterIsTooLong, retryDelay } from './retry.ts';
import type { ClientOptions } from './sender.ts';
import type { Slots } from './slots.ts';

/** Thrown when the target does not offer a call of the control API: the rule is skipped, not failed. */
export class NotOffered extends Error {
  override readonly name = 'NotOffered';
}

/** Thrown when the control API responses otherwise than the contract says: the rule cannot be judged. */
export class ControlFailed extends Error {
  override readonly name = 'ControlFailed';
  /** True when a bad day explains it: no response, 429 or 5xx. */
  readonly disturbed: boolean;
  constructor(message: string, disturbed = false) {
    super(message);
    this.disturbed = disturbed;
  }
}

/** How a control API is reached. */
export interface ControlOptions extends Pick<ClientOptions, 'transport' | 'timeoutMs' | 'signal' | 'pauses'> {
  readonly base: string;
  /** Holds calls back together with the requests of the run. */
  readonly pace: Pace;
  /** Bounds the calls under way together with the requests of the run. */
  readonly slots: Slots;
  /** Hears of keys that were made or revoked. */
  readonly keys: Pick<KeyWatch, 'noteCreated' | 'noteRevoked'>;
  /** Hears each response. */
  readonly onAnswer?: (request: WireRequest, response: WireResponse, startedAt: number, endedAt: number) => void;
}

const NOT_OFFERED = [404, 405, 501];

/** Statuses by which a control API refuses what it is asked for. */
const REFUSAL_STATUSES = [400, 409, 422];

/** By what a profile and a journal are told from any other JSON (contract, sections 2 and 3). */
const profileShape = {
  type: 'object',
  required: ['base_url', 'keys'],
  properties: { base_url: { type: 'string' }, keys: { type: 'object' } },
} as const;
const journalShape = {
  type: 'object',
  required: ['requests'],
  properties: { requests: { type: 'array', items: { type: 'object' } } },
} as const;

/** Client of a target's control API (contract, section 3). Every call rejects with NotOffered or ControlFailed. */
export class ControlClient {
  readonly #options: ControlOptions;

  #worked = false;
  /** Operations that worked, by name. */
  readonly #offered = new Set<string>();
  #partial = false;
  /** Why the first call that failed did. */
  #fault: string | undefined;

  constructor(options: ControlOptions) {
    this.#options = options;
  }

  /** True when a call was made that the target does not offer. */
  get partial(): boolean {
    return this.#partial;
  }

  /**
   * Why this is no control API: the first fault, where calls were made and none worked. Undefined otherwise. One may offer only parts that no rule
   * begins with, so {@link works} is asked before it says so.
   */
  async broken(key: string): Promise<string | undefined> {
    if (this.#fault === undefined || (await this.works(key))) return undefined;
    return this.#fault.replace(/^the control API /, 'it ');
  }

  /** True once any call worked. Until then it makes calls that change nothing, with a key of the target. */
  async works(key: string): Promise<boolean> {
    const parts: readonly (() => Promise<unknown>)[] = [
      () => this.#read(controlKey, 'GET', keyPath(key), 200),
      () => this.#read(chargeList, 'GET', `${keyPath(key)}/charges`, 200),
      () => this.#call('DELETE', `/faults?key=${encodeURIComponent(key)}`, 204),
      () => this.#read(profileShape, 'GET', '/profile', 200),
      () => this.#read(journalShape, 'GET', '/journal', 200),
    ];
    for (const part of parts) {
      if (this.#worked) break;
      try {
        await part();
        this.#worked = true;
      } catch (error) {
        // Where nobody responses one call, the others would only wait as long.
        if (error instanceof ControlFailed && error.disturbed) break;
      }
    }
    return this.#worked;
  }

  /** Creates a key. */
  async createKey(order: KeyOrder = {}): Promise<ControlKey> {
    const made = await this.#readNoted(controlKey, 'POST', '/keys', 201, order);
    this.#options.keys.noteCreated(made.key);
    return made;
  }

  /** Reads a key's state. */
  async key(key: string): Promise<ControlKey> {
    return this.#readNoted(controlKey, 'GET', keyPath(key), 200);
  }

  /** Revokes a key. */
  async revoke(key: string): Promise<void> {
    this.#options.keys.noteRevoked(key);
    await this.#noteResult(this.#call('DELETE', keyPath(key), 204));
  }

  /** Adds credit, in micros. */
  async credit(key: string, amount: number): Promise<ControlKey> {
    return this.#readNoted(controlKey, 'POST', `${keyPath(key)}/credit`, 200, { amount_micros: amount });
  }

  /** A key's charges, oldest first. */
  async charges(key: string): Promise<readonly ControlCharge[]> {
    return (await this.#readNoted(chargeList, 'GET', `${keyPath(key)}/charges`, 200)).charges;
  }

  /** Arms a fault. */
  async arm(order: FaultOrder): Promise<void> {
    await this.#noteResult(this.#call('POST', '/faults', 201, order));
  }

  /** Drops the faults of one key. */
  async disarm(key: string): Promise<void> {
    await this.#noteResult(this.#call('DELETE', `/faults?key=${encodeURIComponent(key)}`, 204));
  }

  /** Makes a call whose response holds JSON of a shape. */
  #readNoted<S extends object>(schema: S, ...call: ControlCall): Promise<Shape<S>> {
    return this.#noteResult(this.#read(schema, ...call));
  }

  async #noteResult<Result>(call: Promise<Result>): Promise<Result> {
    try {
      const result = await call;
      this.#worked = true;
      return result;
    } catch (error) {
      if (error instanceof NotOffered) this.#partial = true;
      if (error instanceof Error) this.#fault ??= error.message;
      throw error;
    }
  }

  async #read<S extends object>(schema: S, ...[method, path, expected, body]: ControlCall): Promise<Shape<S>> {
    const response = jsonOf(await this.#call(method, path, expected, body));
    const name = operationName(method, path);
    if (!response.ok)
      throw new ControlFailed(`the control API answered ${name} with something else than JSON: ${response.reason}`);
    const reading = readShape(schema, response.value);
    if (reading.ok) return reading.value;
    throw new ControlFailed(`the control API answered ${name} otherwise than agreed: ${reading.fault}`);
  }

  async #call(...[method, path, expected, body]: ControlCall): Promise<WireResponse> {
    const bytes = body === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(body)) };
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    // A lost response to these tells not whether they were carried out: once more would be once too often.
    const repeatable = method !== 'POST' || path === '/keys';
    const name = operationName(method, path);
    // A control API that worked speaks JSON, and what it offered is not gone: what stands in front of it may have answered.
    const read = (given: WireResponse): WireResponse => {
      const isOwn =
        given.status === expected ? expected === 204 || jsonOf(given).ok : REFUSAL_STATUSES.includes(given.status);
      const worked = NOT_OFFERED.includes(given.status) ? this.#offered.has(name) : this.#worked;
      return isOwn || isInconclusive(given) || !worked ? given : { ...given, failure: garbledFailure(given) };
    };
    const request = { method, url: `${this.#options.base}${path}`, headers, ...bytes };
    const response = await this.#send(request, repeatable, read);
    if (response.failure)
      throw new ControlFailed(`the control API did not answer ${name}: ${response.failure.message}`, true);
    if (response.status === expected) {
      this.#offered.add(name);
      return response;
    }
    if (NOT_OFFERED.includes(response.status))
      throw new NotOffered(`the control API does not offer ${name} (status ${response.status})`);
    if (method === 'POST' && path === '/faults' && response.status === 400)
      throw new NotOffered(`the control API does not know this fault: ${JSON.stringify(body)}`);
    if (method === 'POST' && path === '/keys' && (response.status === 400 || response.status === 422))
      throw new NotOffered(`the control API does not make a key like ${JSON.stringify(body)}`);
    throw new ControlFailed(
      `the control API answered ${name} with status ${response.status} instead of ${expected}`,
      isInconclusive(response),
    );
  }

  async #send(
    request: WireRequest,
    repeatable: boolean,
    read: (given: WireResponse) => WireResponse,
  ): Promise<WireResponse> {
    const { transport, timeoutMs, signal, pace, slots, pauses, onAnswer } = this.#options;
    for (let tries = 1; ; tries += 1) {
      const response = await slots.use(async () => {
        if (pauses !== false) await pace.ready();
        const startedAt = performance.now();
        const given = await transport.send(request, { timeoutMs, ...(signal ? { signal } : {}) });
        onAnswer?.(request, given, startedAt, performance.now());
        return read(given);
      });
      if (isRateLimited(response) && !retryAfterIsTooLong(response)) {
        pace.hold(retryDelay(response, 1));
      }
      if (isOverloaded(response)) slots.shrink();
      const lost = response.failure !== undefined && response.failure.kind !== 'connect';
      const offered = !NOT_OFFERED.includes(response.status);
      if (!isInconclusive(response) || (lost && !repeatable)) return response;
      if ((response.failure === undefined && !offered) || tries > maxRetriesFor(response))
        return withoutGarbledFailure(response);
      if (pauses !== false) await pause(retryDelay(response, tries), signal);
      if (signal?.aborted) return response;
    }
  }
}

type ControlCall = readonly [method: string, path: string, expected: number, body?: unknown];

const keyPath = (key: string): string => `/keys/${encodeURIComponent(key)}`;

/** A call as messages name it, without the key in its path. */
const operationName = (method: string, path: string): string =>
  `${method} ${path.replace(/(\/keys\/|\?key=)[^/]+/, '$1{key}')}`;
