import { topics } from '../../../fixtures/index.ts';
import { oncePerObject } from '../../../spec/index.ts';
import { dangerIn, eatingDisorder, suicidal } from '../danger/danger.ts';
import { harmIn } from '../danger/harm.ts';
import { somebody } from '../danger/urgent-help.ts';
import { type Meaning, type Mention, vocabulary, type Weights } from '../reading/concepts.ts';
import { comparing } from '../reading/content-words.ts';
import { leaningOf } from '../reading/leaning.ts';
import { meaningsNear } from '../reading/nearness.ts';
import type { Reading } from '../reading/reading.ts';
import { once } from '../reading/remembering.ts';
import { besides, habits, medicines, nameStems, people, practices, vague } from '../reading/topic-sets.ts';
import { homeOf, isStrange } from '../reading/word-homes.ts';
import { wordSet } from '../reading/words.ts';
import { isKindAsked, isWideGroup, withoutWideGroups } from './medicine-groups.ts';
import { asksUnknowable, isOfAnimalOrPlant, isOfCooking, isOfThing, isOfWork, isThingItself } from './of-things.ts';
import { withoutRuledOut } from './ruled-out.ts';
import { describedTopics, describingWordCount } from './told.ts';
import { vagueCloseness, weightsBeside } from './weights-beside.ts';

/** Evidence below this is only a guess: the answer is then that there is no source. */
const threshold = 0.5;
/** If no topic is named, at least this share of the question must be medical. */
const medicalShare = 0.3;
/** This many symptoms and similar things make a question medical, however long it is. */
const sure = 2;
const strongLead = 0.75;
/** At this certainty, a story is about the topic that it describes rather than a condition that it names, if that is this much less likely. */
const [beyondDoubt, muchLess] = [1, 0.7];
const shortestStory = 5;
/** Factor for a part of the body if something is wrong with it. */
const wrongWithIt = 2;
/** A topic described with this certainty is meant, whatever else is said. */
const surelyTold = 0.55;
/** A question that names no topic has at most this many, and none below this share of the likeliest. */
const [mostGuesses, guessCloseness] = [3, 0.75];
/** By kind, the least weight at which a concept such as `diabetes` adds its topics to the named ones. */
const leastBeside: Partial<Record<string, number>> = { group: 0.7, drug: 0.7, test: 0.9 };

/** Most words between two neighbouring names. */
const besideGap = 1;
/** Topics whose names also have other meanings: a swimming stroke, roof shingles, the cataracts of a river. */
const everyday = wordSet(`
  stroke depression burns thrush lithium fever warts smoking-cessation contraception concussion adrenaline insulin shingles cataract
  bipolar-disorder frozen-shoulder miscarriage acne insomnia vertigo common-cold cough lupus appendicitis delirium morphine aspirin
  haemorrhoids hyperthyroidism urticaria boils pacemaker tantrums dietary-supplements head-banging fussy-eating birthmarks
  piercing-care blood-donation toilet-training stuttering`);
/** This many more everyday than medical words put even a purely medical name in doubt: the band Migraine. */
const clearName = 1;
/** The weight of an unknown word as evidence for another subject. */
const strangeShare = 0.5;
/** A medical word of this length, as a stem, is hardly used for anything else. */
const clinicalLength = 8;

const isTopic = ({ meaning }: Mention): boolean => ['condition', 'medicine', 'practice'].includes(meaning.kind);

/** True if topics are named, not guessed from symptoms. */
export function namesTopic(reading: Reading): boolean {
  return namedTopics(reading).length > 0 || dangerIn(reading) !== undefined;
}

const namedTopics = oncePerObject((reading: Reading): readonly Mention[] => {
  const { mentions, stems } = reading;
  const elsewhere = mentions.filter(({ meaning }) => meaning.kind === 'elsewhere');
  const ofSomebody = stems.some((word) => somebody.test(word));
  const beside = ({ at, length }: Mention): boolean =>
    !ofSomebody &&
    elsewhere.some((other) => Math.max(other.at - (at + length), at - (other.at + other.length)) <= besideGap);
  const isShort = ({ at, length }: Mention): boolean => length === 1 && (stems[at]?.length ?? 0) <= 3;
  const isDoubtful = (mention: Mention): boolean => everyday.has(mention.meaning.term.slice(1)) || isShort(mention);
  // Each name is weighed once: a long text repeats the same few.
  const weighed = new Map<string, boolean>();
  // «How do I replace missing shingles on my garage roof?»
  const meansOther = (mention: Mention, margin: number): boolean => {
    if (reading.others.length === 0 && elsewhere.length === 0) return false;
    const written = stems.slice(mention.at, mention.at + mention.length);
    // «When is a vasectomy safe to rely on?»: the word has no other home.
    if (elsewhere.length === 0 && written.some((word) => word.length >= clinicalLength && homeOf(word) > 0))
      return false;
    const name = `${mention.meaning.term} ${written.join(' ')}`;
    const known = weighed.get(name);
    if (known !== undefined) return known;
    const own = new Set(written);
    const around = leaningOf(reading, own);
    const personal = !isShort(mention) && ofSomebody ? 1 : 0;
    const strange = margin === 0 ? reading.others.filter(isStrange).length : 0;
    const described = describingWordCount(mention.meaning.term.slice(1), reading, own);
    const asked = margin === 0 ? 0 : reading.aspects.length;
    const other = around.everyday + strangeShare * strange > around.medical + personal + described + asked + margin;
    weighed.set(name, other);
    return other;
  };
  return mentions.filter((mention) => {
    if (!isTopic(mention)) return false;
    const doubtful = isDoubtful(mention);
    const margin = doubtful ? 0 : mention.meaning.kind === 'medicine' ? 2 * clearName : clearName;
    return !meansOther(mention, margin) && !(doubtful && beside(mention));
  });
});

/** The topics that a text is about, each with a weight up to 1. */
export function topicsIn(reading: Reading): Weights {
  const found = affirmedTopicsIn(reading);
  if (reading.denied === undefined || found.size === 0) return found;
  const left = new Map([...found].filter(([slug]) => !reading.denied?.has(slug)));
  return left.size === 0 && found.size === 1 ? found : left;
}

function affirmedTopicsIn(reading: Reading): Weights {
  if (
    isOfAnimalOrPlant(reading) ||
    isThingItself(reading) ||
    isOfCooking(reading) ||
    isOfWork(reading) ||
    asksUnknowable(reading) ||
    harmIn(reading) !== null
  )
    return new Map();
  const danger = dangerIn(reading);
  if (danger !== undefined) {
    // Never how to take a medicine, if somebody wants to die.
    if (danger.slug === suicidal || danger.slug === eatingDisorder) return new Map([[danger.slug, 1]]);
    const beside = namedTopics(reading).filter(({ meaning }) => meaning !== danger.by?.meaning);
    return new Map([
      [danger.slug, 1],
      ...beside
        .map(({ meaning }) => [meaning.term.slice(1), besideDanger] as const)
        .filter(([slug]) => slug !== danger.slug),
    ]);
  }
  const mentioned = withoutWideGroups(reading, namedTopics(reading));
  const named = mentioned.map(({ meaning }) => (isAsleep(reading, meaning) ? sleepApnoea : meaning.term.slice(1)));
  if (isBesideUncovered(reading, mentioned)) return new Map();
  if (named.length > 0) {
    const beside = named.some((slug) => medicines.has(slug));
    // «Zestril and a dry cough» is about the medicine.
    const compares = reading.stems.some((word) => word === 'or' || comparing.has(word));
    const clearly = !compares && named.some((slug) => !vague.has(slug) && !medicines.has(slug));
    const closeness = beside ? vagueCloseness : clearly ? besideClear : 1;
    const ordered = clearly
      ? named.toSorted((left, right) => Number(vague.has(left)) - Number(vague.has(right)))
      : named;
    const lesser = weightsBeside(reading, mentioned);
    const found = new Map(
      ordered
        .map((slug) => [slug, lesser.get(slug) ?? (vague.has(slug) ? closeness : 1)] as const)
        .toSorted(([one], [other]) => Number(lesser.has(one)) - Number(lesser.has(other))),
    );
    if (named.every((slug) => vague.has(slug) || habits.has(slug))) {
      const surer = pointedAt(reading) ?? surelyDescribed(reading, named);
      if (surer !== undefined && !found.has(surer))
        return new Map([[surer, 1], ...named.map((slug) => [slug, vagueCloseness] as const)]);
    }
    // «I have high blood pressure, and my big toe went red and hot overnight.»
    const describedElse = beside && reading.aspects.length > 0 ? undefined : describedInstead(reading, named);
    if (describedElse !== undefined)
      return new Map([[describedElse, 1], ...named.map((slug): [string, number] => [slug, vagueCloseness])]);
    const ofIllness = named.some((slug) => !medicines.has(slug));
    const leading = reading.mentions.filter(
      (mention) => !isKindAsked(reading, mention) && (!ofIllness || !isWideGroup(reading, mention)),
    );
    for (const { kind, leads } of leading.map(({ meaning }) => meaning)) {
      const least = leastBeside[kind] ?? Number.POSITIVE_INFINITY;
      for (const [slug, weight] of leads) if (weight >= least && !found.has(slug)) found.set(slug, weight * 0.9);
    }
    return found;
  }
  return guessed(reading);
}

/** «He snores and then stops breathing» at night is sleep apnoea, not a cardiac arrest; except in children. */
const isAsleep = ({ mentions, aspects }: Reading, { term }: Meaning): boolean =>
  term === '#cardiac-arrest' &&
  !aspects.includes('children') &&
  mentions.some(({ meaning }) => meaning.term === '#breath-night' || meaning.term === '#snoring');
const sleepApnoea = 'obstructive-sleep-apnoea';

/** Whether a text names an illness without a topic, and otherwise only topics that belong to any illness: «steroids in Kawasaki disease». */
function isBesideUncovered(reading: Reading, named: readonly Mention[]): boolean {
  return (
    reading.mentions.some(({ meaning }) => meaning.kind === 'other') &&
    named.length > 0 &&
    named.every((mention) => besides.has(mention.meaning.term.slice(1)) || isWideGroup(reading, mention))
  );
}

/** The topic that a text describes much better than those that it names. */
function describedInstead(reading: Reading, named: readonly string[]): string | undefined {
  if (reading.words.length < shortestStory) return undefined;
  const tells = describedTopics(reading);
  const [best] = [...tells].filter(([slug]) => !vague.has(slug));
  // «She pulls at her catheter and is suddenly muddled»: a catheter is no complaint.
  const enough =
    reading.aspects.every((aspect) => people.has(aspect)) && named.every((slug) => practices.has(slug))
      ? surelyTold
      : beyondDoubt;
  if (best === undefined || best[1] < enough || named.includes(best[0])) return undefined;
  return named.every((slug) => (tells.get(slug) ?? 0) < best[1] * muchLess) ? best[0] : undefined;
}

/** The topic that a text describes with certainty, and better than those that it names. */
function surelyDescribed(reading: Reading, named: readonly string[]): string | undefined {
  const tells = describedTopics(reading);
  const [best] = [...tells].filter(([slug]) => !vague.has(slug));
  if (best === undefined || best[1] < surelyTold) return undefined;
  return named.some((slug) => (tells.get(slug) ?? 0) > best[1]) ? undefined : best[0];
}

/** The weight of a complaint next to an illness that says more. */
const besideClear = 0.85;
/** The weight of topics named together with an emergency. */
const besideDanger = 0.4;

/** How much a complaint in the description of a topic counts for the topic, and how much a part of the body. */
const describedShare = 0.45;
const bodyShare = 0.4;
/** From this sum on, complaints together mean a topic rather than themselves. */
const constellation = 1.1;
const severalComplaints = 3;

/** The topic that several complaints together point to, if any. */
function pointedAt({ mentions }: Reading): string | undefined {
  const complaints = [...new Set(mentions.map(({ meaning }) => meaning))].filter(
    ({ kind, term }) => kind === 'symptom' || kind === 'body' || vague.has(term.slice(1)) || habits.has(term.slice(1)),
  );
  if (complaints.length === 0) return undefined;
  const onlyHabit = complaints.every(({ term }) => !vague.has(term.slice(1)) || habits.has(term.slice(1)));
  const enough = onlyHabit ? strongLead : constellation;
  const isBeyondDoubt = (supports: number, strongest: number): boolean =>
    (onlyHabit && supports > 0) || supports >= severalComplaints || (supports > 1 && strongest >= strongLead);
  let best: { slug: string; sum: number } | undefined;
  for (const [slug, near] of pointable()) {
    let [sum, supports, strongest] = [0, 0, 0];
    for (const { kind, term, leads } of complaints) {
      const full = Math.max(leads.get(slug) ?? 0, near?.has(term) ? describedShare : 0);
      const share = kind === 'body' ? bodyShare * full : full;
      sum += share;
      strongest = Math.max(strongest, share);
      if (share >= describedShare) supports += 1;
    }
    if (sum >= enough && sum > (best?.sum ?? 0) && isBeyondDoubt(supports, strongest)) best = { slug, sum };
  }
  return best?.slug;
}

/** The conditions that complaints may point to, with the terms near to each. */
const pointable = once(() =>
  topics
    .filter(({ slug, kind }) => kind === 'condition' && !vague.has(slug) && !habits.has(slug))
    .map(({ slug }) => {
      const topic = vocabulary().meanings.get(`#${slug}`);
      return [slug, topic && meaningsNear(topic)] as const;
    }),
);

/** The topics that a text describes; weaker descriptions count if it is about a person. */
function tellings(reading: Reading): Weights {
  const sure = describedTopics(reading);
  if (sure.size > 0 || !reading.stems.some((word) => possessive.test(word) || somebody.test(word))) return sure;
  // «My car makes a rattling noise.»
  if (isOfThing(reading)) return sure;
  if (reading.mentions.length > 0 && reading.mentions.every(({ meaning }) => meaning.kind === 'elsewhere')) return sure;
  const { medical, everyday } = leaningOf(reading);
  // «A good heart emoji»
  if (everyday >= medical && reading.mentions.some(({ meaning }) => meaning.kind === 'elsewhere')) return sure;
  const hints = [...describedTopics(reading, true)];
  const best = hints[0]?.[1] ?? 0;
  if (medical === 0 || everyday > medical + 1 || best < leastHint) return sure;
  return new Map(
    hints.filter(([, weight]) => weight >= best * guessCloseness).map(([slug, weight]) => [slug, weight + hinted]),
  );
}
const possessive = /^(?:my|our|his|her|their)$/;
/** The least weight of a weak description, and what a person adds to it. */
const [leastHint, hinted] = [0.33, 0.15];

/** Topics that symptoms, parts of the body and other medicines point to, or that a text describes. */
function guessed(reading: Reading): Weights {
  const meanings = [...new Set(reading.mentions.map(({ meaning }) => meaning))];
  const count = (...kinds: readonly string[]): number => meanings.filter(({ kind }) => kinds.includes(kind)).length;
  const tells = tellings(reading);
  const certainty = Math.max(0, ...tells.values());
  const evidence = count('group', 'symptom', 'drug', 'test') + (certainty >= surelyTold ? sure : 0);
  const elsewhere = count('elsewhere');
  const medical = evidence + count('body', 'sign');
  const telling = reading.words.length;
  if (certainty < surelyTold && medical === 0) return new Map();
  if (certainty < beyondDoubt && count('other') > 0) return new Map();
  // «Infected laptop, what to do?», but «I hurt my knee at football».
  const meant =
    (reading.stems.some((word) => somebody.test(word) || word === 'my') && !isOfThing(reading)) ||
    meanings.some(({ kind, leads }) => kind === 'group' && Math.max(...leads.values()) >= strongLead);
  if (elsewhere > 0 && evidence < elsewhere + (meant ? 0 : 1)) return new Map();
  const share = (telling - reading.others.length) / telling;
  const strong = meanings.some(
    ({ kind, leads }) => kind !== 'body' && [...leads.values()].some((weight) => weight >= strongLead),
  );
  if (evidence < sure && !strong && certainty === 0 && telling > 0 && share < medicalShare) return new Map();

  const weights = new Map(tells);
  const add = (slug: string, weight: number): void => {
    weights.set(slug, (weights.get(slug) ?? 0) + weight);
  };
  const asksOfEffect = count('drug') > 0 && reading.aspects.includes('causes') && reading.stems.includes('caus');
  const wrong = count('sign') > 0 && count('symptom') === 0;
  for (const { kind, leads } of meanings) {
    if (kind === 'plain' && evidence > 0) continue;
    // «Antidepressants that don't cause weight gain» asks about the medicines.
    if (kind === 'symptom' && asksOfEffect) continue;
    for (const [slug, weight] of leads) add(slug, kind === 'body' && wrong ? weight * wrongWithIt : weight);
  }
  // «A tick on my leg, how do I remove it?»
  for (const slug of practices) {
    const name = nameStems.get(slug) ?? [];
    if (name.length > 1 && name.every((word) => reading.stems.includes(word))) add(slug, 1);
  }
  const left = withoutRuledOut(weights, reading);
  const ranked = [...left].filter(([, weight]) => weight >= threshold).sort(([, left], [, right]) => right - left);
  const best = ranked[0]?.[1] ?? 1;
  return new Map(
    ranked
      .filter(([, weight]) => weight >= best * guessCloseness)
      .slice(0, mostGuesses)
      .map(([slug, weight]) => [slug, weight / best]),
  );
}
