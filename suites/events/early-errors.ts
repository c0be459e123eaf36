import { resolveConstraint } from '../../spec/index.ts';
import { asStream } from '../chat/traffic.ts';
import type { Check } from '../engine/check.ts';
import type { Context } from '../engine/context.ts';
import { type Stage, scenario } from '../engine/scenario.ts';
import { Inapplicable, Unjudgeable } from '../engine/signals.ts';
import { refusal, send } from '../engine/valid.ts';
import { bases } from '../generate/bases.ts';
import { pairsOf } from '../generate/pairs.ts';
import { errorAnswerOf, refused, wordsFor } from '../judges/expect-error.ts';
import { NotOffered } from '../target/control.ts';
import { type Authorization, type Call, type Exchange, excerpt, mediaTypeOf } from '../target/exchange.ts';
import { EVENT_STREAM } from './stream-judge.ts';

/** A request that must fail before a stream starts, and why, in words. */
interface EarlyFailure {
  readonly why: string;
  /** Without `stream`: the rules of its own area send the same, so that it costs nothing more. */
  readonly call: Call;
}

/** One constraint of each kind of failure: schema, empty value, model, attachment scheme. */
const CONSTRAINTS = [
  'chat / required:messages',
  'chat /messages minItems',
  'chat /model enum',
  'chat /messages/*/image_urls/* pattern',
] as const;

const invalid: readonly EarlyFailure[] = CONSTRAINTS.flatMap((constraint) =>
  pairsOf(resolveConstraint(constraint))
    .examples.slice(0, 1)
    .map(({ mutated, fault }) => ({ why: fault, call: mutated })),
);

const valid = (authorization: Authorization): Call => ({ endpoint: 'chat', body: bases.chat[0] ?? {}, authorization });

const PLAIN = 'A request that fails before the stream starts gets the ordinary JSON error, also with `stream` true.';

/** Errors before the stream starts are plain. Source: Endpoints, rule 3. */
export const earlyErrorsPlain: Check = scenario(
  'events.early-errors-plain',
  'Requests that are refused without a stream (key, schema, model, credit, a server fault) are sent again with `stream` true: the same error must come, as JSON and not as a stream.',
  async (context, stage) => {
    const untold: string[] = [];
    for (const { why, call } of [...invalid, ...(await callerFailures(context))]) {
      const plain = await send(context, call);
      // Accepted or failed without a stream: the rule of that very fault says so.
      if (!refused(plain) || errorAnswerOf(plain).format === 'none') continue;
      const exchange = await send(context, { ...call, ...asStream(call) });
      if (exchange.failure || exchange.status === 429) untold.push(exchange.failure?.message ?? 'status 429');
      else requireSame(stage, why, plain, exchange);
    }
    await serverFault(context, stage);
    if (untold[0] !== undefined) throw new Unjudgeable(untold[0]);
  },
);

/** Failures that lie with the caller: no key, and no credit where such a key can be had. */
async function callerFailures(context: Context): Promise<readonly EarlyFailure[]> {
  const nobody = { why: 'key is missing', call: valid({ kind: 'none' }) };
  try {
    const key = await context.emptyKey();
    return [nobody, { why: 'key has no credit', call: valid({ kind: 'key', key }) }];
  } catch (error) {
    if (error instanceof Inapplicable || error instanceof NotOffered) return [nobody];
    throw error;
  }
}

function requireSame(stage: Stage, why: string, plain: Exchange, exchange: Exchange): void {
  const due = errorAnswerOf(plain);
  const got = errorAnswerOf(exchange);
  const same = got.status === due.status && got.format === due.format && got.code === due.code;
  stage.require(
    same && mediaTypeOf(exchange) !== EVENT_STREAM,
    PLAIN,
    `A request whose ${why} is answered with ${wordsFor(due)} without a stream; with \`stream\` true it got ${seen(exchange)}.`,
    exchange,
  );
}

/** A failure of the server before the stream starts, where the control API can arm one. Source: Errors, per-endpoint causes, chat. */
async function serverFault(context: Context, stage: Stage): Promise<void> {
  if (!context.controlled) return;
  try {
    const { key } = await context.control.createKey();
    await context.control.arm({ fault: 'internal_error', key, endpoint: 'chat' });
    const exchange = await send(context, asStreamOf(valid({ kind: 'key', key })), { fresh: true, retry: false });
    if (exchange.failure || refused(exchange)) throw new Unjudgeable(refusal(exchange));
    stage.require(
      exchange.status >= 500 && errorAnswerOf(exchange).format === 'envelope' && mediaTypeOf(exchange) !== EVENT_STREAM,
      PLAIN,
      `The fault internal_error was armed; with \`stream\` true the request got ${seen(exchange)}.`,
      exchange,
    );
  } catch (error) {
    if (!(error instanceof NotOffered)) throw error;
  }
}

const asStreamOf = (call: Call): Call => ({ ...call, ...asStream(call) });

const seen = (exchange: Exchange): string =>
  `${exchange.status}, content type ${mediaTypeOf(exchange) || 'missing'}: ${excerpt(exchange.body)}`;
