import type { Aspect, CorpusDocument } from '../../../fixtures/index.ts';
import { oncePerObject } from '../../../spec/index.ts';
import { kin, ledBy, mostTopics, sentencesRead, sentencesWith } from '../corpus/library.ts';
import {
  isAddedCaution,
  isAgainst,
  isAvoidedInPregnancy,
  isRuledOut,
  medicinesNamed,
} from '../corpus/ruled-out-medicines.ts';
import { common } from '../corpus/sought-kinds.ts';
import type { Subject } from '../question/subject.ts';
import { type Meaning, vocabulary } from '../reading/concepts.ts';
import { read } from '../reading/reading.ts';
import { remembering } from '../reading/remembering.ts';
import { hasMedicine, people, practices } from '../reading/topic-sets.ts';
import { homeOf, isStrange } from '../reading/word-homes.ts';

/** A sentence of a document, and how well it answers: 0 or more. */
export interface RankedSentence {
  readonly text: string;
  readonly aspect: Aspect;
  readonly fit: number;
  readonly general: boolean;
  /** Its content words, as stems. */
  readonly words: ReadonlySet<string>;
}

/** Points for a sentence: for the asked aspect (most for help), a related aspect, other named things, facts about the person, and words of the question. */
const points = {
  asked: 6,
  help: 11,
  case: 5,
  named: 1,
  near: 2,
  caution: 5,
  partner: 4,
  led: 2.5,
  fact: 12,
  medicalWord: 3,
  tellingWord: 2,
  word: 1,
  alias: 0.5,
  covering: 3,
  related: 4,
  kind: 2.5,
  first: 4,
  decisiveKind: 5,
  alsoKind: 1.5,
  verdict: 1.5,
  contrast: 14,
  page: -2,
  general: -1.5,
  otherPeople: -2,
  whom: 2,
} as const;
/** Aspects that a question about two things means for both together. */
const relating: ReadonlySet<Aspect> = new Set<Aspect>(['causes', 'risk', 'interactions', 'warnings', 'complications']);
/** Aspects that do so if causes are asked for, too: «can dehydration cause headaches?» */
const effects: ReadonlySet<Aspect> = new Set<Aspect>(['symptoms', 'side-effects']);
const mostPartners = 2;
const halfStated = 0.5;
const mostForWords = 9;
const allPoints = points.asked + points.partner;
/** Later aspects, and those from earlier turns, count less by this much each. */
const laterAspect = 0.5;
/** The share of points for names and words that a sentence on another aspect keeps. */
const besideAspect = 0.6;
/** A word in more sentences of a topic than this counts less for each. */
const rare = 3;

/** General sentences on these aspects say nothing about the topic: «Keep it in its pack and out of the reach of small hands». */
const empty: ReadonlySet<Aspect> = new Set<Aspect>(['warnings', 'interactions', 'dose', 'help', 'page']);

/** What sentences are ranked by, computed once for each question. */
interface Sought {
  /** Terms of the things it names, and of its topics. */
  readonly terms: readonly string[];
  /** Terms of topics that these things stand for. */
  readonly led: readonly string[];
  readonly facts: readonly string[];
  readonly forAspect: ReadonlyMap<Aspect, number>;
  /** The weights of its words, by topic. */
  weightsOn(topic: string): readonly (readonly [string, number])[];
  /** The sentences of a document, those that answer best first, equal ones in its order. */
  rankedIn(document: CorpusDocument): readonly RankedSentence[];
}

const soughtIn = oncePerObject((subject: Subject): Sought => {
  const asksWhether = subject.kinds.has('verdict');
  const near = new Set(subject.aspects.flatMap((aspect) => kin[aspect] ?? []));
  const forAspect = new Map<Aspect, number>([
    ['cases', points.named],
    ...[...people].map((aspect) => [aspect, points.otherPeople] as const),
    ...[...near].map((aspect) => [aspect, points.near] as const),
    ...subject.aspects
      .map((aspect, at) => [aspect, points.asked - laterAspect * Math.min(2, at)] as const)
      .toReversed(),
  ]);
  // Pregnancy and a medicine: sentences on both come first.
  const [first] = subject.aspects;
  if (first !== undefined && people.has(first) && hasMedicine(subject.topics))
    forAspect.set(first, points.asked + points.near);
  // «Can I take it for a headache?» in pregnancy is not answered by what is said about headaches.
  if (
    asksWhether &&
    (first === 'pregnancy' || (first !== undefined && people.has(first) && hasMedicine(subject.topics)))
  )
    forAspect.set(first, 2 * points.asked);
  // Only a name asks what it is; «should I pop a blister?» does not.
  if (subject.aspects.length + subject.words.length + subject.unwanted.size === 0 && !asksWhether)
    forAspect.set('overview', points.asked);
  // «What is the blood pressure target in kidney disease?» asks for no definition.
  if (subject.aspects.join() === 'overview' && subject.words.some((word) => homeOf(word) > 0))
    forAspect.set('overview', points.near);
  if (subject.aspects.some((aspect) => aspect === 'treatment' || aspect === 'dose'))
    forAspect.set('cases', points.case);
  if (subject.kinds.has('missed')) forAspect.set('cases', 2 * points.case);
  if (subject.aspects.includes('help')) forAspect.set('help', points.help);
  const terms = [...new Set([...subject.named, ...[...subject.topics.keys()].map((slug) => `#${slug}`)])];
  const led = [...subject.named]
    .flatMap((term) => ledBy(vocabulary().meanings.get(term) ?? nothing))
    .filter((term) => !terms.includes(term));
  const sought: Sought = {
    ...{ terms, led: [...new Set(led)], facts: [...subject.facts], forAspect },
    weightsOn: remembering(mostTopics, (topic) => [
      ...subject.words.map((word) => [word, weightOf(word, topic)] as const),
      ...subject.aliases.map((word) => [word, aliasWeight(word, topic)] as const),
    ]),
    rankedIn: remembering(mostTopics, (document: CorpusDocument) => ranking(document, subject, sought)),
  };
  return sought;
});

const nothing: Meaning = { term: '', kind: 'plain', leads: new Map() };

/** The sentences of a document, those that answer best first, equal ones in its order. */
export const rankedSentences = (document: CorpusDocument, subject: Subject): readonly RankedSentence[] =>
  soughtIn(subject).rankedIn(document);

function ranking(document: CorpusDocument, subject: Subject, sought: Sought): RankedSentence[] {
  const { terms, facts, forAspect } = sought;
  const own = `#${document.topic}`;
  const weights = sought.weightsOn(document.topic);
  const wanted = weights.reduce(
    (sum, [word, weight]) => sum + (sentencesWith(word, document.topic) > 0 ? weight : 0),
    0,
  );
  // Overview sentences of a practice also say how it is done.
  const isPractice = practices.has(document.topic);
  const isHowTo = isPractice && subject.aspects.every((asked) => asked === 'overview');
  const aliases = new Set(subject.aliases);
  const isRelating = (asked: Aspect): boolean =>
    relating.has(asked) || (effects.has(asked) && subject.aspects.includes('causes'));
  // «Can it make me tired?» does not ask what one may do.
  const asksWhether = subject.kinds.has('verdict') && !subject.kinds.has('effect');
  const noAdults = subject.aspects.includes('children');
  // «What do I do in an attack?» «And in children?»
  const wantsChildren = noAdults && subject.aspects.includes('help');
  const isOpen = subject.aspects.length === 0;
  const mayDefine = subject.aspects.includes('overview') || (isOpen && !asksWhether);
  const wantsCaution = subject.aspects.includes('warnings');
  const wantsCautionOnly = wantsCaution && subject.aspects.length === 1 && subject.words.length > 0;
  const asksForContrast = subject.kinds.has('contrast');
  const kindsWanted = [...subject.kinds].filter((kind) => kind !== 'contrast' && kind !== 'verdict');
  const isPregnant = subject.aspects.includes('pregnancy');
  // «Ibuprofen is the first treatment» is no answer in pregnancy, unless ibuprofen is what is asked about.
  const harmsBaby = (names: ReadonlySet<string>): boolean =>
    [...names].some((term) => !terms.includes(term) && isAvoidedInPregnancy(term));
  // Nor is it with a stomach ulcer, unless the sentence speaks of ulcers.
  const circumstances = [...subject.facts].filter((term) => term !== own);
  const isUnsuited = (names: ReadonlySet<string>, words: ReadonlySet<string>): boolean =>
    circumstances.length > 0 &&
    medicinesNamed(names, words).some(
      (term) =>
        term !== own &&
        !subject.named.has(term) &&
        circumstances.some((circumstance) => !names.has(circumstance) && isRuledOut(term, circumstance)),
    );
  // Of an illness that somebody has besides only what it means for what is asked, and of a medicine that is ruled out only that.
  const isBesides = subject.facts.has(own) && (subject.topics.get(document.topic) ?? 1) < 1;
  const isCaution = isAddedCaution(document.topic, subject);
  const besideTerms = [...subject.topics.keys()].filter((slug) => slug !== document.topic).map((slug) => `#${slug}`);
  const wantsFirst = subject.kinds.has('first');
  const speaksOfAllergy = [...subject.words, ...subject.named, ...subject.facts].some((one) => one.includes('allerg'));
  const found: RankedSentence[] = [];
  for (const { text, aspect, general, named: names, led, words, shown } of sentencesRead(document)) {
    // Not what adults take, if the question is about a child.
    if (noAdults && words.has('adult') && !words.has('child') && !words.has('children')) continue;
    // «…, also called underactive thyroid, is …» has the words of another name whatever is asked.
    const isDefinition = aspect === 'overview' && !mayDefine;
    const isFiller = aspect === 'page' || (general && empty.has(aspect));
    let [partners, near, stated, shared] = [0, 0, 0, 0];
    for (const term of terms)
      if (term !== own) {
        if (names.has(term)) partners += 1;
        else if (led.has(term)) near += 1;
      }
    for (const term of sought.led) if (term !== own && names.has(term)) near += 1;
    for (const term of facts)
      if (term !== own) {
        if (names.has(term)) stated += 1;
        else if (led.has(term)) stated += halfStated;
      }
    for (const [word, weight] of weights) if (words.has(word) && !(isDefinition && aliases.has(word))) shared += weight;
    let kinds = 0;
    let forKind = 0;
    if (!general)
      for (const kind of kindsWanted)
        if (shown.has(kind)) {
          kinds += 1;
          forKind = Math.max(forKind, common.has(kind) ? points.kind : points.decisiveKind);
        }
    // «Can I …?» is answered by a sentence that says what one may, should or need not do, if it speaks of what is asked.
    const decides = asksWhether && shown.has('verdict') && !general && partners + near + shared + kinds > 0;
    // A sentence on a special case must have something in common with the question.
    const isApart = aspect === 'cases' && partners + near + shared + kinds === 0;
    // A reason against something is a caution, whatever its aspect.
    const cautions = wantsCaution && !general && shown.has('against');
    const tellsHow = isPractice && (aspect === 'overview' || (isHowTo && aspect === 'self-care'));
    const forPractice = tellsHow ? (isHowTo ? points.asked : points.near) : 0;
    // «Unlike a tension headache, migraine …» answers a question that compares the two.
    // So does «ice is better than heat».
    const hasBoth = partners > 0 || shared >= 2 * points.tellingWord;
    const contrasts = asksForContrast && hasBoth && shown.has('contrast');
    const ofAspect = Math.max(forPractice, contrasts ? points.contrast : 0, forAspect.get(aspect) ?? 0);
    // A sentence on other people has a word of the question by chance: «surgery is delayed until after birth».
    const isOfOthers = people.has(aspect) && !subject.aspects.includes(aspect);
    const covered = wanted > 0 && !isOfOthers ? Math.min(1, shared / wanted) : 0;
    // «Can I take magnesium with it?» is answered by what is said about magnesium, whatever its aspect.
    const decidesAll = wantsCautionOnly && decides && subject.words.every((word) => words.has(word));
    const asked = isApart ? 0 : Math.max(ofAspect, cautions || decidesAll ? points.caution : Number.NEGATIVE_INFINITY);
    const isBeside = (!isOpen || isOfOthers) && asked <= 0;
    // «Does a vaccine cause autism?» is answered by a sentence that names both.
    let both = 0;
    for (const term of besideTerms) if (names.has(term)) both += 1;
    const relates = both > 0 && !general && subject.aspects.every(isRelating);
    const beside = isBeside && !relates ? besideAspect + (1 - besideAspect) * covered : 1;
    const named =
      points.partner * Math.min(mostPartners, partners) +
      points.led * Math.min(mostPartners - Math.min(mostPartners, partners), near) +
      Math.min(mostForWords, shared) +
      (isBeside ? points.covering * covered : 0) +
      (relates ? points.related * Math.min(1, partners) : 0);
    const sum =
      (asked < 0 && partners + near > 0 ? 0 : asked) +
      beside * named +
      (describing.has(aspect) ? 0 : points.fact * Math.min(mostPartners, stated)) +
      (aspect === 'page' ? points.page : 0) +
      (general ? points.general : 0) +
      forKind +
      points.alsoKind * Math.max(0, kinds - 1) +
      (decides ? points.verdict : 0) +
      (wantsFirst && shown.has('first') ? points.first : 0) +
      (subject.unwanted.size > 0 && without(text, words, subject.unwanted) ? points.kind : 0) +
      (wantsChildren && aspect === 'help' && young.some((word) => words.has(word)) ? points.whom : 0);
    // «Can I stop my blood thinner before surgery?» is not answered by «apixaban is a blood thinner».
    const isSilent = subject.kinds.size > 0 && kinds === 0 && !decides && aspect === 'overview' && !isPractice;
    const share =
      subject.unwanted.size > 0
        ? shareLeft(text, subject.unwanted, names, words)
        : (isForAllergic(text, aspect) && !speaksOfAllergy) ||
            (isPregnant && aspect !== 'pregnancy' && harmsBaby(names)) ||
            (!isAgainst(text) && isUnsuited(names, words)) ||
            (isBesides && partners + near + shared === 0 && !isAgainst(text)) ||
            (isCaution && stated === 0)
          ? unwantedShare.taken
          : 1;
    const fit = Math.max(0, ((isSilent ? besideAspect : 1) * share * sum) / allPoints);
    found.push({ text, aspect, general, words, fit: isFiller ? Math.min(fit, fillerFit) : fit });
  }
  return found.sort((left, right) => right.fit - left.fit);
}

/** The highest fit of a sentence that fits every topic. */
export const fillerFit = 0.1;
/** The share of its fit that a sentence with an unwanted thing keeps, unless it names an alternative. */
const unwantedShare = { taken: 0.2, had: 0.8 } as const;
/** What a sentence says that names something in place of what is not wanted. */
export const inPlace =
  /\b(?:without|instead|in place of|rather than|unlike|tolerate[ds]?|allerg(?:y|ic)|not suit|no medicine|no antibiotic)\b/i;

/** The share of its fit that a sentence keeps beside what is unwanted: all if it names an alternative, nothing if it means an allergy to something else. */
function shareLeft(
  text: string,
  unwanted: ReadonlySet<string>,
  names: ReadonlySet<string>,
  words: ReadonlySet<string>,
): number {
  if (!inPlace.test(text)) return shareOf(unwanted, names, words);
  const [, allergen] = allergyTo.exec(text) ?? [];
  const terms = allergen === undefined ? [] : read(allergen).mentions.map(({ meaning }) => meaning.term);
  const isOther = terms.length > 0 && !terms.some((term) => unwanted.has(term));
  return isOther && [...unwanted].some((term) => names.has(term)) ? 0 : 1;
}
/** What is given instead to people with an allergy: «With an allergy to penicillin …». */
const isForAllergic = (text: string, aspect: Aspect): boolean =>
  aspect !== 'warnings' && /^[^,;]*\ban allergy to\b/.test(text);
const allergyTo = /\ballerg(?:y|ic) to (\w+)/i;

/** Whether a sentence says what helps without the unwanted: «to lower the blood pressure without tablets eat less salt». */
const without = (text: string, words: ReadonlySet<string>, unwanted: ReadonlySet<string>): boolean =>
  inPlace.test(text) && [...unwanted].some((one) => words.has(one));

/** The share of its fit that a sentence keeps: little if it names what should not be taken, most if it names what somebody does not have. */
function shareOf(unwanted: ReadonlySet<string>, names: ReadonlySet<string>, words: ReadonlySet<string>): number {
  let share = 1;
  for (const one of unwanted) {
    if (!names.has(one) && !words.has(one)) continue;
    const kind = vocabulary().meanings.get(one)?.kind ?? '';
    share = Math.min(share, lacked.has(kind) ? unwantedShare.had : unwantedShare.taken);
  }
  return share;
}
const lacked: ReadonlySet<string> = new Set(['condition', 'symptom', 'group', 'other']);

const young = ['child', 'children', 'babi'] as const;

/** Aspects that describe an illness and contain no cautions. */
const describing: ReadonlySet<Aspect> = new Set<Aspect>(['symptoms', 'causes', 'risk', 'overview', 'tests']);

/** The points for a word of the question in a sentence: more for a medical word, fewer for one that is all over the topic. */
function weightOf(word: string, topic: string): number {
  const count = sentencesWith(word, topic);
  const telling =
    homeOf(word) > 0 || isStrange(word) ? points.medicalWord : count <= rare ? points.tellingWord : points.word;
  return telling * Math.min(1, rare / Math.max(1, count));
}

/** The points for a word of another name of the topic: more if few sentences have it, such as `thrombectomy` in a stroke. */
function aliasWeight(word: string, topic: string): number {
  const count = sentencesWith(word, topic);
  return count > 0 && count < rare ? weightOf(word, topic) : points.alias;
}

/** The `count` sentences of a document that answer best, with those that were quoted, in the order of the document. */
export function excerptOf(
  document: CorpusDocument,
  subjects: readonly Subject[],
  count: number,
  quoted: ReadonlySet<string> = new Set(),
): string {
  const shown = document.sentences.filter((sentence) => quoted.has(sentence));
  const ranked = subjects.flatMap((subject) => rankedSentences(document, subject).slice(0, count));
  const best = new Set([...shown, ...ranked.map(({ text }) => text)].slice(0, Math.max(count, shown.length)));
  return document.sentences.filter((sentence) => best.has(sentence)).join(' ');
}
