import { dangerIn } from '../danger/danger.ts';
import type { Mention } from '../reading/concepts.ts';
import { withoutIdioms } from '../reading/idioms.ts';
import { leaningOf } from '../reading/leaning.ts';
import { type Reading, read } from '../reading/reading.ts';
import { namesIngredients } from './of-things.ts';
import { namesTopic } from './topics-in.ts';

/** Longer texts are not searched for asides. */
const longest = 1_000;
const between = /[.!?;:,\n]+\s*|\s+-+\s+|\s+(?=anyway\b|by the way\b|btw\b)/i;

/**
 * A text without idioms and asides: «my cat sat on the keyboard, anyway what helps against gout?». An aside is a clause with everyday words, an animal or
 * another thing, and no medical words; it is removed only if another clause names a topic.
 */
export function withoutAsides(original: string): string {
  if (original.length > longest) return original;
  const text = withoutIdioms(original);
  const clauses = text.split(between).filter((clause) => /\w/.test(clause));
  if (clauses.length < 2 || !read(text).mentions.some(isElsewhere)) return text;
  const readings = clauses.map((clause) => read(clause));
  if (!readings.some(namesTopic)) return text;
  const returns = returning.test(text);
  const left = clauses.filter((_, at) => !isAside(readings[at] as Reading, returns));
  // «House fire, hoarse and dizzy»: the clause belongs to an emergency.
  return left.length === clauses.length || dangerIn(read(text)) !== undefined ? text : left.join(', ');
}

const isElsewhere = ({ meaning }: Mention): boolean => meaning.kind === 'elsewhere';
const returning = /\b(?:anyway|by the way|btw)\b/i;

function isAside(reading: Reading, returns: boolean): boolean {
  const elsewhere = reading.mentions.filter(isElsewhere);
  if (elsewhere.length === 0 || reading.aspects.length > 0 || namesIngredients(reading)) return false;
  const { medical, everyday } = leaningOf(reading);
  // «My rabbit is three. Which antibiotic helps?» is about the rabbit in both sentences.
  const isOfAnimal = elsewhere.some(({ meaning }) => meaning.term === '#living-thing');
  return medical === 0 && (returns || !isOfAnimal || everyday > elsewhere.length);
}
