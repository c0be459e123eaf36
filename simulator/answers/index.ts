/** What the five endpoints answer: pure functions of a valid request and a context. */
export type { PdfDocument } from '../attachments/index.ts';
export { answerChat, type ChatAnswer, type ChatParts, chatParts } from './chat.ts';
export { chatResponseOf } from './chat-response.ts';
export type { AnswerContext, AnswerFault } from './context.ts';
export { answerDomains, type DomainsParts, domainsParts } from './domains.ts';
export { answerEmbeddings, type EmbeddingsParts, embeddingsParts } from './embeddings.ts';
export { answerFinder, type FinderParts, finderParts } from './finder.ts';
export { answerRerank, type RerankParts, rerankParts } from './rerank.ts';
export { type StreamParts, streamEventsOf, streamParts } from './stream-events.ts';
