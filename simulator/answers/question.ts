import type { Aspect } from '../../fixtures/index.ts';
import type { ChatMessage } from '../../spec/index.ts';
import { withoutAsides } from './asides.ts';
import { aspectsAsked, ofTopics } from './asked-aspects.ts';
import { inPregnancy } from './circumstances.ts';
import { asksForMeans, dangerIn, eatingDisorder, suicidal } from './danger.ts';
import { affirmed } from './denied.ts';
import { factsIn, heeding } from './facts.ts';
import { asksBeside, earlier, leans, oneOf, returning, type Turn } from './follow-up.ts';
import { type Harm, harmIn } from './harm.ts';
import { asksForGroup } from './medicine-groups.ts';
import { type Reading, read } from './reading.ts';
import { refusedIn, withoutRefused } from './refused.ts';
import { type Subject, subjectOf, wishesForBaby } from './subject.ts';
import type { Substitute } from './substitutes.ts';
import { askedTerms } from './terms.ts';
import { medicines } from './topic-sets.ts';
import { namesTopic } from './topics-in.ts';
import { type ValueRead, valuesIn } from './values.ts';

/** What a conversation asks. */
export interface Question {
  /** The query a search action shows: the question on one line, bounded. */
  readonly query: string;
  readonly subject: Subject;
  /** The harm that it asks help for, which is declined. */
  readonly harm: Harm | null;
  /** What the figures of the last message mean, as sentences. */
  readonly remarks: readonly string[];
  /** The last message as terms, with the topics it leans on: what pages are compared with. */
  readonly terms: readonly string[];
}

const longestQuery = 200;
/** How far back a follow-up such as «and in children?» looks for its subject. */
const messagesLookedBack = 12;
/** How many characters of each end of those turns are read. */
const readOfTurn = 4_000;
/** How a message begins that leaves what was spoken of: «ok. different question: …». */
const anew =
  /^\W*(?:\w+\W+){0,3}(?:different|another|new|unrelated|separate|other) (?:question|topic|subject|thing|matter)\b|^\W*(?:\w+\W+){0,3}chang(?:e|ing) (?:of |the )*(?:subject|topic)\b/i;
/** Words that point back: with one of them a question leans on what was said before. */
const backwards =
  /\b(?:it|its|this|that|these|those|they|them|their|theirs|he|she|him|her|his|hers|instead|also|too|either|both|mine|ours|(?:what|anything) else|which (?:one|of)|the (?:one|other))\b/i;
/** A turn that only tells in whom or when. */
const fragment = /^\W*(?:(?:and|but|or|what about|how about)\s+)*(?:in|for|with|if|during|after)\b/i;
/** What turns to something else of the same kind. */
const contrary = /\b(?:other way (?:round|around)|the opposite|the reverse)\b/i;
/** What gets worse: «and if she loses vision?». */
const worsening =
  /\b(?:los(?:e|es|ing|t)|worse|worsens|sudden(?:ly)?|faints?|collapses?|stops? (?:breathing|eating|drinking|moving)|bleeds?|blind|unconscious|confused|can(?:no|')t (?:breathe|see|move|speak|walk|wake|feel))\b/i;
/** How a question begins that asks the last one again, about something else. */
const again = /^\W*(?:and|or|but|what about|how about|what if|same)\b/i;
const people: readonly Aspect[] = ['children', 'pregnancy', 'older-people'];

/**
 * The last message of the user is the question; instructions may tell facts about the person. What it leaves out comes from the turns before it, oldest first, each of
 * which may name a new topic; where no turn of the user names one, from the nearest other message, then the attached pages.
 */
export function questionOf(
  messages: readonly ChatMessage[],
  pages: readonly string[],
  instructions: string | null = null,
): Question {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages.at(last)?.text ?? '';
  const from = anew.test(asked) ? last : last - messagesLookedBack;
  const turns = messages
    .slice(Math.max(0, from), last < 0 ? undefined : last + 1)
    .map(({ role, text }, at, { length }) => ({ role, text: at === length - 1 ? text : skimmed(text) }));
  const reading = typed(asked.replace(returning, ' ').replace(anew, ' '));

  let known: Subject | undefined;
  // Whether the user named what is known; what was only told of, an answer names.
  let named = true;
  const before: Turn[] = [];
  for (const { role, text } of turns.slice(0, -1)) {
    const turn = role === 'user' ? typed(text) : read(text);
    if (role !== 'user') {
      const told = subjectOf(turn);
      if (known !== undefined && !named && namesTopic(turn)) known = { ...told, aspects: known.aspects };
      before.push({ reading: turn, subject: told, asked: false });
      continue;
    }
    const subject = following(known, text, turn, before);
    // «Hi, I'm pregnant.»
    const tellsOfWho = known === undefined && subject.aspects.some((aspect) => people.includes(aspect));
    if (subject.topics.size > 0 || tellsOfWho) {
      named = namesTopic(turn) || (named && known !== undefined && sharesTopic(known, subject));
      known = subject;
    }
    before.push({ reading: turn, subject, asked: true });
  }
  if (known === undefined || known.topics.size === 0) {
    const told = turns.slice(0, -1).map(({ text }) => text);
    const found = nearest([...told.reverse(), ...pages]);
    if (found !== undefined) known = { ...found, aspects: known?.aspects ?? [] };
  }
  const told = turns.filter(({ role }) => role === 'user').map(({ text }) => text);
  const facts = factsIn(instructions === null ? told : [...told, instructions]);
  const values = valuesIn(asked);
  const found = measured(heeding(following(known, asked, reading, before), facts), values);
  const userTurns = before.flatMap((turn) => (turn.asked ? [turn.reading] : []));
  const harm = harmIn(reading);
  const subject: Subject =
    harm !== null
      ? { ...found, topics: new Map(), substitutes: [] }
      : isMedicine(found) && asksForMeans(asked, userTurns)
        ? { ...found, topics: new Map([[suicidal, 1]]), aspects: ['help'], substitutes: [] }
        : dangerIn(reading)?.slug === eatingDisorder
          ? { ...found, aspects: ['help', 'complications', 'treatment'] }
          : found;
  const missing = [...subject.topics.keys()].map((slug) => `#${slug}`).filter((term) => !subject.named.has(term));
  return {
    query: shortened(asked),
    subject,
    harm,
    remarks: values.map(({ remark }) => remark),
    terms: [...askedTerms(reading), ...missing],
  };
}

/** The beginning and the end of a long text, which say what it is about. */
const skimmed = (text: string): string =>
  text.length <= 2 * readOfTurn ? text : `${text.slice(0, readOfTurn)}\n${text.slice(-readOfTurn)}`;

/** A subject whose figures speak for topics: those come first. */
function measured(subject: Subject, values: readonly ValueRead[]): Subject {
  const slugs = values.flatMap(({ slug }) => slug ?? []);
  if (slugs.length === 0) return subject;
  // «Metformin with an eGFR of 25» asks about the medicine.
  if (isMedicine(subject))
    return { ...subject, facts: new Set([...subject.facts, ...slugs.map((slug) => `#${slug}`)]) };
  const opposites = values.map(({ opposite }) => opposite);
  const others = [...subject.topics].filter(([slug]) => !slugs.includes(slug) && !opposites.includes(slug));
  return {
    ...subject,
    topics: new Map([
      ...slugs.map((slug) => [slug, 1] as const),
      ...others.map(([slug, weight]) => [slug, beside * weight] as const),
    ]),
    aspects: subject.aspects.length > 0 ? subject.aspects : ['tests'],
  };
}

const typed = (text: string): Reading => affirmed(read(withoutAsides(text)));

const sharesTopic = (left: Subject, right: Subject): boolean =>
  [...right.topics.keys()].some((slug) => left.topics.has(slug));

/** The subject of a turn, with what it takes over from the turns before, and what was said of it there. */
function following(known: Subject | undefined, text: string, reading: Reading, before: readonly Turn[]): Subject {
  const asked = ofMedicines(taken(known, text, reading, before));
  const subject =
    known !== undefined && getsWorse(asked, known, text) ? { ...asked, aspects: ['help' as const] } : asked;
  if (known === undefined || subject.substitutes.length > 0) return subject;
  const stillMeant = ({ slug }: Substitute): boolean => subject.topics.has(slug) && !subject.named.has(`#${slug}`);
  return { ...subject, substitutes: known.substitutes.filter(stillMeant) };
}

/** Whether an illness that was spoken of gets worse, and nothing else is asked. */
const getsWorse = ({ topics, aspects }: Subject, known: Subject, text: string): boolean =>
  aspects.length === 0 &&
  worsening.test(text) &&
  topics.size > 0 &&
  [...topics.keys()].every((slug) => known.topics.has(slug) && !medicines.has(slug));

/** What is taken, and what it does, is asked of a medicine rather than of an illness that was spoken of before. */
function ofMedicines(subject: Subject): Subject {
  const { topics, aspects, named } = subject;
  if (!isMedicine(subject) || !aspects.some((aspect) => aspect === 'dose' || aspect === 'side-effects')) return subject;
  const weights = [...topics].map(
    ([slug, weight]) => [slug, medicines.has(slug) || named.has(`#${slug}`) ? weight : weight * beside] as const,
  );
  return { ...subject, topics: new Map(weights) };
}

function taken(known: Subject | undefined, text: string, reading: Reading, before: readonly Turn[]): Subject {
  const alone = subjectOf(reading);
  if (known === undefined) return alone;
  const other = instead(known, alone, reading);
  if (other !== undefined) return other;
  if (known.topics.size === 0) {
    const aspects = withPeople(alone, known);
    return { ...alone, topics: inPregnancy(alone.topics, reading, aspects), aspects };
  }
  const own: Subject = wishesForBaby(alone.topics, reading)
    ? { ...alone, topics: new Map(), aspects: [...new Set<Aspect>([...alone.aspects, 'pregnancy'])] }
    : alone;
  const pointer = text.search(backwards);
  if (own.topics.size === 0 && reading.mentions.some(({ meaning }) => meaning.kind === 'other')) return own;
  // «Which blood test?» asks about the illness, and so does «which antibiotic?».
  if (asksBeside(own, known, reading)) {
    // «And potassium?» asks on.
    const isImplied = again.test(text) && !reading.mentions.some(({ meaning }) => meaning.kind === 'aspect');
    const aspects = isImplied && known.aspects.length > 0 ? known.aspects : own.aspects;
    return { ...own, topics: known.topics, aspects: withPeople({ ...own, aspects }, known) };
  }
  if (own.topics.size > 0 && !isMedicine(known) && asksForGroup(reading, own.topics)) {
    const aspects: readonly Aspect[] = reading.aspects.length > 0 ? reading.aspects : ['treatment'];
    return { ...own, topics: known.topics, aspects: withPeople({ ...own, aspects }, known) };
  }
  if (own.topics.size === 0) {
    const one = oneOf(text, before) ?? earlier(text, reading, before);
    if (one !== undefined) return { ...own, topics: one, aspects: withPeople(own, known) };
    if (!leans(text, reading, pointer >= 0)) return own;
    // «In a Black patient of 60?» asks the same again.
    const asksAgain = fragment.test(text) && own.aspects.every((aspect) => people.includes(aspect));
    const asked = ofTopics(withPeople(own, known), known.topics);
    return { ...own, topics: known.topics, aspects: asksAgain ? [...new Set([...asked, ...known.aspects])] : asked };
  }

  // «And the other way round, when it is underactive?»
  if (contrary.test(text)) return { ...own, aspects: own.aspects.length > 0 ? withPeople(own, known) : known.aspects };
  const named = namesTopic(reading);
  // «I have eczema. How do I treat it?» points at what it names itself.
  const pointsBack = pointer >= 0 && (!named || pointer < firstMention(text, reading));
  if (pointsBack) {
    // «It was positive. When do they put up the levothyroxine?» asks about the medicine.
    const turned = named && !isMedicine(known) && isMedicine(own) && !asksTogether.test(text);
    const topics = turned
      ? new Map([...own.topics, ...[...known.topics.keys()].map((slug) => [slug, beside] as const)])
      : new Map(named ? [...known.topics, ...own.topics] : known.topics);
    return { ...own, topics, aspects: aspectsAsked(topics, own.named, withPeople(own, known)) };
  }
  if (isMedicine(known) && isMedicine(own) && asksTogether.test(text)) {
    const topics = new Map([...known.topics, ...own.topics].filter(([slug]) => medicines.has(slug)));
    return { ...own, topics, aspects: aspectsAsked(topics, own.named, withPeople(own, known)) };
  }
  if (!again.test(text)) return own;
  return { ...own, aspects: own.aspects.length > 0 ? withPeople(own, known) : known.aspects };
}

/** «And if she is allergic to penicillin?»: what else there is for the illness that was spoken of, or the caution. */
function instead(known: Subject, alone: Subject, reading: Reading): Subject | undefined {
  const refused = refusedIn(reading).map(({ meaning }) => meaning);
  if (refused.length === 0 || withoutRefused(reading) !== reading) return undefined;
  const slugs = new Set(refused.flatMap(({ leads }) => [...leads.keys()]));
  const left = new Map([...known.topics].filter(([slug]) => !slugs.has(slug)));
  const terms = refused.map(({ term }) => term);
  const facts = new Set([...alone.facts, '#allergy', ...terms]);
  if (left.size === 0) return { ...alone, aspects: ['warnings'], facts };
  return {
    ...alone,
    topics: left,
    aspects: withPeople({ ...alone, aspects: ['treatment'] }, known),
    facts,
    unwanted: new Set(terms),
  };
}

const isMedicine = ({ topics }: Subject): boolean => [...topics.keys()].some((slug) => medicines.has(slug));

/** Who already takes one asks whether another goes with it. */
const asksTogether = /\b(?:already|also on|still on|am on|I take|taking|as well|with|together)\b/i;
/** How much a subject that was left for another is still meant. */
const beside = 0.7;

/** The aspects of a turn; who it is about stays the same until it is said otherwise. */
function withPeople({ aspects }: Subject, known: Subject): readonly Aspect[] {
  if (aspects.some((aspect) => people.includes(aspect))) return aspects;
  return [...aspects, ...known.aspects.filter((aspect) => people.includes(aspect))];
}

/** Where in a text its first topic is named. */
function firstMention(text: string, { mentions }: Reading): number {
  const first = mentions.find(
    ({ meaning: { kind } }) => kind === 'condition' || kind === 'medicine' || kind === 'practice',
  );
  const words = [...text.replace(/['’]s\b/g, '').matchAll(/[\p{L}\p{N}]+/gu)];
  return words[first?.at ?? 0]?.index ?? 0;
}

/** The subject of the first of some texts that has one. */
function nearest(texts: readonly string[]): Subject | undefined {
  for (const text of texts) {
    const subject = subjectOf(read(text));
    if (subject.topics.size > 0) return { ...subject, aspects: [] };
  }
  return undefined;
}

function shortened(text: string): string {
  const start = text
    .slice(0, 4 * longestQuery)
    .replace(/\s+/g, ' ')
    .trim();
  return [...start].slice(0, longestQuery).join('');
}
