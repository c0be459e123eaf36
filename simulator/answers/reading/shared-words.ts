/** Names that share a word: «type 1 and type 2 diabetes», «hepatitis B or C». */
const sharing: readonly (readonly [names: RegExp, whole: string])[] = [
  [
    /\b(?:diabetes )?types? (1|2|i|ii|one|two) (?:diabetes )?((?:and|or|vs|versus|v|from) )?(?:diabetes )?(?:types? )?(1|2|i|ii|one|two)(?: diabetes)?(?= |$)/i,
    'type $1 diabetes $2type $3 diabetes',
  ],
  [/\bhepatitis ([bc]) ((?:and|or|vs|versus|from) )?([bc])(?= |$)/i, 'hepatitis $1 $2hepatitis $3'],
];

/** Words in which each of two names has the word that they share. */
export function withSharedWords(words: readonly string[]): readonly string[] {
  const says = (part: string): boolean => words.some((word) => word.toLowerCase().startsWith(part));
  if (!(says('hepatitis') || (says('type') && says('diabet')))) return words;
  const text = words.join(' ');
  const whole = sharing.reduce((left, [names, replacement]) => left.replace(names, replacement), text);
  return whole === text ? words : whole.split(' ');
}
