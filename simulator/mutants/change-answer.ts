import {
  answerChat,
  answerDomains,
  answerEmbeddings,
  answerFinder,
  answerRerank,
  chatParts,
  domainsParts,
  embeddingsParts,
  finderParts,
  rerankParts,
} from '../answers/index.ts';
import type { Answers } from '../behaviour.ts';
import type { Change } from './change.ts';

/** Replaces whole answers. */
export function changeAnswers(answers: Partial<Answers>): Change {
  return (behaviour) => ({ ...behaviour, answers: { ...behaviour.answers, ...answers } });
}

/** Replaces decisions of the chat answer, JSON and stream alike. */
export function chatWith(parts: Partial<typeof chatParts>): Change {
  return changeAnswers({ chat: (request, context) => answerChat(request, context, { ...chatParts, ...parts }) });
}

/** Replaces decisions of the finder answer. */
export function finderWith(parts: Partial<typeof finderParts>): Change {
  return changeAnswers({ finder: (request, context) => answerFinder(request, context, { ...finderParts, ...parts }) });
}

/** Replaces decisions of the embeddings answer. */
export function embeddingsWith(parts: Partial<typeof embeddingsParts>): Change {
  return changeAnswers({
    embeddings: (request, context) => answerEmbeddings(request, context, { ...embeddingsParts, ...parts }),
  });
}

/** Replaces decisions of the ranking. */
export function rerankWith(parts: Partial<typeof rerankParts>): Change {
  return changeAnswers({ rerank: (request, context) => answerRerank(request, context, { ...rerankParts, ...parts }) });
}

/** Replaces decisions of the catalogue answer. */
export function domainsWith(parts: Partial<typeof domainsParts>): Change {
  return changeAnswers({
    domains: (query, catalogue) => answerDomains(query, catalogue, { ...domainsParts, ...parts }),
  });
}
