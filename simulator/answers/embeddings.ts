import { type EmbeddingsRequest, type EmbeddingsResponse, models } from '../../spec/index.ts';
import type { AnswerContext } from './context.ts';
import { tokenCount } from './token-count.ts';
import { vectorOf } from './vector.ts';

/** Answers a valid embeddings request: one entry for each input, in input order. Source: Resources, embeddings; Endpoints, rule 4. */
export function answerEmbeddings(request: EmbeddingsRequest, context: AnswerContext): EmbeddingsResponse {
  // A single string is a list of one.
  const inputs = [request.input].flat() as readonly string[];
  const promptTokens = inputs.reduce((sum, text) => sum + tokenCount(text), 0);
  return {
    id: context.nextId('emb'),
    object: 'list',
    created: context.nowSeconds,
    model: models.embeddings,
    data: inputs.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })),
    usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
  };
}
