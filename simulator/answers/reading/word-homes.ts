import { wordSenses } from '../../../fixtures/index.ts';
import { once, remembering } from './remembering.ts';
import { american, stemSet } from './words.ts';

const asStems = (words: string): string[] =>
  words.split(' ').flatMap((word) => (/[ao]e|our|ys|is/.test(word) ? [word, american(word)] : word));

const homes = once(() => ({
  medical: new Set(asStems(wordSenses.medical)),
  everyday: new Set(asStems(wordSenses.everyday)),
  anywhere: new Set(asStems(wordSenses.anywhere)),
}));

/** Endings, as stems, of names of illnesses, operations and medicines that no everyday word has. */
const clinical =
  /.{3}(?:iti|iasi|osi|oma|emia|ectomi|ostomi|otomi|oscopi|opathi|algia|uria|plasti|rrhea|rrhag|genic|cyte|penia|trophi|plegia|paresi|phagia|pnea|viru|mycin|cillin|azol|olol|pril|sartan|statin|mab|nib|zepam|cain|olon|ason|gliptin|floxacin|cyclin|itinib|xaban|triptan|dronat|terol|tropium|oxetin|idin|amin|etamol)$/;

/** Words for kinds of studies, which every field has: «systematic review exercise depression». */
const ofStudies = stemSet(
  'systematic review reviews meta analysis analyses randomised randomized controlled trial trials cohort study studies cochrane literature evidence guideline guidelines placebo observational retrospective prospective',
);

/** The field of a word, as a stem: 1 for medicine, -1 for everyday life only, 0 for both or unknown. */
export const homeOf = remembering(20_000, (word): number => {
  const { medical, everyday } = homes();
  if (medical.has(word)) return 1;
  if (ofStudies.has(word)) return 0;
  if (everyday.has(word)) return -1;
  return clinical.test(word) ? 1 : 0;
});

/** Whether a word, as a stem, is in the list of medical words. */
export const isMedicalWord = (word: string): boolean => homes().medical.has(word);

/** Whether a word, as a stem, is unknown: mostly names. */
export const isStrange = (word: string): boolean =>
  word.length >= shortestName && !ofStudies.has(word) && homeOf(word) === 0 && !homes().anywhere.has(word);
const shortestName = 4;
