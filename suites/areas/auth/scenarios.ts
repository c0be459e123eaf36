import { defined, paidEndpoints } from '../../../spec/index.ts';
import { caseRule } from '../../engine/checks/case-rule.ts';
import { casesInCircumstances } from '../../engine/checks/in-circumstances.ts';
import { judgeRefusalFor } from '../../engine/checks/request-rule.ts';
import { ifOffered } from '../../engine/context/check-errors.ts';
import type { Context } from '../../engine/context/context.ts';
import { flatMapInParallel } from '../../engine/context/map-concurrently.ts';
import { send, sendValid, unjudgeable, unjudgeableValid } from '../../engine/context/send.ts';
import { validCall } from '../../generate/bases.ts';
import {
  type Authorization,
  type Call,
  describeResponse,
  type Exchange,
  excerpt,
  isInconclusive,
  isRequestSpecific,
  isTimeoutOrRateLimit,
  succeeded,
  withKey,
} from '../../http/exchange/exchange.ts';
import { isErrorOfApi } from '../../http/pacing/retry.ts';
import { broken, type Judgement } from '../../judges/judgement.ts';
import { listIn, objectIn } from '../../judges/read.ts';
import { keyOf } from './alike.ts';
import { type BadKey, badKeys, keyFaults } from './bad-keys.ts';
import { REFUSALS } from './key-lives.ts';
import { deniedExchange } from './permission.ts';

/** A valid key is let in everywhere; one that is let in nowhere may be wrong in the profile, unless the control API just made it. */
export const keyAccepted = caseRule(
  'auth.key-accepted',
  'Valid requests with a valid key are sent to all four keyed endpoints; none may be answered with 401.',
  async (context) => {
    const active = paidEndpoints.map((endpoint) => ({ call: validCall(endpoint), isMade: false }));
    const made = await ifOffered(() => context.control.createKey());
    return made === undefined
      ? active
      : [...active, ...active.map(({ call }) => ({ call: withKey(call, made.key), isMade: true }))];
  },
  async (context, { call, isMade }) => {
    const exchange = await send(context, call, { fresh: isMade });
    if (succeeded(exchange)) return ['fine', exchange];
    for (let looks = 1; isMade && exchange.status === 401 && looks < REFUSALS; looks += 1) {
      const { key } = await context.control.createKey();
      if (succeeded(await send(context, withKey(call, key), { fresh: true }))) throw unjudgeable(exchange);
    }
    const isGood =
      isMade || (await Promise.all(paidEndpoints.map((one) => send(context, validCall(one))))).some(succeeded);
    if (exchange.status !== 401 || !isGood) throw unjudgeableValid(exchange);
    const actual = `${call.endpoint} answered 401: ${excerpt(exchange.body)}`;
    return [broken('A valid key is let in on chat, finder, embeddings and rerank.', actual), exchange];
  },
);

/** The catalogue is public: what it refuses without a key it must refuse with one too. */
export const domainsPublic = caseRule(
  'auth.domains-public',
  'The catalogue is asked for without an Authorization header; an answer other than 200 breaks the rule when a key changes it.',
  async () => [{}, { limit: '1' }, { q: 'health' }, { category: 'unknown' }],
  async (context, query) => {
    const exchange = await send(context, { endpoint: 'domains', query });
    const aboutTheKey = exchange.status === 401 || exchange.status === 403;
    // Anything else may be a fault of the catalogue itself, unless a key makes it go away.
    if (!succeeded(exchange) && !aboutTheKey)
      await sendValid(context, { endpoint: 'domains', query, authorization: { kind: 'active' } });
    return [judgePublic(exchange, 'without an Authorization header'), exchange];
  },
);

/** A key that comes with a request to the catalogue. */
interface SentKey extends Pick<BadKey, 'words'> {
  readonly call: Call;
  /** True for a key that opens the paid endpoints. */
  readonly valid?: true;
}

const withAuthorization = ({ authorization, words }: BadKey): SentKey => ({
  call: { endpoint: 'domains', query: {}, authorization },
  words,
});

/** Keys that open the service: the profile's own and, with a control API, one of each environment. */
async function validKeys(context: Context): Promise<readonly SentKey[]> {
  const valid = (authorization: Authorization, words: string): SentKey => ({
    ...withAuthorization({ authorization, words }),
    valid: true,
  });
  const made = flatMapInParallel(['test', 'live'] as const, async (environment) => {
    const key = await ifOffered(() => keyOf(context, environment));
    return key === undefined ? [] : [valid({ kind: 'key', key }, `a valid ${environment} key`)];
  });
  const wide = casesInCircumstances(
    context,
    'domains',
    'auth.domains-ignores-key',
    (call): SentKey | undefined => call.authorization && { call, words: 'a valid key', valid: true },
  );
  return [valid({ kind: 'active' }, 'a valid key'), ...(await made), ...(await wide)];
}

/** The catalogue answers whatever the header says: 200 with a valid key, and 200 or 401 with a bad one; other answers to that warn (readings R22), but for 500: no reading allows a crash (S27). */
export const domainsIgnoresKey = caseRule(
  'auth.domains-ignores-key',
  'The catalogue is asked for with valid keys, of both environments where they can be had, and in each of its circumstances, and must answer 200; with bad keys of every kind it should answer 200 as without one, or 401; 500 fails.',
  async (context): Promise<readonly SentKey[]> => {
    const keys = await flatMapInParallel(
      keyFaults.filter((fault) => fault !== 'missing'),
      async (fault) => (await ifOffered(() => badKeys(context, fault))) ?? [],
    );
    return [...(await validKeys(context)), ...keys.map(withAuthorization)];
  },
  async (context, { call, words, valid }) => {
    await sendValid(context, { endpoint: 'domains', query: {} });
    const exchange = await send(context, call);
    const judgement = judgePublic(exchange, `with ${words}`);
    if (valid) {
      // A key that opens nothing else is a bad one.
      if (judgement !== 'fine')
        await sendValid(context, { ...validCall('finder'), ...defined({ authorization: call.authorization }) });
      return [judgement, exchange];
    }
    if (!exchange.failure) context.readings.note('R22', `${exchange.status} with a bad key`);
    if (typeof judgement !== 'object' || exchange.status === 500) return [judgement, exchange];
    return [{ ...judgement, kind: exchange.status === 401 ? 'remarked' : 'tolerated' }, exchange];
  },
);

function judgePublic(exchange: Exchange, words: string): Judgement {
  if (isInconclusive(exchange) && (!isRequestSpecific(exchange) || isTimeoutOrRateLimit(exchange)))
    throw unjudgeable(exchange);
  if (exchange.status === 200) return 'fine';
  const finding = broken(`The public catalogue answers 200 to a request ${words}.`, describeResponse(exchange));
  // The control of the catalogue is a request without a key as well, and no temporary failure asks for one.
  return { ...finding, certain: exchange.status === 401 || exchange.status === 403 };
}

/** 403 for a key that lacks the endpoint's permission, where the control API makes such keys (readings R17). */
export const permissionDenied = caseRule(
  'auth.permission-denied',
  'For each keyed endpoint keys are made without permission for it; the endpoint must refuse them with 403 in each circumstance, and one of them once more. A key with permission for three endpoints must not get 403 there, and still gets it at the fourth.',
  async (context) => {
    const wide = await flatMapInParallel(paidEndpoints, (endpoint) =>
      casesInCircumstances(context, endpoint, 'auth.permission-denied', (call) => ({ endpoint, call, again: false })),
    );
    const plain = paidEndpoints.map((endpoint) => ({ endpoint, call: validCall(endpoint), again: true }));
    return [...plain, ...wide];
  },
  async (context, { endpoint, call, again }) => {
    const first = await deniedExchange(context, endpoint, call);
    const wrongly = again && endpoint === 'chat' ? await refusedThoughPermitted(context, first.call) : undefined;
    if (wrongly) return wrongly;
    // A decision that is kept must be the one that was made, also after the key was let in elsewhere.
    const exchange = again && first.status === 403 ? await send(context, first.call, { fresh: true }) : first;
    // Refused for another reason: whether it is accepted with permission tells whose fault that is.
    if (!succeeded(exchange) && exchange.status !== 403) await sendValid(context, call);
    const expected = {
      outcome: { status: 403, format: 'envelope', code: 'permission_denied' },
      fault: `key has no permission for ${endpoint}${exchange === first ? '' : ' and was refused there before'}`,
    } as const;
    return [judgeRefusalFor('auth.permission-denied', context, exchange, expected), exchange];
  },
);

/** Sends a request to each endpoint that the key of a refused call has permission for, as the control API says. */
async function refusedThoughPermitted(
  context: Context,
  { authorization }: Call,
): Promise<readonly [Judgement, Exchange] | undefined> {
  if (authorization?.kind !== 'key') return undefined;
  const { key } = authorization;
  const permissions = listIn(objectIn(await ifOffered(() => context.control.key(key)))?.permissions);
  for (const permitted of paidEndpoints.filter((one) => permissions.includes(one))) {
    const exchange = await send(context, withKey(validCall(permitted), key), { fresh: true });
    if (exchange.status !== 403 || !isErrorOfApi(exchange)) continue;
    const expected = `A key with permission for ${permissions.join(', ')} is let in on each of them.`;
    return [broken(expected, `${permitted} answered 403: ${excerpt(exchange.body)}`), exchange];
  }
  return undefined;
}
