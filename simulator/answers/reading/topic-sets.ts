import { type Aspect, topics } from '../../../fixtures/index.ts';
import { stem, wordSet, wordsOf } from './words.ts';

export const medicines: ReadonlySet<string> = new Set(
  topics.filter(({ kind }) => kind === 'medicine').map(({ slug }) => slug),
);

/** Whether one of some topics, by their slugs, is a medicine. */
export const hasMedicine = (found: ReadonlyMap<string, number>): boolean =>
  [...found.keys()].some((slug) => medicines.has(slug));

export const practices: ReadonlySet<string> = new Set(
  topics.filter(({ kind }) => kind === 'practice').map(({ slug }) => slug),
);

/** Topics that are complaints or habits and occur with many others: those others say more. */
export const vague = wordSet(
  'burns fever cough common-cold gastroenteritis constipation vertigo tension-headache low-back-pain smoking-cessation neck-pain knee-pain muscle-cramps hair-loss low-blood-pressure tiredness easy-bruising hip-pain chronic-pain caffeine-intake hand-hygiene unusual-colour-of-stool late-period swollen-legs blocked-nose itching-all-over loss-of-appetite burping-and-wind hiccups floaters period-pain dehydration bad-breath',
);

/** Topics that are habits and raise the risk of others: «overweight, snoring» asks about the snoring. */
export const habits: ReadonlySet<string> = new Set(['smoking-cessation', 'obesity']);

/** Topics that belong to any illness: in a conversation they are an aspect of it. */
export const besides = wordSet(
  'blood-tests medical-scans general-anaesthetic medicines-review healthy-eating electrocardiogram wound-care routine-vaccination',
);

/** The words of the name of each topic, as stems. */
export const nameStems: ReadonlyMap<string, readonly string[]> = new Map(
  topics.map(({ slug, name }) => [slug, wordsOf(name).map(stem)]),
);

/** Aspects that say whom a question or a sentence is about. */
export const people: ReadonlySet<Aspect> = new Set<Aspect>(['children', 'pregnancy', 'older-people']);

/** The same as terms. */
export const peopleTerms: ReadonlySet<string> = new Set([...people].map((aspect) => `@${aspect}`));
