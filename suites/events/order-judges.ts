import { broken, type Judge, type Judgement } from '../judges/judgement.ts';
import { judgeEach } from '../judges/read.ts';
import { eventsOf, lastOf, type StreamReading } from '../target/stream.ts';
import { onStream, onSuccess } from './stream-judge.ts';

/**
 * The order of the success path over the types that the specification names; any other type may stand anywhere before the end.
 * Source: Events, rule 1; readings S7, S8, S11.
 */

/**
 * True when a stream came to its end and every event of it was read, and none has this type. Else its absence tells nothing: a
 * missing or early end and unreadable events have their own rules.
 */
export function lacks(type: string, { items, afterDone, doneAt }: StreamReading): boolean {
  return doneAt !== -1 && [...items, ...afterDone].every((item) => item.type !== undefined && item.type !== type);
}

function present(type: string, reading: StreamReading, expected: string): Judgement {
  if (eventsOf(reading, type).length > 0) return 'fine';
  if (!lacks(type, reading)) return 'nothing';
  return broken(expected, `Among the ${reading.items.length} events none has the type \`${type}\`.`);
}

export const stepsPresent: Judge = onSuccess(({ reading }) =>
  present('steps', reading, 'At least one `steps` event is sent.'),
);

export const messagePresent: Judge = onSuccess(({ reading }) =>
  present('message', reading, 'At least one `message` event is sent.'),
);

export const sourcesPresent: Judge = onSuccess(({ reading }) =>
  present('sources', reading, '`sources` is always sent, with `[]` when there are none.'),
);

/** Follow-up questions that were asked for are sent, be it as `[]`. Source: Events, rule 1d. */
export const followUpsPresent: Judge = onSuccess(({ reading, request }) =>
  request.include_follow_ups === true
    ? present(
        'follow_up_questions',
        reading,
        'With `include_follow_ups` true a `follow_up_questions` event is sent, with `[]` when none are generated.',
      )
    : 'nothing',
);

/** Follow-up questions that were not asked for are not sent. Source: Events, rule 1d. */
export const followUpsUnasked: Judge = onStream(({ reading, request }) => {
  if (request.include_follow_ups === true) return 'nothing';
  const [event] = eventsOf(reading, 'follow_up_questions');
  return event === undefined
    ? 'fine'
    : broken(
        'Without `include_follow_ups` no `follow_up_questions` event is sent.',
        `Event ${event.index + 1} has that type.`,
      );
});

/** A single event where the specification speaks of several warns; none at all has its own rule. */
const several = (type: string): Judge =>
  onSuccess(({ reading }) => {
    const count = eventsOf(reading, type).length;
    if (count === 0) return 'nothing';
    return count > 1
      ? 'fine'
      : broken(`Several \`${type}\` events are sent.`, `Only one came among ${reading.items.length} events.`);
  });

export const stepsSeveral: Judge = several('steps');
export const messageSeveral: Judge = several('message');

/** Every event of one type stands before every event of another; nothing to judge where either is missing. */
function before(first: string, second: string, expected: string): Judge {
  return onStream(({ reading }) => {
    const late = lastOf(reading, first);
    const [early] = eventsOf(reading, second);
    if (!late || !early) return 'nothing';
    return late.index < early.index
      ? 'fine'
      : broken(expected, `Event ${early.index + 1} is \`${second}\`, event ${late.index + 1} is \`${first}\`.`);
  });
}

export const stepsFirst: Judge = before('steps', 'message', 'All `steps` events come before the first `message`.');

export const sourcesAfterMessage: Judge = before('message', 'sources', '`sources` comes after the last `message`.');

export const followUpsLast: Judge = before(
  'sources',
  'follow_up_questions',
  '`follow_up_questions` comes after `sources`.',
);

/** A snapshot never has fewer steps than the one before. Source: Events, rule 1a; readings S8. */
export const stepsGrow: Judge = onStream(({ reading }) => {
  const snapshots = eventsOf(reading, 'steps').flatMap(({ index, value }) =>
    Array.isArray(value?.steps) ? [{ index, count: value.steps.length }] : [],
  );
  return judgeEach(
    snapshots.map((snapshot, at) => ({ snapshot, earlier: snapshots[at - 1] })),
    ({ snapshot, earlier }) => {
      if (!earlier) return 'nothing';
      return snapshot.count >= earlier.count
        ? 'fine'
        : broken(
            'Each `steps` snapshot holds all steps so far: it never has fewer than the one before.',
            `Event ${earlier.index + 1} has ${earlier.count} steps, event ${snapshot.index + 1} has ${snapshot.count}.`,
          );
    },
  );
});
