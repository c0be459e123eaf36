import type { ChatMessage } from '../../spec/index.ts';
import { isConcept } from './concepts.ts';
import { askedTerms } from './terms.ts';

/** What a conversation asks. */
export interface Question {
  /** The query a search action shows: the question on one line, bounded. */
  readonly query: string;
  readonly terms: readonly string[];
}

const longestQuery = 200;
/** How far back a follow-up such as «and in children?» looks for its subject. */
const messagesLookedBack = 10;

/**
 * The last message of the user is the question. Where it names no topic, the topics of the nearest earlier text that
 * does are added: first earlier messages, newest first, then the attached pages.
 */
export function questionOf(messages: readonly ChatMessage[], pages: readonly string[]): Question {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages.at(last)?.text ?? '';
  const terms = askedTerms(asked);
  const query = [
    ...asked
      .slice(0, 4 * longestQuery)
      .replace(/\s+/g, ' ')
      .trim(),
  ]
    .slice(0, longestQuery)
    .join('');
  if (terms.some(isConcept)) return { query, terms };

  const earlier = last > 0 ? messages.slice(Math.max(0, last - messagesLookedBack), last).reverse() : [];
  for (const text of [...earlier.map((message) => message.text), ...pages]) {
    const concepts = askedTerms(text).filter(isConcept);
    if (concepts.length > 0) return { query, terms: [...terms, ...concepts] };
  }
  return { query, terms };
}
