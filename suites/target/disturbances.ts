import type { Disturbance } from '../../reports/index.ts';
import { headerOf, isInconclusive, type WireResponse } from './exchange.ts';

/** Incidents further apart than this belong to two disturbances. */
const MERGE_WITHIN_MS = 5_000;

/** Further incidents are dropped: a report needs only times and kinds. */
const MAX_INCIDENTS = 20_000;

/** An inconclusive response. */
interface Incident {
  readonly kind: Disturbance['kind'];
  readonly endpoint: string;
  readonly at: number;
  readonly what: string;
  /** The identity of its request. */
  readonly request: string | undefined;
  /** The size class of that request. */
  readonly size: number;
}

/** With fewer requests of at least some size, their share of failures means nothing. */
const MIN_SIMILAR = 10;

/** The size class of a body: each class is twice as large as the one below. */
const sizeClass = (bytes: number): number => Math.ceil(Math.log2(bytes + 1));

/** Records when the target throttled or was unavailable, for the report. */
export class Disturbances {
  readonly #startedAt = performance.now();
  #incidents: Incident[] = [];
  /** How many requests were sent, by size class. */
  readonly #sent: number[] = [];

  noteSent(bytes: number): void {
    const size = sizeClass(bytes);
    this.#sent[size] = (this.#sent[size] ?? 0) + 1;
  }

  /** Notes a response if it is inconclusive; `bytes` is the size of the request's body. */
  note(endpoint: string, response: WireResponse, request?: string, bytes = 0): void {
    const { failure, status } = response;
    if (!isInconclusive(response) || failure?.kind === 'cancelled' || failure?.kind === 'not-recorded') return;
    if (this.#incidents.length >= MAX_INCIDENTS) return;
    const isRateLimited = status === 429 || (status === 503 && headerOf(response, 'retry-after') !== undefined);
    const kind = failure === undefined && isRateLimited ? 'throttled' : 'away';
    this.#add(
      kind,
      endpoint,
      failure === undefined ? String(status) : (failure.code ?? failure.kind),
      request,
      sizeClass(bytes),
    );
  }

  /** Notes a valid request that was refused once and accepted when it was repeated. */
  noteRefusal(endpoint: string, { status }: WireResponse): void {
    if (this.#incidents.length < MAX_INCIDENTS) this.#add('away', endpoint, String(status), undefined, 0);
  }

  #add(kind: Incident['kind'], endpoint: string, what: string, request: string | undefined, size: number): void {
    this.#incidents.push({ kind, endpoint, at: Math.round(performance.now() - this.#startedAt), what, request, size });
  }

  /** Removes the incidents of a request whose failures belong to the request itself. */
  forget(request: string): void {
    this.#incidents = this.#incidents.filter((sign) => sign.request !== request);
  }

  /**
   * The share of other requests with an inconclusive response: among all, or among those of at least half the size, if
   * that share is larger. An unreliable connection breaks under long bodies first.
   */
  shareOfOthers(request: string, attempts: number, bytes: number): number {
    const share = (minSize: number, minSent: number): number => {
      const sent = this.#sent.reduce((sum, count, size) => (size >= minSize ? sum + count : sum), 0) - attempts;
      const incidents = this.#incidents.filter((sign) => sign.request !== request && sign.size >= minSize).length;
      return sent < minSent ? 0 : incidents / Math.max(sent, 1);
    };
    return Math.max(share(0, 0), share(sizeClass(bytes) - 1, MIN_SIMILAR));
  }

  read(): readonly Disturbance[] {
    const disturbances: { -readonly [Field in keyof Disturbance]: Disturbance[Field] }[] = [];
    for (const { kind, endpoint, at, what } of this.#incidents) {
      const current = disturbances.findLast((one) => one.kind === kind && one.endpoint === endpoint);
      if (current === undefined || at - current.to_ms > MERGE_WITHIN_MS) {
        disturbances.push({ kind, endpoint, from_ms: at, to_ms: at, answers: 1, what });
        continue;
      }
      current.to_ms = at;
      current.answers += 1;
      if (!current.what.split(', ').includes(what)) current.what += `, ${what}`;
    }
    return disturbances;
  }
}
