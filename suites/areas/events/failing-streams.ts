import type { Check } from '../../engine/checks/check.ts';
import { casesWith } from '../../engine/checks/in-circumstances.ts';
import { type Assertions, scenarioOver } from '../../engine/checks/scenario.ts';
import { undefinedIfEnded } from '../../engine/context/check-errors.ts';
import type { Context } from '../../engine/context/context.ts';
import {
  assertAcceptedWithoutFault,
  cacheKeyOf,
  faultDidNotStrike,
  sendWithFault,
} from '../../engine/context/faults.ts';
import { flatMapInParallel } from '../../engine/context/map-concurrently.ts';
import { oncePerRun } from '../../engine/context/once-per-run.ts';
import { unjudgeable } from '../../engine/context/send.ts';
import { asStream, bases } from '../../generate/bases.ts';
import { type Call, type Exchange, succeeded } from '../../http/exchange/exchange.ts';
import { quoted } from '../../http/exchange/sse.ts';
import { DONE, eventsOf, isCompleteStream, type ParsedStream, streamOf } from '../../http/exchange/stream.ts';
import { formatStreamEnd } from '../../judges/format-value.ts';
import { Unjudgeable } from '../../judges/judgement.ts';
import { objectIn } from '../../judges/read.ts';
import { eventTypeOf, judgeEvent } from './field-judge.ts';
import { assertStream, insteadOfStream } from './stream-judge.ts';

/** After how many `message` events generation fails: soon, and beyond the last (contract, control API). */
const STRIKES = [1, 1_000] as const;

/**
 * Before the first `message` event. Whether the stream has started by then is open, and a control API need not know it: only an `error` event
 * that comes is judged.
 */
const AT_ONCE = 0;

/** How often the same stream must be accepted without the fault, so that a server error is due to it. */
const PROOFS = 3;

const call: Call = asStream({ endpoint: 'chat', body: { ...bases.chat[0], include_follow_ups: true } });

/** A valid stream request, and after how many `message` events its generation fails. */
interface Failing {
  readonly call: Call;
  readonly after: number;
}

const known = oncePerRun<Exchange>('failing streams');

/** Streams that fail, in each circumstance of chat too. */
async function failingCases(context: Context): Promise<readonly Failing[]> {
  const wide = await flatMapInParallel(STRIKES, (after) =>
    casesWith(context, 'chat', 'stream_error', (callWith) => ({ call: callWith({ stream: 'true' }), after })),
  );
  return [...[...STRIKES, AT_ONCE].map((after) => ({ call, after })), ...wide];
}

/** The answer to a valid stream request whose generation fails, with a key of its own; made once a run. */
const failingStream = (context: Context, { call, after }: Failing): Promise<Exchange> =>
  known(context, cacheKeyOf(call, after), async (sharedContext) => {
    const exchange = await sendWithFault(sharedContext, {
      fault: { fault: 'stream_error', endpoint: 'chat', after_messages: after },
      call,
      isExpected: (answer) => succeeded(answer) && isCompleteStream(answer),
    });
    const unreached = exchange.failure !== undefined && exchange.failure.kind !== 'broken';
    if (unreached) throw unjudgeable(exchange);
    // A server error may come without the fault as well, on a server that now and then fails.
    const proofs = succeeded(exchange) ? 0 : exchange.status >= 500 ? PROOFS : 1;
    for (let at = 0; at < proofs; at += 1) await assertAcceptedWithoutFault(sharedContext, call);
    if (exchange.status >= 400 && exchange.status < 500) throw unjudgeable(exchange);
    if (isUntouched(exchange)) throw faultDidNotStrike('the stream came to its end with sources');
    return exchange;
  });

async function failingAtOnce(context: Context, one: Failing): Promise<Exchange | undefined> {
  try {
    const exchange = await failingStream(context, one);
    return eventsOf(streamOf(exchange), 'error').length > 0 ? exchange : undefined;
  } catch (error) {
    return undefinedIfEnded(error);
  }
}

/** True for a stream that a fault should have ended before its sources, and did not. */
export function isUntouched(exchange: Exchange): boolean {
  const parsed = streamOf(exchange);
  const has = (type: string): boolean => eventsOf(parsed, type).length > 0;
  return isCompleteStream(exchange) && has('sources') && !has('error');
}

/** A rule about streams that fail in the middle; `judge` sees each failing stream, `error` being its first error event. */
function failing(
  rule: string,
  method: string,
  judge: (seen: { exchange: Exchange; parsed: ParsedStream; assert: Assertions }) => void,
): Check {
  return scenarioOver(
    rule,
    `The fault \`stream_error\` is armed after ${STRIKES.join(' and after ')} message events, in each circumstance of chat, and before the first one. ${method}`,
    failingCases,
    async (context, one, assert) => {
      const exchange = await (one.after === AT_ONCE ? failingAtOnce(context, one) : failingStream(context, one));
      if (exchange === undefined) return;
      judge({ exchange, parsed: streamOf(exchange), assert });
    },
  );
}

const errorStatus = failing('events.error-status', 'The status is looked at.', ({ exchange, assert }) => {
  if (exchange.status === 0) throw unjudgeable(exchange);
  assert.require(
    exchange.status === 200,
    'A stream that fails during generation has the status 200: the failure is told in-band.',
    `The status is ${exchange.status}.`,
    exchange,
  );
});

const errorEvent = failing(
  'events.error-event',
  'An `error` event is looked for, as a published client gets it.',
  ({ exchange, parsed, assert }) => {
    const expected = 'A failure during generation is told by an `error` event with an object `error`.';
    // Another status or no stream: `events.error-status` and `events.content-type` blame that.
    if (exchange.status !== 200 && exchange.status !== 0) return;
    if (exchange.failure === undefined) assertStream(exchange);
    const [event] = eventsOf(parsed, 'error');
    if (!event) {
      const unread = parsed.framing.frames.length > 0 && parsed.events.every((item) => item.type === undefined);
      if (unread) throw new Unjudgeable(`no event of the failing stream could be read: ${insteadOfStream(exchange)}`);
      assert.require(false, expected, withoutError(exchange, parsed), exchange);
      return;
    }
    const actual = `The event is ${quoted(event.data)}.`;
    assert.require(objectIn(event.value?.error) !== undefined, expected, actual, exchange);
    const lost = `The \`error\` event is sent, but clients never get it as an event of its own: ${quoted(event.data)}.`;
    // Where other events are run together too, `events.framing` says so.
    const framed = parsed.events.every((item) => item === event || item.wellFramed);
    assert.require(!framed || parsed.dispatched.includes(event.data), expected, lost, exchange);
  },
);

function withoutError(exchange: Exchange, parsed: ParsedStream): string {
  const { events, doneAt } = parsed;
  const types = [...new Set(events.map((item) => item.type ?? 'none'))].join(', ');
  const end = exchange.failure?.message ?? (doneAt === -1 ? 'the stream just ended' : `the stream ended with ${DONE}`);
  return `The fault was armed, yet there was no error event: ${events.length} events (types: ${types || 'none'}), then ${end}.`;
}

const errorThenDone = failing(
  'events.error-then-done',
  'What follows the `error` event must be the end marker alone.',
  ({ exchange, parsed, assert }) => {
    const [event] = eventsOf(parsed, 'error');
    if (!event) return;
    const expected = `After an \`error\` event the stream ends with \`data: ${DONE}\` and no further events.`;
    const next = parsed.events.find((item) => item.index > event.index);
    assert.require(
      next === undefined,
      expected,
      `Event ${Number(next?.index) + 1} follows the \`error\` event: ${quoted(next?.data ?? '')}.`,
      exchange,
    );
    const end = exchange.failure?.message ?? 'It just ends after the `error` event';
    assert.require(
      parsed.doneAt !== -1,
      expected,
      `The stream has no end marker. ${end}. ${formatStreamEnd(parsed)}`,
      exchange,
    );
    const line = parsed.endLine?.text ?? '';
    assert.require(line === `data: ${DONE}`, expected, `The end marker reads ${quoted(line)}.`, exchange);
    const [more] = parsed.linesAfterDone;
    assert.require(more === undefined, expected, `${quoted(more?.text ?? '')} follows the end marker.`, exchange);
  },
);

const errorField = (rule: string): Check =>
  failing(rule, 'The field of each `error` event is looked at.', ({ exchange, parsed, assert }) => {
    for (const item of eventsOf(parsed, eventTypeOf(rule))) {
      const judgement = judgeEvent(rule, item);
      if (judgement === 'fine') assert.judged();
      else if (judgement !== 'nothing') assert.require(false, judgement.expected, judgement.actual, exchange);
    }
  });

/** Every rule about streams that fail in the middle. Source: Events, rule 3. */
export const failingStreamChecks: readonly Check[] = [
  errorStatus,
  errorEvent,
  errorThenDone,
  ...['events.error-type', 'events.error-code', 'events.error-message'].map(errorField),
];
