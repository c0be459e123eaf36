import type { Disturbance } from '../../../reports/index.ts';
import {
  type Call,
  headerOf,
  isInconclusive,
  isNotRecorded,
  succeeded,
  type WireRequest,
  type WireResponse,
} from '../exchange/exchange.ts';
import { identityOf, wantsStream } from '../exchange/wire.ts';

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
  readonly requestKind: string;
  /** The bytes of that request's body. */
  readonly bytes: number;
  /** How many requests were sent by then, and how many the endpoint had accepted. */
  readonly sent: number;
  readonly accepted: number;
  /** Whether a connection kept open was closed before the answer, as a server may. */
  readonly isStale: boolean;
}

/** Refusals that an API gives, and what stands before it seldom does, in no form of the API. */
const ODD_REFUSAL = /^(?:400|402|422)(?! application\/json)/;

/** Fewer such refusals, or those of a part of the run, may be those of a bad minute. */
const [MIN_ODD_REFUSALS, PARTS] = [12, 4];

/** Fewer crashes, or crashes in fewer moments between accepted requests, may be temporary failures; so may those that chance explains better than this. */
const CRASHES = { min: 12, moments: 6, maxChance: 1e-6 } as const;

/** A request, as far as others can fail for the same reason: its identity, its kind (such as a stream of chat) and the bytes of its body. */
export interface RequestTraits {
  readonly identity: string;
  readonly kind: string;
  readonly bytes: number;
}

export const traitsOf = (call: Call, { body }: WireRequest): RequestTraits => ({
  identity: identityOf(call),
  kind: wantsStream(call) ? `${call.endpoint} stream` : call.endpoint,
  bytes: body?.length ?? 0,
});

/** With fewer requests of a size or kind, their share of failures means nothing. */
const MIN_SIMILAR = 10;

/** Fewer requests that fail each time may be long by chance. */
const MIN_LONG = 6;

/** With fewer failing requests of which it is known whether they fail each time, the others may all be temporary. */
const MIN_EXPLAINED = 8;

const inBytes = (count: number): string => `${count.toLocaleString('en-US')} bytes`;

/** The size class of a body: each class is twice as large as the one below. */
const sizeClass = (bytes: number): number => Math.ceil(Math.log2(bytes + 1));

/** Records when the target throttled or was unavailable, for the report. */
export class Disturbances {
  readonly #startedAt = performance.now();
  #incidents: Incident[] = [];
  /** How many requests were sent, by size class. */
  readonly #sent: number[] = [];
  /** How many were sent, by kind. */
  readonly #sentOfKind = new Map<string, number>();
  #sentInTotal = 0;
  /** Identities of requests whose latest response is inconclusive. */
  readonly #failing = new Set<string>();
  /** Identities of requests that failed and had a conclusive response later, with that one: those failures were temporary. */
  readonly #recovered = new Map<string, 'accepted' | 'refused'>();
  /** How many responses accept or refuse a request, by endpoint. */
  readonly #conclusive = new Map<string, Readonly<Record<'accepted' | 'refused', number>>>();
  /** Identities of requests that fail each time. */
  readonly #persistent = new Set<string>();
  /** A failure of each of them. */
  readonly #persistentIncidents: Incident[] = [];
  /** The bytes of the longest accepted body, by endpoint. */
  readonly #longestAccepted = new Map<string, number>();

  noteSent({ kind, bytes }: RequestTraits): void {
    const size = sizeClass(bytes);
    this.#sentInTotal += 1;
    this.#sent[size] = (this.#sent[size] ?? 0) + 1;
    this.#sentOfKind.set(kind, (this.#sentOfKind.get(kind) ?? 0) + 1);
  }

  /** Notes a response if it is inconclusive. */
  note(endpoint: string, response: WireResponse, request?: RequestTraits): void {
    const { failure, status } = response;
    if (failure?.kind === 'cancelled' || isNotRecorded(response)) return;
    if (!isInconclusive(response)) {
      const how = succeeded(response) ? 'accepted' : 'refused';
      if (request && this.#failing.delete(request.identity)) this.#recovered.set(request.identity, how);
      const counts = this.#conclusive.get(endpoint) ?? { accepted: 0, refused: 0 };
      this.#conclusive.set(endpoint, { ...counts, [how]: counts[how] + 1 });
      if (request && succeeded(response))
        this.#longestAccepted.set(endpoint, Math.max(request.bytes, this.#longestAccepted.get(endpoint) ?? 0));
      return;
    }
    if (this.#incidents.length >= MAX_INCIDENTS) return;
    const isRateLimited = status === 429 || (status === 503 && headerOf(response, 'retry-after') !== undefined);
    const kind = failure === undefined && isRateLimited ? 'throttled' : 'away';
    this.#add(
      kind,
      endpoint,
      failure === undefined ? String(status) : (failure.code ?? failure.kind),
      request,
      failure?.stale,
    );
  }

  /** Notes a valid request that was refused once and accepted when it was repeated. */
  noteRefusal(endpoint: string, { status }: WireResponse): void {
    if (this.#incidents.length < MAX_INCIDENTS) this.#add('away', endpoint, String(status));
  }

  #add(kind: Incident['kind'], endpoint: string, what: string, request?: RequestTraits, isStale = false): void {
    const { identity, kind: requestKind = endpoint, bytes = 0 } = request ?? {};
    const at = Math.round(performance.now() - this.#startedAt);
    if (identity !== undefined) this.#failing.add(identity);
    const { accepted = 0 } = this.#conclusive.get(endpoint) ?? {};
    const sent = this.#sentInTotal;
    this.#incidents.push({ kind, endpoint, at, what, request: identity, requestKind, bytes, sent, accepted, isStale });
  }

  /** Removes the incidents of a request whose failures belong to the request itself. */
  forget(request: string): void {
    this.#persistent.add(request);
    const incident = this.#incidents.findLast((sign) => sign.request === request);
    if (incident) this.#persistentIncidents.push(incident);
    this.#incidents = this.#incidents.filter((sign) => sign.request !== request);
  }

  /**
   * The share of other requests with an inconclusive response, the largest of three: among all, among those of at least
   * half the size (an unreliable connection breaks under long bodies first), and among those of its kind, where only
   * failures count that were temporary (what serves streams may fail more often than the rest). Failures that nobody has
   * explained yet count as much as those were temporary that are explained: a server that fails for each emoji has no bad day.
   */
  shareOfOthers({ identity, kind, bytes }: RequestTraits, attempts: number): number {
    const others = this.#incidents.filter(({ request }) => request !== identity);
    const explained = this.#recovered.size + this.#persistent.size;
    const unexplained = explained < MIN_EXPLAINED ? 1 : this.#recovered.size / explained;
    const share = (incidents: readonly Incident[], sent: number, minSent: number): number => {
      if (sent - attempts < minSent) return 0;
      const isTemporary = ({ request }: Incident): boolean => request === undefined || this.#recovered.has(request);
      const temporary = incidents.filter(isTemporary).length;
      return (temporary + unexplained * (incidents.length - temporary)) / Math.max(sent - attempts, 1);
    };
    const shareFromSize = (minSize: number, minSent: number): number => {
      const sent = this.#sent.reduce((sum, count, size) => (size >= minSize ? sum + count : sum), 0);
      return share(
        others.filter((incident) => sizeClass(incident.bytes) >= minSize),
        sent,
        minSent,
      );
    };
    const temporary = others.filter(
      ({ request, requestKind }) => requestKind === kind && request !== undefined && this.#recovered.has(request),
    );
    return Math.max(
      shareFromSize(0, 0),
      shareFromSize(sizeClass(bytes) - 1, MIN_SIMILAR),
      share(temporary, this.#sentOfKind.get(kind) ?? 0, MIN_SIMILAR),
    );
  }

  /**
   * How many requests were refused in no form of the API, and otherwise when they were sent again; 0 unless that happened from the beginning
   * of the run to its end: no outage, and no gateway's bad minute, lasts that long beside right answers.
   */
  oddRefusals(): number {
    const odd = this.#incidents.filter(
      ({ what, request = '' }) => ODD_REFUSAL.test(what) && this.#recovered.has(request),
    );
    const parts = new Set(odd.map(({ sent }) => Math.ceil((sent / this.#sentInTotal) * PARTS)));
    return odd.length < MIN_ODD_REFUSALS || parts.size < PARTS ? 0 : odd.length;
  }

  /**
   * An endpoint that answered 500 again and again to requests that it refused when they were sent again, and never to one that it
   * accepted: a server that is away now and then makes no such choice. Undefined if there is none.
   */
  crashes(): { readonly endpoint: string; readonly count: number } | undefined {
    for (const [endpoint, { accepted, refused }] of this.#conclusive) {
      const failed = this.#incidents.filter((one) => one.endpoint === endpoint && one.what === '500');
      const later = failed.map(({ request = '' }) => this.#recovered.get(request));
      const count = later.filter((how) => how === 'refused').length;
      // Requests to be refused come in rows: an outage between two accepted ones is one moment.
      const moments = new Set(failed.map((one) => one.accepted)).size;
      const isChance = (refused / (refused + accepted)) ** count > CRASHES.maxChance;
      if (count >= CRASHES.min && moments >= CRASHES.moments && !isChance && !later.includes('accepted'))
        return { endpoint, count };
    }
    return undefined;
  }

  /** A sentence on the length of bodies, if requests failed alike each time with longer bodies than any that was accepted there. */
  lengthLimit(): string | undefined {
    for (const what of new Set(this.#persistentIncidents.map((incident) => incident.what))) {
      const failed = this.#persistentIncidents.filter((incident) => incident.what === what);
      const endpoints = [...new Set(failed.map(({ endpoint }) => endpoint))].sort();
      const shortest = Math.min(...failed.map(({ bytes }) => bytes));
      const accepted = Math.max(...endpoints.map((endpoint) => this.#longestAccepted.get(endpoint) ?? 0));
      if (failed.length < MIN_LONG || shortest <= accepted) continue;
      const got = /^\d/.test(what) ? what : `no answer (${what})`;
      return `All ${failed.length} requests to ${endpoints.join(', ')} that got ${got} each time have a body of ${inBytes(shortest)} or more, and none of more than ${inBytes(accepted)} was accepted there: the server, or a proxy or firewall in front of it, limits the length of bodies.`;
    }
    return undefined;
  }

  read(): readonly Disturbance[] {
    const disturbances: { -readonly [Field in keyof Disturbance]: Disturbance[Field] }[] = [];
    for (const { kind, endpoint, at, what, isStale } of this.#incidents) {
      if (isStale) continue;
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
