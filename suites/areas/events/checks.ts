import { models } from '../../../spec/index.ts';
import { acceptsValid } from '../../engine/checks/accepts-valid.ts';
import { assertDeterministic } from '../../engine/checks/assert-deterministic.ts';
import type { Check } from '../../engine/checks/check.ts';
import { fieldRows, fieldRules, responseRules } from '../../engine/checks/common-rules.ts';
import { judgeTraffic, type Traffic } from '../../engine/checks/response-rule.ts';
import { wholeRunRule } from '../../engine/checks/whole-run.ts';
import { ifOffered } from '../../engine/context/check-errors.ts';
import type { Context } from '../../engine/context/context.ts';
import { sendFailingRequest } from '../../engine/context/faults.ts';
import { sendValid } from '../../engine/context/send.ts';
import { asStream, validCall } from '../../generate/bases.ts';
import { type Call, type Exchange, withKey } from '../../http/exchange/exchange.ts';
import { withPdfs } from '../attachments/call.ts';
import { fixtureUrl } from '../attachments/files.ts';
import { chatTraffic, streamTraffic } from '../chat/traffic.ts';
import { earlyErrorsPlain } from './early-errors.ts';
import { emptyListChecks } from './empty-lists.ts';
import { failingStreamChecks } from './failing-streams.ts';
import { eventFieldJudge, eventTypeOf } from './field-judge.ts';
import * as framing from './framing-judges.ts';
import * as order from './order-judges.ts';
import * as same from './same-judges.ts';
import { stepActionsSlot, stepSourcesFinal, stepSourcesOnce, stepsAdded } from './step-sources.ts';

/** A rule about a stream and the answer to the same request without one. */
const sameRule = (rule: string, judge: same.PairJudge, method: string): Check => ({
  rule,
  kind: 'response',
  method: `${method} Judged on ${chatTraffic.name} and the same with one, one of 60 pages among them, and on some that follow a stream of the same key that failed, or that the client left.`,
  run: (context) =>
    judgeTraffic(
      rule,
      context,
      chatTraffic,
      async (call, own) => {
        const stream =
          'after' in call ? await streamAfter(own, call as CallAfter) : await sendValid(own, asStream(call));
        if (stream === undefined) return ['nothing', undefined];
        const judgement = judge(stream, await sendValid(own, call));
        if (typeof judgement === 'object') await assertDeterministic(own, call, same.sameAnswers);
        return [judgement, stream];
      },
      [...callsAfter(context), ...longest(context)],
    ),
});

/** A call whose stream follows one that came to no good end: what is left of that must not come with it. */
interface CallAfter extends Call {
  readonly after: 'server fault' | 'left';
}

const callsAfter = (context: Context): readonly CallAfter[] =>
  context.requestsAreFree && context.hasControlApi
    ? (['server fault', 'left'] as const).map((after) => ({ ...validCall('chat'), after }))
    : [];

async function streamAfter(context: Context, { after, ...call }: CallAfter): Promise<Exchange | undefined> {
  const made = await ifOffered(() => context.control.createKey());
  if (made === undefined) return undefined;
  const own = withKey(asStream(call), made.key);
  const connection = {};
  const failed = await sendFailingRequest(context, own, after, made.key, connection);
  return failed ? sendValid(context, own, { fresh: true, connection }) : undefined;
}

/** Field rules of events on the success path; those of `error` events need a failing stream. */
const ordinaryFields = fieldRows('events').filter((rule) => eventTypeOf(rule) !== 'error');

/** A request that cites as many pages as there can be, so that the answer has a long text and a long list of sources. */
const longest = (context: Context): readonly Call[] =>
  context.requestsAreFree && context.profile.fixtures_url !== undefined
    ? [withPdfs([fixtureUrl(context, 'pages-60.pdf')], models.chatPro)]
    : [];

const streams: Traffic = {
  ...streamTraffic,
  name: `${streamTraffic.name}, one of 60 pages among them`,
  examples: (context) => [...streamTraffic.examples(context), ...longest(context).map(asStream)],
};

/** Every check of the event stream. */
export const eventsChecks: readonly Check[] = [
  acceptsValid('events.accepts-valid', streamTraffic),
  ...responseRules(streams, {
    'events.content-type': [framing.contentType, 'The content type is looked at.'],
    'events.framing': [
      framing.framing,
      'The raw bytes are read line by line, and held against the events that eventsource-parser dispatches for them.',
    ],
    'events.framing-plain': [
      framing.framingPlain,
      'The raw bytes are read for line ends, comments, other fields and blank lines that end no event.',
    ],
    'events.json': [framing.json, 'The data of every event before the end marker is parsed.'],
    'events.type-field': [framing.typeField, 'Every JSON event is looked at.'],
    'events.done': [framing.done, 'The line of the end marker is compared with the literal one.'],
    'events.nothing-after-done': [framing.nothingAfterDone, 'Lines after the end marker are looked for, comments too.'],
    'events.steps-present': [order.stepsPresent, 'Whole streams are searched for the event.'],
    'events.steps-several': [order.stepsSeveral, 'The events are counted.'],
    'events.steps-first': [order.stepsFirst, 'Positions are compared; unknown types may stand anywhere.'],
    'events.steps-grow': [order.stepsGrow, 'The lengths of the snapshots are compared in order.'],
    'events.message-present': [order.messagePresent, 'Whole streams are searched for the event.'],
    'events.message-several': [order.messageSeveral, 'The events are counted.'],
    'events.message-delta': [order.messageDelta, 'Each fragment is compared with the one before, the last with all.'],
    'events.sources-present': [order.sourcesPresent, 'Whole streams are searched for the event.'],
    'events.sources-after-message': [order.sourcesAfterMessage, 'Positions are compared.'],
    'events.follow-ups-present': [order.followUpsPresent, 'Whole streams are searched where they were asked for.'],
    'events.follow-ups-unasked': [order.followUpsUnasked, 'Streams are searched where they were not asked for.'],
    'events.follow-ups-last': [order.followUpsLast, 'Positions are compared.'],
    'events.step-sources-final': [
      stepSourcesFinal,
      'Each source on a step is looked up in the final event by its id, and the final ones on the steps of the last snapshot.',
    ],
    'events.step-sources-once': [stepSourcesOnce, 'Steps with `sources` are counted in every snapshot.'],
    'events.step-actions-slot': [
      stepActionsSlot,
      'Actions are counted from snapshot to snapshot, and looked for on the steps that hold sources at last.',
    ],
  }),
  ...fieldRules(ordinaryFields, streamTraffic, eventFieldJudge),
  wholeRunRule(
    'events.steps-added',
    streamTraffic,
    stepsAdded,
    'Every snapshot is searched for steps, and for actions where sources were searched for.',
  ),
  sameRule('events.same-message', same.sameMessage, 'The joined fragments are compared with `message`.'),
  sameRule('events.same-sources', same.sameSources, 'The last `sources` event is compared, field by specified field.'),
  sameRule('events.same-follow-ups', same.sameFollowUps, 'The last `follow_up_questions` event is compared.'),
  sameRule('events.same-steps', same.sameSteps, 'The descriptions in the last `steps` event are compared.'),
  ...emptyListChecks,
  earlyErrorsPlain,
  ...failingStreamChecks,
];
