import type { ChatMessage } from '../../../spec/index.ts';
import { readAsked } from './asked.ts';
import { asking } from './facts.ts';
import { namesTopic } from './topics-in.ts';

/**
 * The turns, the last of which only tells an age, a weight or a temperature and so completes the one before: «she is two months old»; or asks for vaccines
 * after one that tells of a journey.
 */
export function completed<Told extends Pick<ChatMessage, 'role' | 'text'>>(turns: readonly Told[]): readonly Told[] {
  const last = turns.at(-1);
  const at = turns.slice(0, -1).findLastIndex(({ role }) => role === 'user');
  const before = turns[at];
  if (last === undefined || before === undefined || before.text.length > longestTold) return turns;
  if (!tellsFigure(last.text) && !(vaccine.test(last.text) && journey.test(before.text))) return turns;
  return completed([...turns.slice(0, at), { ...last, text: `${before.text} ${last.text}` }]);
}
const tellsFigure = (text: string): boolean =>
  text.length <= longestFigure && figureTold.test(text) && !asking.test(text) && !namesTopic(readAsked(text));
const figureTold =
  /\d[\d.,]*\s*(?:°|[cf]\b|kg|kilos?|lbs?|pounds?|stone|days?|weeks?|months?|years?|yrs?|yo\b|tage?|wochen?|monate?|jahre?|jours?|semaines?|mois|ans\b|d[ií]as?|semanas?|mes(?:es)?|a[nñ][oi]s?\b|anos\b|giorni|settimane|mesi|dias|dagen|weken|maanden|jaar)|\b(?:3[5-9]|4[0-2])[.,]\d\b/i;
const vaccine = /^.{0,40}(?:vaccin|jabs?\b|shots\b|impf|vacun|vacin)/i;
const journey =
  /\b(?:going|travel\w*|fly(?:ing)?|trip|holiday|off|moving|reise\w*|fahre\w*|fliege\w*|pars|voyage\w*|viaj\w*|voy|vado|viagg\w*) (?:\S+ ){0,4}(?:to|in|nach|en|au|a|para)\b(?!.*\?)/i;
const longestFigure = 80;
/** Longer turns are not completed. */
const longestTold = 200;
