import { topics } from '../../fixtures/index.ts';
import type { Hit } from './search.ts';

/** The name of the topic of the best hit, or null without hits. */
export function topicNameOf(hits: readonly Hit[]): string | null {
  const slug = hits[0]?.document.topic;
  return topics.find((topic) => topic.slug === slug)?.name ?? null;
}
