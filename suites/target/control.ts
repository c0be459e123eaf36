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
import type { LoggedRequest, RequestLog } from './request-log.ts';
import { isOverloaded, isRateLimited, maxRetriesFor, pause, retryAfterIsTooLong, retryDelay } from './retry.ts';
import type { ClientOptions } from './sender.ts';
import type { Slots } from './slots.ts';

/** Thrown when the target does not offer a call of the control API: the rule is skipped, not failed. */
export class NotOffered extends Error {
  override readonly name = 'NotOffered';
}

/** Thrown when a response of the control API breaks the contract: the rule cannot be judged. */
export class ControlFailed extends Error {
  override readonly name = 'ControlFailed';
  /** True when a bad day of the target explains it: no response, 429 or 5xx. */
  readonly disturbed: boolean;
  constructor(message: string, disturbed = false) {
    super(message);
    this.disturbed = disturbed;
  }
}

/** How a control API is reached. */
export interface ControlOptions extends Pick<ClientOptions, 'transport' | 'timeoutMs' | 'signal' | 'pauses'> {
  readonly base: string;
  /** Shared with the requests of the run, so that a pause holds back both. */
  readonly pace: Pace;
  /** Shared with the requests of the run, so that one bound holds for both. */
  readonly slots: Slots;
  /** Notified of keys that were created or revoked. */
  readonly keys: Pick<KeyWatch, 'noteCreated' | 'noteRevoked'>;
  /** Called with each response. */
  readonly onResponse?: (sent: LoggedRequest) => void;
}

/** What the run knows of a control API, whichever rule asked it. */
interface Experience {
  worked: boolean;
  /** Operations that worked, by name. */
  readonly offered: Set<string>;
  /** Operations that were answered by something else each time they were attempted, by name. */
  readonly refused: Set<string>;
  /** Operations that the target does not offer for keys that it knows, by name. */
  readonly absent: Set<string>;
  /** True once a call was created that the target does not offer. */
  partial: boolean;
  /** Why the first failed call failed. */
  fault: string | undefined;
}

const NOT_OFFERED = [404, 405, 501];

/** Statuses by which a control API refuses what it is asked for. */
const REFUSAL_STATUSES = [400, 409, 422];

/** The fields that identify a profile and a journal among other JSON (contract, sections 2 and 3). */
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

/** Client of a target's control API (contract, section 3). Every call rejects with NotOffered or ControlFailed only. */
export class ControlClient {
  readonly #options: ControlOptions;
  readonly #known: Experience;
  readonly #log: RequestLog | undefined;

  constructor(
    options: ControlOptions,
    known: Experience = {
      worked: false,
      offered: new Set(),
      refused: new Set(),
      absent: new Set(),
      partial: false,
      fault: undefined,
    },
    log?: RequestLog,
  ) {
    this.#options = options;
    this.#known = known;
    this.#log = log;
  }

  /** The same client, which adds what it sends to a log. */
  withLog(log: RequestLog): ControlClient {
    return new ControlClient(this.#options, this.#known, log);
  }

  /** True once a call was created that the target does not offer. */
  get partial(): boolean {
    return this.#known.partial;
  }

  /**
   * Why this is no control API: the first fault, if calls were created and none worked; undefined otherwise. A target may
   * offer only the parts that no rule begins with, so {@link works} is asked before the verdict.
   */
  async broken(key: string): Promise<string | undefined> {
    if (this.#known.fault === undefined || (await this.works(key))) return undefined;
    return this.#known.fault.replace(/^the control API /, 'it ');
  }

  /** Whether any call worked. Until one did, attempts calls that change nothing, with a key of the target. */
  async works(key: string): Promise<boolean> {
    const parts: readonly (() => Promise<unknown>)[] = [
      () => this.#read(controlKey, 'GET', keyPath(key), 200),
      () => this.#read(chargeList, 'GET', `${keyPath(key)}/charges`, 200),
      () => this.#call('DELETE', `/faults?key=${encodeURIComponent(key)}`, 204),
      () => this.#read(profileShape, 'GET', '/profile', 200),
      () => this.#read(journalShape, 'GET', '/journal', 200),
    ];
    for (const part of parts) {
      if (this.#known.worked) break;
      try {
        await part();
        this.#known.worked = true;
      } catch (error) {
        // If nobody answers one call, waiting for the others is useless.
        if (error instanceof ControlFailed && error.disturbed) break;
      }
    }
    return this.#known.worked;
  }

  async createKey(order: KeyOrder = {}): Promise<ControlKey> {
    const created = await this.#readNoted(controlKey, 'POST', '/keys', 201, order);
    this.#options.keys.noteCreated(created.key);
    return created;
  }

  async key(key: string): Promise<ControlKey> {
    return this.#readNoted(controlKey, 'GET', keyPath(key), 200);
  }

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

  async arm(order: FaultOrder): Promise<void> {
    await this.#noteResult(this.#call('POST', '/faults', 201, order));
  }

  /** Removes the faults of one key. */
  async disarm(key: string): Promise<void> {
    await this.#noteResult(this.#call('DELETE', `/faults?key=${encodeURIComponent(key)}`, 204));
  }

  /** Makes a call whose response must hold JSON of a shape. */
  #readNoted<S extends object>(schema: S, ...call: ControlCall): Promise<Shape<S>> {
    return this.#noteResult(this.#read(schema, ...call));
  }

  async #noteResult<Result>(call: Promise<Result>): Promise<Result> {
    try {
      const result = await call;
      this.#known.worked = true;
      return result;
    } catch (error) {
      if (error instanceof NotOffered) this.#known.partial = true;
      if (error instanceof Error) this.#known.fault ??= error.message;
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
    const name = operationName(method, path);
    // If the response to any other call is lost, nobody knows whether the call took effect: it must not be repeated.
    const isRepeatable = ({ status }: WireResponse): boolean =>
      method !== 'POST' || path === '/keys' || NOT_OFFERED.includes(status);
    const isFromControlApi = (raw: WireResponse): boolean =>
      raw.status === expected ? expected === 204 || jsonOf(raw).ok : REFUSAL_STATUSES.includes(raw.status);
    // A control API answers in JSON and keeps what it offers. Anything else may come from a gateway in front of it, the
    // very first answer as well: it counts once it came each time.
    const read = (raw: WireResponse): WireResponse => {
      if (isFromControlApi(raw) || isInconclusive(raw)) return raw;
      const worked = NOT_OFFERED.includes(raw.status) ? this.#known.offered.has(name) : this.#known.worked;
      const isFirst = isRepeatable(raw) && !this.#known.refused.has(name);
      return worked || isFirst ? { ...raw, failure: garbledFailure(raw) } : raw;
    };
    const request = { method, url: `${this.#options.base}${path}`, headers, ...bytes };
    const response = await this.#send(request, isRepeatable, read);
    if (!isInconclusive(response) && !isFromControlApi(response)) this.#known.refused.add(name);
    if (response.failure)
      throw new ControlFailed(`the control API did not answer ${name}: ${response.failure.message}`, true);
    if (response.status === expected) {
      this.#known.offered.add(name);
      return response;
    }
    if (response.status === 404 && (await this.#isForgotten(name, path)))
      throw new ControlFailed(
        `the control API answered ${name} with status 404 for a key that it made: the key may be forgotten, as by a target that keeps its keys in memory and is restarted`,
        true,
      );
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

  /** Whether a call got 404 because its key is gone, as after a restart, and not because it is not offered. */
  async #isForgotten(name: string, path: string): Promise<boolean> {
    const own = /^\/keys\/[^/]+/.exec(path)?.[0];
    if (own === undefined || this.#known.offered.has(name)) return own !== undefined;
    if ((path === own && name.startsWith('GET')) || this.#known.absent.has(name)) return false;
    const statusOf = async (of: string): Promise<number> => {
      const request = { method: 'GET', url: `${this.#options.base}${of}`, headers: {} };
      return (
        await this.#send(
          request,
          () => true,
          (raw) => raw,
        )
      ).status;
    };
    const isUnknown = (await statusOf(own)) === 404;
    const made = isUnknown ? await this.#read(controlKey, 'POST', '/keys', 201, {}) : undefined;
    if (made !== undefined && (await statusOf(keyPath(made.key))) === 200) return true;
    this.#known.absent.add(name);
    return false;
  }

  async #send(
    request: WireRequest,
    isRepeatable: (response: WireResponse) => boolean,
    read: (raw: WireResponse) => WireResponse,
  ): Promise<WireResponse> {
    const { transport, timeoutMs, signal, pace, slots, pauses, onResponse } = this.#options;
    for (let attempts = 1; ; attempts += 1) {
      const response = await slots.use(async () => {
        if (pauses !== false) await pace.ready();
        const startedAt = performance.now();
        const raw = await transport.send(request, { timeoutMs, ...(signal ? { signal } : {}) });
        const entry = { to: 'control', request, response: raw, startedAt, endedAt: performance.now() } as const;
        this.#log?.add(entry);
        onResponse?.(entry);
        return read(raw);
      });
      if (isRateLimited(response) && !retryAfterIsTooLong(response)) {
        pace.hold(retryDelay(response, 1));
      }
      if (isOverloaded(response)) slots.shrink();
      const lost = response.failure !== undefined && response.failure.kind !== 'connect';
      const offered = !NOT_OFFERED.includes(response.status);
      if (!isInconclusive(response) || (lost && !isRepeatable(response))) return response;
      if ((response.failure === undefined && !offered) || attempts > maxRetriesFor(response))
        return withoutGarbledFailure(response);
      if (pauses !== false) await pause(retryDelay(response, attempts), signal);
      if (signal?.aborted) return response;
    }
  }
}

type ControlCall = readonly [method: string, path: string, expected: number, body?: unknown];

const keyPath = (key: string): string => `/keys/${encodeURIComponent(key)}`;

/** Names a call for messages, without the key in its path. */
const operationName = (method: string, path: string): string =>
  `${method} ${path.replace(/(\/keys\/|\?key=)[^/]+/, '$1{key}')}`;
