import { broken, type Judgement } from '../engine/signals.ts';
import { bodyOf, type Loose, listIn, objectIn } from '../judges/read.ts';
import { shown } from '../judges/shown.ts';
import type { Exchange } from '../target/exchange.ts';
import { eventsOf, lastOf, messageOf, type StreamReading } from '../target/stream.ts';
import { onSuccess, type Seen } from './stream-judge.ts';

/** Judges a stream against the answer to the same request without one. */
export type PairJudge = (stream: Exchange, plain: Exchange) => Judgement;

/** Only a stream that got as far as its sources can be held against a whole answer; one cut short is blamed by its end marker. */
const cameThrough = (reading: StreamReading): boolean =>
  reading.doneAt !== -1 || eventsOf(reading, 'sources').length > 0;

function against(judge: (seen: Seen, body: Loose) => Judgement): PairJudge {
  return (stream, plain) => {
    const body = bodyOf(plain);
    return onSuccess((seen) => (body && cameThrough(seen.reading) ? judge(seen, body) : 'nothing'))(stream);
  };
}

/** The fragments together are the `message`. Source: Events, rule 2; readings S8a. */
export const sameMessage: PairJudge = against(({ reading }, { message }) => {
  const fragments = eventsOf(reading, 'message');
  const readable = fragments.every(({ value }) => typeof value?.content === 'string');
  if (typeof message !== 'string' || fragments.length === 0 || !readable) return 'nothing';
  const joined = messageOf(reading);
  if (joined === message) return 'fine';
  const at = firstDifference(joined, message);
  return broken(
    'All `content` fragments in order are the `message` of the same request without a stream.',
    `They part at character ${at}: the stream has ${around(joined, at)} (${joined.length} characters in all), the answer ${around(message, at)} (${message.length}).`,
  );
});

function firstDifference(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

const around = (text: string, at: number): string => JSON.stringify(text.slice(Math.max(0, at - 10), at + 20));

/** The final sources are those of the answer, `[]` for null. Source: Events, rule 4; readings S8a. */
export const sameSources: PairJudge = against(({ reading }, { sources }) => {
  const final = lastOf(reading, 'sources')?.value?.sources;
  if (!Array.isArray(final) || !isListOrNull(sources)) return 'nothing';
  return sameLists(
    'The final `sources` are those of the same request without a stream.',
    final.map(sourceOf),
    listIn(sources).map(sourceOf),
  );
});

/** The final follow-up questions are those of the answer, `[]` for null. Source: Events, rule 4; readings S8a. */
export const sameFollowUps: PairJudge = against(({ reading, request }, body) => {
  const final = lastOf(reading, 'follow_up_questions')?.value?.follow_up_questions;
  const questions = body.follow_up_questions;
  if (request.include_follow_ups !== true || !Array.isArray(final) || !isListOrNull(questions)) return 'nothing';
  return sameLists(
    'The final `follow_up_questions` are those of the same request without a stream.',
    final,
    listIn(questions),
  );
});

/** The last snapshot has the step descriptions of the answer; actions are not compared. Source: Events, rule 4; readings S8a. */
export const sameSteps: PairJudge = against(({ reading }, { steps }) => {
  const final = lastOf(reading, 'steps')?.value?.steps;
  if (!Array.isArray(final) || !Array.isArray(steps)) return 'nothing';
  return sameLists(
    'The last `steps` snapshot has the step descriptions of the same request without a stream.',
    final.map(descriptionOf),
    steps.map(descriptionOf),
  );
});

const isListOrNull = (value: unknown): boolean => value === null || Array.isArray(value);

const descriptionOf = (step: unknown): unknown => objectIn(step)?.description;

/** The specified fields of a source: unknown ones are not compared. */
export function sourceOf(value: unknown): unknown {
  const source = objectIn(value);
  return source === undefined ? value : [source.id, source.title, source.url, source.relevance_score];
}

function sameLists(expected: string, stream: readonly unknown[], plain: readonly unknown[]): Judgement {
  const length = Math.max(stream.length, plain.length);
  for (let at = 0; at < length; at += 1) {
    const [got, due] = [stream[at], plain[at]];
    if (JSON.stringify(got) !== JSON.stringify(due))
      return broken(
        expected,
        `Item ${at} is ${shown(got, 200)} in the stream (${stream.length} items) and ${shown(due, 200)} in the answer (${plain.length}).`,
      );
  }
  return 'fine';
}
