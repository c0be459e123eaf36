import { plural } from '../../../reports/index.ts';
import type { JsonObject } from '../../../spec/index.ts';
import type { Exchange } from '../../http/exchange/exchange.ts';
import { eventsOf, lastEventOf, messageOf, type ParsedStream } from '../../http/exchange/stream.ts';
import { describeDifference, equalUpToRounding } from '../../judges/difference.ts';
import { broken, type Judgement } from '../../judges/judgement.ts';
import { bodyOf, listIn, objectIn } from '../../judges/read.ts';
import { onSuccess, type Seen } from './stream-judge.ts';

/** Judges a stream against the answer to the same request without one. */
export type PairJudge = (stream: Exchange, plain: Exchange) => Judgement;

/** Only a stream that got as far as its sources can be held against a whole answer; one cut short is blamed by its end marker. */
const cameThrough = (parsed: ParsedStream): boolean => parsed.doneAt !== -1 || eventsOf(parsed, 'sources').length > 0;

function against(judge: (seen: Seen, body: JsonObject) => Judgement): PairJudge {
  return (stream, plain) => {
    const body = bodyOf(plain);
    return onSuccess((seen) => (body && cameThrough(seen.parsed) ? judge(seen, body) : 'nothing'))(stream);
  };
}

/** The fragments together are the `message`. Source: Events, rule 2; readings S8a. */
export const sameMessage: PairJudge = against(({ parsed }, { message }) => {
  const fragments = eventsOf(parsed, 'message');
  const readable = fragments.every(({ value }) => typeof value?.content === 'string');
  if (typeof message !== 'string' || fragments.length === 0 || !readable) return 'nothing';
  const joined = messageOf(parsed);
  if (joined === message) return 'fine';
  const apart = describeDifference(joined, message, ['in the stream', 'in the answer']);
  return broken(
    `\`message\` has ${joined.length} characters in the stream and ${message.length} in the answer: ${apart}.`,
  );
});

/** The final sources are those of the answer, `[]` for null. Source: Events, rule 4; readings S8a. */
export const sameSources: PairJudge = against(({ parsed }, { sources }) =>
  sameLists('sources', lastEventOf(parsed, 'sources')?.value?.sources, sources ?? [], sourceOf),
);

/** The final follow-up questions are those of the answer, `[]` for null. Source: Events, rule 4; readings S8a. */
export const sameFollowUps: PairJudge = against(({ parsed, request }, body) =>
  request.include_follow_ups === true
    ? sameLists(
        'follow_up_questions',
        lastEventOf(parsed, 'follow_up_questions')?.value?.follow_up_questions,
        body.follow_up_questions ?? [],
        textOf,
      )
    : 'nothing',
);

/** The last snapshot has the step descriptions of the answer; actions are not compared. Source: Events, rule 4; readings S8a. */
export const sameSteps: PairJudge = against(({ parsed }, { steps }) =>
  sameLists('steps', lastEventOf(parsed, 'steps')?.value?.steps, steps, (step) => textOf(objectIn(step)?.description)),
);

/** Whether two answers without a stream hold the same data; only what the rules above compare counts. Source: readings S8a, S23. */
export const sameAnswers = (one: Exchange, other: Exchange): boolean => equalUpToRounding(dataOf(one), dataOf(other));

function dataOf(exchange: Exchange): unknown {
  const { message, sources, follow_up_questions, steps } = bodyOf(exchange) ?? {};
  const known = listIn(sources).map((source) => {
    const { id, title, url, relevance_score } = objectIn(source) ?? {};
    return [id, title, url, relevance_score];
  });
  return [message, known, follow_up_questions, listIn(steps).map((step) => objectIn(step)?.description)];
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? JSON.stringify(value) : undefined);

/** The specified fields of a source as JSON, unknown ones left out; undefined when one is missing or mistyped. */
export function sourceOf(value: unknown): string | undefined {
  const { id, title, url, relevance_score } = objectIn(value) ?? {};
  const whole = [id, title, url].every((text) => typeof text === 'string') && typeof relevance_score === 'number';
  return whole ? JSON.stringify({ id, title, url, relevance_score }) : undefined;
}

/** Compares two lists by what counts of their items, as JSON. Lists or items of the wrong type are blamed by the rules of their fields. */
function sameLists(
  list: string,
  streamed: unknown,
  plain: unknown,
  essence: (item: unknown) => string | undefined,
): Judgement {
  if (!Array.isArray(streamed) || !Array.isArray(plain)) return 'nothing';
  const [got, due] = [streamed.map(essence), plain.map(essence)];
  if ([...got, ...due].includes(undefined)) return 'nothing';
  for (let at = 0; at < Math.max(got.length, due.length); at += 1) {
    if (!sameText(got[at], due[at]))
      return broken(
        `The stream ends with ${plural(got.length, 'item')} in \`${list}\`, the answer without a stream has ${due.length}. Of item ${at}, ${describeDifference(parsed(got[at]), parsed(due[at]), ['in the stream', 'in the answer'])}.`,
      );
  }
  return 'fine';
}

/** Two answers were computed, so that scores may differ by rounding. */
const sameText = (one: string | undefined, other: string | undefined): boolean =>
  one === other || equalUpToRounding(parsed(one), parsed(other));

const parsed = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));
