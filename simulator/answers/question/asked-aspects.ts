import { type Aspect, concepts } from '../../../fixtures/index.ts';
import { kindsSought } from '../corpus/sought-kinds.ts';
import { isTaken, vocabulary, type Weights } from '../reading/concepts.ts';
import { comparing } from '../reading/content-words.ts';
import { meaningsNear } from '../reading/nearness.ts';
import { blamesVaccine, namesVaccine, type Reading, stemText } from '../reading/reading.ts';
import { hasMedicine, medicines, people, practices, vague } from '../reading/topic-sets.ts';
import { asMeant, aspectsByPattern } from './asked-patterns.ts';
import { ofEffect, ofHarm, ofWorsening } from './aspects-of-illness.ts';
import { isKindAsked } from './medicine-groups.ts';
import { namesTopic } from './topics-in.ts';

/** Things that are not topics, but interact with medicines. */
const interacting: ReadonlySet<string> = new Set([
  '#alcohol',
  '#grapefruit',
  ...concepts
    .filter(({ id, kind }) => kind === 'drug' && id !== 'antibiotics' && id !== 'antidepressants')
    .map(({ id }) => `#${id}`),
]);

/** Treatments: a question that names one with a condition asks for treatment. */
const treating: ReadonlySet<string> = new Set([
  '#medicine',
  '#surgery',
  '#injection',
  '#painkiller',
  '#inhalers',
  ...concepts.filter(({ kind }) => kind === 'drug').map(({ id }) => `#${id}`),
]);

/** What a text asks about its topics, most important first. */
export function askedAspects(
  reading: Reading,
  found: Weights,
  named: ReadonlySet<string>,
  aspects: readonly Aspect[],
): readonly Aspect[] {
  const read = ofComplaint(aspectsIn(reading, found, named, ofWorsening(aspects, reading, found)), reading, found);
  const asked = withPattern(read, reading, found);
  const whole = withKinds(ofEffect(ofHarm(asked, reading, found), reading, found), reading, found);
  const meant = withSelfCare(reading, preventionFirst(whole));
  return peopleFirst(hasMedicine(found) ? meant : asMeant(meant, reading));
}

/** «Ddx of fatigue» asks where a complaint comes from; «what causes jaundice?» which illnesses show it, not where those come from. */
function ofComplaint(aspects: readonly Aspect[], reading: Reading, found: Weights): readonly Aspect[] {
  const instead = (wrong: Aspect, right: Aspect) => [right, ...aspects.filter((aspect) => aspect !== wrong)];
  if (
    reading.stems.some((word) => word === 'ddx' || word === 'differenti') &&
    [...found.keys()].every((slug) => vague.has(slug))
  )
    return instead('symptoms', 'causes');
  // «Does sugar cause cancer?» does ask about a cause.
  const asksWhich = aspects[0] === 'causes' && found.size > 1 && !kindsSought(reading).has('verdict');
  return asksWhich && !namesTopic(reading) ? instead('causes', 'symptoms') : aspects;
}

/** «What helps with heartburn at night?» asks for what one can do oneself as well as for medicines. */
const withSelfCare = (reading: Reading, aspects: readonly Aspect[]): readonly Aspect[] =>
  aspects.join() === 'treatment' && whatHelps.test(stemText(reading)) ? ['treatment', 'self-care'] : aspects;
const whatHelps = /\bwhat (?:\w+ )?help\b/;

/** «What helps to prevent it?» has a word for treatment beside the one that counts. */
function preventionFirst(aspects: readonly Aspect[]): readonly Aspect[] {
  return aspects[0] === 'treatment' && aspects[1] === 'prevention' && aspects.length === 2
    ? ['prevention', 'treatment']
    : aspects;
}

/** «Is it safe in pregnancy?» asks first about pregnancy; «how does it spread among children?» first about spreading. */
export function peopleFirst(aspects: readonly Aspect[]): readonly Aspect[] {
  const whom = aspects.filter((aspect) => people.has(aspect));
  const others = aspects.filter((aspect) => !whom.includes(aspect));
  // «Is chickenpox dangerous in pregnancy?» is about pregnancy, too.
  const isPregnant = whom.includes('pregnancy');
  const ofAnybody = others.every(
    (aspect) => unspecific.has(aspect) || aspect === 'treatment' || (isPregnant && aspect === 'complications'),
  );
  return ofAnybody ? [...whom, ...others] : [...others, ...whom];
}

/** A question whose words name no aspect asks for one by its pattern. */
function withPattern(aspects: readonly Aspect[], reading: Reading, found: Weights): readonly Aspect[] {
  const isOpen = aspects.every((aspect) => open.has(aspect) || (ofMedicines.has(aspect) && !hasMedicine(found)));
  if (!isOpen || found.size === 0) return aspects;
  // «Can the flu jab give me the flu?» asks what the jab does, not what causes the flu.
  const asked = aspectsByPattern(reading, hasMedicine(found)).map((aspect) =>
    aspect === 'causes' && namesVaccine(reading.stems) && !blamesVaccine(reading.stems, reading.mentions)
      ? 'prevention'
      : aspect,
  );
  return asked.length === 0 ? aspects : [...new Set([...asked, ...aspects])];
}

/** Aspects that leave open what is asked; «how often are the eyes checked?» has the words for a dose, «did the cat give me ringworm?» those for a side effect. */
const open: ReadonlySet<Aspect> = new Set<Aspect>(['overview', 'warnings', ...people]);
const ofMedicines: ReadonlySet<Aspect> = new Set<Aspect>(['dose', 'side-effects', 'interactions']);

/** «Can it be cured?», «does it come back?» ask how an illness goes on; a cure is then no treatment. «From which value?» asks for a test. */
function withKinds(aspects: readonly Aspect[], reading: Reading, found: Weights): readonly Aspect[] {
  const kinds = kindsSought(reading);
  // «What happens if she forgets it?»
  if (kinds.has('missed') && hasMedicine(found) && aspects.every((aspect) => aspect === 'complications'))
    return ['dose', ...aspects];
  if (hasMedicine(found) || aspects.includes('prevention') || aspects.includes('help')) return aspects;
  // «Which symptoms are dangerous?»
  if (kinds.has('danger') && aspects.includes('symptoms')) return ['help', 'symptoms'];
  // «Who gets the pneumonia jab?» has the words for a risk.
  if (kinds.has('whom')) return [...new Set<Aspect>(['prevention', ...aspects])];
  if (kinds.has('course'))
    return [...new Set<Aspect>(['complications', ...aspects.filter((aspect) => aspect !== 'treatment')])];
  if (kinds.has('value') && aspects.every((aspect) => aspect === 'overview') && found.size > 0) return ['tests'];
  // «Can my child do sport with it?», «time off work after the operation»
  const lives = kinds.has('exercise') || kinds.has('driving') || kinds.has('work');
  if (kinds.has('inherited')) return [...new Set<Aspect>(['risk', 'causes', ...aspects])];
  const ofLife = (aspect: Aspect): boolean => people.has(aspect) || (aspect === 'treatment' && kinds.has('operation'));
  if (lives && aspects.length > 0 && aspects.every(ofLife))
    return kinds.has('work') ? ['self-care', 'spread', ...aspects] : ['self-care', ...aspects];
  // «How long do I stay off work with pneumonia?» has the words for spreading.
  if (kinds.has('work') && aspects.join() === 'spread') return ['self-care', 'spread'];
  const why = aspects.some((aspect) => aspect === 'causes' || aspect === 'treatment');
  return kinds.has('return') && !why ? [...new Set<Aspect>(['complications', ...aspects])] : aspects;
}

/** What a text asks about its topics: «a or b?» compares them, «metformin stomach upset» means a side effect. */
function aspectsIn(
  reading: Reading,
  found: Weights,
  named: ReadonlySet<string>,
  aspects: readonly Aspect[],
): readonly Aspect[] {
  const slugs = [...found.keys()];
  const isOfIllness = slugs.some((slug) => !medicines.has(slug) && !practices.has(slug));
  const compares = reading.stems.some((word) => comparing.has(word)) || offersTwo(reading, found);
  // Illnesses are compared by their symptoms, medicines by their uses.
  if (compares && found.size > 1 && aspects.every((aspect) => aspect === 'overview'))
    return hasMedicine(found)
      ? ['overview', 'treatment']
      : slugs.every((slug) => practices.has(slug))
        ? ['treatment', 'overview']
        : ['symptoms', 'overview'];
  if (offersMedicines(reading) && slugs.some((slug) => !medicines.has(slug)) && aspects.every(isGeneral))
    return ['treatment', 'overview'];
  // «Which painkillers are safe in kidney disease?»
  if (asksWhich(reading) && isOfIllness)
    return [...new Set<Aspect>(['treatment', ...aspects.filter((aspect) => !unspecific.has(aspect))])];
  // «GOLD guideline, exacerbation, steroids»: what a score only implies comes after what is asked for.
  if (
    aspects.join() === 'tests' &&
    reading.mentions.every(({ meaning }) => meaning.kind !== 'aspect') &&
    reading.mentions.some(({ meaning }) => isTaken(meaning))
  )
    return ['treatment', 'tests'];
  // «Which painkillers are safe in chronic kidney disease?» asks what to take with the illness.
  const namesMedicine = [...named].some((term) => medicines.has(term.slice(1)));
  if (named.has('#painkiller') && isOfIllness && !namesMedicine && aspects.every((aspect) => unspecific.has(aspect)))
    return ['self-care', 'treatment', 'warnings'];
  const [medicine, ...others] = slugs.filter((slug) => medicines.has(slug));
  if (medicine !== undefined && found.size === 1 && aspects.length === 0 && whatItDoes.test(stemText(reading)))
    return ['overview', 'treatment'];
  if (medicine !== undefined && found.size === 1 && asksKind(reading)) return ['overview'];
  // A question about what a medicine is means what it is for.
  if (medicine !== undefined && found.size === 1 && aspects.join() === 'overview')
    return kindsSought(reading).has('mechanism') ? aspects : ['treatment', 'overview'];
  const isCourse = aspects.every((aspect) => aspect === 'complications' || people.has(aspect));
  if (medicine !== undefined && others.length === 0 && isCourse && complainsOf(reading, medicine))
    return ['side-effects', ...aspects];
  // «How long does it take for an antidepressant to work?», «how long does he have to take it?» ask for no side effect.
  const timing = kindsSought(reading);
  if (medicine !== undefined && others.length === 0 && isCourse && (timing.has('onset') || timing.has('lasting')))
    return ['dose'];
  // «How long till levothyroxine makes me feel better?» asks for no harm that it does.
  const isBetter = timing.has('onset') && reading.stems.includes('better');
  if (medicine !== undefined && others.length === 0 && isBetter && aspects.every((aspect) => harms.has(aspect)))
    return ['dose'];
  return aspectsAsked(found, named, ofTopics(ofIllness(aspects, reading, found, named), found));
}

const harms: ReadonlySet<Aspect> = new Set<Aspect>(['side-effects', 'symptoms', 'complications']);

/** «Can anxiety make you dizzy?» asks for what the illness does: no medicine is named. */
function ofIllness(
  aspects: readonly Aspect[],
  reading: Reading,
  found: Weights,
  named: ReadonlySet<string>,
): readonly Aspect[] {
  if (aspects.join() !== 'side-effects' || hasMedicine(found) || [...named].some(isGiven)) return aspects;
  // «Why does it make me constipated?» may be about a medicine that was named before.
  const at = reading.stems.indexOf('make');
  if (!reading.mentions.some((mention) => mention.at < at && found.has(mention.meaning.term.slice(1)))) return aspects;
  return ['symptoms'];
}

/** «He still wets the bed, is that normal?» asks for no side effects: no medicine is named. */
export function ofNoMedicine(
  aspects: readonly Aspect[],
  found: Weights,
  named: ReadonlySet<string>,
): readonly Aspect[] {
  const isNormal = aspects.includes('side-effects') && !hasMedicine(found) && ![...named].some(isGiven);
  return isNormal
    ? [...new Set(aspects.map((aspect): Aspect => (aspect === 'side-effects' ? 'help' : aspect)))]
    : aspects;
}
const isGiven = (term: string): boolean =>
  treating.has(term) || medicines.has(term.slice(1)) || practices.has(term.slice(1)) || term === '#vaccination';

/** Aspects of illnesses as what they mean for one medicine: «is isotretinoin dangerous?», «what should I not eat with warfarin?». */
export function ofTopics(aspects: readonly Aspect[], topics: Weights): readonly Aspect[] {
  if (topics.size === 0 || aspects.length === 0 || ![...topics.keys()].every((slug) => medicines.has(slug)))
    return aspects;
  if (aspects.every((aspect) => aspect === 'complications')) return ['side-effects', 'warnings'];
  // «When is a statin started in primary prevention?»
  if (aspects.every((aspect) => aspect === 'prevention')) return ['treatment', 'prevention'];
  return aspects.every((aspect) => aspect === 'self-care') ? ['interactions', 'self-care'] : aspects;
}

/** «Panic attack or heart attack?» */
function offersTwo({ stems, mentions }: Reading, found: Weights): boolean {
  const topics = mentions.filter(({ meaning }) => found.has(meaning.term.slice(1)));
  return topics.some(
    ({ at, length }, index) => stems[at + length] === 'or' && topics[index + 1]?.at === at + length + 1,
  );
}

/** «Colchicine, an NSAID or a steroid for gout?» asks which of them, not whether they go together. */
function offersMedicines({ stems, mentions }: Reading): boolean {
  if (stems.some((word) => word === 'togeth' || word === 'with')) return false;
  const taken = mentions.filter(({ meaning }) => isTaken(meaning));
  return taken.slice(1).some((mention, index) => {
    const { at = 0, length = 0 } = taken[index] ?? {};
    const between = stems.slice(at + length, mention.at);
    return between.length <= mostBetween && between.some((word) => word === 'or' || comparing.has(word));
  });
}
const mostBetween = 3;
/** «What does clopidogrel do?» */
const whatItDoes = /\bwhat (?:do|doe) (?:\w+ ){1,3}do\b/;

/** «Is aspirin a blood thinner?», «what kind of medicine is it?» */
const asksKind = (reading: Reading): boolean =>
  /\b(?:what|which) (?:kind|type|sort|class) of (?:medicin|drug|tablet|pill)/.test(stemText(reading)) ||
  reading.mentions.some((mention) => isKindAsked(reading, mention));

/** «Which painkiller …?», «what antibiotics …?» */
const asksWhich = ({ stems, mentions }: Reading): boolean =>
  mentions.some(
    ({ at, meaning }) =>
      (isTaken(meaning) || treating.has(meaning.term)) && (stems[at - 1] === 'which' || stems[at - 1] === 'what'),
  );
const isGeneral = (aspect: Aspect): boolean => ['overview', 'treatment', 'dose', 'prevention'].includes(aspect);

/** Whether a text names a complaint that the medicine is not taken for. */
function complainsOf({ mentions, stems }: Reading, medicine: string): boolean {
  const topic = vocabulary().meanings.get(`#${medicine}`);
  const uses = topic === undefined ? undefined : meaningsNear(topic);
  return mentions.some(({ at, meaning: { kind, term } }) => {
    // «Salbutamol for a cough»
    if (uses?.has(term) || stems.slice(Math.max(0, at - 2), at).includes('for')) return false;
    return kind === 'symptom' || term === '#rash' || vague.has(term.slice(1));
  });
}

/** With these aspects, a question about two medicines means whether they can be combined. */
const unspecific: ReadonlySet<Aspect> = new Set(['warnings', 'overview', 'dose', 'interactions']);

/** `what are …` asks for an overview only if nothing else is asked; two medicines, or one and alcohol, mean interactions. */
export function aspectsAsked(
  topics: Weights,
  named: ReadonlySet<string>,
  aspects: readonly Aspect[],
): readonly Aspect[] {
  const taken = [...topics.keys()].filter((slug) => medicines.has(slug)).length;
  const beside = [...named].filter((term) => interacting.has(term)).length;
  // A group such as painkillers is not two medicines to combine.
  const isNamed = beside > 0 || [...topics.keys()].some((slug) => medicines.has(slug) && named.has(`#${slug}`));
  // «My gran is on warfarin, can she have St John's wort?» is about both, at her age too.
  const ofAge = aspects.filter((aspect) => aspect === 'older-people');
  if (
    taken > 0 &&
    isNamed &&
    taken + beside > 1 &&
    aspects.every((aspect) => unspecific.has(aspect) || aspect === 'older-people')
  )
    return ['interactions', ...ofAge];
  // «Can I take grapefruit with it?»
  if (taken > 0 && aspects.includes('interactions') && aspects[0] === 'warnings')
    return ['interactions', ...aspects.filter((aspect) => aspect !== 'interactions')];
  const specific = aspects.filter((aspect) => aspect !== 'overview');
  // «gout, tablets or surgery?»
  const leftOut = (term: string): boolean => medicines.has(term.slice(1)) && !topics.has(term.slice(1));
  const asksForCure = [...named].some((term) => treating.has(term) || leftOut(term));
  if (aspects.length === 0 && taken === 0 && asksForCure) return ['treatment'];
  // «Diet in gout»
  if (aspects.length === 0 && taken === 0 && topics.size > 0 && (named.has('#food') || named.has('#exercise')))
    return ['self-care'];
  return specific.length > 0 ? specific : aspects;
}
