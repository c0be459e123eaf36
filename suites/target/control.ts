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
import { inconclusive, jsonOf, type WireAnswer, type WireRequest } from './exchange.ts';
import { asItCame, garbled } from './forms.ts';
import type { KeyWatch } from './key-watch.ts';
import type { Pace } from './pace.ts';
import { asksTooMuch, isCrowded, isPutOff, pause, retriesFor, waitFor } from './retry.ts';
import type { ClientOptions } from './sender.ts';
import type { Slots } from './slots.ts';

/** Thrown when the target does not offer a call of the control API: the rule is skipped, not failed. */
export class NotOffered extends Error {
  override readonly name = 'NotOffered';
}

/** Thrown when the control API answers otherwise than the contract says: the rule cannot be judged. */
export class ControlFailed extends Error {
  override readonly name = 'ControlFailed';
  /** True when a bad day explains it: no answer, 429 or 5xx. */
  readonly disturbed: boolean;
  constructor(message: string, disturbed = false) {
    super(message);
    this.disturbed = disturbed;
  }
}

/** How a control API is reached. */
export interface ControlOptions extends Pick<ClientOptions, 'transport' | 'timeoutMs' | 'signal' | 'waits'> {
  readonly base: string;
  /** Holds calls back together with the requests of the run. */
  readonly pace: Pace;
  /** Bounds the calls under way together with the requests of the run. */
  readonly slots: Slots;
  /** Hears of keys that were made or revoked. */
  readonly keys: Pick<KeyWatch, 'made' | 'revoked'>;
  /** Hears each answer. */
  readonly onAnswer?: (request: WireRequest, answer: WireAnswer, startedAt: number, endedAt: number) => void;
}

const NOT_OFFERED = [404, 405, 501];

/** Statuses by which a control API refuses what it is asked for. */
const REFUSALS = [400, 409, 422];

/** By what a profile and a journal are told from any other JSON (contract, sections 2 and 3). */
const profilePart = {
  type: 'object',
  required: ['base_url', 'keys'],
  properties: { base_url: { type: 'string' }, keys: { type: 'object' } },
} as const;
const journalPart = {
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
      () => this.#read(profilePart, 'GET', '/profile', 200),
      () => this.#read(journalPart, 'GET', '/journal', 200),
    ];
    for (const part of parts) {
      if (this.#worked) break;
      try {
        await part();
        this.#worked = true;
      } catch (error) {
        // Where nobody answers one call, the others would only wait as long.
        if (error instanceof ControlFailed && error.disturbed) break;
      }
    }
    return this.#worked;
  }

  /** Creates a key. */
  async createKey(order: KeyOrder = {}): Promise<ControlKey> {
    const made = await this.#ask(controlKey, 'POST', '/keys', 201, order);
    this.#options.keys.made(made.key);
    return made;
  }

  /** Reads a key's state. */
  async key(key: string): Promise<ControlKey> {
    return this.#ask(controlKey, 'GET', keyPath(key), 200);
  }

  /** Revokes a key. */
  async revoke(key: string): Promise<void> {
    this.#options.keys.revoked(key);
    await this.#noted(this.#call('DELETE', keyPath(key), 204));
  }

  /** Adds credit, in micros. */
  async credit(key: string, amount: number): Promise<ControlKey> {
    return this.#ask(controlKey, 'POST', `${keyPath(key)}/credit`, 200, { amount_micros: amount });
  }

  /** A key's charges, oldest first. */
  async charges(key: string): Promise<readonly ControlCharge[]> {
    return (await this.#ask(chargeList, 'GET', `${keyPath(key)}/charges`, 200)).charges;
  }

  /** Arms a fault. */
  async arm(order: FaultOrder): Promise<void> {
    await this.#noted(this.#call('POST', '/faults', 201, order));
  }

  /** Drops the faults of one key. */
  async disarm(key: string): Promise<void> {
    await this.#noted(this.#call('DELETE', `/faults?key=${encodeURIComponent(key)}`, 204));
  }

  /** Makes a call whose answer holds JSON of a shape. */
  #ask<S extends object>(schema: S, ...call: ControlCall): Promise<Shape<S>> {
    return this.#noted(this.#read(schema, ...call));
  }

  async #noted<Result>(call: Promise<Result>): Promise<Result> {
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
    const answer = jsonOf(await this.#call(method, path, expected, body));
    const name = nameOf(method, path);
    if (!answer.ok)
      throw new ControlFailed(`the control API answered ${name} with something else than JSON: ${answer.reason}`);
    const reading = readShape(schema, answer.value);
    if (reading.ok) return reading.value;
    throw new ControlFailed(`the control API answered ${name} otherwise than agreed: ${reading.fault}`);
  }

  async #call(...[method, path, expected, body]: ControlCall): Promise<WireAnswer> {
    const bytes = body === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(body)) };
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    // A lost answer to these tells not whether they were carried out: once more would be once too often.
    const repeatable = method !== 'POST' || path === '/keys';
    const name = nameOf(method, path);
    // A control API that worked speaks JSON, and what it offered is not gone: what stands in front of it may have answered.
    const read = (given: WireAnswer): WireAnswer => {
      const isOwn = given.status === expected ? expected === 204 || jsonOf(given).ok : REFUSALS.includes(given.status);
      const worked = NOT_OFFERED.includes(given.status) ? this.#offered.has(name) : this.#worked;
      return isOwn || inconclusive(given) || !worked ? given : { ...given, failure: garbled(given) };
    };
    const request = { method, url: `${this.#options.base}${path}`, headers, ...bytes };
    const answer = await this.#send(request, repeatable, read);
    if (answer.failure)
      throw new ControlFailed(`the control API did not answer ${name}: ${answer.failure.message}`, true);
    if (answer.status === expected) {
      this.#offered.add(name);
      return answer;
    }
    if (NOT_OFFERED.includes(answer.status))
      throw new NotOffered(`the control API does not offer ${name} (status ${answer.status})`);
    if (method === 'POST' && path === '/faults' && answer.status === 400)
      throw new NotOffered(`the control API does not know this fault: ${JSON.stringify(body)}`);
    if (method === 'POST' && path === '/keys' && (answer.status === 400 || answer.status === 422))
      throw new NotOffered(`the control API does not make a key like ${JSON.stringify(body)}`);
    throw new ControlFailed(
      `the control API answered ${name} with status ${answer.status} instead of ${expected}`,
      inconclusive(answer),
    );
  }

  async #send(request: WireRequest, repeatable: boolean, read: (given: WireAnswer) => WireAnswer): Promise<WireAnswer> {
    const { transport, timeoutMs, signal, pace, slots, waits, onAnswer } = this.#options;
    for (let tries = 1; ; tries += 1) {
      const answer = await slots.use(async () => {
        if (waits !== false) await pace.ready();
        const startedAt = performance.now();
        const given = await transport.send(request, { timeoutMs, ...(signal ? { signal } : {}) });
        onAnswer?.(request, given, startedAt, performance.now());
        return read(given);
      });
      if (isPutOff(answer) && !asksTooMuch(answer)) {
        pace.hold(waitFor(answer, 1));
      }
      if (isCrowded(answer)) slots.shrink();
      const lost = answer.failure !== undefined && answer.failure.kind !== 'connect';
      const offered = !NOT_OFFERED.includes(answer.status);
      if (!inconclusive(answer) || (lost && !repeatable)) return answer;
      if ((answer.failure === undefined && !offered) || tries > retriesFor(answer)) return asItCame(answer);
      if (waits !== false) await pause(waitFor(answer, tries), signal);
      if (signal?.aborted) return answer;
    }
  }
}

type ControlCall = readonly [method: string, path: string, expected: number, body?: unknown];

const keyPath = (key: string): string => `/keys/${encodeURIComponent(key)}`;

/** A call as messages name it, without the key in its path. */
const nameOf = (method: string, path: string): string =>
  `${method} ${path.replace(/(\/keys\/|\?key=)[^/]+/, '$1{key}')}`;
