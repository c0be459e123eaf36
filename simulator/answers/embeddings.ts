import { type EmbeddingsRequest, models } from '../../spec/index.ts';
import { writtenVectorOf } from './comparison/vector.ts';
import type { AnswerContext } from './context.ts';
import { tokenCount } from './token-count.ts';

/** Most bytes cached of long lists of repeated requests, as load tests send them. Single vectors are cached in `vector.ts`. */
const mostBytes = 33_554_432;
const longList = 8;
let kept = new WeakMap<EmbeddingsRequest, Uint8Array>();
let bytesKept = 0;

/** All entries of an answer, without the end of the last one. */
function entriesOf(request: EmbeddingsRequest, inputs: readonly string[]): readonly Uint8Array[] {
  const before = kept.get(request);
  if (before !== undefined) return [before];
  const pieces = inputs.flatMap((text, index) => [
    Buffer.from(`${index === 0 ? '' : '},'}{"object":"embedding","index":${index},"embedding":`),
    writtenVectorOf(text),
  ]);
  if (inputs.length < longList) return pieces;
  const whole = Buffer.concat(pieces);
  bytesKept += whole.byteLength;
  if (bytesKept > mostBytes) {
    kept = new WeakMap();
    bytesKept = whole.byteLength;
  }
  kept.set(request, whole);
  return [whole];
}

/**
 * Answers a valid embeddings request, as the bytes of its JSON in pieces: one entry for each input, in input order. The numbers are most of the answer, and
 * are formatted only once for each text. Source: Resources, embeddings; Endpoints, rule 4.
 */
export function writeEmbeddings(
  request: EmbeddingsRequest,
  { nextId, nowSeconds }: AnswerContext,
): readonly Uint8Array[] {
  // A single string is a list of one.
  const inputs = [request.input].flat() as readonly string[];
  const tokens = inputs.reduce((sum, text) => sum + tokenCount(text), 0);
  const head = `{"id":"${nextId('emb')}","object":"list","created":${nowSeconds},"model":"${models.embeddings}","data":[`;
  const end = `}],"usage":{"prompt_tokens":${tokens},"total_tokens":${tokens}}}`;
  return [Buffer.from(head), ...entriesOf(request, inputs), Buffer.from(end)];
}
