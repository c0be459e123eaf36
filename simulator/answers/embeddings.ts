import { type EmbeddingsRequest, models } from '../../spec/index.ts';
import type { AnswerContext } from './context.ts';
import { tokenCount } from './token-count.ts';
import { writtenVectorOf } from './vector.ts';

/**
 * Answers a valid embeddings request, as the bytes of its JSON: one entry for each input, in input order. The numbers are most of the answer, and
 * are written but once for each text. Source: Resources, embeddings; Endpoints, rule 4.
 */
export function writeEmbeddings(request: EmbeddingsRequest, context: AnswerContext): Uint8Array {
  // A single string is a list of one.
  const inputs = [request.input].flat() as readonly string[];
  const promptTokens = inputs.reduce((sum, text) => sum + tokenCount(text), 0);
  const record = { id: context.nextId('emb'), object: 'list', created: context.nowSeconds, model: models.embeddings };
  const usage = { prompt_tokens: promptTokens, total_tokens: promptTokens };
  const pieces = inputs.flatMap((text, index) => [
    Buffer.from(`${index === 0 ? '' : '},'}{"object":"embedding","index":${index},"embedding":`),
    writtenVectorOf(text),
  ]);
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(record).slice(0, -1)},"data":[`),
    ...pieces,
    Buffer.from(`}],"usage":${JSON.stringify(usage)}}`),
  ]);
}
