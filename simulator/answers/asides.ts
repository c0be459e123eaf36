import { withoutIdioms } from './idioms.ts';
import { leaningOf } from './leaning.ts';
import { type Reading, read } from './reading.ts';
import { namesTopic } from './topics-in.ts';

/** No longer text is looked through. */
const longest = 1_000;
const between = /[.!?;:,\n]+\s*|\s+-+\s+|\s+(?=anyway\b|by the way\b|btw\b)/i;

/**
 * A text without idioms, and without what it tells by the way of other things: «my cat sat on the keyboard, anyway what helps against gout?». A clause is
 * left out that has words of every day and an animal or another thing in it, and none of medicine, where another one names a topic.
 */
export function withoutAsides(told: string): string {
  if (told.length > longest) return told;
  const text = withoutIdioms(told);
  const clauses = text.split(between).filter((clause) => /\w/.test(clause));
  if (clauses.length < 2) return text;
  const readings = clauses.map((clause) => read(clause));
  if (!readings.some(namesTopic)) return text;
  const returns = returning.test(text);
  const left = clauses.filter((_, at) => !isAside(readings[at] as Reading, returns));
  return left.length === clauses.length ? text : left.join(', ');
}

const returning = /\b(?:anyway|by the way|btw)\b/i;

function isAside(reading: Reading, returns: boolean): boolean {
  const elsewhere = reading.mentions.filter(({ meaning }) => meaning.kind === 'elsewhere');
  if (elsewhere.length === 0 || reading.aspects.length > 0) return false;
  const { medical, everyday } = leaningOf(reading);
  // «My rabbit is three. Which antibiotic helps?» speaks of the rabbit all the way.
  const isOfAnimal = elsewhere.some(({ meaning }) => meaning.term === '#living-thing');
  return medical === 0 && (returns || !isOfAnimal || everyday > elsewhere.length);
}
