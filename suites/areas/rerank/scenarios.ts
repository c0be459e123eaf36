import { plural } from '../../../reports/index.ts';
import { assertDeterministic } from '../../engine/checks/assert-deterministic.ts';
import { casesWith } from '../../engine/checks/in-circumstances.ts';
import { acceptanceRule, scenario, scenarioOver } from '../../engine/checks/scenario.ts';
import { affordable } from '../../engine/context/context.ts';
import { flatMapInParallel } from '../../engine/context/map-concurrently.ts';
import { send, sendValid } from '../../engine/context/send.ts';
import { bases } from '../../generate/bases.ts';
import { type Call, type Exchange, excerpt, succeeded } from '../../http/exchange/exchange.ts';
import { byIndex, equalUpToRounding } from '../../judges/difference.ts';
import { formatValue } from '../../judges/format-value.ts';
import { Unjudgeable } from '../../judges/judgement.ts';
import { bodyOf, objectIn, objectsIn } from '../../judges/read.ts';
import { fourteenDocuments } from './traffic.ts';

const base = bases.rerank[0] ?? {};
const call = (extra: object): Call => ({ endpoint: 'rerank', body: { ...base, ...extra } });
const indexesOf = (exchange: Exchange): readonly unknown[] => resultsOf(exchange).map(({ item }) => item.index);

/** A result without an index is another rule's matter. */
const scoresByIndex = (exchange: Exchange): ReadonlyMap<unknown, unknown> =>
  new Map(
    resultsOf(exchange).flatMap(({ item }) =>
      typeof item.index === 'number' ? [[item.index, item.relevance_score] as const] : [],
    ),
  );

const scoresOf = (exchange: Exchange): readonly unknown[] =>
  resultsOf(exchange).map(({ item }) => item.relevance_score);

/** The results of an answer. Throws Unjudgeable if there is no list of them: the rules about the answer and its fields blame that. */
function resultsOf(exchange: Exchange): ReturnType<typeof objectsIn> {
  const results = bodyOf(exchange)?.results;
  if (Array.isArray(results)) return objectsIn(results);
  // A gateway that is away may have sent it: then it is judged again.
  throw new Unjudgeable(`the answer holds no list of results: ${excerpt(exchange.body)}`, true);
}

const sameScores = (one: Exchange, other: Exchange): boolean => equalUpToRounding(ranked(one), ranked(other));
const ranked = (exchange: Exchange): unknown =>
  byIndex(resultsOf(exchange), ({ item }) => item.index).map(({ item }) => [item.index, item.relevance_score]);

/** Strings and objects may stand in one request. */
export const documentsMixed = acceptanceRule('rerank.documents-mixed', 'documents of both kinds', [
  call({ documents: ['A plain string.', { text: 'An object with text.' }] }),
  call({ documents: [{ text: 'An object with text.' }] }),
]);

/** Null stands for all documents. */
export const topNNull = scenario(
  'rerank.top-n-null',
  'A request with `top_n` null gives as many results as documents.',
  async (context, assert) => {
    const exchange = await send(context, call({ documents: fourteenDocuments, top_n: null }));
    if (!succeeded(exchange)) await sendValid(context, call({ documents: fourteenDocuments }));
    assert.accepted(exchange, '`top_n` null is accepted.');
    const [got, sent] = [resultsOf(exchange).length, fourteenDocuments.length];
    assert.require(
      got === sent,
      '`top_n` null returns all documents.',
      `${plural(got, 'result')} came for ${plural(sent, 'document')}.`,
      exchange,
    );
  },
);

/** Documents whose best stand behind more than a hundred others. */
const bestBehindMany: readonly string[] = [
  ...Array.from({ length: 120 }, (_, at) => `Seen for follow-up, visit ${at + 1}.`),
  ...fourteenDocuments,
];

/** The same documents as strings and objects in turn. */
const bothKinds: readonly unknown[] = fourteenDocuments.map((text, at) => (at % 2 === 0 ? { text } : text));

/** Without their texts nothing else shows which document an `index` means. */
export const sameRanking = scenarioOver(
  'rerank.response.same-ranking',
  'Requests are sent with `return_documents` true and false, of strings, of both kinds, of more than a hundred documents and with `top_n`, also of their number; each index must have the same score in both answers.',
  async (context): Promise<readonly object[]> =>
    affordable(
      context,
      [
        { documents: fourteenDocuments.toReversed(), top_n: fourteenDocuments.length },
        { documents: bothKinds },
        { documents: bestBehindMany },
        { documents: fourteenDocuments, top_n: 3 },
      ],
      1,
    ),
  async (context, asked, assert) => {
    const given = await sendValid(context, call({ ...asked, return_documents: true }));
    const withheld = await sendValid(context, call({ ...asked, return_documents: false }));
    const scores = scoresByIndex(given);
    const own = scoresOf(withheld);
    const odd = indexesOf(withheld).findIndex(
      (index, at) => scores.has(index) && !equalUpToRounding(scores.get(index), own[at]),
    );
    const index = indexesOf(withheld)[odd];
    // Whose score it is shows whether indexes or scores were mixed up.
    const [owner] = [...scores].find(([, score]) => equalUpToRounding(score, own[odd])) ?? [];
    if (odd !== -1) await assertDeterministic(context, given.call, sameScores);
    assert.require(
      odd === -1,
      'Without its text a document has the same index and score.',
      `With \`return_documents\` false, results[${odd}] has the index ${index} and the score ${own[odd]}; with true, document ${index} has ${scores.get(index)}${owner === undefined ? '' : `, and document ${owner} has ${own[odd]}`}.`,
      withheld,
    );
  },
);

/** Their order is another rule's matter. */
const highestFirst = (scores: readonly unknown[]): readonly unknown[] =>
  scores.toSorted((one, other) => Number(other) - Number(one));

/** Which document is missing among the best, and which one came in its place. */
function describeMissed(scores: ReadonlyMap<unknown, unknown>, came: readonly unknown[]): string {
  const ranking = [...scores].toSorted(([, one], [, other]) => Number(other) - Number(one));
  const missing = ranking.find(([index]) => !came.includes(index));
  const worst = ranking.findLast(([index]) => came.includes(index));
  return missing === undefined || worst === undefined
    ? `documents ${formatValue(came)} come`
    : `document ${missing[0]} is missing, which scores ${missing[1]} without it, and document ${worst[0]} comes, which scores ${worst[1]} there`;
}

/** The results under `top_n` have the highest scores of those without it; among equal scores any will do. */
export const topNBest = scenarioOver(
  'rerank.response.top-n-best',
  'The documents under `top_n` must be those with the highest scores of the same request without it, in each circumstance, wherever the best document stands.',
  async (context) => {
    const plain = [fourteenDocuments, fourteenDocuments.toReversed(), bestBehindMany].map((documents) => ({
      // The best of these documents are not the first ones.
      all: call({ documents, top_n: null }),
      few: call({ documents, top_n: 2 }),
    }));
    if (!context.requestsAreFree) return plain.slice(0, 1);
    const wide = await flatMapInParallel(['first', 'last'], (best) =>
      casesWith(context, 'rerank', 'rerank.response.top-n-best', (callWith, row) => {
        const fixed = { best, texts: 'unlike' };
        const few = { ...fixed, 'top n': row['top n'] === 'n-1' ? 'n-1' : '1' };
        return { all: callWith({ ...fixed, 'top n': 'null' }), few: callWith(few) };
      }),
    );
    return [...plain, ...wide];
  },
  async (context, { all, few }, assert) => {
    const [whole, top] = [await sendValid(context, all), await sendValid(context, few)];
    const asked = Number(objectIn(few.body)?.top_n);
    // Scores of one answer alone: relative ones may be others among fewer results.
    const scores = scoresByIndex(whole);
    const due = highestFirst(scoresOf(whole)).slice(0, asked);
    const got = indexesOf(top).map((index) => scores.get(index));
    const known = highestFirst(got.filter((score) => score !== undefined));
    const holds = due.length === got.length && (known.length < got.length || equalUpToRounding(due, known));
    if (!holds) await assertDeterministic(context, all, sameScores);
    assert.require(
      holds,
      'The results under `top_n` are the highest-ranked ones.',
      `With \`top_n\` ${asked}, ${got.length === due.length ? describeMissed(scores, indexesOf(top)) : `${plural(got.length, 'result')} came, and ${due.length} are due`}.`,
      top,
    );
  },
);
