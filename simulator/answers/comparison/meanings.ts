import type { Reading } from '../reading/reading.ts';

export type Meaning = Reading['mentions'][number]['meaning'];

/** Topics that many other conditions and medicines have as a symptom. */
const symptomatic: ReadonlySet<string> = new Set(
  ['#fever', '#cough', '#gastroenteritis', '#vertigo', '#tension-headache', '#constipation', '#insomnia'].concat([
    '#low-back-pain',
    '#common-cold',
    '#conjunctivitis',
    '#depression',
    '#generalised-anxiety-disorder',
    '#obesity',
  ]),
);

/** Whether a complaint has so many causes that it is no subject of its own. */
export const isSymptomatic = (term: string): boolean => symptomatic.has(term);

/** Groups that count as conditions; others, such as infection or rash, belong to many conditions. */
const conditionGroups: ReadonlySet<string> = new Set(
  'cancer skin-cancer allergy hepatitis diabetes arthritis anaemia thyroid-disease lung-disease eye-disease heart-disease autoimmune bowel-disease mental-illness'
    .split(' ')
    .map((id) => `#${id}`),
);

/** Whether a meaning is another subject than what is near to the question. */
export const isForeign = ({ kind, term, leads }: Meaning, near: ReadonlySet<string>): boolean =>
  (kind === 'condition' && !symptomatic.has(term)) ||
  kind === 'other' ||
  (conditionGroups.has(term) && ![...leads.keys()].some((slug) => near.has(`#${slug}`)));

export const isMedical = ({ kind }: Meaning): boolean => !['plain', 'aspect', 'elsewhere'].includes(kind);

/** Whether a meaning can be the subject of a text: no part of the body, and no common complaint. */
export const isSpecific = ({ kind, term }: Meaning): boolean =>
  ['condition', 'medicine', 'practice', 'group', 'drug', 'other', 'test'].includes(kind) && !symptomatic.has(term);

export const countOf = ({ mentions }: Reading, counts: (meaning: Meaning) => boolean): number =>
  mentions.filter(({ meaning }) => counts(meaning)).length;
