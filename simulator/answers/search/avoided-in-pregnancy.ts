import { documentsOn, mostTopics, sentencesRead } from '../corpus/library.ts';
import { remembering } from '../reading/remembering.ts';
import { medicines } from '../reading/topic-sets.ts';

/** Whether the sources on a medicine, by its term, do not give it in pregnancy. */
export const isAvoidedInPregnancy = remembering(mostTopics, (term: string): boolean => {
  const slug = term.slice(1);
  return (
    medicines.has(slug) &&
    documentsOn(slug, 'web').some((document) =>
      sentencesRead(document).some(({ aspect, text }) => aspect === 'pregnancy' && avoided.test(text)),
    )
  );
});
const avoided =
  /\bpregnancy\b.*\bavoided\b|\b(?:avoided|stopped)\b.*\bpregnancy\b|\bnot (?:be )?(?:taken|used|recommended|advised)\b.*\bpregnancy\b|\bcan harm the baby\b|\bmalformations\b/;
