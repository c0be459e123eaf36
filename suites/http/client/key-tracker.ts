import { type EndpointName, isObject } from '../../../spec/index.ts';
import { maxCost } from '../exchange/cost.ts';
import {
  authorizationOf,
  type Call,
  type Exchange,
  jsonOf,
  modelOf,
  succeeded,
  type WireResponse,
} from '../exchange/exchange.ts';

/** Thrown for a call to an endpoint that the active key has no permission for: the rule does not apply. */
export class EndpointDenied extends Error {
  override readonly name = 'EndpointDenied';
}

/** Thrown for a call with a key that stopped working during the run: its credit ran out, or it was revoked. */
export class KeyUnusable extends Error {
  override readonly name = 'KeyUnusable';
  /** True for a key of the control API that the target forgot: the rule can be judged with another key. */
  readonly forgotten: boolean;
  constructor(message: string | undefined, forgotten = false) {
    super(message);
    this.forgotten = forgotten;
  }
}

/** Statuses about the key and not about the request. */
const KEY_STATUSES = [401, 402, 403];

const UNUSABLE_REASONS: Readonly<Record<number, string>> = {
  401: 'the active key was refused with 401 in the middle of the run, for requests that were accepted before. Was it revoked? If it is accepted again, an instance may not know it, or a check keeps something of the request before. Check the key and run again',
  402: 'the credit of the active key ran out in the middle of the run (402 for requests that were accepted before). Add credit and run again',
  403: 'the active key lost its permission in the middle of the run (403 for requests that were accepted before). Check the key and run again',
};

const FORGOTTEN_KEY =
  'a key that the control API made was accepted before and is refused with 401 now, for the same requests, or was made a second time. Was the target started anew, so that it forgot its keys, does one of several instances not know the key, or did somebody else revoke it?';

/** Attempts with a key that the target may not know yet, with growing delays: about six seconds in total. */
const NEW_KEY_ATTEMPTS = 5;

/**
 * How long after its creation or first use a key may still be unknown to one replica although another accepted it, and
 * the attempts for that: half of the wait above, so that a target that forgot its keys is detected before it is no
 * longer waited for.
 */
const NEW_KEY_MS = 5_000;
const REPLICA_ATTEMPTS = 4;

/** After this many waits without success, replicas are no longer waited for, unless a wait ever helped. */
const MAX_FAILED_WAITS = 2;

/**
 * Tracks which keys are usable. A refusal says nothing about the API if the same key was accepted for the same request
 * before, or if the target does not know a new key yet.
 */
export class KeyTracker {
  /** One accepted call for each price. */
  readonly #accepted = new Map<EndpointName, Map<number, Call>>();
  readonly #unusable = new Map<EndpointName, { status: number; cost: number }>();
  readonly #denied = new Map<EndpointName, string>();
  readonly #deniedModels = new Map<string, string>();
  /** Keys of the control API with which no request was accepted yet. */
  readonly #unused = new Set<string>();
  /** When each key was created or first used, which may be seconds later on a busy machine; revoked keys are removed. */
  readonly #newSince = new Map<string, number>();
  /** An accepted call for each endpoint and created key; revoked keys are removed. */
  readonly #acceptedWith = new Map<string, Call>();
  /** When each key of the control API was made. */
  readonly #made = new Map<string, number>();
  /** Created keys that were accepted before and are refused now, although nobody revoked them, or that the target made a second time. */
  readonly #forgotten = new Set<string>();
  readonly #revoked = new Set<string>();
  #waitsForNewKeys = true;
  readonly #replicaWaits = { helped: false, failed: 0 };
  readonly #now: () => number;

  /** `now` is the time of the run in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Notes a key that was made, and whether it can be used: not if it was made before, unless it is among `remade`, those that were made before and
   * came just now. After those a new one shows that the target was started anew and makes its keys in the same order: rules hold forgotten ones.
   */
  noteCreated(key: string, remade: readonly string[] = []): boolean {
    const isNew = !this.#made.has(key);
    if (!isNew && !remade.includes(key)) return false;
    if (isNew) for (const one of remade) this.#forgotten.add(one);
    this.#made.set(key, this.#now());
    this.#unused.add(key);
    this.#newSince.set(key, this.#now());
    return true;
  }

  /** Throws {@link KeyUnusable} if the target forgot the key of a call. */
  assertKnown({ authorization }: Call): void {
    const bearer = authorization?.kind === 'header' ? authorization.value.replace(/^Bearer /, '') : '';
    if (this.#forgotten.has(authorization?.kind === 'key' ? authorization.key : bearer))
      throw new KeyUnusable(FORGOTTEN_KEY, true);
  }

  /** Notes that a key is revoked: if the run made it and did not revoke it, it counts as forgotten. */
  noteLost(key: string): void {
    if (this.#made.has(key) && !this.#revoked.has(key)) this.#forgotten.add(key);
  }

  /** Notes a key that must be refused from now on. */
  noteRevoked(key: string): void {
    this.#revoked.add(key);
    this.#unused.delete(key);
    this.#newSince.delete(key);
    for (const name of this.#acceptedWith.keys()) if (name.endsWith(` ${key}`)) this.#acceptedWith.delete(name);
  }

  /**
   * Whether a 401 may only mean that the target, or a replica of it, does not know a new key yet. Once a target did not
   * learn one in time, new keys are no longer waited for.
   */
  mayBeUnknownYet({ call: { authorization, endpoint }, status }: Exchange, attempts: number): boolean {
    if (authorization?.kind !== 'key') return false;
    const { key } = authorization;
    if (!this.#unused.has(key)) {
      if (status === 401) return this.#waitsForReplicas(key, attempts);
      if (attempts > 1 && status > 0 && status < 429) this.#replicaWaits.helped = true;
      return false;
    }
    if (status !== 401 || !this.#waitsForNewKeys) {
      // A target may check the request before its key (readings R6), and the catalogue needs no key.
      if (status > 0 && status !== 400 && status !== 422 && endpoint !== 'domains') this.#noteUsed(key);
      return false;
    }
    if (attempts > NEW_KEY_ATTEMPTS) this.#waitsForNewKeys = false;
    return this.#waitsForNewKeys;
  }

  #noteUsed(key: string): void {
    this.#unused.delete(key);
    if (this.#newSince.has(key)) this.#newSince.set(key, this.#now());
  }

  /** The same for a key that was accepted before: a replica may learn it later. */
  #waitsForReplicas(key: string, attempts: number): boolean {
    const isNew = this.#now() - (this.#newSince.get(key) ?? Number.NEGATIVE_INFINITY) < NEW_KEY_MS;
    const waits = this.#replicaWaits;
    if (isNew && attempts <= REPLICA_ATTEMPTS) return waits.helped || waits.failed < MAX_FAILED_WAITS;
    if (attempts > 1) waits.failed += 1;
    return false;
  }

  /** Excludes an endpoint that the active key has no permission for: {@link assertUsable} throws for calls to it. */
  deny(endpoint: EndpointName, reason: string): void {
    this.#denied.set(endpoint, reason);
  }

  /** The model of a refused call, if the active key may lack the permission for it: another model of the endpoint was accepted, this one never. */
  modelDenied(exchange: Exchange): string | undefined {
    const { call } = exchange;
    const model = modelOf(call);
    if (!usesActiveKey(call) || model === undefined || !isPermissionDenied(exchange)) return undefined;
    const accepted = [...(this.#accepted.get(call.endpoint)?.values() ?? [])].map(modelOf);
    return accepted.length === 0 || accepted.includes(model) ? undefined : model;
  }

  /** Excludes a model that the active key has no permission for, as {@link deny} does an endpoint. */
  denyModel(model: string): void {
    this.#deniedModels.set(model, noPermissionReason(model));
  }

  /** Throws {@link EndpointDenied} or {@link KeyUnusable} for a call that would be refused. */
  assertUsable(call: Call): void {
    this.assertKnown(call);
    if (!usesActiveKey(call)) return;
    const reason = this.#denied.get(call.endpoint) ?? this.#deniedModels.get(modelOf(call) ?? '');
    if (reason !== undefined) throw new EndpointDenied(reason);
    const unusable = this.#unusable.get(call.endpoint);
    if (unusable && (unusable.status !== 402 || maxCost(call) >= unusable.cost))
      throw new KeyUnusable(UNUSABLE_REASONS[unusable.status]);
  }

  /** Whether the target forgot a key of the control API that was created or first used since then; by default any. */
  hasForgotten(since = Number.NEGATIVE_INFINITY): boolean {
    const startOf = (key: string): number => this.#newSince.get(key) ?? this.#made.get(key) ?? Number.NEGATIVE_INFINITY;
    return [...this.#forgotten].some((key) => startOf(key) >= since);
  }

  /**
   * Notes a response. If it refuses a key that was accepted before, returns an accepted call to repeat: one of at least
   * the same price if the refusal is about credit.
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
    if (!KEY_STATUSES.includes(status)) return undefined;
    const prices = [...accepted.keys()].filter((price) => status !== 402 || price >= cost);
    return prices.length === 0 ? undefined : accepted.get(Math.min(...prices));
  }

  /** The same for a key of the control API; refusals about its credit are judged elsewhere. */
  #noteCreatedKey(exchange: Exchange, key: string): Call | undefined {
    const name = `${exchange.call.endpoint} ${key}`;
    if (this.#revoked.has(key)) return undefined;
    if (exchange.status === 401)
      return this.#acceptedWith.get(name) ?? [...this.#acceptedWith].find(([other]) => other.endsWith(` ${key}`))?.[1];
    if (exchange.status === 403) return this.#acceptedWith.get(name);
    if (succeeded(exchange) && !this.#acceptedWith.has(name)) this.#acceptedWith.set(name, exchange.call);
    return undefined;
  }

  /** Notes that an accepted call is refused now, so that the key is unusable: for lack of credit, only for this price and above. */
  markUnusable({ call, status }: Exchange): void {
    const { authorization } = call;
    if (authorization?.kind === 'key' && status === 401) this.#forgotten.add(authorization.key);
    if (!usesActiveKey(call)) return;
    this.#unusable.set(call.endpoint, { status, cost: maxCost(call) });
  }
}

/** The reason why rules about an endpoint or a model are skipped. */
export const noPermissionReason = (name: string): string =>
  `the active key has no permission for ${name} (403 permission_denied): give a key that has it in keys.active`;

/** Whether a response is a 403 in the error envelope with the code `permission_denied`. */
export function isPermissionDenied(response: WireResponse): boolean {
  if (response.failure !== undefined || response.status !== 403) return false;
  const parsed = jsonOf(response);
  const error = parsed.ok && isObject(parsed.value) ? parsed.value.error : undefined;
  return isObject(error) && error.code === 'permission_denied';
}

const usesActiveKey = (call: Call): boolean => call.endpoint !== 'domains' && authorizationOf(call).kind === 'active';
