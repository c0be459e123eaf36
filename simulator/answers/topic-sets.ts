import { topics } from '../../fixtures/index.ts';

export const medicines: ReadonlySet<string> = new Set(
  topics.filter(({ kind }) => kind === 'medicine').map(({ slug }) => slug),
);

export const practices: ReadonlySet<string> = new Set(
  topics.filter(({ kind }) => kind === 'practice').map(({ slug }) => slug),
);

/** Topics that are complaints or habits which go with many others: what points to one of those says more. */
export const vague: ReadonlySet<string> = new Set(
  'burns fever cough common-cold gastroenteritis constipation vertigo tension-headache low-back-pain smoking-cessation neck-pain knee-pain muscle-cramps hair-loss low-blood-pressure tiredness easy-bruising hip-pain unusual-colour-of-stool late-period swollen-legs blocked-nose itching-all-over loss-of-appetite burping-and-wind hiccups floaters period-pain'.split(
    ' ',
  ),
);

/** Topics that are ways of life and raise the risk of others: «overweight, snoring» asks about the snoring. */
export const habits: ReadonlySet<string> = new Set(['smoking-cessation', 'obesity']);

/** Topics that go with any illness: in a conversation they are an aspect of it. */
export const besides: ReadonlySet<string> = new Set(
  'blood-tests medical-scans general-anaesthetic medicines-review healthy-eating electrocardiogram wound-care'.split(
    ' ',
  ),
);
