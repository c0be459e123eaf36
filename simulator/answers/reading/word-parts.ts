import { remembering } from './remembering.ts';
import { homeOf } from './word-homes.ts';
import { stem } from './words.ts';

/** Greek and Latin roots by their English meaning; below, endings by theirs. */
const roots: Readonly<Record<string, string>> = {
  heart: 'cardi|myocard',
  liver: 'hepat',
  kidney: 'nephr|renal|ren(?=o)|pyel',
  stomach: 'gastr',
  bowel: 'enter|col(?=i|o|ect)|ile(?=i|o)',
  brain: 'encephal|cerebr|mening',
  nerve: 'neur',
  skin: 'dermat|derm|cutan',
  joint: 'arthr',
  bone: 'osteo|oste',
  muscle: 'myo(?!c)|my(?=al|os)|muscul',
  blood: 'haemat|hemat|haem|hem',
  lung: 'pneum|pulmon|pleur',
  airway: 'bronch|trache',
  nose: 'rhin|nasal|nas(?=o)',
  ear: 'ot(?=i|al|os|or)|tympan|auricul',
  eye: 'ophthalm|ocul|conjunctiv|kerat|retin|uve',
  eyelid: 'blephar',
  mouth: 'stomat|gloss|oral',
  tooth: 'dent|odont',
  gum: 'gingiv|periodont',
  breast: 'mast(?=i|e|al)|mamm',
  womb: 'hyster|endometr|metr(?=o|it)|uter',
  ovary: 'oophor|ovari',
  testicle: 'orchi|epididym',
  prostate: 'prostat',
  bladder: 'cyst(?!ic f)|vesic',
  spleen: 'splen',
  thyroid: 'thyr',
  pancreas: 'pancreat',
  gallbladder: 'cholecyst|chol(?=e|ang)',
  gland: 'aden(?=i|o)|lymph',
  vein: 'phleb|ven(?=o|ous)|varic',
  artery: 'arteri|aort',
  vessel: 'angi|vascul|vas(?=o)',
  clot: 'thromb|embol',
  throat: 'pharyng|laryng|tonsil|epiglott',
  gullet: 'oesophag|esophag|dysphag',
  anus: 'proct|rect(?=al|o)|haemorrhoid',
  appendix: 'append(?=ec|ic)',
  spine: 'spondyl|vertebr|discec|myel',
  tendon: 'tend(?=i|o)',
  sinus: 'sinus',
  lip: 'labial|cheil',
  vagina: 'vagin|vulv',
  sugar: 'glyc|gluc',
  urine: 'ur(?=in|ol)|dysur|nocturi|polyuri',
  child: 'paediatr|pediatr',
  mind: 'psych',
  hair: 'trich|alopec',
  nail: 'onych|paronych',
  fat: 'lip(?=o|id)|adip',
  old: 'geriatr',
  cancer: 'oncol|carcin',
};
const endings: Readonly<Record<string, string>> = {
  inflamed: 'itis',
  large: 'megaly|trophy',
  removed: 'ectomy',
  opened: 'otomy|ostomy',
  camera: 'oscopy|oscope',
  pain: 'algia|odynia',
  growth: 'oma|omas',
  disease: 'opathy',
  bleeding: 'rrhage|rrhagia|rrhagic',
  scarred: 'fibrosis|sclerosis|cirrhosis',
  paralysed: 'plegia|paresis',
  narrow: 'stenosis',
  stone: 'lithiasis|lith|liths',
  doctor: 'ologist|iatrist|iatrician',
  repaired: 'plasty',
};
/** Everyday words for the meanings of the endings. */
const plainly: Readonly<Record<string, string>> = {
  inflamed: 'inflamed inflammation infection infected swollen',
  large: 'large enlarged big',
  removed: 'removal removed remove removing out',
  camera: 'camera telescope scope',
  pain: 'pain pains ache aching hurts sore',
  growth: 'growth lump tumour',
  bleeding: 'bleeding bleed haemorrhage',
  scarred: 'scarring scarred hardening hardened',
  paralysed: 'paralysis paralysed',
  narrow: 'narrow narrowing narrowed',
  stone: 'stone stones',
  doctor: 'doctor specialist surgeon physician',
};

const rootsBy = Object.entries(roots).map(([part, forms]) => ({ part, form: new RegExp(`^(?:${forms})`) }));
const endingsBy = Object.entries(endings).map(([part, forms]) => ({ part, form: new RegExp(`(?:${forms})s?$`) }));
const plainBy = new Map(
  Object.entries(plainly).flatMap(([part, words]) => words.split(' ').map((word) => [stem(word), part] as const)),
);
const bodyBy = new Map(Object.keys(roots).map((part) => [stem(part), part]));
const shortest = 6;
const mostKnown = 20_000;

/** The meanings of the parts of a clinical word, or of a plain word for one: `splenomegaly` and `large spleen` give the same. */
export const partsOf = remembering(mostKnown, (word): readonly string[] => {
  const folded = stem(word);
  const plain = [bodyBy.get(folded), plainBy.get(folded)].filter((part) => part !== undefined);
  if (plain.length > 0 || word.length < shortest) return plain;
  const root = rootsBy.find(({ form }) => form.test(word))?.part;
  const ending = endingsBy.find(({ form }) => form.test(word))?.part;
  // A cardigan has nothing to do with the heart.
  if (root === undefined || (ending === undefined && homeOf(folded) <= 0)) return [];
  return [root, ...(ending === undefined ? [] : [ending])];
});
