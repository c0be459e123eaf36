import type { Aspect } from '../../../fixtures/index.ts';
import type { Weights } from '../reading/concepts.ts';
import type { Reading } from '../reading/reading.ts';
import { hasMedicine, medicines, people } from '../reading/topic-sets.ts';
import type { Turn } from './follow-up.ts';
import type { Subject } from './subject.ts';

/** A turn, and what it may point back to. */
export interface LaterTurn {
  /** What was asked before. */
  readonly known: Subject;
  /** What the turn asks, read by itself. */
  readonly own: Subject;
  readonly text: string;
  readonly reading: Reading;
  readonly before: readonly Turn[];
}

/** What a turn of one kind asks, together with what it takes over from earlier ones; undefined for all other turns. */
export type TurnRule = (turn: LaterTurn) => Subject | undefined;

/** The weight of a subject after the question turned to another. */
export const beside = 0.7;

export const medicinesOf = ({ topics }: Subject): Weights =>
  new Map([...topics].filter(([slug]) => medicines.has(slug)));

export const illnessesOf = ({ topics }: Subject): Weights =>
  new Map([...topics].filter(([slug]) => !medicines.has(slug)));

/** Whether a subject is about a medicine. */
export const isMedicine = ({ topics }: Subject): boolean => hasMedicine(topics);

export const termsOf = (topics: Weights): string[] => [...topics.keys()].map((slug) => `#${slug}`);

/** The aspects of a turn; the people it is about stay the same until others are named. */
export function withPeople({ aspects }: Subject, known: Subject): readonly Aspect[] {
  if (aspects.some((aspect) => people.has(aspect))) return aspects;
  return [...aspects, ...known.aspects.filter((aspect) => people.has(aspect))];
}

/** The subject with other aspects, and the people of the one before. */
export const asking = (own: Subject, known: Subject, aspects: readonly Aspect[]): Subject => ({
  ...own,
  aspects: withPeople({ ...own, aspects }, known),
});
