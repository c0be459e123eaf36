import type { Exchange } from '../../http/exchange/exchange.ts';
import type { LoggedRequest } from '../../http/exchange/request-log.ts';
import { authorizationIn } from '../../http/exchange/wire.ts';
import { bodyOf } from '../../judges/read.ts';

type ControlCall = Pick<LoggedRequest, 'to' | 'request' | 'response'>;

/** The key that a call of the control API created. Source: contract, control API. */
export function createdKeyOf({ to, request, response }: ControlCall): string | undefined {
  if (to !== 'control' || request.method !== 'POST' || !/\/keys$/.test(request.url) || response.status !== 201)
    return undefined;
  const key = bodyOf(response)?.key;
  return typeof key === 'string' ? key : undefined;
}

/** Whether a request uses a key or, to the control API, mentions it. */
export function mentionsKey({ to, request }: Pick<LoggedRequest, 'to' | 'request'>, key: string): boolean {
  if (to === 'api') return authorizationIn(request)?.includes(key) === true;
  const { url, body = new Uint8Array() } = request;
  return url.includes(key) || url.includes(encodeURIComponent(key)) || Buffer.from(body).includes(key);
}

/** All words in a call of the control API that may be a key, for a lookup: a run creates a thousand keys. */
const possibleKeysIn = ({ url, body = new Uint8Array() }: LoggedRequest['request']): ReadonlySet<string> =>
  new Set(`${url} ${Buffer.from(body)}`.match(/[\w-]+/g));

/** The calls of the control API for each key that the run created: creation, credit, faults, revocation. */
export class KeyHistory {
  readonly #changes = new Map<string, LoggedRequest[]>();

  add(entry: LoggedRequest): void {
    const { request, response } = entry;
    if (request.method === 'GET' || response.status < 200 || response.status >= 300) return;
    const createdKey = createdKeyOf(entry);
    if (createdKey !== undefined) this.#changes.set(createdKey, [entry]);
    else for (const key of possibleKeysIn(request)) this.#changes.get(key)?.push(entry);
  }

  /** The faults that were armed for a key before a time. */
  faultsArmedFor(key: string, time: number): readonly string[] {
    const armed = (this.#changes.get(key) ?? []).filter(
      ({ request, endedAt }) => request.method === 'POST' && request.url.endsWith('/faults') && endedAt <= time,
    );
    return armed.map(({ request: { body = new Uint8Array() } }) =>
      String(JSON.parse(Buffer.from(body).toString()).fault),
    );
  }

  /**
   * The steps of a counterexample, preceded by the calls that set up its keys if they are not among the steps. Their times
   * are moved to just before the first step, so that a script that repeats the steps does not wait.
   */
  withKeySetup(steps: readonly LoggedRequest[], exchange: Exchange | undefined): readonly LoggedRequest[] {
    const last = exchange === undefined ? [] : [{ to: 'api', request: exchange.request } as const];
    const missing = [...this.#changes].flatMap(([key, changes]) => {
      const first = steps.find((step) => mentionsKey(step, key));
      if (first === undefined && !last.some((step) => mentionsKey(step, key))) return [];
      const use = first?.startedAt ?? Number.POSITIVE_INFINITY;
      return changes.filter((change) => !steps.includes(change) && change.endedAt <= use);
    });
    const before = [...missing].sort((a, b) => a.startedAt - b.startedAt);
    const duration = before.reduce((sum, { startedAt, endedAt }) => sum + endedAt - startedAt, 0);
    let startTime = (steps.length === 0 ? 0 : Math.min(...steps.map(({ startedAt }) => startedAt))) - duration;
    const moved = before.map((entry) => {
      const startedAt = startTime;
      startTime += entry.endedAt - entry.startedAt;
      return { ...entry, startedAt, endedAt: startTime };
    });
    return [...moved, ...steps];
  }
}
