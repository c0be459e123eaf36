import { wordSet } from './words.ts';

/** Codes of US states that are also medical abbreviations. */
const states = wordSet(
  'AL AR CA CO CT DC DE GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT NC ND NE NH NJ PA RI SC SD TN TX VA VT WA WI',
);
const placing = wordSet(
  'live lives living lived move moved moving based located born reside resident from visit visiting visited travel travelling traveling travelled fly flying drive driving drove here',
);
/** Words near a school subject. */
const schooling = wordSet(
  'school lesson lessons teacher teachers class classes kit exam exams homework coach gym pupil curriculum',
);
/** Words before and after the emergency department. */
const goingThere = wordSet('the to at from via our local');
const beingThere = wordSet(
  'seen presented presents presenting arrived arrives admitted treated came brought attended waited waiting',
);
const ofThere = wordSet(
  'nurse nurses doctor doctors physician physicians department visit visits attendance attendances consultant discharge triage staff waiting presentation referral team',
);
const medicineOf = wordSet(
  'drug drugs tablet tablets pill pills medicine medicines medication treatment treatments therapy',
);
const near = 3;
/** Words near the oil company. */
const ofCompany = wordSet(
  'court sue sued sues suing oil petrol gas fuel fuels pump pumps spill refinery pipeline share shares shareholder shareholders stock stocks dividend dividends profit profits earnings company plc supplier suppliers investor investors ceo merger lawsuit',
);
const nearCompany = 5;
/** Words right after two letters that are then no illness: a program, a camera, a disk. */
const ofThing: Readonly<Record<string, ReadonlySet<string>>> = {
  MS: wordSet('word excel office windows teams access paint outlook dos powerpoint sql project'),
  AF: wordSet('lens lenses mode point points motor'),
  TB: wordSet('drive drives disk disks ssd hard storage'),
  RA: wordSet('dormitory hall'),
};

/**
 * Whether two letters that can be a medical abbreviation mean something else here: a title («Ms Smith»), a state («I live in MI»),
 * a school subject («failed PE at school»), a company («BP was sued»), a program («MS Word») or the emergency department («presented to the ED»).
 */
export function meansElse(written: readonly string[], at: number): boolean {
  const word = written[at] as string;
  if (word.length !== 2) return false;
  const before = (distance: number): string[] =>
    written.slice(Math.max(0, at - distance), at).map((one) => one.toLowerCase());
  const after = (distance: number): string[] =>
    written.slice(at + 1, at + 1 + distance).map((one) => one.toLowerCase());
  const [last = ''] = before(1);
  const [next = ''] = after(1);
  if (ofThing[word]?.has(next)) return true;
  if (word === 'Ms') return /^[A-Z][a-z]+$/.test(written[at + 1] ?? '');
  if (states.has(word) && before(near + 1).some((one) => placing.has(one))) return true;
  if ([...before(near), ...after(near)].some((one) => schooling.has(one))) return true;
  if (word === 'BP' && [...before(nearCompany), ...after(nearCompany)].some((one) => ofCompany.has(one))) return true;
  if (word !== 'ED' || medicineOf.has(next)) return false;
  return (
    goingThere.has(last) || ofThere.has(next) || (last === 'in' && before(near + 1).some((one) => beingThere.has(one)))
  );
}

/** What clinicians write for words, by how it is written: «PUD» is an illness, «pud» a pudding. */
const shorthand: ReadonlyMap<string, readonly string[]> = new Map(
  (
    'DAPT dual antiplatelet therapy|DM2 type 2 diabetes|UGIB upper gastrointestinal bleeding|SDH subdural haematoma|PUD peptic ulcer|HAP hospital pneumonia|' +
    'LTBI latent tuberculosis|RCC kidney cancer|PHPT primary hyperparathyroidism|PsA psoriatic arthritis|HOCM hypertrophic cardiomyopathy|POAG glaucoma|' +
    'HMB heavy menstrual bleeding|PPROM waters broke early|LAMA tiotropium|OCP contraceptive pill|COCP contraceptive pill|LARC long-acting contraception|' +
    'PCI stent|CXR chest x-ray|TFTs thyroid tests|eyeball eye|eyeballs eye'
  )
    .split('|')
    .map((line) => line.split(/[ -]/))
    .map(([written = '', ...words]) => [written, words]),
);
/** «hypoNa», «hyperK+»: the level of a salt in the blood. */
const saltLevel = /^(hypo|hyper)(na|k|ca|mg)$/i;
const salts: Readonly<Record<string, string>> = { na: 'natraemia', k: 'kalaemia', ca: 'calcaemia', mg: 'magnesaemia' };

/** The words that a clinical abbreviation stands for; undefined for any other word. */
export function writtenOut(word: string): readonly string[] | undefined {
  const [, level, salt = ''] = saltLevel.exec(word) ?? [];
  return level === undefined ? shorthand.get(word) : [level.toLowerCase() + salts[salt.toLowerCase()]];
}
