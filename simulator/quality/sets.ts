import conversationsFile from './conversations.json' with { type: 'json' };
import embeddingsFile from './embeddings.json' with { type: 'json' };
import questionsFile from './questions.json' with { type: 'json' };
import rerankFile from './rerank.json' with { type: 'json' };

/** `tuning` may be looked at while the simulator is worked on; `held-out` is run at the end, and nobody works towards it. */
export type Part = 'tuning' | 'held-out';

/** What the sources of an answer must be about. */
export interface Expected {
  readonly part: Part;
  /** The first source is about one of these; none: the honest answer is «no source». */
  readonly topics: readonly string[];
  /** Each of the topics has a source, whichever comes first: for questions on two subjects. */
  readonly all?: boolean;
  /** Some cited sentence on these topics speaks of this. */
  readonly aspect?: string;
}

export type QuestionCase = Expected & { readonly ask: string };
/** The user's and the assistant's turns in their order; the last one is asked. */
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

export const questions = questionsFile.questions as readonly QuestionCase[];
export const noSource = questionsFile.noSource as readonly QuestionCase[];
/** Beginnings of words by which a sentence shows that it speaks of an aspect. */
export const aspects: Readonly<Record<string, readonly string[]>> = questionsFile.aspects;
export const conversations = conversationsFile as readonly ConversationCase[];
export const triples = embeddingsFile as readonly Triple[];
export const rerankCases = rerankFile as readonly RerankCase[];
