import type { Disturbance } from '../../reports/index.ts';
import { headerOf, isInconclusive, type WireResponse } from './exchange.ts';

/** Signs of trouble further apart than this become two disturbances. */
const MERGE_WITHIN_MS = 5_000;

/** A report needs only times and kinds, so further signs are dropped. */
const MAX_SIGNS = 20_000;

/** One response that says nothing about conformance. */
interface Sign {
  readonly kind: Disturbance['kind'];
  readonly endpoint: string;
  readonly at: number;
  readonly what: string;
  /** The request it answered. */
  readonly request: string | undefined;
}

/** Records when the target throttled or was away, for the report. */
export class Disturbances {
  readonly #startedAt = performance.now();
  #signs: Sign[] = [];

  /** Notes a response if it says nothing about conformance. */
  note(endpoint: string, response: WireResponse, request?: string): void {
    const { failure, status } = response;
    if (!isInconclusive(response) || failure?.kind === 'cancelled' || failure?.kind === 'not-recorded') return;
    if (this.#signs.length >= MAX_SIGNS) return;
    const isRateLimited = status === 429 || (status === 503 && headerOf(response, 'retry-after') !== undefined);
    const kind = failure === undefined && isRateLimited ? 'throttled' : 'away';
    this.#add(kind, endpoint, failure === undefined ? String(status) : (failure.code ?? failure.kind), request);
  }

  /** Notes a valid request that was refused once and accepted when it was sent again. */
  noteRefusal(endpoint: string, { status }: WireResponse): void {
    if (this.#signs.length < MAX_SIGNS) this.#add('away', endpoint, String(status), undefined);
  }

  #add(kind: Sign['kind'], endpoint: string, what: string, request: string | undefined): void {
    this.#signs.push({ kind, endpoint, at: Math.round(performance.now() - this.#startedAt), what, request });
  }

  /** Forgets the signs of a request whose failures belong to the request itself. */
  forget(request: string): void {
    this.#signs = this.#signs.filter((sign) => sign.request !== request);
  }

  /** How many responses to other requests said nothing about conformance. */
  countOfOthers(request: string): number {
    return this.#signs.filter((sign) => sign.request !== request).length;
  }

  read(): readonly Disturbance[] {
    const disturbances: { -readonly [Field in keyof Disturbance]: Disturbance[Field] }[] = [];
    for (const { kind, endpoint, at, what } of this.#signs) {
      const open = disturbances.findLast((one) => one.kind === kind && one.endpoint === endpoint);
      if (open === undefined || at - open.to_ms > MERGE_WITHIN_MS) {
        disturbances.push({ kind, endpoint, from_ms: at, to_ms: at, answers: 1, what });
        continue;
      }
      open.to_ms = at;
      open.answers += 1;
      if (!open.what.split(', ').includes(what)) open.what += `, ${what}`;
    }
    return disturbances;
  }
}
