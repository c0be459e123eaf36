import { plural } from '../../../reports/index.ts';
import { type JsonObject, limits } from '../../../spec/index.ts';
import type { Exchange } from '../../http/exchange/exchange.ts';
import { judgeConstants } from '../../judges/constant-values.ts';
import { describeDifference } from '../../judges/difference.ts';
import { formatValue } from '../../judges/format-value.ts';
import { broken, type Judge, type JudgeAll, type Judgement } from '../../judges/judgement.ts';
import { bodyOf, countIn, objectsIn, requestBodyOf } from '../../judges/read.ts';

/** With `max_results` never more than that. Source: Resources, finder request body. */
export const capped: Judge = (exchange) => {
  const { max_results: most } = requestBodyOf(exchange);
  return typeof most === 'number' ? atMost(exchange, most, `With \`max_results\` ${most}`) : 'nothing';
};

/** Without `max_results` never more than the default. Source: Resources, finder request body. */
export const cappedByDefault: Judge = (exchange) =>
  requestBodyOf(exchange).max_results === undefined
    ? atMost(exchange, limits.maxResults.default, 'Without `max_results`')
    : 'nothing';

function atMost(exchange: Exchange, most: number, when: string): Judgement {
  const count = countIn(exchange, 'results');
  if (count === undefined) return 'nothing';
  return count <= most
    ? 'fine'
    : broken(`${when} at most ${plural(most, 'result')} may come.`, `${plural(count, 'result')} came.`);
}

/** The query comes back as it was sent, character by character. Source: Resources, finder response body. */
export const queryEchoed: Judge = (exchange) => {
  const [sent, got] = [requestBodyOf(exchange).query, bodyOf(exchange)?.query];
  if (typeof sent !== 'string' || typeof got !== 'string') return 'nothing';
  return got === sent
    ? 'fine'
    : broken(
        '`query` repeats the query of the request, character by character.',
        `${describeDifference(sent, got, ['as sent', 'as it came back'], '`query`')}.`,
      );
};

/** No answer unless one was asked for. Source: Resources, finder response body. */
export const answerWithheld: Judge = (exchange) => {
  const { include_answer: asked } = requestBodyOf(exchange);
  const answer = bodyOf(exchange)?.answer;
  if (asked === true || answer === undefined) return 'nothing';
  if (answer === null) return 'fine';
  return typeof answer === 'string'
    ? broken(
        '`answer` is null unless `include_answer` is true.',
        `With \`include_answer\` ${asked === undefined ? 'left out' : 'false'} \`answer\` is ${formatValue(answer)}.`,
      )
    : 'nothing';
};

/**
 * At most two decimal places. A JSON number has a value and no number of digits: `1.2`, `1.20`, `1e-2` and the longer forms that some
 * writers give to the nearest double of 0.12 are all fine. Source: Resources, finder response body; readings S21.
 */
export const timeDecimals: Judge = (exchange) => {
  const time = bodyOf(exchange)?.response_time;
  if (typeof time !== 'number') return 'nothing';
  return Number(time.toFixed(2)) === time ? 'fine' : broken(`\`response_time\` is ${time}.`);
};

/** Results that differ in one thing differ in the others. Source: readings S40. */
export const resultsDiffer: JudgeAll = (exchanges) =>
  judgeConstants(exchanges.flatMap(resultsIn), [
    ['results with addresses of their own have one title', 'url', 'title'],
    ['results with addresses of their own have one text', 'url', 'content'],
    ['results with titles of their own have one address', 'title', 'url'],
  ]);

const resultsIn = (exchange: Exchange): readonly JsonObject[] =>
  objectsIn(bodyOf(exchange)?.results).map(({ item }) => item);

/** What tells searches apart; what was found for it may be kept. */
export const searchedFor = ({ query }: JsonObject): unknown => query;

/** What an answer says. */
export const saidIn = (exchange: Exchange): JsonObject => ({
  answer: bodyOf(exchange)?.answer,
  results: resultsIn(exchange).map(({ title, url, content }) => ({ title, url, content })),
});
