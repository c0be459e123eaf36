import type { Aspect } from '../../../fixtures/index.ts';
import { medicines, vague } from '../reading/topic-sets.ts';
import type { ValueRead } from '../reading/values.ts';
import { beside, isMedicine } from './later-turn.ts';
import type { Subject } from './subject.ts';

/** What treatments are adjusted to. */
const weakKidneys = 'chronic-kidney-disease';

/** A subject with the topics of its measured values first. */
export function measured(subject: Subject, values: readonly ValueRead[], danger: string | undefined): Subject {
  const slugs = values.flatMap(({ slug }) => slug ?? []);
  // An emergency that is not only shown by a value stays first.
  const isTold = danger !== undefined && !slugs.includes(danger) && subject.topics.has(danger);
  if (slugs.length === 0 || isTold) return subject;
  // «Metformin with an eGFR of 25» asks about the medicine.
  // «INR 6.5» is told on the pages of warfarin.
  if (slugs.every((slug) => medicines.has(slug)))
    return {
      ...subject,
      topics: new Map([...slugs.map((slug) => [slug, 1] as const), ...subject.topics]),
      aspects: subject.aspects.length > 0 ? subject.aspects : ['dose', 'tests'],
      kinds: new Set([...subject.kinds, 'value']),
    };
  if (isMedicine(subject))
    return {
      ...subject,
      facts: new Set([...subject.facts, ...slugs.map((slug) => `#${slug}`)]),
      aspects: slugs.includes(weakKidneys) ? withCaution(subject.aspects) : subject.aspects,
    };
  const opposites = values.map(({ opposite }) => opposite);
  const others = [...subject.topics].filter(([slug]) => !slugs.includes(slug) && !opposites.includes(slug));
  const isUrgent = values.some((value) => value.isUrgent || value.isAlarm);
  // «Antibiotics for a UTI with an eGFR of 35» asks about the UTI.
  const ofKidneys = slugs.every((slug) => slug === weakKidneys) && !isUrgent;
  if (ofKidneys && subject.aspects.includes('treatment') && others.some(([slug]) => !vague.has(slug)))
    return { ...subject, topics: new Map(others), facts: new Set([...subject.facts, `#${weakKidneys}`]) };
  return {
    ...subject,
    topics: new Map([
      ...slugs.map((slug) => [slug, 1] as const),
      ...others.map(([slug, weight]) => [slug, beside * weight] as const),
    ]),
    aspects: measuredAspects(subject.aspects, isUrgent),
  };
}

/** Weak kidneys and a medicine: the question is whether it may be taken, and how much. */
const withCaution = (aspects: readonly Aspect[]): readonly Aspect[] =>
  aspects.includes('dose') ? aspects : ['warnings'];

/** A value with a question what to do or what it means: what to do at once only if it is dangerous. */
function measuredAspects(aspects: readonly Aspect[], isUrgent: boolean): readonly Aspect[] {
  if (isUrgent) return [...new Set<Aspect>(['help', ...aspects])];
  return aspects.every((aspect) => aspect === 'overview') ? ['tests', ...aspects] : aspects;
}
