import { type Aspect, type Topic, followUps as templates } from '../../fixtures/index.ts';
import type { Chance } from '../core/chance.ts';
import type { AnswerFault } from './context.ts';
import { documentsOn, kin } from './corpus/library.ts';
import type { Subject } from './question/subject.ts';
import { people } from './reading/topic-sets.ts';

/** Aspects for follow-up questions in an emergency; others, such as causes, can wait. */
const inEmergency: ReadonlySet<Aspect> = new Set<Aspect>(['symptoms', 'treatment', 'self-care', 'help', 'prevention']);
const emergencies: Topic['category'] = 'emergency medicine';

/** How sources say that a group of people does not get an illness, such as croup in older people. */
const never =
  /\b(?:men only|women only|not (?:usually )?(?:affect|occur|an illness|a problem|given)|hardly ever|has no part|comes after the age|illness of (?:small )?children|rarely needed)\b/;

/** Whether the sources on a topic say that the people of an aspect do not get it. */
const neverMeets = (slug: string, aspect: Aspect): boolean =>
  people.has(aspect) &&
  documentsOn(slug, 'web').some(({ sentences, aspects }) =>
    sentences.some((text, at) => aspects[at] === aspect && never.test(text)),
  );

/** The follow-up questions of a request. */
interface FollowUps {
  /** Null when not asked for; `[]` when none were generated. */
  readonly questions: readonly string[] | null;
  /** Whether generation was invoked, which is what the surcharge is for (readings R21). */
  readonly invoked: boolean;
}

/**
 * Two to four questions on the best topic, none about an aspect that was just asked; none if the answer has no topic.
 * Source: Resources, chat request and response body.
 */
export function followUpsFor(
  asked: boolean,
  [topic]: readonly Topic[],
  { aspects }: Subject,
  faults: ReadonlySet<AnswerFault>,
  chance: Chance,
): FollowUps {
  if (!asked) return { questions: null, invoked: false };
  if (faults.has('follow_ups_not_invoked')) return { questions: [], invoked: false };
  if (faults.has('no_follow_ups') || topic === undefined) return { questions: [], invoked: true };
  const isEmergency = topic.category === emergencies || (topic.urgent && aspects.includes('help'));
  const fitting = templates.filter(
    ({ kinds, aspect }) =>
      kinds.includes(topic.kind) &&
      !aspects.includes(aspect) &&
      (!isEmergency || inEmergency.has(aspect)) &&
      !neverMeets(topic.slug, aspect),
  );
  const related = fitting.filter(({ aspect }) => aspects.some((wanted) => kin[wanted]?.includes(aspect)));
  const others = fitting.filter((template) => !related.includes(template));
  const count = chance.integer(2, 4);
  const chosen = [...chance.some(related, 1), ...chance.some(others, count)].slice(0, count);
  return {
    questions: chosen.map(({ question }) => question.replace('{topic}', topic.name).replace('{is}', topic.verb)),
    invoked: true,
  };
}
