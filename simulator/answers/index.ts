/** What the five endpoints answer: pure functions of a valid request and a context. */
export { answerChat, type ChatAnswer, chatParts } from './chat.ts';
export { chatResponseOf } from './chat-response.ts';
export type { AnswerContext } from './context.ts';
export { answerDomains, domainsParts } from './domains.ts';
export { answerEmbeddings, embeddingsParts } from './embeddings.ts';
export { answerFinder, finderParts } from './finder.ts';
export { answerRerank, rerankParts } from './rerank.ts';
export { streamEventsOf } from './stream-events.ts';
