import type { Aspect } from '../../../fixtures/index.ts';
import { withEnglishTurns } from '../reading/foreign-turns.ts';
import type { Reading } from '../reading/reading.ts';
import { medicines, people } from '../reading/topic-sets.ts';
import type { Turn } from './follow-up.ts';
import { beside, isMedicine, type LaterTurn, type TurnRule } from './later-turn.ts';
import { type Subject, subjectOf, wishesForBaby } from './subject.ts';
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
  const subject = ofMedicines(meant({ known, own, text: withEnglishTurns(text), reading, before }));
  if (subject.substitutes.length > 0) return subject;
  const stillMeant = ({ slug }: Substitute): boolean => subject.topics.has(slug) && !subject.named.has(`#${slug}`);
  return { ...subject, substitutes: known.substitutes.filter(stillMeant) };
}

/** What a turn asks by the first rule that knows it; what none knows asks just what it says. */
function meant(turn: LaterTurn): Subject {
  const own = withWish(turn);
  return firstOf(firstRules, turn) ?? firstOf(laterRules, { ...turn, own }) ?? own;
}

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
