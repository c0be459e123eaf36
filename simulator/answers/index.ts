/** The answers of the five endpoints: pure functions of a valid request and a context. */
export { answerChat, type ChatAnswer } from './chat.ts';
export { chatResponseOf } from './chat-response.ts';
export type { AnswerContext, Echo } from './context.ts';
export { answerDomains } from './domains.ts';
export { writeEmbeddings } from './embeddings.ts';
export { answerFinder } from './finder.ts';
export { answerRerank } from './rerank.ts';
export { streamEventsOf } from './stream-events.ts';
