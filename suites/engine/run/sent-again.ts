import type { Exchange } from '../../http/exchange/exchange.ts';

/** An answer, and when its request was sent and answered. */
interface Answered {
  readonly response: Pick<Exchange, 'call' | 'status'> & { readonly request: Pick<Exchange['request'], 'body'> };
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Fewer answers may have this in common by chance. */
const MIN = { wrong: 2, right: 6 } as const;

/** What a cache may know a request by, whatever its key: the bytes of its body, or what they say. */
const KEYS: readonly ((answered: Answered) => string)[] = [
  ({ response: { call, request } }) =>
    `${call.endpoint} ${JSON.stringify(call.query ?? null)} ${Buffer.from(request.body ?? []).toString('latin1')}`,
  ({ response: { call } }) => JSON.stringify([call.endpoint, call.body ?? null, call.query ?? null]),
];

/** Says that all wrong answers, and no right one, are to requests that had been answered before, as from a cache; empty if that does not divide them. */
export function describeSentAgain(
  wrong: readonly Answered[],
  right: readonly Answered[],
  all: readonly Answered[],
): string {
  if (wrong.length < MIN.wrong || right.length < MIN.right) return '';
  const divides = KEYS.some((keyOf) => {
    const firstAnswered = new Map<string, number>();
    for (const one of all) {
      // A refusal is hardly kept.
      if (one.response.status !== 200) continue;
      const key = keyOf(one);
      firstAnswered.set(key, Math.min(firstAnswered.get(key) ?? Number.POSITIVE_INFINITY, one.endedAt));
    }
    const wasSentBefore = (one: Answered): boolean =>
      (firstAnswered.get(keyOf(one)) ?? Number.POSITIVE_INFINITY) <= one.startedAt;
    return wrong.every(wasSentBefore) && !right.some(wasSentBefore);
  });
  const [cases, others] = [wrong, right].map(({ length }) => length.toLocaleString('en-US'));
  return divides ? ` In all ${cases} cases with a request that was sent before, in none of the ${others} others.` : '';
}
