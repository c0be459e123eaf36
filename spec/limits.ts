import { chatRequest } from './schemas/chat-request.ts';
import { domainsQuery } from './schemas/domains.ts';
import { embeddingsRequest, embeddingsResponse } from './schemas/embeddings.ts';
import { finderRequest } from './schemas/finder.ts';
import { rerankRequest } from './schemas/rerank.ts';
import { created } from './schemas/shared.ts';

const { messages, instructions, language } = chatRequest.properties;
const { max_results: maxResults } = finderRequest.properties;
const { documents, top_n: topN } = rerankRequest.properties;
const { limit } = domainsQuery.properties;

/** Figures of the table «Limits» and of the request tables, read off the schemas where those have them. Units stand in the names. Source: Limits; Resources. */
export const limits = {
  messages: { min: messages.minItems, max: messages.maxItems },
  textCharacters: messages.items.properties.text.maxLength,
  instructionsCharacters: instructions.maxLength,
  languageCharacters: language.maxLength,
  pdfBytes: 50 * 1_048_576, // readings A3c
  pdfMilliseconds: 30_000,
  attachmentBytes: 40 * 1_048_576,
  maxResults: { min: maxResults.minimum, max: maxResults.maximum, default: maxResults.default },
  embeddingInputs: embeddingsRequest.properties.input.maxItems,
  embeddingDimensions: embeddingsResponse.properties.data.items.properties.embedding.minItems,
  documents: { min: documents.minItems, max: documents.maxItems },
  documentsPerSearchUnit: 100,
  topN: { min: topN.minimum },
  domainsLimit: { min: limit.minimum, max: limit.maximum, default: limit.default },
  /** Above this a `created` value must be milliseconds (readings S22). */
  createdSeconds: created.maximum,
} as const;
