/** What the five endpoints answer: pure functions of a valid request and a context. */
export { answerChat } from './chat.ts';
export { chatResponseOf } from './chat-response.ts';
export type { AnswerContext } from './context.ts';
export { answerDomains } from './domains.ts';
export { answerEmbeddings } from './embeddings.ts';
export { answerFinder } from './finder.ts';
export { answerRerank } from './rerank.ts';
export { streamEventsOf } from './stream-events.ts';
