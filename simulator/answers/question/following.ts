import type { Aspect } from '../../../fixtures/index.ts';
import { withEnglishTurns } from '../reading/foreign-turns.ts';
import type { Reading } from '../reading/reading.ts';
import { medicines, people } from '../reading/topic-sets.ts';
import { peopleFirst } from './asked-aspects.ts';
import type { Turn } from './follow-up.ts';
import { beside, isMedicine, type LaterTurn, type TurnRule } from './later-turn.ts';
import { type Subject, sameWords, subjectOf, wishesForBaby } from './subject.ts';
import type { Substitute } from './substitutes.ts';
import { firstRules, laterRules } from './turn-rules.ts';

/** The subject of a turn, with what it takes over from earlier turns. */
export function following(
  known: Subject | undefined,
  text: string,
  reading: Reading,
  before: readonly Turn[],
): Subject {
  const own = subjectOf(reading);
  if (known === undefined) return ofMedicines(own);
  const asked = meant({ known, own, text: withEnglishTurns(text), reading, before });
  const person = ofMedicines(ofSamePerson(asked, known, text));
  const subject = { ...person, words: [...new Set([...person.words, ...sameWords(reading, person.topics)])] };
  if (subject.substitutes.length > 0) return subject;
  const stillMeant = ({ slug }: Substitute): boolean => subject.topics.has(slug) && !subject.named.has(`#${slug}`);
  return { ...subject, substitutes: known.substitutes.filter(stillMeant) };
}

/** What a turn asks by the first rule that knows it; what none knows asks just what it says. */
function meant(turn: LaterTurn): Subject {
  const own = ofSamePerson(withWish(turn), turn.known, turn.text);
  return firstOf(firstRules, turn) ?? firstOf(laterRules, { ...turn, own }) ?? own;
}

/** «How much ibuprofen can I give him?» is still about the child, «can I take naproxen for it?» about somebody who is pregnant. */
function ofSamePerson(subject: Subject, known: Subject, text: string): Subject {
  if (subject.topics.size === 0 || subject.aspects.some((aspect) => people.has(aspect))) return subject;
  const isMeant = (aspect: Aspect): boolean =>
    people.has(aspect) && (somebody.test(text) || (aspect === 'pregnancy' && writer.test(text)));
  return { ...subject, aspects: peopleFirst([...subject.aspects, ...known.aspects.filter(isMeant)]) };
}
const [somebody, writer] = [
  /(?<!\p{L})(?:he|him|she|her|they|them|er|ihm|ihn|sie|ihr|il|lui|elle|él|ella|gli|ele|ela|lhe|hij|hem|zij|haar)(?!\p{L})/iu,
  /(?<!\p{L})(?:i|me|my|ich|mir|mein\w*|je|j|mon|ma|mes|puedo|mi|me|posso|mia|mio|meu|minha|ik|mijn)(?!\p{L})(?! (?:husband|son|dad|father|brother|boyfriend|partner|mann|sohn|vater|mari|fils|marido|hijo|padre|marito|figlio|filho|pai|man|zoon))/iu,
];

function firstOf(rules: readonly TurnRule[], turn: LaterTurn): Subject | undefined {
  for (const rule of rules) {
    const subject = rule(turn);
    if (subject !== undefined) return subject;
  }
  return undefined;
}

/** «We want a baby» asks about what was asked before, in pregnancy. */
const withWish = ({ own, reading }: LaterTurn): Subject =>
  wishesForBaby(own.topics, reading)
    ? { ...own, topics: new Map(), aspects: [...new Set<Aspect>([...own.aspects, 'pregnancy'])] }
    : own;

/** Questions about a dose or side effects mean the medicine rather than an illness named before. */
function ofMedicines(subject: Subject): Subject {
  const { topics, aspects, named } = subject;
  // «I take valproate for epilepsy and am pregnant»: the pages on the medicine have the answer.
  const [first] = aspects;
  if (isMedicine(subject) && first !== undefined && people.has(first) && topics.size > 1)
    return {
      ...subject,
      topics: new Map([...topics].map(([slug, weight]) => [slug, medicines.has(slug) ? weight : weight * beside])),
    };
  if (!isMedicine(subject) || !aspects.some((aspect) => aspect === 'dose' || aspect === 'side-effects')) return subject;
  const weights = [...topics].map(
    ([slug, weight]) => [slug, medicines.has(slug) || named.has(`#${slug}`) ? weight : weight * beside] as const,
  );
  return { ...subject, topics: new Map(weights) };
}
