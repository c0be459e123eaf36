import { documentsOn, sentencesRead, sentencesWith } from '../corpus/library.ts';
import { dangerIn, overdoseOf } from '../danger/danger.ts';
import { medicines, people, vague } from '../reading/topic-sets.ts';
import { stem } from '../reading/words.ts';
import { aspectsAsked } from './asked-aspects.ts';
import {
  asking,
  beside,
  illnessesOf,
  isMedicine,
  medicinesOf,
  type TurnRule,
  termsOf,
  withPeople,
} from './later-turn.ts';
import { refusedIn, withoutRefused } from './refused.ts';
import type { Subject } from './subject.ts';
import { namesTopic } from './topics-in.ts';
import {
  again,
  asksForOther,
  asksTogether,
  backwards,
  blames,
  fragment,
  mayTake,
  tellsOfIllness,
  tooMuch,
  whatHelps,
} from './turn-patterns.ts';

/** «And if she is allergic to penicillin?»: alternatives for the current illness, or else the caution. */
export const instead: TurnRule = ({ known, own, reading }) => {
  const refused = refusedIn(reading).map(({ meaning }) => meaning);
  if (refused.length === 0 || withoutRefused(reading) !== reading) return undefined;
  const slugs = new Set(refused.flatMap(({ leads }) => [...leads.keys()]));
  const left = new Map([...known.topics].filter(([slug]) => !slugs.has(slug)));
  const terms = refused.map(({ term }) => term);
  const facts = new Set([...own.facts, '#allergy', ...terms]);
  if (left.size === 0) return { ...own, aspects: ['warnings'], facts };
  return { ...asking(own, known, ['treatment']), topics: left, facts, unwanted: new Set(terms) };
};

/** «And if he takes too much?» */
export const takesTooMuch: TurnRule = ({ known, own, text }) => {
  const [medicine] = medicinesOf(known).keys();
  if (medicine === undefined || !tooMuch.test(text) || isMedicine(own)) return undefined;
  const topics = new Map([
    [overdoseOf(medicine), 1],
    [medicine, beside],
  ]);
  return { ...own, topics, aspects: ['help'] };
};

/** «Does codeine cause constipation?» «What helps with that?» */
export const helpsAgainstEffect: TurnRule = ({ known, own, text }) => {
  const caused = illnessesOf(known);
  if (own.topics.size > 0 || !known.kinds.has('effect') || !isMedicine(known)) return undefined;
  if (caused.size === 0 || !whatHelps.test(text)) return undefined;
  return {
    ...asking(own, known, ['treatment', 'self-care']),
    topics: new Map([...caused.keys()].map((slug) => [slug, 1])),
    facts: new Set([...own.facts, ...termsOf(medicinesOf(known))]),
  };
};

/** «I am allergic to penicillin.» «I have a skin infection, which antibiotic?»: the allergy is a fact, the infection is asked about. */
export const afterAllergy: TurnRule = ({ own, before }) => {
  const last = before.findLast(({ asked }) => asked)?.reading;
  const isAllergy = last !== undefined && refusedIn(last).length > 0 && withoutRefused(last) === last;
  return own.topics.size > 0 && isAllergy ? own : undefined;
};

/** «When can he go back to school?» asks about the illness that was named before the medicine. */
export const spreadOfIllness: TurnRule = ({ known, own, before }) => {
  const illness = before.findLast(({ asked, subject }) => asked && subject.topics.size > 0 && !isMedicine(subject));
  return own.topics.size === 0 && own.aspects.includes('spread') && isMedicine(known) && illness !== undefined
    ? { ...own, topics: illness.subject.topics, aspects: ['spread'] }
    : undefined;
};

const isComplaint = ({ topics }: Subject): boolean => [...topics.keys()].every((slug) => vague.has(slug));

/** «Is there a different one?», after a medicine: other treatment of the illness. */
export const otherTreatment: TurnRule = ({ known, own, text, before }) => {
  const treated = before.findLast(({ asked, subject }) => asked && illnessesOf(subject).size > 0);
  if (!isMedicine(known) || !isComplaint(own) || !asksForOther.test(text) || treated === undefined) return undefined;
  return {
    ...asking(own, known, ['treatment']),
    topics: illnessesOf(treated.subject),
    unwanted: new Set(termsOf(medicinesOf(known))),
  };
};

/** «And in kidney disease?», «why does it cause diarrhoea?» ask about the medicine. */
export const medicineInIllness: TurnRule = ({ known, own, text }) => {
  if (own.topics.size === 0 || !isMedicine(known) || isMedicine(own) || own.substitutes.length > 0) return undefined;
  const complaint = isComplaint(own);
  // «Can I take ibuprofen?» «I have kidney disease.»
  const answersBack =
    known.kinds.has('verdict') && own.aspects.every((aspect) => aspect === 'warnings') && tellsOfIllness.test(text);
  if ((fragment.test(text) || answersBack) && !complaint)
    return {
      ...asking(own, known, own.aspects.length > 0 ? own.aspects : ['warnings', 'dose']),
      topics: medicinesOf(known),
      facts: new Set([...own.facts, ...termsOf(own.topics)]),
    };
  const asksOfEffects =
    own.aspects.includes('side-effects') &&
    own.aspects.every((aspect) => aspect === 'symptoms' || aspect === 'side-effects');
  const asksForCause = complaint && own.aspects.every((aspect) => aspect === 'causes' || aspect === 'side-effects');
  // «And tiredness?», after a question about another side effect.
  const asksMore = complaint && again.test(text) && known.aspects.includes('side-effects');
  return (backwards.test(text) && (asksForCause || asksOfEffects)) || asksMore
    ? { ...own, topics: medicinesOf(known), aspects: ['side-effects'] }
    : undefined;
};

/** «My jaw is clenching, is it that?», after a medicine; not a complaint that needs help at once. */
export const blamed: TurnRule = ({ known, own, text, reading }) =>
  isMedicine(known) &&
  !isMedicine(own) &&
  !own.aspects.includes('help') &&
  blames.test(text) &&
  dangerIn(reading) === undefined
    ? { ...asking(own, known, ['side-effects']), topics: medicinesOf(known) }
    : undefined;

/** «I take lisinopril.» «I have a dry cough»: a complaint that the sources know as its side effect, told without a question. */
export const knownEffect: TurnRule = ({ known, own, text, reading }) => {
  const [slug = '', ...others] = own.topics.keys();
  const isTold =
    others.length === 0 && isComplaint(own) && own.aspects.every((one) => people.has(one) || one === 'symptoms');
  if (!isMedicine(known) || !isTold || text.includes('?') || dangerIn(reading) !== undefined) return undefined;
  const causing = new Map([...medicinesOf(known)].filter(([medicine]) => hasEffect(medicine, `#${slug}`)));
  return causing.size === 0 ? undefined : { ...asking(own, known, ['side-effects']), topics: causing };
};

const hasEffect = (medicine: string, complaint: string): boolean =>
  documentsOn(medicine, 'web').some((document) =>
    sentencesRead(document).some(({ aspect, named }) => aspect === 'side-effects' && named.has(complaint)),
  );

/** «I have dengue.» «Can I take ibuprofen?» asks about the medicine with the illness. */
export const medicineWithIllness: TurnRule = ({ known, own, text, reading }) => {
  if (!isMedicine(own) || isMedicine(known) || !mayTake.test(text) || !namesTopic(reading)) return undefined;
  const terms = termsOf(known.topics);
  return {
    ...asking(own, known, own.aspects.length > 0 ? own.aspects : ['warnings']),
    topics: new Map([...own.topics, ...[...known.topics.keys()].map((slug) => [slug, 1] as const)]),
    named: new Set([...own.named, ...terms]),
    facts: own.aspects.some((aspect) => people.has(aspect)) ? own.facts : new Set([...own.facts, ...terms]),
  };
};

/** «What is the dose of prednisolone?» means the dose for the current illness. */
export const doseForIllness: TurnRule = ({ known, own }) => {
  const [slug = '', ...others] = known.topics.keys();
  if (!isMedicine(own) || isMedicine(known) || !own.aspects.includes('dose') || others.length > 0) return undefined;
  return [...own.topics.keys()].some((medicine) => sentencesWith(stem(medicine), slug) > 0)
    ? { ...own, topics: new Map([...own.topics, [slug, 1]]) }
    : undefined;
};

export const twoMedicines: TurnRule = ({ known, own, text }) => {
  if (!isMedicine(known) || !isMedicine(own) || !asksTogether.test(text)) return undefined;
  const topics = new Map([...known.topics, ...own.topics].filter(([slug]) => medicines.has(slug)));
  return { ...own, topics, aspects: aspectsAsked(topics, own.named, withPeople(own, known)) };
};
