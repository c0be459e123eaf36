import { type EmbeddingsRequest, type EmbeddingsResponse, models } from '../../spec/index.ts';
import type { AnswerContext } from './context.ts';
import { tokenCount } from './token-count.ts';
import { vectorOf } from './vector.ts';

/** Answers a valid embeddings request: one entry for each input, in input order. Source: Resources, embeddings; Endpoints, rule 4. */
export function answerEmbeddings(request: EmbeddingsRequest, context: AnswerContext): EmbeddingsResponse {
  const inputs = inputsOf(request.input);
  const promptTokens = inputs.reduce((sum, text) => sum + tokenCount(text), 0);
  return {
    id: context.nextId('emb'),
    object: 'list',
    created: context.nowSeconds,
    model: models.embeddings,
    data: inputs.map((text, index) => entry(index, vectorOf(text))),
    usage: { prompt_tokens: promptTokens, total_tokens: totalTokens(promptTokens) },
  };
}

/** A single string is a list of one. */
function inputsOf(input: EmbeddingsRequest['input']): string[] {
  return typeof input === 'string' ? [input] : [...(input as readonly string[])];
}

/** The entry of the input at `index`. */
function entry(index: number, embedding: number[]): EmbeddingsResponse['data'][number] {
  return { object: 'embedding', index, embedding };
}

/** Nothing but the prompt is counted. */
function totalTokens(promptTokens: number): number {
  return promptTokens;
}
