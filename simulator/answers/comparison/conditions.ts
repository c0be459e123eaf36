import { isTaken } from '../reading/concepts.ts';
import type { Reading } from '../reading/reading.ts';
import { wordSet } from '../reading/words.ts';

/** How a query names a condition that a medicine must meet: «painkiller that is safe with warfarin», «tablet that does not make you sleepy». */
const asks =
  /\b(?:that|which) (?:(?:is|are) (?:\w+ )?(?:safe|ok|okay|suitable|fine)|(?:is|are|does|do|will|would|can)(?: not\b|n['’]?t\b)|wo?n['’]?t\b)|^(?!(?:is|are|can|could|may|should|do|does|will|what|why|how|when)\b)(?:[\w-]+ ){1,5}(?:safe|suitable|allowed) (?:in|with|for|while|during|when)\b|\b(?:not|non)[ -](?:sedating|drowsy)|\b(?:if|when|but|,) ?(?:i am |i'm )?(?:allergic|intolerant) (?:to|of)\b/i;
const meeting =
  /\bprefer|\b(?:first|of|usual) choice\b|\busual (?:alternative|painkiller)|\balternative|\binstead\b|\b(?:can|may) (?:also |still |usually )?be (?:taken|used|given|continued)\b|\b(?:is|are) (?:safe|suitable|compatible|recommended|tolerated)\b|\bnon-|\b(?:rarely|hardly|less|fewer|little)\b|\b(?:does|do) not (?:cause|make|raise|affect|interact|weaken)\b|\bneeds? no\b/i;
const failing =
  /\b(?:must|should|may|can|is|are) not\b|\bcannot\b|\bavoid|\braises? the risk\b|\b(?:causes?|makes?|weakens?|harms?|interacts?)\b|\bdangerous\b|\bdrows|\bstop/i;
/** How a query says that a treatment fails, «gets no better with gel», and a text what comes then. */
const fails =
  /\b(?:no better|despite|no longer (?:helps?|works?)|failed|resistant|refractory|still (?:there|bad|itchy|sore) (?:on|with|after))\b|(?:n['’]t|\bnot) (?:get(?:ting)? better|help|work|clear|improv|respond|settl|control)/i;
const comesNext =
  /\b(?:when|if|after) (?:[\w-]+ ){1,5}(?:fails?|failed|not (?:enough|help|work))\b|\bnext (?:choice|step|line)\b|\bsecond[- ](?:line|choice)\b|\b(?:is|are) (?:added|tried)\b/i;
/** Words with which the condition begins. */
const turning = wordSet('that which safe suitabl allow not non if allerg intoler');
const remedies = wordSet('#medicine #painkiller #inhalers #blood-pressure #acid-medicine');

/** Whether a text says that something meets the condition of a query, or fails it; null if the query names none, or the text says neither. */
export function conditionMet(query: string, { mentions, stems }: Reading): (text: string) => boolean | null {
  if (fails.test(query) && mentions.length > 0) return (text) => (comesNext.test(text) ? true : null);
  const at = stems.findIndex((word) => turning.has(word));
  // A rash that does not fade is no medicine to choose.
  const isOfMedicine = mentions.some(
    ({ at: where, meaning }) => where < at && (isTaken(meaning) || remedies.has(meaning.term)),
  );
  if (!isOfMedicine || !asks.test(query)) return () => null;
  return (text) => (meeting.test(text) ? true : failing.test(text) ? false : null);
}
