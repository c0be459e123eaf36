/**
 * Two texts that share no word, and one number: the hash that Java gives a string, and that is copied in many languages (times 31, plus the
 * next UTF-16 unit, in 32 bits). A cache keyed by that number instead of the text gives one of them the answer of the other.
 */
export const equallyHashed = [
  'Early psoriasis in athletes with a pacemaker',
  'Resistant bronchitis in hospital in a teacher',
] as const;

/** A text whose number is the lowest of 32 bits: its absolute value is negative, and no place of a table. */
export const lowestHashed = 'Is malaria found in nepogusone?';
