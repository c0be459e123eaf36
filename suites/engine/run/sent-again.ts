import type { Exchange, WireResponse } from '../../http/exchange/exchange.ts';
import { hasErrorEvent } from '../../http/exchange/stream.ts';
import { authorizationIn, wantsStream } from '../../http/exchange/wire.ts';
import type { SeenIn } from '../../judges/judgement.ts';
import { inAllCases } from '../failure/describe-circumstances.ts';

/** An answer, and when its request was sent and answered. */
interface Answered {
  readonly response: WireResponse &
    Pick<Exchange, 'call'> & { readonly request: Pick<Exchange['request'], 'body' | 'headers'> };
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Fewer answers may have this in common by chance. */
const MIN = { wrong: 2, right: 6 } as const;

const AGAIN = 'a request that was sent before';

const keyIn = ({ response }: Answered): string | undefined => authorizationIn(response.request);

/** What wrong answers may come after, in words, by the name that an answered request and theirs have in common. */
const BEFORE: readonly {
  readonly words: string;
  readonly left: (before: Answered) => string | undefined;
  readonly met?: (after: Answered) => string | undefined;
}[] = [
  // What a cache may know a request by, whatever its key: the bytes of its body, or what they say.
  {
    words: AGAIN,
    left: ({ response: { call, request } }) =>
      `${call.endpoint} ${JSON.stringify(call.query ?? null)} ${Buffer.from(request.body ?? []).toString('latin1')}`,
  },
  {
    words: AGAIN,
    left: ({ response: { call } }) => JSON.stringify([call.endpoint, call.body ?? null, call.query ?? null]),
  },
  {
    words: 'a failed stream of the same key before',
    left: (one) => (wantsStream(one.response.call) && hasErrorEvent(one.response) ? keyIn(one) : undefined),
    met: keyIn,
  },
];

/** Says what all wrong answers, and no right one, came after: the same request, as from a cache, or a stream that failed; undefined if that does not divide them. */
export function describeSentAgain(
  wrong: readonly Answered[],
  right: readonly Answered[],
  all: readonly Answered[],
): SeenIn | undefined {
  if (wrong.length < MIN.wrong || right.length < MIN.right) return undefined;
  const dividing = BEFORE.find(({ left, met = left }) => {
    const firstAnswered = new Map<string, number>();
    for (const one of all) {
      // A refusal is hardly kept.
      const name = one.response.status === 200 ? left(one) : undefined;
      if (name !== undefined)
        firstAnswered.set(name, Math.min(firstAnswered.get(name) ?? Number.POSITIVE_INFINITY, one.endedAt));
    }
    const comesAfter = (one: Answered): boolean =>
      (firstAnswered.get(met(one) ?? '') ?? Number.POSITIVE_INFINITY) <= one.startedAt;
    return wrong.every(comesAfter) && !right.some(comesAfter);
  });
  return dividing && inAllCases(wrong, { name: dividing.words }, right);
}

/** Says which fault all wrong answers, and no right one, came under; undefined if there is none. */
export function describeFault(
  wrong: readonly Answered[],
  right: readonly Answered[],
  armedFor: (key: string, time: number) => readonly string[],
): SeenIn | undefined {
  if (wrong.length < MIN.wrong || right.length < MIN.right) return undefined;
  const faultsOf = (one: Answered): readonly string[] =>
    armedFor(keyIn(one)?.replace(/^Bearer /, '') ?? '', one.startedAt);
  const [first, ...others] = wrong.map(faultsOf);
  const fault = first?.find((name) => others.every((faults) => faults.includes(name)));
  if (fault === undefined || right.some((one) => faultsOf(one).includes(fault))) return undefined;
  return inAllCases(wrong, { name: `the fault \`${fault}\` armed` }, right);
}
