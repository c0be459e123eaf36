import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import conversationsFile from './conversations.json' with { type: 'json' };
import embeddingsFile from './embeddings.json' with { type: 'json' };
import questionsFile from './questions.json' with { type: 'json' };
import rerankFile from './rerank.json' with { type: 'json' };

/** `tuning` may be used while improving the simulator; `held-out` is only run at the end, and never used for tuning. */
export type Part = 'tuning' | 'held-out';

/** What the sources of an answer must be about. */
export interface Expected {
  readonly part: Part;
  /** The first source is about one of these; empty: the right answer is «no source». */
  readonly topics: readonly string[];
  /** Each of the topics has a source, in any order: for questions on two subjects. */
  readonly all?: boolean;
  /** Some cited sentence on these topics must be about this aspect. */
  readonly aspect?: string;
}

export type QuestionCase = Expected & { readonly ask: string };
/** The turns of user and assistant in order; the last one is the question. */
export type ConversationCase = Expected & {
  readonly turns: readonly { readonly user?: string; readonly assistant?: string }[];
};
/** `near` says what `anchor` says, in other words; `far` does not. */
export type Triple = { readonly part: Part; readonly anchor: string; readonly near: string; readonly far: string };
/** `best` is the position of the one document that answers the query. */
export type RerankCase = {
  readonly part: Part;
  readonly query: string;
  readonly best: number;
  readonly documents: readonly string[];
};

/** All sets of one folder. */
export interface Sets {
  readonly questions: readonly QuestionCase[];
  readonly noSource: readonly QuestionCase[];
  /** Beginnings of words that show that a sentence is about an aspect. */
  readonly aspects: Readonly<Record<string, readonly string[]>>;
  readonly conversations: readonly ConversationCase[];
  readonly triples: readonly Triple[];
  readonly rerankCases: readonly RerankCase[];
}

function setsOf(questions: unknown, conversations: unknown, embeddings: unknown, rerank: unknown): Sets {
  return {
    ...(questions as Pick<Sets, 'aspects' | 'questions' | 'noSource'>),
    conversations: conversations as Sets['conversations'],
    triples: embeddings as Sets['triples'],
    rerankCases: rerank as Sets['rerankCases'],
  };
}

/** The sets that belong to this repository. */
export const ownSets = setsOf(questionsFile, conversationsFile, embeddingsFile, rerankFile);

/** Reads the sets of a folder, which has four files of the same names and form as ours. */
export function readSets(folder: string): Sets {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  return setsOf(read('questions'), read('conversations'), read('embeddings'), read('rerank'));
}
