import { followUps as templates } from '../../fixtures/index.ts';
import type { Chance } from '../chance.ts';
import type { AnswerFault } from './context.ts';

/** What became of the follow-up questions of a request. */
export interface FollowUps {
  /** Null when not asked for; `[]` when none were generated. */
  readonly questions: readonly string[] | null;
  /** Whether generation was invoked, which is what the surcharge is for (readings R21). */
  readonly invoked: boolean;
}

/** Two to four questions on the topic; none where the answer found no topic. Source: Resources, chat request and response body. */
export function followUpsFor(
  asked: boolean,
  topic: string | null,
  faults: ReadonlySet<AnswerFault>,
  chance: Chance,
): FollowUps {
  if (!asked) return { questions: null, invoked: false };
  if (faults.has('follow_ups_not_invoked')) return { questions: [], invoked: false };
  if (faults.has('no_follow_ups') || topic === null) return { questions: [], invoked: true };
  const chosen = chance.some(templates, chance.integer(2, 4));
  return { questions: chosen.map((template) => template.replaceAll('{topic}', topic)), invoked: true };
}
