import type { Aspect } from '../../../fixtures/index.ts';
import { documentsOn, sentencesRead } from '../corpus/library.ts';
import type { SoughtKind } from '../corpus/sought-kinds.ts';
import { dangerIn, suicidal } from '../danger/danger.ts';
import { isUrgent } from '../danger/urgent-help.ts';
import { type Reading, stemText } from '../reading/reading.ts';
import { people } from '../reading/topic-sets.ts';
import { aspectsAsked, ofTopics } from './asked-aspects.ts';
import { aspectsByPattern } from './asked-patterns.ts';
import { inPregnancy } from './circumstances.ts';
import { deniesOnly } from './denied.ts';
import { asksBeside, earlier, leans, oneOf } from './follow-up.ts';
import { asking, beside, isMedicine, type LaterTurn, medicinesOf, type TurnRule, withPeople } from './later-turn.ts';
import { asksForGroup } from './medicine-groups.ts';
import {
  afterAllergy,
  blamed,
  doseForIllness,
  helpsAgainstEffect,
  instead,
  knownEffect,
  medicineInIllness,
  medicineWithIllness,
  otherTreatment,
  spreadOfIllness,
  takesTooMuch,
  twoMedicines,
} from './medicine-turns.ts';
import type { Subject } from './subject.ts';
import { namesTopic } from './topics-in.ts';
import {
  again,
  asksTogether,
  backwards,
  contrary,
  fragment,
  ifItHappens,
  sameThing,
  takesIt,
  whatToDo,
  why,
} from './turn-patterns.ts';
import { asksRiskOf } from './weights-beside.ts';

const none: ReadonlyMap<string, number> = new Map();

/** «She'd be better off without me»: an emergency is not mixed with what was asked before, whatever points back. */
const emergency: TurnRule = ({ known, own, text, reading }) => {
  const danger = dangerIn(reading)?.slug ?? '';
  if (!own.topics.has(danger) || reading.alarms?.includes(danger)) return undefined;
  // «What if she suddenly cannot see?» asks about the illness that was named, too.
  if (danger === suicidal || !ifItHappens.test(text)) return asking(own, known, own.aspects);
  const aspects: readonly Aspect[] = [...new Set<Aspect>([...own.aspects, 'treatment'])];
  return { ...asking(own, known, aspects), topics: new Map([...known.topics, ...own.topics]) };
};

/** «Can I have grapefruit with it?» «Why?»: what the sources say of both. */
const asksWhy: TurnRule = ({ known, own, text }) => {
  if (!why.test(text)) return undefined;
  const isOpen = known.aspects.every((aspect) => aspect === 'overview' || people.has(aspect));
  return known.kinds.has('verdict') || isMedicine(known) || !isOpen
    ? known
    : { ...own, topics: known.topics, aspects: ['causes'] };
};

/** «No fever» tells more of what was asked before, and asks nothing about fever. */
const tellsWhatIsNot: TurnRule = ({ known, own, text, reading }) => {
  const stillAsked = new Map([...known.topics].filter(([slug]) => !own.topics.has(slug)));
  return own.topics.size > 0 && stillAsked.size > 0 && !text.includes('?') && deniesOnly(reading)
    ? { ...asking(own, known, known.aspects), topics: stillAsked }
    : undefined;
};

const nothingBefore: TurnRule = ({ known, own, reading }) => {
  if (known.topics.size > 0) return undefined;
  const aspects = withPeople(own, known);
  return { ...own, topics: inPregnancy(own.topics, reading, aspects), aspects };
};

const ofSomethingElse: TurnRule = ({ own, reading }) =>
  own.topics.size === 0 && reading.mentions.some(({ meaning }) => meaning.kind === 'other') ? own : undefined;

/** «My wife is breastfeeding, can she use the same cream?» */
const whileBreastfeeding: TurnRule = ({ known, own, text }) =>
  [...own.topics.keys()].join() === 'breastfeeding' && (sameThing.test(text) || again.test(text))
    ? { ...own, topics: known.topics, aspects: [...new Set<Aspect>(['pregnancy', ...own.aspects])] }
    : undefined;

/** «Which blood test?» asks about the illness, and so does «which antibiotic?». */
const asksBesideIllness: TurnRule = ({ known, own, text, reading }) => {
  if (asksBeside(own, known, reading)) {
    // «And potassium?» repeats the last question.
    const isImplied = again.test(text) && !reading.mentions.some(({ meaning }) => meaning.kind === 'aspect');
    const happens: readonly Aspect[] =
      ifItHappens.test(text) && own.aspects.length === 0 ? ['help', 'treatment'] : own.aspects;
    const aspects = isImplied && known.aspects.length > 0 && !ifItHappens.test(text) ? known.aspects : happens;
    return { ...asking(own, known, aspects), topics: known.topics };
  }
  if (own.topics.size === 0 || isMedicine(known) || !asksForGroup(reading, own.topics)) return undefined;
  return { ...asking(own, known, reading.aspects.length > 0 ? reading.aspects : ['treatment']), topics: known.topics };
};

/** How somebody lives with an illness. */
const livingKinds: readonly SoughtKind[] = ['exercise', 'driving', 'work'];

/** What names no topic is about the one before, if it leans on it. */
const namesNothing: TurnRule = ({ known, own, text, reading, before }) => {
  if (own.topics.size > 0) return undefined;
  // «When do I take it?», after an answer that names the medicine.
  const named = before.at(-1)?.asked === false ? medicinesOf(before.at(-1)?.subject ?? known) : none;
  if (!isMedicine(known) && takesIt.test(text) && named.size === 1)
    return { ...asking(own, known, own.aspects), topics: named };
  const one = oneOf(text, known, before) ?? earlier(text, reading, before);
  if (one !== undefined) return { ...repeatsQuestion(own, known), topics: one };
  if (!leans(text, reading, backwards.test(text))) return own;
  return { ...own, topics: known.topics, aspects: aspectsOfLeaning({ known, own, text, reading }) };
};

function aspectsOfLeaning({ known, own, text, reading }: Omit<LaterTurn, 'before'>): readonly Aspect[] {
  // «Which side effects does it have?» «How long do they last?»
  if (known.aspects[0] === 'side-effects' && endOf.test(stemText(reading))) return known.aspects;
  // «Should I take him to hospital?», «how long until I can run again?» are known by their pattern.
  const isOpen = own.aspects.every((aspect) => aspect === 'overview' || people.has(aspect));
  const isEmergency = isUrgent({ topics: known.topics, aspects: ['help'] }) && whatToDo.test(stemText(reading));
  const byPattern: readonly Aspect[] = isEmergency
    ? ['help', 'treatment']
    : isOpen
      ? aspectsByPattern(reading, isMedicine(known))
      : [];
  const meant = { ...own, aspects: [...new Set([...byPattern, ...own.aspects])] };
  const told = aspectsAsked(known.topics, own.named, ofTopics(withPeople(meant, known), known.topics));
  // «When can I run again?», «can she still drive?»
  const lives = !isMedicine(known) && livingKinds.some((kind) => own.kinds.has(kind));
  const asked: readonly Aspect[] = lives && told.every((aspect) => people.has(aspect)) ? ['self-care', ...told] : told;
  if (ifItHappens.test(text) && own.named.size > 0 && own.aspects.length === 0) return ['help', 'treatment', ...asked];
  // «In a Black patient of 60?» repeats the last question.
  const asksAgain = fragment.test(text) && own.aspects.every((aspect) => people.has(aspect));
  return asksAgain ? [...new Set([...asked, ...known.aspects])] : asked;
}

const endOf =
  /\b(?:last(?! (?:dose|tablet|pill|night|week|month|year|time))|pass(?! (?:in|on|through))|go awai|wear off|settl|perman)\b/;

const repeatsQuestion = (own: Subject, known: Subject): Subject => ({
  ...own,
  aspects: own.aspects.length > 0 ? withPeople(own, known) : known.aspects,
});

/** «And the other way round, when it is underactive?» */
const otherWayRound: TurnRule = ({ known, own, text }) =>
  contrary.test(text) ? repeatsQuestion(own, known) : undefined;

const pointsBack: TurnRule = ({ known, own, text, reading }) => {
  const pointer = text.search(backwards);
  const named = namesTopic(reading);
  // «I have eczema. How do I treat it?»: «it» is named in the same turn.
  if (pointer < 0 || (named && pointer >= firstMention(text, reading))) return undefined;
  // «It was positive. When do they put up the levothyroxine?» asks about the medicine.
  const turned = named && !isMedicine(known) && isMedicine(own) && !asksTogether.test(text);
  const topics = turned
    ? new Map([...own.topics, ...[...known.topics.keys()].map((slug) => [slug, beside] as const)])
    : new Map(named ? [...known.topics, ...own.topics] : known.topics);
  return { ...own, topics, aspects: aspectsAsked(topics, own.named, withPeople(own, known)) };
};

const asksTheSame: TurnRule = ({ known, own, text }) => (again.test(text) ? repeatsQuestion(own, known) : undefined);

/** «What about the risk of a stroke?» after atrial fibrillation, whose sources speak of it, is about both. */
const riskWithIllness: TurnRule = ({ known, own, reading }) => {
  const [slug = ''] = own.topics.keys();
  const term = `#${slug}`;
  const isRisk = reading.mentions.some(({ meaning, at }) => meaning.term === term && asksRiskOf(reading.stems, at));
  if (!isRisk || own.topics.size !== 1 || known.topics.size === 0 || known.topics.has(slug)) return undefined;
  const speaks = [...known.topics.keys()].some((one) =>
    documentsOn(one, 'web').some((document) => sentencesRead(document).some(({ named }) => named.has(term))),
  );
  const aspects = own.aspects.filter((aspect) => aspect !== 'help');
  const others = [...known.topics].map(([one]) => [one, beside] as const);
  const topics = new Map(speaks ? [...known.topics, [slug, beside]] : [[slug, 1], ...others]);
  return { ...asking(own, known, aspects.length > 0 ? aspects : ['risk']), topics };
};

/** Where in a text its first topic is named. */
function firstMention(text: string, { mentions }: Reading): number {
  const first = mentions.find(
    ({ meaning: { kind } }) => kind === 'condition' || kind === 'medicine' || kind === 'practice',
  );
  const words = [...text.replace(/['’]s\b/g, '').matchAll(/[\p{L}\p{N}]+/gu)];
  return words[first?.at ?? 0]?.index ?? 0;
}

/** The rules that read a turn as it stands, before a wish for a baby makes it a question on pregnancy. */
export const firstRules: readonly TurnRule[] = [
  emergency,
  asksWhy,
  instead,
  tellsWhatIsNot,
  takesTooMuch,
  nothingBefore,
];

/** The rules after that, in order: the first that applies counts. What none of them knows asks just what it says. */
export const laterRules: readonly TurnRule[] = [
  blamed,
  knownEffect,
  helpsAgainstEffect,
  afterAllergy,
  spreadOfIllness,
  ofSomethingElse,
  riskWithIllness,
  otherTreatment,
  medicineInIllness,
  whileBreastfeeding,
  asksBesideIllness,
  namesNothing,
  medicineWithIllness,
  doseForIllness,
  otherWayRound,
  pointsBack,
  twoMedicines,
  asksTheSame,
];
