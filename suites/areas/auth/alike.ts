import { type JsonObject, limits, models, paidEndpoints } from '../../../spec/index.ts';
import { caseRule } from '../../engine/checks/case-rule.ts';
import { Inapplicable } from '../../engine/context/check-errors.ts';
import type { Context } from '../../engine/context/context.ts';
import { oncePerRun } from '../../engine/context/once-per-run.ts';
import { unjudgeable, unjudgeableValid } from '../../engine/context/send.ts';
import { bases, validCall } from '../../generate/bases.ts';
import {
  type Call,
  type Exchange,
  excerpt,
  isInconclusive,
  mediaTypeOf,
  succeeded,
} from '../../http/exchange/exchange.ts';
import { byIndex, describeDifference, equalUpToRounding } from '../../judges/difference.ts';
import { broken, type Judgement } from '../../judges/judgement.ts';
import { bodyOf, objectIn } from '../../judges/read.ts';
import { specifiedPart } from '../../judges/specified.ts';

const chat = (extra: object): Call => ({ endpoint: 'chat', body: { ...bases.chat[0], ...extra } });

/** The endpoints, and the functions that a careless server might keep for one environment. */
const cases: readonly { readonly call: Call; readonly words: string }[] = [
  ...paidEndpoints.map((endpoint) => ({ call: validCall(endpoint), words: `the smallest ${endpoint} request` })),
  { call: chat({ stream: true }), words: 'a stream' },
  { call: chat({ stream: true, include_follow_ups: true }), words: 'a stream with follow-ups' },
  { call: chat({ model: models.chatPro, include_follow_ups: true }), words: `${models.chatPro} with follow-ups` },
  {
    call: {
      endpoint: 'finder',
      body: { ...bases.finder[0], search_depth: 'advanced', include_answer: true, max_results: limits.maxResults.max },
    },
    words: 'an advanced search with an answer',
  },
];

const ALIKE = 'Test and live keys reach the same endpoints with the same functionality.';

/** How often a request is sent again with the test key before a difference counts: of two versions, one rarely answers all of them. */
const REPEATS = 6;

const keys = oncePerRun<string>('key of environment');

/** A key of an environment, made once a run. Rejects with Inapplicable where the control API makes none. */
export function keyOf(context: Context, environment: 'test' | 'live'): Promise<string> {
  return keys(context, environment, async (sharedContext) => {
    const made = await sharedContext.control.createKey({ environment });
    if ((made.environment ?? environment) === environment) return made.key;
    throw new Inapplicable(`the control API makes no ${environment} keys`);
  });
}

/** The same requests with a test key and with a live key. */
export const liveAndTestAlike = caseRule(
  'auth.live-and-test-alike',
  'Each request is sent with a test key and with a live key; both must be answered alike, and equally where answers repeat.',
  async () => cases,
  async (context, { call, words }) => {
    const answerTo = async (environment: 'test' | 'live'): Promise<Exchange> => {
      const authorization = { kind: 'key', key: await keyOf(context, environment) } as const;
      return context.client.send({ ...call, authorization }, { fresh: true });
    };
    const [test, live] = [await answerTo('test'), await answerTo('live')];
    const { deterministic } = context.profile;
    const judgement = judgeAlike(test, live, deterministic);
    // If one key gets different answers too, the kind of key is not the reason. Sent at once: of two servers that answer in turn, one would get every second
    // request again if another rule sent one between two of these each time.
    const isReproducible = async (): Promise<boolean> => {
      const repeats = await Promise.all(Array.from({ length: REPEATS }, () => answerTo('test')));
      return repeats.every((repeat) => judgeAlike(test, repeat, deterministic) === 'fine');
    };
    if (typeof judgement === 'object' && succeeded(test) && succeeded(live) && !(await isReproducible()))
      return ['nothing', test];
    const shown = succeeded(live) ? test : live;
    if (typeof judgement !== 'object') return [judgement, shown];
    return [{ ...judgement, expected: `${ALIKE.slice(0, -1)}: ${words} is answered alike.` }, shown];
  },
);

/**
 * Judges two answers to one request: both must be let in, with the same media type, and with the same content where the target declares
 * that answers repeat. Throws Unjudgeable when one failed or both were refused. Source: Authentication, rule 3.
 */
export function judgeAlike(test: Exchange, live: Exchange, deterministic: boolean): Judgement {
  const expected = ALIKE;
  for (const exchange of [test, live]) if (isInconclusive(exchange)) throw unjudgeable(exchange);
  if (!succeeded(test) && !succeeded(live)) throw unjudgeableValid(test);
  const { endpoint } = test.call;
  if (test.status !== live.status)
    return broken(
      expected,
      `${endpoint} answered ${test.status} to the test key and ${live.status} to the live key: ${excerpt((succeeded(test) ? live : test).body)}`,
    );
  if (mediaTypeOf(test) !== mediaTypeOf(live))
    return broken(
      expected,
      `${endpoint} answered the test key with ${mediaTypeOf(test)} and the live key with ${mediaTypeOf(live)}.`,
    );
  const [ours, theirs] = [lasting(test), lasting(live)];
  if (!deterministic || ours === undefined || theirs === undefined) return 'fine';
  if (equalUpToRounding(ours, theirs)) return 'fine';
  const apart = describeDifference(ours, theirs, ['for the test key', 'for the live key']);
  return broken(expected, `In the ${endpoint} answers ${apart}.`);
}

/** What of a JSON answer must repeat: all that the specification describes but ids and times. */
function lasting(exchange: Exchange): JsonObject | undefined {
  const body = objectIn(specifiedPart(exchange.call.endpoint, bodyOf(exchange)));
  if (!body) return undefined;
  const { id: _id, created: _created, response_time: _time, ...rest } = body;
  return Object.fromEntries(
    Object.entries(rest).map(([name, value]) => {
      const isIndexed = Array.isArray(value) && (name === 'data' || exchange.call.endpoint === 'rerank');
      return [name, isIndexed ? byIndex<unknown>(value, (entry) => objectIn(entry)?.index) : value];
    }),
  );
}
