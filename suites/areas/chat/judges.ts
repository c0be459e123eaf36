import type { JsonObject } from '../../../spec/index.ts';
import { type Exchange, excerpt, jsonOf } from '../../http/exchange/exchange.ts';
import { chatAnswerOf, isStream } from '../../judges/chat-answer.ts';
import { judgeConstant, judgeConstants } from '../../judges/constant-values.ts';
import { broken, type Finding, type Judge, type JudgeAll, tolerated } from '../../judges/judgement.ts';
import { isPage, oddAddress } from '../../judges/odd-values.ts';
import { bodyOf, judgeEach, listIn, objectIn, objectsIn, requestBodyOf } from '../../judges/read.ts';

/** The action type that the specification names. Source: Resources, chat response body. */
const SEARCH = 'search_official_source';

/** Without a stream the answer is one JSON object. Source: Resources, chat request body. */
export const oneObject: Judge = (exchange) => {
  const parsed = jsonOf(exchange);
  // JSON with the content type of a stream breaks only the rule about content types.
  if (parsed.ok) return objectIn(parsed.value) ? 'fine' : broken(`The body is ${excerpt(exchange.body)}.`);
  return isStream(exchange) ? broken(`The answer is an event stream: ${excerpt(exchange.body)}`) : 'nothing';
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
      if (wrong === undefined) return oddIn(name, found);
      if (found[wrong] === null) return tolerated(`${name}.${wrong} is null.`);
      return broken(
        wrong in found
          ? `${name}.${wrong} is ${JSON.stringify(found[wrong])}.`
          : `${name} has no \`${wrong}\`, only ${Object.keys(found).join(', ')}.`,
      );
    },
  );

/** An address is never empty; an empty title or text warns, and so does an address that leads nowhere. Source: readings S37, S38. */
function oddIn(name: string, { title, url, content }: JsonObject): Finding | 'fine' {
  const empty = Object.entries({ url, title, content }).find(([, text]) => String(text).trim() === '')?.[0];
  if (empty !== undefined) return (empty === 'url' ? broken : tolerated)(`${name}.${empty} is empty.`);
  const odd = oddAddress(String(url));
  return odd === undefined ? 'fine' : tolerated(`${name}.url is ${odd}: ${url}.`);
}

/** Nobody gets questions that nobody asked for; an empty list is the field rule's. Source: Resources, chat response body. */
export const followUpsNull: Judge = (exchange) => {
  if (requestBodyOf(exchange).include_follow_ups === true) return 'nothing';
  const questions = bodyOf(exchange)?.follow_up_questions;
  if (questions === null) return 'fine';
  if (listIn(questions).length === 0) return 'nothing';
  return broken(
    '`follow_up_questions` is null when `include_follow_ups` is false or left out.',
    `\`follow_up_questions\` holds ${JSON.stringify(questions)}.`,
  );
};

/** The search actions of an answer, each with its place in words. */
function searchesOf(exchange: Exchange): readonly { readonly name: string; readonly action: JsonObject }[] {
  return objectsIn(bodyOf(exchange)?.steps).flatMap(({ at: step, item }) =>
    objectsIn(item.actions)
      .filter(({ item: action }) => action.type === SEARCH)
      .map(({ at, item: action }) => ({ name: `steps[${step}].actions[${at}]`, action })),
  );
}

/** Sources that were searched for; pages of attached PDFs share an address. */
const foundIn = (exchange: Exchange): readonly JsonObject[] =>
  (chatAnswerOf(exchange).sources ?? []).map(({ item }) => item).filter((source) => !isPage(source));

/** Pages that differ in one thing differ in the other. Source: readings S40. */
export const sourcesDiffer: JudgeAll = (exchanges) =>
  judgeConstants(exchanges.flatMap(foundIn), [
    ['sources with addresses of their own have one title', 'url', 'title'],
    ['sources with titles of their own have one address', 'title', 'url'],
  ]);

/** Other questions get other answers, where anything was found; a service may say each time that it does not know. Source: readings S40. */
export const messagesDiffer: JudgeAll = (exchanges) =>
  judgeConstant(
    'conversations get one answer',
    exchanges
      .filter((exchange) => foundIn(exchange).length > 0)
      .map((exchange) => ({
        id: objectsIn(requestBodyOf(exchange).messages)
          .map(({ item }) => item.text)
          .join('\n'),
        value: chatAnswerOf(exchange).message,
      })),
  );

/** Answers tell of steps, and of search actions where anything was found. Source: Resources, chat response body; readings S43. */
export const stepsFilled: JudgeAll = (exchanges) => {
  const answers = exchanges.filter((exchange) => Array.isArray(bodyOf(exchange)?.steps));
  if (answers.length === 0) return 'nothing';
  const steps = answers.flatMap((exchange) => objectsIn(bodyOf(exchange)?.steps)).map(({ item }) => item);
  if (steps.length === 0) return broken(`In ${answers.length} answers \`steps\` holds nothing.`);
  const found = answers.filter((exchange) => foundIn(exchange).length > 0).length;
  if (found === 0) return 'fine';
  const though = `though ${found} have sources that were searched for`;
  if (steps.every(({ actions }) => listIn(actions).length === 0))
    return broken(`In ${answers.length} answers no step has an action, ${though}.`);
  const types = new Set(steps.flatMap(({ actions }) => objectsIn(actions)).map(({ item }) => item.type));
  if (types.has(SEARCH)) return 'fine';
  const others = [...types].map((type) => JSON.stringify(type) ?? 'nothing').join(', ');
  return broken(
    `In ${answers.length} answers no action has the type \`${SEARCH}\`, ${though}: the types are ${others}.`,
  );
};

/** What an answer says, whatever else it holds. */
export const saidIn = (exchange: Exchange): JsonObject => {
  const { message, sources, follow_up_questions } = bodyOf(exchange) ?? {};
  return {
    message,
    sources: objectsIn(sources).map(({ item: { id, title, url } }) => ({ id, title, url })),
    follow_up_questions,
  };
};
