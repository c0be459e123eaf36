import { rerankParts } from '../../simulator/answers/index.ts';
import { together } from '../../simulator/mutants/change.ts';
import { embeddingsWith, rerankWith } from '../../simulator/mutants/change-answer.ts';
import { changeReply } from '../../simulator/mutants/change-reply.ts';
import type { Variant } from './variant.test-support.ts';

const hex = (length: number): string => 'ABCDEF0123456789'.repeat(8).slice(0, length);
const times = [0, 12.3, 100.25, 3, 0.07];

const vectors = (edit: (value: number) => number) =>
  changeReply('embeddings', (reply) => ({
    ...reply,
    data: reply.data.map((entry) => ({ ...entry, embedding: entry.embedding.map(edit) })),
  }));

const results = (edit: (score: number, at: number) => number) =>
  changeReply('finder', (reply) => ({
    ...reply,
    results: reply.results?.map((result, at) => ({ ...result, score: edit(result.score, at) })) ?? null,
  }));

const scored = (edit: (score: number) => number) =>
  rerankWith({
    relevanceOf: (query, texts) =>
      rerankParts.relevanceOf(query, texts).map(({ index, score }) => ({ index, score: edit(score) })),
  });

/** What answers of finder, embeddings and rerank may be like. */
export const answerVariants: readonly Variant[] = [
  {
    name: 'gives ids of other lengths, in upper-case hex',
    areas: ['finder', 'embeddings', 'rerank'],
    change: together(
      changeReply('finder', (reply) => ({ ...reply, id: 'fnd_F' })),
      changeReply('embeddings', (reply) => ({ ...reply, id: `emb_${hex(128)}` })),
      changeReply('rerank', (reply) => ({ ...reply, id: `rrk_${hex(32)}` })),
    ),
  },
  { name: 'tells the time of day', areas: ['finder', 'embeddings', 'rerank'], options: { clock: 'system' } },
  {
    name: 'lists finder results in no order, all with the score 0.0',
    areas: ['finder'],
    change: together(
      results(() => 0),
      changeReply('finder', (reply) => ({ ...reply, results: reply.results?.toReversed() ?? null })),
    ),
  },
  {
    name: 'scores finder results below zero and beyond any range',
    areas: ['finder'],
    change: results((score, at) => (at % 2 === 0 ? -score - 1e-9 : score * 1e12)),
  },
  {
    name: 'finds fewer results than asked for, without titles and texts',
    areas: ['finder'],
    change: changeReply('finder', (reply) => ({
      ...reply,
      results: reply.results?.slice(0, 1).map((result) => ({ ...result, title: '', content: '' })) ?? null,
    })),
    warned: ['finder.response.result-content', 'finder.response.result-title'],
  },
  {
    name: 'finds nothing, whatever is asked',
    areas: ['finder', 'billing'],
    change: changeReply('finder', (reply) => ({ ...reply, results: null, answer: null })),
    skipped: [
      ...['content', 'score', 'title', 'url'].map((field) => `finder.response.result-${field}`),
      'finder.results-capped',
      'finder.results-default',
    ],
  },
  {
    name: 'never writes a finder answer, though asked',
    areas: ['finder'],
    change: changeReply('finder', (reply) => ({ ...reply, answer: null })),
  },
  {
    name: 'takes no time at all, or whole seconds',
    areas: ['finder'],
    change: (behaviour) => {
      let count = 0;
      return changeReply('finder', (reply) => ({ ...reply, response_time: times[count++ % times.length] }))(behaviour);
    },
    profile: (profile) => ({ ...profile, deterministic: false }),
  },
  {
    name: 'scores reranked documents below zero and beyond any range',
    areas: ['rerank'],
    change: scored((score) => score * 1e9 - 5e8),
  },
  {
    name: 'puts the higher index first among equal scores',
    areas: ['rerank'],
    change: rerankWith({ byRelevance: (one, other) => other.score - one.score || other.index - one.index }),
  },
  {
    name: 'finds all documents equally relevant',
    areas: ['rerank'],
    change: scored(() => 1),
  },
  {
    name: 'leaves documents out where they were not asked for',
    areas: ['rerank'],
    change: changeReply('rerank', (reply, { return_documents: wanted }) => ({
      ...reply,
      results: reply.results.map(({ document, ...result }) => (wanted === false ? result : { ...result, document })),
    })),
  },
  {
    name: 'gives vectors that are not of length one',
    areas: ['embeddings'],
    change: vectors((value) => value * -12.5),
  },
  {
    name: 'rounds its vectors to single precision',
    areas: ['embeddings'],
    change: vectors((value) => Math.fround(value)),
  },
  {
    name: 'rounds its vectors to a few decimals',
    areas: ['embeddings'],
    change: vectors((value) => Number(value.toFixed(3))),
  },
  {
    name: 'lists vectors in no order of their inputs, each with its index',
    areas: ['embeddings'],
    change: changeReply('embeddings', (reply) => ({ ...reply, data: reply.data.toReversed() })),
  },
  {
    name: 'counts a token for each character',
    areas: ['embeddings'],
    change: embeddingsWith({ tokenCount: (text) => text.length }),
  },
];
