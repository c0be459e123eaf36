import type { ChargeItem, PaidEndpoint } from '../../spec/index.ts';
import { inconclusive, jsonOf, type WireAnswer, type WireRequest } from './exchange.ts';
import type { Pace } from './pace.ts';
import { asksTooMuch, isPutOff, pause, retriesFor, waitFor } from './retry.ts';
import type { Slots } from './slots.ts';
import type { Transport } from './transport.ts';

/** A key as the control API shows it. Money in micros. */
export interface ControlKey {
  readonly key: string;
  readonly environment: 'test' | 'live';
  readonly balance_micros: number;
  readonly spent_micros: number;
  readonly requests: number;
  readonly revoked: boolean;
}

/** One charge of a key. Money in micros. */
export interface Charge {
  readonly endpoint: string;
  readonly model: string | null;
  readonly amount_micros: number;
  readonly lines: readonly { readonly item: ChargeItem; readonly quantity: number; readonly unit_micros: number }[];
}

/** What a new key may be given. */
export interface KeyOrder {
  readonly environment?: 'test' | 'live';
  readonly balance_micros?: number;
  readonly permissions?: readonly PaidEndpoint[];
}

/** A fault to arm (contract, section 3). */
export interface FaultOrder {
  readonly fault: string;
  readonly key?: string;
  readonly endpoint?: string;
  readonly times?: number;
  readonly after_messages?: number;
}

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
export interface ControlOptions {
  readonly base: string;
  readonly transport: Transport;
  /** Bound of one call in milliseconds. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Holds calls back together with the requests of the run. */
  readonly pace: Pace;
  /** Bounds the calls under way together with the requests of the run. */
  readonly slots: Slots;
  /** Hears of keys that were made or revoked. */
  readonly keys: { made(key: string): void; revoked(key: string): void };
  /** Waits between attempts; false when a recording is judged again. */
  readonly waits?: boolean;
  /** Hears each answer. */
  readonly onAnswer?: (request: WireRequest, answer: WireAnswer, startedAt: number, endedAt: number) => void;
}

const NOT_OFFERED = [404, 405, 501];

/** Client of a target's control API (contract, section 3). Every call rejects with NotOffered or ControlFailed. */
export class ControlClient {
  readonly #options: ControlOptions;

  constructor(options: ControlOptions) {
    this.#options = options;
  }

  /** Creates a key. */
  async createKey(order: KeyOrder = {}): Promise<ControlKey> {
    const made = keyOf(await this.#call('POST', '/keys', 201, order), 'POST /keys');
    this.#options.keys.made(made.key);
    return made;
  }

  /** Reads a key's state. */
  async key(key: string): Promise<ControlKey> {
    return keyOf(await this.#call('GET', `/keys/${encodeURIComponent(key)}`, 200), 'GET /keys/{key}');
  }

  /** Revokes a key. */
  async revoke(key: string): Promise<void> {
    this.#options.keys.revoked(key);
    await this.#call('DELETE', `/keys/${encodeURIComponent(key)}`, 204);
  }

  /** Adds credit, in micros. */
  async credit(key: string, amount: number): Promise<ControlKey> {
    return keyOf(
      await this.#call('POST', `/keys/${encodeURIComponent(key)}/credit`, 200, { amount_micros: amount }),
      'POST /keys/{key}/credit',
    );
  }

  /** A key's charges, oldest first. */
  async charges(key: string): Promise<readonly Charge[]> {
    const value = await this.#call('GET', `/keys/${encodeURIComponent(key)}/charges`, 200);
    const charges = isRecord(value) ? value.charges : undefined;
    if (!Array.isArray(charges) || !charges.every(isCharge))
      throw new ControlFailed('GET /keys/{key}/charges gave no list of charges');
    return charges;
  }

  /** Arms a fault. */
  async arm(order: FaultOrder): Promise<void> {
    await this.#call('POST', '/faults', 201, order);
  }

  /** Drops the faults of one key. */
  async disarm(key: string): Promise<void> {
    await this.#call('DELETE', `/faults?key=${encodeURIComponent(key)}`, 204);
  }

  async #call(method: string, path: string, expected: number, body?: unknown): Promise<unknown> {
    const bytes = body === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(body)) };
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    // A lost answer to these tells not whether they were carried out: once more would be once too often.
    const repeatable = method !== 'POST' || path === '/keys';
    const answer = await this.#send({ method, url: `${this.#options.base}${path}`, headers, ...bytes }, repeatable);
    const name = `${method} ${path.replace(/svc_[A-Za-z0-9_]+/g, '{key}')}`;
    if (answer.failure)
      throw new ControlFailed(`the control API did not answer ${name}: ${answer.failure.message}`, true);
    if (answer.status === expected) return expected === 204 ? undefined : jsonIn(answer, name);
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

  async #send(request: WireRequest, repeatable: boolean): Promise<WireAnswer> {
    const { transport, timeoutMs, signal, pace, slots, waits, onAnswer } = this.#options;
    for (let tries = 1; ; tries += 1) {
      const answer = await slots.use(async () => {
        if (waits !== false) await pace.ready();
        const startedAt = performance.now();
        const given = await transport.send(request, { timeoutMs, ...(signal ? { signal } : {}) });
        onAnswer?.(request, given, startedAt, performance.now());
        return given;
      });
      if (isPutOff(answer) && !asksTooMuch(answer)) {
        pace.hold(waitFor(answer, 1));
        slots.shrink();
      }
      const lost = answer.failure !== undefined && answer.failure.kind !== 'connect';
      const offered = !NOT_OFFERED.includes(answer.status);
      if (!inconclusive(answer) || !offered || tries > retriesFor(answer) || (lost && !repeatable)) return answer;
      if (waits !== false) await pause(waitFor(answer, tries), signal);
      if (signal?.aborted) return answer;
    }
  }
}

function jsonIn(answer: WireAnswer, name: string): unknown {
  const reading = jsonOf(answer);
  if (reading.ok) return reading.value;
  throw new ControlFailed(`the control API answered ${name} with something else than JSON: ${reading.reason}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function keyOf(value: unknown, name: string): ControlKey {
  if (isRecord(value) && typeof value.key === 'string' && Number.isInteger(value.balance_micros))
    return value as unknown as ControlKey;
  throw new ControlFailed(`the control API answered ${name} without a key and its balance`);
}

function isCharge(value: unknown): value is Charge {
  return (
    isRecord(value) &&
    typeof value.endpoint === 'string' &&
    Number.isInteger(value.amount_micros) &&
    Array.isArray(value.lines)
  );
}
