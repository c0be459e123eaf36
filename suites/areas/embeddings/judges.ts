import { plural } from '../../../reports/index.ts';
import type { JsonObject } from '../../../spec/index.ts';
import type { Exchange } from '../../http/exchange/exchange.ts';
import { MIN_DISTINCT } from '../../judges/constant-values.ts';
import { byIndex } from '../../judges/difference.ts';
import { formatValue } from '../../judges/format-value.ts';
import { broken, type Judge, type JudgeAll, type Judgement, tolerated } from '../../judges/judgement.ts';
import { bodyOf, countIn, judgeEach, listIn, objectIn, objectsIn, requestBodyOf } from '../../judges/read.ts';
import { isNear } from './nearest.ts';

/** An array of inputs gives as many entries. Source: Resources, embeddings response body. */
export const oneEach: Judge = (exchange) => {
  const [{ input }, count] = [requestBodyOf(exchange), countIn(exchange, 'data')];
  if (!Array.isArray(input) || count === undefined) return 'nothing';
  return count === input.length
    ? 'fine'
    : broken(`\`data\` holds ${plural(count, 'entry')} for ${plural(input.length, 'input')}.`);
};

/** One string gives one entry. Source: Endpoints, rule 4. */
export const single: Judge = (exchange) => {
  const [{ input }, count] = [requestBodyOf(exchange), countIn(exchange, 'data')];
  if (typeof input !== 'string' || count === undefined) return 'nothing';
  return count === 1 ? 'fine' : broken(`\`data\` holds ${plural(count, 'entry')}.`);
};

/** Every index is the position of one input, each at most once; how many entries there are is judged apart. Source: Endpoints, rule 4. */
export const positions: Judge = (exchange) => {
  const { input } = requestBodyOf(exchange);
  const inputs = Array.isArray(input) ? input.length : 1;
  if (countIn(exchange, 'data') !== inputs) return 'nothing';
  const seen = new Map<number, number>();
  return judgeEach(objectsIn(bodyOf(exchange)?.data), ({ at, item: { index } }) => {
    // A negative one is the matter of `embeddings.response.item-index`.
    if (typeof index !== 'number' || !Number.isInteger(index) || index < 0) return 'nothing';
    const before = seen.get(index);
    if (before !== undefined) return broken(`data[${before}] and data[${at}] both have the index ${index}.`);
    seen.set(index, at);
    return index < inputs ? 'fine' : broken(`data[${at}].index is ${index}, with ${plural(inputs, 'input')} sent.`);
  });
};

/** Hardly any way of counting goes below: a token for ten words, up to twenty, for a model may read no more of a text than its beginning. */
const fewestTokens = (text: string): number => Math.max(1, Math.min(20, Math.floor(text.split(/\s+/).length / 10)));

/**
 * No input is empty, so that each holds a token at least, and equal ones may be processed once; how tokens are counted is not
 * specified, so that too few for a long text warn. Source: Resources, embeddings response body.
 */
export const tokenCount: Judge = (exchange) => {
  const tokens = objectIn(bodyOf(exchange)?.usage)?.prompt_tokens;
  if (typeof tokens !== 'number' || !Number.isInteger(tokens)) return 'nothing';
  // White space alone need not be a token, and equal texts may have it around them.
  const texts = [...new Set(inputsOf(requestBodyOf(exchange)).map((input) => String(input).trim()))].filter(Boolean);
  if (tokens >= texts.reduce((sum, text) => sum + fewestTokens(text), 0)) return 'fine';
  const held = texts.length === 1 ? 'the input holds text' : `${texts.length} different inputs hold text`;
  if (tokens < texts.length) return broken(`prompt_tokens is ${tokens}, though ${held}.`);
  const words = texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
  return tolerated(`prompt_tokens is ${tokens}, though ${held} of ${words} words.`);
};

/** Both token counts are the same. Source: Resources, embeddings response body. */
export const tokensEqual: Judge = (exchange) => {
  const usage = objectIn(bodyOf(exchange)?.usage);
  const [prompt, total] = [usage?.prompt_tokens, usage?.total_tokens];
  if (!Number.isInteger(prompt) || !Number.isInteger(total)) return 'nothing';
  return prompt === total ? 'fine' : broken(`total_tokens is ${total} and prompt_tokens ${prompt}.`);
};

/** The inputs of a request; one string and a list of one are the same. */
export const inputsOf = ({ input }: JsonObject): readonly unknown[] => [input].flat();

/** Different inputs have different vectors: not all the same, and none that of an input without a word in common. Source: readings S40. */
export const vectorsDiffer: JudgeAll = (exchanges) => {
  const entries = exchanges.flatMap(entriesIn);
  const inputs = new Set(entries.map(({ input }) => input)).size;
  const [first] = entries;
  if (first === undefined || inputs < MIN_DISTINCT) return 'nothing';
  const same = entries.every(
    ({ vector }) => vector.length === first.vector.length && vector.every((number, at) => number === first.vector[at]),
  );
  return same
    ? broken(
        `All ${inputs} different inputs have ${first.vector.length === 0 ? 'an empty vector' : `one vector, which begins with ${first.vector.slice(0, 3).join(', ')}`}.`,
      )
    : twinsAmong(entries);
};

/** An input with its vector, and the exchange that held it. */
interface Entry {
  readonly input: unknown;
  readonly vector: readonly unknown[];
  readonly exchange: Exchange;
}

/**
 * No input has the very vector of another one where it has its own elsewhere. Models may read no capitals, no signs and only the beginning of a text, and
 * two may stand behind one address, so that texts must differ in what each of them reads. Source: Endpoints, rule 4.
 */
export const vectorsKept: JudgeAll = (exchanges) => {
  const entries = exchanges
    // Where entries are missing or the indexes are not the positions, it is unknown which input a vector belongs to; other rules fail for that.
    .filter((exchange) => positions(exchange) === 'fine')
    .flatMap(entriesIn)
    .filter(
      ({ input, vector }) => typeof input === 'string' && readIn(input) !== '' && vector.some((number) => number !== 0),
    );
  const byStart = grouped(entries, startOf);
  const byInput = grouped(entries, ({ input }) => input);
  for (const entry of entries) {
    const { input, vector, exchange } = entry;
    const other = byStart
      .get(startOf(entry))
      ?.find((one) => readIn(one.input) !== readIn(input) && vector.every((number, at) => number === one.vector[at]));
    const own = other && byInput.get(input)?.find((one) => !isNear(one.vector, vector));
    if (other === undefined || own === undefined) continue;
    const [text, otherText] = [input, other.input].map((one) => formatValue(one, 80));
    const actual = `The input ${text} has the vector of ${otherText}, which begins with ${vector.slice(0, 3).join(', ')}; in another answer it has one that begins with ${own.vector.slice(0, 3).join(', ')}.`;
    return {
      ...broken(actual),
      shownBy: exchange,
      together: [...new Set([own.exchange, other.exchange, exchange])],
    };
  }
  return entries.length === 0 ? 'nothing' : 'fine';
};

function grouped(entries: readonly Entry[], keyOf: (entry: Entry) => unknown): ReadonlyMap<unknown, readonly Entry[]> {
  const groups = new Map<unknown, Entry[]>();
  for (const entry of entries) {
    const group = groups.get(keyOf(entry)) ?? [];
    groups.set(keyOf(entry), group);
    group.push(entry);
  }
  return groups;
}

/** What any model reads of a text, nearly: the first of its letters and digits. */
const readIn = (text: unknown): string =>
  String(text)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
    .slice(0, 100);

/** The first numbers of a vector, which tell it from others, nearly always. */
const startOf = ({ vector }: Entry): string => vector.slice(0, 8).join(' ');

/** Two inputs that share no word have one vector, digit by digit: one of them has that of the other. Zeros are left out: a model may know no word of a text. */
function twinsAmong(entries: readonly Entry[]): Judgement {
  const seen = new Map<string, Entry>();
  for (const entry of entries) {
    const { input, vector, exchange } = entry;
    if (vector.length === 0 || vector.every((number) => number === 0)) continue;
    const start = startOf(entry);
    const before = seen.get(start) ?? entry;
    seen.set(start, before);
    if (!areUnlike(input, before.input) || vector.some((number, at) => number !== before.vector[at])) continue;
    const texts = [before.input, input].map((text) => formatValue(text, 80)).join(' and ');
    const actual = `Two inputs that share no word, ${texts}, have one vector, which begins with ${vector.slice(0, 3).join(', ')}.`;
    return { ...broken(actual), shownBy: exchange, together: [...new Set([before.exchange, exchange])] };
  }
  return 'fine';
}

/** Whether two texts have three words of four letters or more each, and none in common. */
function areUnlike(one: unknown, other: unknown): boolean {
  const [words, others] = [one, other].map(
    (text) =>
      new Set(
        String(text)
          .toLowerCase()
          .match(/[a-z]{4,}/g),
      ),
  );
  return Math.min(words?.size ?? 0, others?.size ?? 0) >= 3 && [...(words ?? [])].every((word) => !others?.has(word));
}

function entriesIn(exchange: Exchange): readonly Entry[] {
  const inputs = inputsOf(requestBodyOf(exchange));
  return vectorsIn(exchange).map(({ index, vector }) => ({ input: inputs[index], vector, exchange }));
}

function vectorsIn(exchange: Exchange): readonly { readonly index: number; readonly vector: readonly unknown[] }[] {
  return objectsIn(bodyOf(exchange)?.data).map(({ item: { index, embedding } }) => ({
    index: Number(index),
    vector: listIn(embedding),
  }));
}

/** What an answer says, whatever order its entries have. */
export const saidIn = (exchange: Exchange): JsonObject => ({
  data: byIndex(vectorsIn(exchange), ({ index }) => index).map(({ vector }) => ({ embedding: vector })),
});
