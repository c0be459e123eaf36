import type { Aspect } from '../../../fixtures/index.ts';
import { oncePerObject } from '../../../spec/index.ts';
import { writtenOut } from './abbreviations.ts';
import { cognate } from './cognates.ts';
import { aspectsOf, type Mention, mentionsIn, vocabulary, withLooseMentions } from './concepts.ts';
import { translated } from './foreign.ts';
import { rememberingTexts } from './remembering.ts';
import { withSharedWords } from './shared-words.ts';
import { corrected } from './spelling.ts';
import { stopWords } from './stop-words.ts';
import { alarmsIn } from './values.ts';
import { withWeakOrgans } from './weak-organs.ts';
import { stem, stemSet, wordSet, writtenWordsOf } from './words.ts';

/** Characters of a text that are read. The specification has no length limit, so the work must be bounded here. */
const readableCharacters = 32_768;
/** In longer texts, typos are not corrected and names with separated words are not found: it takes time, and they say enough without. */
const carefulCharacters = 2_000;

/** A text as it was understood. */
export interface Reading {
  /** Stems in order, stop words among them. */
  readonly stems: readonly string[];
  readonly mentions: readonly Mention[];
  readonly aspects: readonly Aspect[];
  /** Content words, as stems, whether they are part of a name or not; without numbers. */
  readonly words: readonly string[];
  /** Those of them that belong to no name. */
  readonly others: readonly string[];
  /** Unknown words of another language among them, as stems. Absent if there are none. */
  readonly unknown?: ReadonlySet<string>;
  /** Slugs of topics that it denies: «no fever». Absent if there are none, or `affirmed` was not used. */
  readonly denied?: ReadonlySet<string>;
  /** Terms, and words as stems, of what it does not want: «not bacterial», «no statins». Absent if there are none, or `affirmed` was not used. */
  readonly unwanted?: ReadonlySet<string>;
  /** Slugs of emergencies shown by its measured values. Absent if there are none. */
  readonly alarms?: readonly string[];
}

/** Cache size. Long printed texts are not cached: they are rare and would take too much room. */
const mostKnown = { texts: 10_000, characters: 1_000_000 } as const;
const readShort = rememberingTexts(
  { ...mostKnown, longest: carefulCharacters },
  (text): Reading => readWords(text, readableCharacters, false),
);

/** Reads what somebody typed: questions, and texts to embed. Long texts are cached too, since a conversation is sent again with each turn. */
export const read = rememberingTexts(
  { ...mostKnown, longest: readableCharacters },
  (text): Reading => readWords(text, readableCharacters, true),
);

/** Reads printed texts: sentences of the corpus, pages, documents to rerank. Typos are not corrected. */
export function readPrinted(text: string, characters = readableCharacters): Reading {
  return text.length > carefulCharacters ? readWords(text, characters, false) : readShort(text);
}

/** The stems of a text in one line, for patterns of several words. */
export const stemText = ({ stems }: Reading): string => line(stems);
const line = oncePerObject((stems: readonly string[]): string => stems.join(' '));

function readWords(text: string, characters: number, typed: boolean): Reading {
  const { words: short, unknown } = translated(writtenWordsOf(text.slice(0, characters)).flatMap(spelledOut));
  const raw = withSharedWords(short);
  const careful = text.length <= carefulCharacters;
  const isStrange = (word: string): boolean => unknown.has(word.toLowerCase());
  const fixed = (word: string, at: number): string =>
    isStrange(word) ? ofRoots(word) : unknown.size > 0 || (at > 0 && isName(word)) ? word : respelt(word);
  const written = careful && typed ? raw.map(fixed) : raw;
  const lower = written.map((word) => word.toLowerCase());
  const stems = lower.map(stem);
  const together = mentionsIn(written, stems);
  const loose = careful && typed ? withWeakOrgans(withLooseMentions(together, lower, stems), lower) : together;
  const mentions = withFever(loose, lower);
  const inName = new Uint8Array(stems.length);
  for (const { meaning, at, length } of mentions) if (meaning.kind !== 'elsewhere') inName.fill(1, at, at + length);
  const alarms = careful && typed ? alarmsIn(text) : [];
  const telling = [...stems.keys()].filter((at) => tells(lower[at] as string));
  const weeks = weeksIn(lower);
  // «I'm 28 weeks. Will the baby be all right?» is about no child yet.
  const ofWhom = aspectsOf(ofAge(mentions, lower)).filter((aspect) => weeks.length === 0 || aspect !== 'children');
  return {
    stems,
    mentions,
    aspects: withPrevention(
      [...new Set([...ofWhom, ...impliedBy(mentions), ...agesIn(lower), ...weeks])],
      stems,
      mentions,
    ),
    words: telling.map((at) => stems[at] as string),
    ...(alarms.length === 0 ? {} : { alarms }),
    ...(unknown.size === 0 ? {} : { unknown: new Set([...unknown].map(stem)) }),
    // Unknown words of another language do not show another subject.
    others: telling
      .filter((at) => inName[at] === 0 && !unknown.has(lower[at] as string))
      .map((at) => stems[at] as string),
  };
}

/** Expands abbreviations, and clinical words that deny something: «afebrile» is «no fever». */
const spelledOut = (word: string): string | readonly string[] =>
  denyingWords.get(word.toLowerCase()) ?? writtenOut(word) ?? word;
const denyingWords: ReadonlyMap<string, readonly string[]> = new Map([
  ['afebrile', ['no', 'fever']],
  ['apyrexial', ['no', 'fever']],
  ['anicteric', ['no', 'jaundice']],
  ['denies', ['no']],
  ['denying', ['no']],
]);

/** A temperature from 38 to 42 degrees (100 to 106 Fahrenheit) is a fever: «a temp of 38.4»; with a decimal, also of a baby without a unit: «my baby has 38.5». */
function withFever(found: readonly Mention[], words: readonly string[]): readonly Mention[] {
  for (let at = 0; at < words.length; at += 1) {
    if (!feverish.has(words[at] as string)) continue;
    const length = digits.test(words[at + 1] ?? '') ? 3 : 2;
    const unit = words[at + length - 1] ?? '';
    const isMeasured = words.slice(Math.max(0, at - 3), at).some((word) => /^temp(?:s|erature)?$/.test(word));
    const isFever =
      isMeasured ||
      celsius.test(unit) ||
      /^f(?:ahrenheit)?$/.test(unit) ||
      (length === 3 &&
        (words[at] as string).length === 2 &&
        !otherUnits.test(unit) &&
        words.some((word) => ofBabies.has(word)));
    const meaning = isFever ? vocabulary().meanings.get('#fever') : undefined;
    if (meaning === undefined || found.some((mention) => mention.meaning === meaning)) continue;
    return [...found, { meaning, at, length }].sort((left, right) => left.at - right.at);
  }
  return found;
}
const celsius = /^(?:c|degrees?|celsius)$/;
const otherUnits = /^(?:weeks?|days?|months?|kg|kilos?|cm|ml|mg|mmol|percent)$/;
const ofBabies = wordSet('baby babies newborn infant week weeks');
const feverish = wordSet('38 39 40 41 100 101 102 103 104 105 106');

/** Aspects that named things imply: `twice a day` a dose, a scan tests. */
function impliedBy(mentions: readonly Mention[]): Aspect[] {
  return mentions.flatMap(({ meaning: { kind, term } }): Aspect[] => {
    if (term.startsWith('#dose-')) return ['dose'];
    return (kind === 'test' && !therapies.has(term)) || testTerms.has(term) ? ['tests'] : [];
  });
}

/** A text about a vaccine that asks for nothing else, only how often it is given or whether it causes the illness, means prevention. */
function withPrevention(
  aspects: readonly Aspect[],
  stems: readonly string[],
  mentions: readonly Mention[],
): readonly Aspect[] {
  if (!namesVaccine(stems)) return aspects;
  if (blamesVaccine(stems, mentions)) return [...new Set<Aspect>(['causes', ...aspects])];
  const others = aspects.filter((aspect) => aspect !== 'causes');
  const asksElse = others.some((aspect) => aspect !== 'overview' && aspect !== 'dose');
  return asksElse ? aspects : [...others, 'prevention'];
}

/** Whether a text asks if a vaccine causes another illness: «can the covid jab cause myocarditis?», not «can the flu jab give you flu?». */
export function blamesVaccine(stems: readonly string[], mentions: readonly Mention[]): boolean {
  const at = stems.findIndex(
    (word, index) =>
      bringing.has(word) ||
      (giving.has(word) && !passive.has(stems[index - 1] ?? '') && !receiving.has(stems[index + 1] ?? '')),
  );
  const illnesses = mentions.filter(({ meaning: { kind } }) => kind === 'condition');
  const before = new Set(illnesses.filter((one) => one.at < at).map(({ meaning }) => meaning.term));
  return (
    namesVaccine(stems.slice(0, Math.max(0, at))) &&
    illnesses.some((one) => one.at > at && !before.has(one.meaning.term))
  );
}
const bringing = stemSet('cause trigger linked');
// «Should it be given to people with asthma?»
const giving = stemSet('give gave given');
const passive = stemSet('be is are was were been being');
const receiving = stemSet('to in with for at if when during');

/** Whether a text is about a vaccine, or about medicine that prevents as one does. */
export const namesVaccine = (stems: readonly string[]): boolean =>
  stems.some(
    (word, at) =>
      (preventive.has(word) && stems[at - 1] !== 'bowel') || (word === 'shot' && infections.has(stems[at - 1] ?? '')),
  );
const preventive = stemSet('vaccine vaccination vaccinated jab prep prophylaxis immunisation immunised booster');
const infections = stemSet('flu influenza covid tetanus shingles pneumonia measles mmr hpv rsv hepatitis chickenpox');

/** Treatments that are listed as tests, since they also show an illness, but do not ask for tests. */
const therapies: ReadonlySet<string> = new Set(['#stent', '#dialysis', '#cpap', '#physio', '#cbt', '#oxygen']);
const testTerms: ReadonlySet<string> = new Set(['#blood-test', '#screening', '#scan', '#full-count', '#chest-xray']);

/** Removes the aspect of «aged» in «a patient aged 60», who is not old. */
function ofAge(mentions: readonly Mention[], words: readonly string[]): readonly Mention[] {
  const tellsAge = ({ at }: Mention): boolean => words[at] === 'aged' && digits.test(words[at + 1] ?? '');
  // «140 over 85» is a blood pressure.
  const isPressure = ({ at }: Mention): boolean => words[at] === 'over' && digits.test(words[at - 1] ?? '');
  return mentions.filter((mention) => !tellsAge(mention) && !isPressure(mention));
}

/** The age group of the person, if a text gives an age: «my 8-year-old», «at the age of 82». */
function agesIn(words: readonly string[]): Aspect[] {
  return words.flatMap((word, at): readonly Aspect[] => {
    const [before = '', after = ''] = [words[at - 1], words[at + 1]];
    // «Under-sixes»
    if (before === 'under' && young.has(word)) return ['children'];
    if (!/^\d/.test(word)) return nobody;
    if (/^\d+s$/.test(word) && /^(?:under|over)$/.test(before)) return ageGroup(Number.parseInt(word, 10));
    if (!digits.test(word)) return [];
    // «My 4 day old», but not «my 4 day old bruise».
    if (/^(?:my|our|his|her)$/.test(before) && /^days?$/.test(after) && words[at + 2] === 'old')
      return ageless.has(words[at + 3] ?? '') ? [] : ['children'];
    const ofAge =
      before === 'of'
        ? words[at - 2] === 'age'
        : /^(?:aged?|im|turned|nearly|almost|shes|hes)$/.test(before) && !measures.test(after);
    const isAge = /^olds?$/.test(words[at + 2] ?? '');
    const ago = words[at + 2] === 'ago' || (!isAge && /^(?:for|in|after|within|over|past|last|every)$/.test(before));
    // «my father is 82», but not an amount.
    const ofSomebody =
      /^(?:is|s|am|m)$/.test(before) &&
      Number(word) >= fromOlder &&
      !measured.test(words[at - 2] ?? '') &&
      !/^(?:mg|ml|kg|cm|mm|over|percent)$/.test(after);
    if (ofSomebody && words.some((one) => relatives.has(one))) return ageGroup(Number(word));
    // «She's 84, by the way», without the 's.
    if (/^(?:she|he)$/.test(before) && !measures.test(after)) return ageGroup(Number(word));
    if (ago || !(ofAge || /^(?:year|years|yr|yrs|yo)$/.test(after))) return [];
    const isOld = ofAge || after === 'yo' || isAge;
    return isOld ? ageGroup(Number(word)) : [];
  });
}

/** «I'm 9 weeks and sick all day», «can I fly at 33 weeks?»: the week of a pregnancy. */
function weeksIn(words: readonly string[]): readonly Aspect[] {
  const says = (some: ReadonlySet<string>): boolean => words.some((word) => some.has(word));
  const isPregnant = words.some((word, at) => {
    const isWeek = digits.test(word) && Number(word) >= fromWeek && Number(word) <= lastWeek;
    if (!isWeek || !/^(?:weeks?|wks?)$/.test(words[at + 1] ?? '')) return false;
    if (sinceThen.test(words[at + 2] ?? '')) return false;
    const before = words[at - 1] ?? '';
    // «20 weeks and a bit of blood»
    if (at === 0 && /^(?:and|along|gone|pregnant)$/.test(words[at + 2] ?? '')) return true;
    const isHers = before === 'is' && /^(?:she|wife|partner|girlfriend|sister)$/.test(words[at - 2] ?? '');
    return isHers || /^(?:im|am|m|shes)$/.test(before) || (before === 'at' && says(speakers) && !says(notPregnant));
  });
  return isPregnant ? ['pregnancy'] : nobody;
}
const [fromWeek, lastWeek] = [4, 42];
const sinceThen = /^(?:old|ago|post|postpartum|after|later|into|since|on|off|out|in|from|clean|sober|without|of)$/;
const speakers = wordSet('i im am we wife');
const notPregnant = wordSet(
  'old son daughter newborn infant surgery operation op replacement cast plaster physio fracture broken vaccine vaccination jab vaccinated diet course treatment tablets medicine puppy kitten',
);

const young = wordSet('ones twos threes fours fives sixes sevens eights nines tens elevens twelves sixteens eighteens');
const ageless = wordSet('bruise wound cut burn scar tattoo rash cough headache cold fever bite dressing injury sprain');
const nobody: readonly Aspect[] = [];

function ageGroup(age: number): Aspect[] {
  if (age > oldest) return [];
  return age >= fromOlder ? ['older-people'] : age < fromAdult ? ['children'] : [];
}

const relatives = wordSet(
  'i my he she father mother dad mum mom husband wife uncle aunt gran grandmother grandfather nan he she patient neighbour',
);
/** What is measured, and is not somebody of that age: «my pulse is 84». */
const measured =
  /^(?:spo2|sats|saturation|oxygen|pulse|rate|hr|pressure|bp|levels?|sugar|glucose|weight|bmi|score|reading|result|count|creatinine|ferritin|crp|dose)$/;
const measures =
  /^(?:weeks?|months?|days?|hours?|minutes?|mg|ml|kg|kilos?|stones?|pounds?|lbs|cm|mm|percent|over|times|foot|feet|units?|puffs?)$/;
const [fromAdult, fromOlder, oldest] = [16, 65, 115];
const digits = /^\d+$/;

function tells(word: string): boolean {
  return !stopWords.has(word) && !digits.test(word);
}

/** A short word with a capital: unless it is the first of its text, it is a name and not a typo. */
const isName = (word: string): boolean => word.length < shortName && /^[A-Z][a-z]+$/.test(word);
const shortName = 7;

/** A word of another language in its English form. */
function ofRoots(word: string): string {
  const lower = word.toLowerCase();
  const right = cognate(lower);
  return right === lower ? word : right;
}

/** A misspelt word corrected; a word in capitals is an abbreviation and stays. */
function respelt(word: string): string {
  const lower = word.toLowerCase();
  if (word === word.toUpperCase()) return word;
  const right = corrected(lower);
  return right === lower ? word : right;
}
