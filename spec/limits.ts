/** Figures of the table «Limits» and of the request tables. Units stand in the names. Source: Limits; Resources. */
export const limits = {
  messages: { min: 1, max: 200 },
  textCharacters: 32_000,
  instructionsCharacters: 4_000,
  languageCharacters: 64,
  pdfBytes: 50 * 1_048_576,
  pdfMilliseconds: 30_000,
  attachmentBytes: 40 * 1_048_576,
  maxResults: { min: 1, max: 20, default: 5 },
  embeddingInputs: 100,
  embeddingDimensions: 1_536,
  documents: { min: 1, max: 1_000 },
  documentsPerSearchUnit: 100,
  topN: { min: 1 },
  domainsLimit: { min: 1, max: 1_000, default: 200 },
  /** Above this a `created` value must be milliseconds (readings S22). */
  createdSeconds: 100_000_000_000,
} as const;
