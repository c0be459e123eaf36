import { wordSenses } from '../../fixtures/index.ts';
import type { Reading } from './reading.ts';
import { remembering } from './remembering.ts';
import { american } from './words.ts';

const asStems = (words: string): string[] =>
  words.split(' ').flatMap((word) => (/[ao]e|our|ys|is/.test(word) ? [word, american(word)] : word));

type Home = keyof typeof wordSenses;
let lists: Readonly<Record<Home, ReadonlySet<string>>> | undefined;

function homes(): Readonly<Record<Home, ReadonlySet<string>>> {
  lists ??= {
    medical: new Set(asStems(wordSenses.medical)),
    everyday: new Set(asStems(wordSenses.everyday)),
    anywhere: new Set(asStems(wordSenses.anywhere)),
  };
  return lists;
}

/** How names of illnesses, operations and medicines end, as stems: no everyday word does. */
const clinical =
  /.{3}(?:iti|iasi|osi|oma|emia|ectomi|ostomi|otomi|oscopi|opathi|algia|uria|plasti|rrhea|rrhag|genic|cyte|penia|trophi|plegia|paresi|phagia|pnea|viru|mycin|cillin|azol|olol|pril|sartan|statin|mab|nib|zepam|cain|olon|ason|gliptin|floxacin|cyclin|itinib|xaban|triptan|dronat|terol|tropium|oxetin|idin|amin|etamol)$/;

/** Where a word, as a stem, is at home: 1 in medicine, -1 in everyday life and not there, 0 anywhere. */
export const homeOf = remembering(20_000, (word): number => {
  const { medical, everyday } = homes();
  if (medical.has(word)) return 1;
  if (everyday.has(word)) return -1;
  return clinical.test(word) ? 1 : 0;
});

/** A rare word that nobody here knows, most often a name. */
export const isStrange = (word: string): boolean =>
  word.length >= shortestName && homeOf(word) === 0 && !homes().anywhere.has(word);
const shortestName = 4;

/** How much of a text speaks of medicine, and how much of other things, apart from some of its words. */
export function leaningOf(
  { words, mentions, stems }: Reading,
  apart: ReadonlySet<string> = none,
): { medical: number; everyday: number } {
  let [medical, everyday] = [0, 0];
  const counted = new Set(apart);
  for (const { meaning, at, length, loose } of mentions) {
    if (loose) continue;
    const own = stems.slice(at, at + length);
    if (own.every((word) => counted.has(word))) continue;
    if (meaning.kind === 'elsewhere') everyday += 1;
    else if (meaning.kind !== 'plain' && meaning.kind !== 'aspect') medical += 1;
    for (const word of own) counted.add(word);
  }
  for (const word of words) {
    if (counted.has(word)) continue;
    counted.add(word);
    const home = homeOf(word);
    if (home > 0) medical += 1;
    else if (home < 0) everyday += 1;
  }
  return { medical, everyday };
}

const none: ReadonlySet<string> = new Set();
