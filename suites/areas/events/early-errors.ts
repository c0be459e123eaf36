import { resolveConstraint } from '../../../spec/index.ts';
import { caseRule } from '../../engine/checks/case-rule.ts';
import type { Check } from '../../engine/checks/check.ts';
import { casesInCircumstances } from '../../engine/checks/in-circumstances.ts';
import { pairsInCircumstances } from '../../engine/checks/request-rule.ts';
import { isLacking } from '../../engine/context/check-errors.ts';
import { affordable, type Context } from '../../engine/context/context.ts';
import { faultDidNotStrike, sendWithFault } from '../../engine/context/faults.ts';
import { isTransientFailure, send, sendValid, unjudgeable } from '../../engine/context/send.ts';
import { asStream, bases } from '../../generate/bases.ts';
import { type Pair, pairsOf } from '../../generate/pairs.ts';
import { NotOffered } from '../../http/client/control.ts';
import { type Authorization, type Call, type Exchange, excerpt, mediaTypeOf } from '../../http/exchange/exchange.ts';
import { isAttachmentRefusal } from '../../http/pacing/retry.ts';
import { describeOutcome, errorResponseOf, isRefusal } from '../../judges/expect-error.ts';
import { broken, type Judgement, Unjudgeable } from '../../judges/judgement.ts';
import { objectIn } from '../../judges/read.ts';
import { badKeys } from '../auth/bad-keys.ts';
import { deniedKey } from '../auth/permission.ts';
import { isUntouched } from './failing-streams.ts';
import { EVENT_STREAM } from './stream-judge.ts';

/** A request that must fail before a stream starts, and why, in words. */
interface EarlyFailure {
  readonly why: string;
  /** Without `stream`: the rules of its own area send the same, so that it costs nothing more. */
  readonly call: Call;
}

/** One constraint of each kind of failure: schema, empty value, model, limits, role, attachment scheme. */
const CONSTRAINTS = [
  'chat / required:messages',
  'chat /messages minItems',
  'chat /model enum',
  'chat /messages/*/image_urls/* pattern',
  'chat /messages/*/text maxLength',
  'chat /messages maxItems',
  'chat /messages/*/role enum',
] as const;

/** Cases sent where a refused request may cost money too (readings R20). */
const SCARCE = 4;

const invalid: readonly Pair[] = CONSTRAINTS.flatMap((constraint) =>
  pairsOf(resolveConstraint(constraint)).examples.slice(0, 1),
);

const valid = (authorization: Authorization): Call => ({ endpoint: 'chat', body: bases.chat[0] ?? {}, authorization });

/** A failure of the server that the control API arms. */
const SERVER_FAULT = 'server fault';

const PLAIN = 'A request that fails before the stream starts gets the ordinary JSON error, also with `stream` true.';

/** Errors before the stream starts are plain. Source: Endpoints, rule 3. */
export const earlyErrorsPlain: Check = caseRule<EarlyFailure | Pair | typeof SERVER_FAULT>(
  'events.early-errors-plain',
  'Requests that are refused without a stream (key, schema, model, credit, a server fault) are sent again with `stream` true: an error must come, as JSON and not as a stream, and for a refused key the same.',
  async (context) => [
    ...affordable(context, invalid, SCARCE),
    ...(await inCircumstances(context)),
    ...(await callerFailures(context)),
    ...(context.hasControlApi ? ([SERVER_FAULT] as const) : []),
  ],
  (context, failure) => (failure === SERVER_FAULT ? serverFault(context) : sameRefusal(context, failure)),
);

type Judged = readonly [Judgement, Exchange | undefined];

async function sameRefusal(context: Context, failure: EarlyFailure | Pair): Promise<Judged> {
  const [why, call] = 'fault' in failure ? [failure.fault, failure.mutated] : [failure.why, failure.call];
  const { stream: _, ...body } = objectIn(call.body) ?? {};
  const plain = await send(context, { ...call, body });
  if (isTransientFailure(plain)) throw unjudgeable(plain);
  const due = errorResponseOf(plain);
  // Accepted or failed without a stream: the rule of that very fault says so.
  if (!isRefusal(plain) || due.format === 'none') return ['nothing', plain];
  // The key is at fault, and not the attachments: their host failed.
  const isOfHost = (one: Exchange): boolean => !('fault' in failure) && isAttachmentRefusal(one);
  if (isOfHost(plain)) return ['nothing', plain];
  const exchange = await send(context, asStream(call));
  if (isTransientFailure(exchange) || exchange.failure || exchange.status === 429)
    throw new Unjudgeable(
      `no usable answer to a stream request whose ${why}: ${exchange.failure?.message ?? exchange.status}`,
      isTransientFailure(exchange),
    );
  if (isOfHost(exchange)) return ['nothing', exchange];
  const got = errorResponseOf(exchange);
  const same = got.status === due.status && got.format === due.format && got.code === due.code;
  // Which error a fault of the body gives is for the rule of that fault, which is tried with a stream too: some may be told in two ways (readings
  // R1, S44, A7), and two versions of a server behind one address may differ in it.
  const ordinary = 'fault' in failure ? isRefusal(exchange) && got.format !== 'none' : same;
  if (ordinary && mediaTypeOf(exchange) !== EVENT_STREAM) return ['fine', exchange];
  const control = 'fault' in failure ? failure.control : { ...call, authorization: { kind: 'active' } as const };
  await sendValid(context, asStream(control));
  const actual = `With \`stream\` true a request whose ${why} got ${seen(exchange)}. Without a stream it is answered with ${describeOutcome(due)}.`;
  return [broken(PLAIN, actual), exchange];
}

/** Faults of requests, and of keys, in each circumstance of chat. */
async function inCircumstances(context: Context): Promise<readonly (EarlyFailure | Pair)[]> {
  const pairs = CONSTRAINTS.map((constraint) => pairsInCircumstances(context, resolveConstraint(constraint)));
  const keys = (await callerFailures(context)).map(({ why, call: { authorization = { kind: 'none' } } }) =>
    casesInCircumstances(context, 'chat', `events.early-errors-plain ${why}`, (call) => ({
      why,
      call: { ...call, authorization },
    })),
  );
  return (await Promise.all([...pairs, ...keys])).flat();
}

/** Failures that lie with the caller: no key or an unknown one, and what other keys can be had. */
async function callerFailures(context: Context): Promise<readonly EarlyFailure[]> {
  const [unknown] = await badKeys(context, 'unknown');
  return [
    { why: 'key is missing', call: valid({ kind: 'none' }) },
    ...(unknown ? [{ why: 'key was never issued', call: valid(unknown.authorization) }] : []),
    ...(await withKey('key is revoked', () => context.revokedKey())),
    ...(await withKey('key has no credit', () => context.emptyKey())),
    ...(await withKey('key has no permission for chat', () => deniedKey(context, 'chat'))),
  ];
}

/** A valid request with a key that this run may not be able to have. */
async function withKey(why: string, have: () => Promise<string>): Promise<readonly EarlyFailure[]> {
  try {
    return [{ why, call: valid({ kind: 'key', key: await have() }) }];
  } catch (error) {
    if (isLacking(error)) return [];
    throw error;
  }
}

/** A failure of the server before the stream starts. Source: Errors, per-endpoint causes, chat. */
async function serverFault(context: Context): Promise<Judged> {
  try {
    const isPlain = (one: Exchange): boolean =>
      one.status >= 500 && errorResponseOf(one).format === 'envelope' && mediaTypeOf(one) !== EVENT_STREAM;
    const exchange = await sendWithFault(context, {
      fault: { fault: 'internal_error', endpoint: 'chat' },
      call: asStream(valid({ kind: 'active' })),
      isExpected: isPlain,
    });
    if (exchange.failure || exchange.status === 429 || isRefusal(exchange)) throw unjudgeable(exchange);
    if (isPlain(exchange)) return ['fine', exchange];
    if (isUntouched(exchange)) throw faultDidNotStrike('a whole stream came');
    const actual = `With \`stream\` true a request that the armed fault internal_error strikes got ${seen(exchange)}.`;
    return [broken(PLAIN, actual), exchange];
  } catch (error) {
    if (error instanceof NotOffered) return ['nothing', undefined];
    throw error;
  }
}

const seen = (exchange: Exchange): string =>
  `${exchange.status}, content type ${mediaTypeOf(exchange) || 'missing'}: ${excerpt(exchange.body)}`;
