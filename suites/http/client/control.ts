import {
  type ControlCharge,
  type ControlKey,
  chargeList,
  controlKey,
  type FaultOrder,
  type KeyOrder,
  readShape,
  record,
  type Shape,
} from '../../../spec/index.ts';
import { isInconclusive, jsonOf, type WireResponse } from '../exchange/exchange.ts';
import { garbledFailure } from '../exchange/garbled.ts';
import type { RequestLog } from '../exchange/request-log.ts';
import { clockOf, isGatewayRefusal } from '../pacing/retry.ts';
import { ControlFailed, type ControlOptions, ControlSender, NOT_OFFERED } from './control-sender.ts';

/** Thrown when the target does not offer a call of the control API: the rule is skipped, not failed. */
export class NotOffered extends Error {
  override readonly name = 'NotOffered';
}

/** What the run knows about the control API. */
interface ControlApiState {
  worked: boolean;
  /** Operations that worked, by name. */
  readonly offered: Set<string>;
  /** Operations that were answered as agreed at least once, by name: what is no JSON later is a temporary failure. */
  readonly understood: Set<string>;
  /** Operations that got a response other than one of a control API after all retries, by name. */
  readonly refused: Set<string>;
  /** Operations that the target does not offer for keys that it knows, or while it makes keys, by name. */
  readonly absent: Set<string>;
  /** The first call of each operation that did not fail, by name, else its latest one: how it failed, and when. */
  readonly failing: Map<string, Promise<Failed | undefined>>;
  /** True once an operation was called that the target does not offer. */
  partial: boolean;
  /** Why the first failed call failed. */
  firstFailure: string | undefined;
  /** Sends its calls, and knows whether it is away. */
  readonly sender: ControlSender;
}

interface Failed {
  readonly error: ControlFailed;
  readonly at: number;
}

/** What just failed in all its retries is not called again for this time, if it never worked: each of hundreds of rules would find out by itself. */
const FAILING_MS = 1_000;

const REFUSAL_STATUSES = [400, 409, 422];

/** The fields that identify a profile and a journal among other JSON (contract, sections 2 and 3). */
const profileShape = record({ base_url: { type: 'string' }, keys: { type: 'object' } });
const journalShape = record({ requests: { type: 'array', items: { type: 'object' } } });

/** Client of a target's control API (contract, section 3). Every call rejects with NotOffered or ControlFailed only. */
export class ControlClient {
  readonly #options: ControlOptions;
  readonly #state: ControlApiState;
  readonly #log: RequestLog | undefined;

  constructor(options: ControlOptions, state?: ControlApiState, log?: RequestLog) {
    this.#options = options;
    this.#log = log;
    this.#state = state ?? {
      worked: false,
      offered: new Set(),
      understood: new Set(),
      refused: new Set(),
      absent: new Set(),
      failing: new Map(),
      partial: false,
      firstFailure: undefined,
      sender: new ControlSender(options, () => this.#state.offered.has('POST /keys')),
    };
  }

  /** The same client, which adds what it sends to a log. */
  withLog(log: RequestLog): ControlClient {
    return new ControlClient(this.#options, this.#state, log);
  }

  /** True once an operation was called that the target does not offer. */
  get partial(): boolean {
    return this.#state.partial;
  }

  /**
   * The reason of the first failure if no call worked; undefined otherwise. Calls {@link works} first, because a target may
   * offer only operations that no rule has called yet.
   */
  async brokenReason(key: string): Promise<string | undefined> {
    if (this.#state.sender.givenUp !== undefined) return this.#state.sender.givenUp;
    if (this.#state.firstFailure === undefined || (await this.works(key))) return undefined;
    return this.#state.firstFailure.replace(/^the control API /, 'it ');
  }

  /** Every further call rejects with ControlFailed, for this reason. */
  giveUp(reason: string): void {
    this.#state.sender.givenUp = reason;
  }

  /** Whether any call worked. If none did yet, tries calls that change nothing, with a key of the target. */
  async works(key: string): Promise<boolean> {
    const parts: readonly (() => Promise<unknown>)[] = [
      () => this.#read(controlKey, 'GET', keyPath(key), 200),
      () => this.#read(chargeList, 'GET', `${keyPath(key)}/charges`, 200),
      () => this.#call('DELETE', `/faults?key=${encodeURIComponent(key)}`, 204),
      () => this.#read(profileShape, 'GET', '/profile', 200),
      () => this.#read(journalShape, 'GET', '/journal', 200),
    ];
    for (const part of parts) {
      if (this.#state.worked) break;
      try {
        await part();
        this.#state.worked = true;
      } catch (error) {
        // If one call gets no answer, the others would wait in vain.
        if (error instanceof ControlFailed && error.disturbed) break;
      }
    }
    return this.#state.worked;
  }

  /** Makes a key that this run never had, unless the target has no other: one that was started anew may make all of before first. */
  async createKey(order: KeyOrder = {}): Promise<ControlKey> {
    for (const remade: string[] = []; ; ) {
      const created = await this.#readAndNote(controlKey, 'POST', '/keys', 201, order);
      if (this.#options.keys.noteCreated(created.key, remade)) return created;
      remade.push(created.key);
    }
  }

  async key(key: string): Promise<ControlKey> {
    return this.#readAndNote(controlKey, 'GET', keyPath(key), 200);
  }

  async revoke(key: string): Promise<void> {
    this.#options.keys.noteRevoked(key);
    await this.#noteResult(this.#call('DELETE', keyPath(key), 204));
  }

  /** Adds credit, in micros. */
  async credit(key: string, amount: number): Promise<ControlKey> {
    return this.#readAndNote(controlKey, 'POST', `${keyPath(key)}/credit`, 200, { amount_micros: amount });
  }

  /** A key's charges, oldest first. */
  async charges(key: string): Promise<readonly ControlCharge[]> {
    return (await this.#readAndNote(chargeList, 'GET', `${keyPath(key)}/charges`, 200)).charges;
  }

  async arm(order: FaultOrder): Promise<void> {
    await this.#noteResult(this.#call('POST', '/faults', 201, order));
  }

  /** Arms a fault that shows a defect more surely; without it the case is tried all the same, and whether it was armed says nothing. */
  async armIfPossible(order: FaultOrder): Promise<void> {
    await this.#call('POST', '/faults', 201, order).catch(() => undefined);
  }

  /** Makes a call and notes its result. The response must match the schema. */
  #readAndNote<S extends object>(schema: S, ...call: ControlCall): Promise<Shape<S>> {
    return this.#noteResult(this.#read(schema, ...call));
  }

  async #noteResult<Result>(call: Promise<Result>): Promise<Result> {
    try {
      const result = await call;
      this.#state.worked = true;
      return result;
    } catch (error) {
      if (error instanceof NotOffered) this.#state.partial = true;
      if (error instanceof Error) this.#state.firstFailure ??= error.message;
      throw error;
    }
  }

  async #read<S extends object>(schema: S, ...[method, path, expected, body]: ControlCall): Promise<Shape<S>> {
    const response = jsonOf(await this.#call(method, path, expected, body));
    const name = operationName(method, path);
    if (!response.ok)
      throw new ControlFailed(
        `the control API answered ${name} with something else than JSON: ${response.reason}`,
        this.#state.understood.has(name),
      );
    const parsed = readShape(schema, response.value);
    if (parsed.ok) {
      this.#state.understood.add(name);
      return parsed.value;
    }
    throw new ControlFailed(`the control API answered ${name} otherwise than agreed: ${parsed.fault}`);
  }

  /** One call shows for all that wait with it whether an operation that never worked fails each time. */
  async #call(...call: ControlCall): Promise<WireResponse> {
    const [method, path] = call;
    const name = operationName(method, path);
    const { failing } = this.#state;
    const now = (): number => clockOf(this.#options.transport, this.#options.signal).now();
    for (let latest = failing.get(name); latest !== undefined; latest = failing.get(name)) {
      const failed = await latest;
      if (failed === undefined) return this.#callOnce(...call);
      if (now() - failed.at < FAILING_MS) throw failed.error;
      if (failing.get(name) === latest) break;
    }
    const sent = this.#callOnce(...call);
    const failureOf = (error: unknown): Failed | undefined =>
      error instanceof ControlFailed && error.disturbed ? { error, at: now() } : undefined;
    failing.set(
      name,
      sent.then(() => undefined, failureOf),
    );
    return sent;
  }

  async #callOnce(...[method, path, expected, body]: ControlCall): Promise<WireResponse> {
    const name = operationName(method, path);
    // Any other call must not be repeated: if its response is lost, nobody knows whether it took effect. A refused one had none.
    const isRepeatable = ({ status }: WireResponse): boolean =>
      method !== 'POST' || path === '/keys' || NOT_OFFERED.includes(status) || REFUSAL_STATUSES.includes(status);
    const isFromControlApi = (raw: WireResponse): boolean =>
      raw.status === expected
        ? expected === 204 || jsonOf(raw).ok
        : REFUSAL_STATUSES.includes(raw.status) && !isGatewayRefusal(raw);
    // A control API answers in JSON and does not withdraw an operation. Any other response, even the first one, may come
    // from a gateway: it counts only if it comes each time.
    const markIfGarbled = (raw: WireResponse): WireResponse => {
      if (isFromControlApi(raw) || isInconclusive(raw)) return raw;
      const worked = NOT_OFFERED.includes(raw.status) ? this.#state.offered.has(name) : this.#state.worked;
      const isFirst = isRepeatable(raw) && !this.#state.refused.has(name);
      return worked || isFirst ? { ...raw, failure: garbledFailure(raw) } : raw;
    };
    const { sender } = this.#state;
    await sender.unlessGivenUp();
    const response = await sender.send([method, path, body], this.#log, isRepeatable, markIfGarbled);
    if (isInconclusive(response)) await sender.untilItIsBack();
    if (!isInconclusive(response) && !isFromControlApi(response)) this.#state.refused.add(name);
    if (response.failure)
      throw new ControlFailed(`the control API did not answer ${name}: ${response.failure.message}`, true);
    if (response.status === expected) {
      this.#state.offered.add(name);
      return response;
    }
    const isForgotten = response.status === 404 && (await this.#isForgotten(name, path));
    const isAway = !isForgotten && NOT_OFFERED.includes(response.status) && (await this.#isAway(name, body));
    if (isForgotten || isAway) await sender.untilItIsBack();
    if (isForgotten)
      throw new ControlFailed(
        `the control API answered ${name} with status 404 for a key that it made: the key may be forgotten, as by a target that keeps its keys in memory and is restarted`,
        true,
      );
    if (isAway)
      throw new ControlFailed(
        `the control API answered ${name} with status ${response.status}, and what it offered before fails, too`,
        true,
      );
    if (NOT_OFFERED.includes(response.status))
      throw new NotOffered(`the control API does not offer ${name} (status ${response.status})`);
    if (method === 'POST' && path === '/faults' && response.status === 400)
      throw new NotOffered(`the control API does not know this fault: ${JSON.stringify(body)}`);
    if (method === 'POST' && path === '/keys' && (response.status === 400 || response.status === 422))
      throw new NotOffered(`the control API does not make a key like ${JSON.stringify(body)}`);
    const { worked, offered: offeredBefore } = this.#state;
    const isFromGateway = (isGatewayRefusal(response) && offeredBefore.has(name)) || (worked && !jsonOf(response).ok);
    throw new ControlFailed(
      `the control API answered ${name} with status ${response.status} instead of ${expected}`,
      isInconclusive(response) || isFromGateway,
    );
  }

  /** Whether a call got 404 because its key is gone, for example after a restart, and not because it is not offered. */
  async #isForgotten(name: string, path: string): Promise<boolean> {
    const pathOfKey = /^\/keys\/[^/]+/.exec(path)?.[0];
    if (pathOfKey === undefined || this.#state.offered.has(name)) return pathOfKey !== undefined;
    if ((path === pathOfKey && name.startsWith('GET')) || this.#state.absent.has(name)) return false;
    const statusOf = async (keyPath: string): Promise<number> =>
      (await this.#state.sender.send(['GET', keyPath], this.#log)).status;
    const isUnknown = (await statusOf(pathOfKey)) === 404;
    const created = isUnknown ? await this.#read(controlKey, 'POST', '/keys', 201, {}) : undefined;
    if (created !== undefined && (await statusOf(keyPath(created.key))) === 200) return true;
    this.#state.absent.add(name);
    return false;
  }

  /** Whether a call is only said not to be offered, by a gateway while the control API is away: keys, which it made before, are not made either. */
  async #isAway(name: string, body: unknown): Promise<boolean> {
    if (!this.#state.offered.has('POST /keys') || this.#state.absent.has(name)) return false;
    const isPlainKey = name === 'POST /keys' && JSON.stringify(body) === '{}';
    const made = isPlainKey ? undefined : await this.#read(controlKey, 'POST', '/keys', 201, {}).catch(() => undefined);
    if (made === undefined) return true;
    if (name !== 'POST /keys') this.#state.absent.add(name);
    // A target may offer some kinds of keys and not others; an instance may be away while others make every kind.
    else
      for (let tries = 0; tries < 2; tries += 1) {
        const { status } = await this.#state.sender.send(['POST', '/keys', body], this.#log);
        if (!NOT_OFFERED.includes(status)) return true;
      }
    return false;
  }
}

type ControlCall = readonly [method: string, path: string, expected: number, body?: unknown];

const keyPath = (key: string): string => `/keys/${encodeURIComponent(key)}`;

/** The name of an operation for messages, without the key in its path. */
const operationName = (method: string, path: string): string =>
  `${method} ${path.replace(/(\/keys\/|\?key=)[^/]+/, '$1{key}')}`;
