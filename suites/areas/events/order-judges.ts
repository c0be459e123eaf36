import { quoted } from '../../http/exchange/sse.ts';
import { eventsOf, lastEventOf, messageOf, type ParsedStream } from '../../http/exchange/stream.ts';
import { broken, type Judge, type Judgement, tolerated } from '../../judges/judgement.ts';
import { judgeEach } from '../../judges/read.ts';
import { onStream, onSuccess } from './stream-judge.ts';

/**
 * The order of the success path over the types that the specification names; any other type may stand anywhere before the end.
 * Source: Events, rule 1; readings S7, S8, S11.
 */

/**
 * True when a stream came to its end and every event of it was read, and none has this type. Else its absence tells nothing: a
 * missing or early end and unreadable events have their own rules.
 */
export function lacks(type: string, { events, afterDone, doneAt }: ParsedStream): boolean {
  return doneAt !== -1 && [...events, ...afterDone].every((item) => item.type !== undefined && item.type !== type);
}

function present(type: string, parsed: ParsedStream): Judgement {
  if (eventsOf(parsed, type).length > 0) return 'fine';
  if (!lacks(type, parsed)) return 'nothing';
  return broken(`Among the ${parsed.events.length} events none has the type \`${type}\`.`);
}

export const stepsPresent: Judge = onSuccess(({ parsed }) => present('steps', parsed));
/** Fragments that say nothing at all are tolerated. Source: readings S37. */
export const messagePresent: Judge = onSuccess(({ parsed }) => {
  const judgement = present('message', parsed);
  return judgement === 'fine' && lacksText(parsed) ? tolerated('All fragments together are empty.') : judgement;
});
const lacksText = (parsed: ParsedStream): boolean =>
  messageOf(parsed).trim() === '' &&
  eventsOf(parsed, 'message').every(({ value }) => typeof value?.content === 'string');

const textOf = (fragments: readonly { readonly content: string }[]): string =>
  fragments.map(({ content }) => content).join('');

/** Shorter texts may repeat themselves by chance. */
const TELLING_LENGTH = 20;

/**
 * Fragments are to be appended, so that three or more of which each begins with the one before, or a last one that repeats all before it, say the
 * answer more than once. Source: Events, table and rule 2.
 */
export const messageDelta: Judge = onStream(({ parsed }) => {
  const fragments = eventsOf(parsed, 'message').flatMap(({ index, value }) =>
    typeof value?.content === 'string' && value.content !== '' ? [{ index, content: value.content }] : [],
  );
  const [first, last] = [fragments[0], fragments.at(-1)];
  if (first === undefined || last === undefined) return 'nothing';
  const before = fragments.slice(0, -1);
  if (before.length < 2 || last.content.length < TELLING_LENGTH) return 'fine';
  const grows = fragments.every(({ content }, at) => content.startsWith(fragments[at - 1]?.content ?? ''));
  if (grows && last.content.length > first.content.length)
    return broken(
      `Each of ${fragments.length} fragments begins with the whole of the one before: event ${first.index + 1} is ${quoted(first.content)}, event ${last.index + 1} is ${quoted(last.content)}.`,
    );
  return textOf(before).trim() === last.content.trim()
    ? broken(`Event ${last.index + 1} repeats the whole text of the ${before.length} fragments before it.`)
    : 'fine';
});

export const sourcesPresent: Judge = onSuccess(({ parsed }) => present('sources', parsed));

/** Follow-up questions that were asked for are sent, be it as `[]`. Source: Events, rule 1d. */
export const followUpsPresent: Judge = onSuccess(({ parsed, request }) =>
  request.include_follow_ups === true ? present('follow_up_questions', parsed) : 'nothing',
);

/** Follow-up questions that were not asked for are not sent. Source: Events, rule 1d. */
export const followUpsUnasked: Judge = onStream(({ parsed, request }) => {
  if (request.include_follow_ups === true) return 'nothing';
  const [event] = eventsOf(parsed, 'follow_up_questions');
  // `events.error-then-done` judges what follows an error.
  const [error] = eventsOf(parsed, 'error');
  if (event && error && error.index < event.index) return 'nothing';
  return event === undefined ? 'fine' : broken(`Event ${event.index + 1} is \`follow_up_questions\`.`);
});

/** A single event where the specification speaks of several warns; none at all has its own rule. */
const several = (type: string): Judge =>
  onSuccess(({ parsed }) => {
    const count = eventsOf(parsed, type).length;
    if (count === 0) return 'nothing';
    return count > 1 ? 'fine' : broken(`There is only one among ${parsed.events.length} events.`);
  });

export const stepsSeveral: Judge = several('steps');
export const messageSeveral: Judge = several('message');

/** Every event of one type stands before every event of another; nothing to judge where either is missing. */
function before(first: string, second: string): Judge {
  return onStream(({ parsed }) => {
    const late = lastEventOf(parsed, first);
    const [early] = eventsOf(parsed, second);
    if (!late || !early) return 'nothing';
    if (late.index < early.index) return 'fine';
    const empty = early.value?.content === '' ? ' (of empty content)' : '';
    const last = eventsOf(parsed, first).length > 1 ? `the last \`${first}\`` : `\`${first}\``;
    return broken(`Event ${early.index + 1} is \`${second}\`${empty}, event ${late.index + 1} is ${last}.`);
  });
}

export const stepsFirst: Judge = before('steps', 'message');
export const sourcesAfterMessage: Judge = before('message', 'sources');
export const followUpsLast: Judge = before('sources', 'follow_up_questions');

/** A snapshot never has fewer steps than the one before. Source: Events, rule 1a; readings S8. */
export const stepsGrow: Judge = onStream(({ parsed }) => {
  const snapshots = eventsOf(parsed, 'steps').flatMap(({ index, value }) =>
    Array.isArray(value?.steps) ? [{ index, count: value.steps.length }] : [],
  );
  return judgeEach(
    snapshots.map((snapshot, at) => ({ snapshot, earlier: snapshots[at - 1] })),
    ({ snapshot, earlier }) => {
      if (!earlier) return 'nothing';
      return snapshot.count >= earlier.count
        ? 'fine'
        : broken(
            `Event ${earlier.index + 1} has ${earlier.count} steps, event ${snapshot.index + 1} has ${snapshot.count}.`,
          );
    },
  );
});
