import { isStream } from '../judges/chat-answer.ts';
import { broken, type Finding, type Judge, tolerated } from '../judges/judgement.ts';
import { bodyOf, judgeEach, type Loose, listIn, objectIn, objectsIn, requestOf } from '../judges/read.ts';
import { type Exchange, excerpt, jsonOf } from '../target/exchange.ts';

/** The action type that the specification names. Source: Resources, chat response body. */
const SEARCH = 'search_official_source';

/** Without a stream the answer is one JSON object. Source: Resources, chat request body. */
export const oneObject: Judge = (exchange) => {
  if (isStream(exchange)) return broken(`It came as an event stream: ${excerpt(exchange.body)}`);
  const reading = jsonOf(exchange);
  if (!reading.ok) return 'nothing';
  return objectIn(reading.value) ? 'fine' : broken(`It is ${excerpt(exchange.body)}.`);
};

/** A search action tells what was searched for. Source: Resources, chat response body. */
export const searchInput: Judge = (exchange) =>
  judgeEach(searchesOf(exchange), ({ name, action }) => {
    const input = objectIn(action.input);
    if (!input) return 'nothing';
    return typeof input.query === 'string' ? 'fine' : broken(`${name}.input is ${JSON.stringify(input)}.`);
  });

/** A search action lists what was found. Source: Resources, chat response body. */
export const searchResult: Judge = (exchange) =>
  judgeEach(
    searchesOf(exchange).flatMap(({ name, action }) =>
      listIn(action.result).map((result, at) => ({ name: `${name}.result[${at}]`, result })),
    ),
    ({ name, result }) => {
      const found = objectIn(result);
      if (!found) return broken(`${name} is ${JSON.stringify(result)}.`);
      const wrong = ['title', 'url', 'content'].find((field) => typeof found[field] !== 'string');
      if (wrong === undefined) return emptyIn(name, found);
      if (found[wrong] === null) return tolerated(`${name}.${wrong} is null.`);
      return broken(
        wrong in found
          ? `${name}.${wrong} is ${JSON.stringify(found[wrong])}.`
          : `${name} has no \`${wrong}\`, only ${Object.keys(found).join(', ')}.`,
      );
    },
  );

/** An address is never empty; an empty title or text warns. Source: readings S37. */
function emptyIn(name: string, result: Loose): Finding | 'fine' {
  const empty = ['url', 'title', 'content'].find((field) => result[field] === '');
  if (empty === undefined) return 'fine';
  return (empty === 'url' ? broken : tolerated)(`${name}.${empty} is empty.`);
}

/** Nobody gets questions that nobody asked for; an empty list is the field rule's. Source: Resources, chat response body. */
export const followUpsNull: Judge = (exchange) => {
  if (requestOf(exchange).include_follow_ups === true) return 'nothing';
  const questions = bodyOf(exchange)?.follow_up_questions;
  if (questions === null) return 'fine';
  if (listIn(questions).length === 0) return 'nothing';
  return broken(
    '`follow_up_questions` is null when `include_follow_ups` is false or left out.',
    `It holds ${JSON.stringify(questions)}.`,
  );
};

/** The search actions of an answer, each with its place in words. */
function searchesOf(exchange: Exchange): readonly { readonly name: string; readonly action: Loose }[] {
  return objectsIn(bodyOf(exchange)?.steps).flatMap(({ at: step, item }) =>
    objectsIn(item.actions)
      .filter(({ item: action }) => action.type === SEARCH)
      .map(({ at, item: action }) => ({ name: `steps[${step}].actions[${at}]`, action })),
  );
}
