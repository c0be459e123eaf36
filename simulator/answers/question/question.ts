import type { ChatMessage } from '../../../spec/index.ts';
import { isAcute } from '../danger/acute-complaint.ts';
import { asksForMeans, dangerIn, eatingDisorder, suicidal } from '../danger/danger.ts';
import { type Harm, harmIn } from '../danger/harm.ts';
import { isUrgent } from '../danger/urgent-help.ts';
import { isTaken } from '../reading/concepts.ts';
import { languageOf } from '../reading/language-of.ts';
import { type Reading, read } from '../reading/reading.ts';
import { rememberingTexts } from '../reading/remembering.ts';
import { type SmallTalk, smallTalkIn } from '../reading/small-talk.ts';
import { besides, people } from '../reading/topic-sets.ts';
import { quantityIn, valuesIn } from '../reading/values.ts';
import { apartFromForms, languageOfForm } from '../wording/style.ts';
import { readAsked } from './asked.ts';
import { ofNoMedicine } from './asked-aspects.ts';
import { askedParts } from './asked-parts.ts';
import { type Attached, attachedSubject, attachedTo } from './attached.ts';
import { completed } from './completed.ts';
import { type Facts, factsIn, withFacts } from './facts.ts';
import { returning, type Turn } from './follow-up.ts';
import { following } from './following.ts';
import { isMedicine } from './later-turn.ts';
import { measured } from './measured.ts';
import { withCaution } from './remedies.ts';
import { type Subject, subjectOf } from './subject.ts';
import { namesTopic } from './topics-in.ts';
import { backwards } from './turn-patterns.ts';

/** What a conversation asks. */
export interface Question {
  /** The query a search action shows: the question on one line, bounded. */
  readonly query: string;
  readonly subject: Subject;
  /** The subjects of its questions if it asks several; otherwise only `subject`. */
  readonly parts: readonly Subject[];
  /** Whether it describes a complaint that may need help at once. */
  readonly isAcute: boolean;
  /** The harm that it wants help with, which is declined. */
  readonly harm: Harm | null;
  /** The meaning of measured values in the last message, as sentences. */
  readonly remarks: readonly string[];
  /** What the attached pages say about it. */
  readonly attached: Attached;
  /** What the last message is if it asks nothing of medicine. */
  readonly smallTalk: SmallTalk | null;
  /** The last question, apart from the form that it asks for. */
  readonly asked: string;
  /** What was said about the form of its answer, with it or since. */
  readonly forms: string;
  /** The language that the user asks for, or else writes, as a tag; null if it is not clear. */
  readonly language: string | null;
}

const longestQuery = 200;

/** How many messages back a follow-up such as «and in children?» looks for its subject. */
const messagesLookedBack = 12;

/** Characters that are read at the beginning and at the end of those turns. */
const readOfTurn = 4_000;

/** How a message begins that changes the subject: «ok. different question: …». */
const subjectChange =
  /^\W*(?:\w+\W+){0,3}(?:different|another|new|unrelated|separate|other) (?:question|topic|subject|thing|matter)\b|^\W*(?:\w+\W+){0,3}chang(?:e|ing) (?:of |the )*(?:subject|topic)\b|^\W*(?:\w+\W+){0,4}something (?:\w+ )?(?:else|different)\s*[:,.!;–—-]|^\W*(?:\w+\W+){0,2}(?:on another note|moving on)\b/i;

/**
 * The last message of the user is the question; instructions may contain facts about the person. What the question leaves out comes from the earlier
 * turns, oldest first, each of which may name a new topic; if no turn of the user names one, from the nearest other message, then the attached pages.
 */
export function questionOf(
  all: readonly ChatMessage[],
  pages: readonly string[],
  instructions: string | null = null,
): Question {
  const apart = all.map(({ role, text }) => ({
    role,
    ...(role === 'user' ? apartFromForms(text) : { question: text, forms: '' }),
  }));
  // «In German, please» repeats the question before it.
  const isAsked = ({ role, question, forms }: (typeof apart)[number]): boolean =>
    role === 'user' && (question !== '' || forms === '');
  const lastAsked = apart.findLastIndex(isAsked);
  const messages =
    lastAsked < 0
      ? all
      : apart.filter((one) => one.role !== 'user' || isAsked(one)).map(({ role, question: text }) => ({ role, text }));
  const forms = apart
    .slice(Math.max(0, lastAsked))
    .map((one) => one.forms)
    .join('\n')
    .trim();
  const named = apart.map((one) => languageOfForm(one.forms)).findLast((language) => language !== null);
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages.at(last)?.text ?? '';
  const from = subjectChange.test(asked) ? last : last - messagesLookedBack;
  const turns = messages
    .slice(Math.max(0, from), last < 0 ? undefined : last + 1)
    .map(({ role, text }, at, { length }) => ({ role, text: at === length - 1 ? text : skimmed(text) }));
  const question = questions(JSON.stringify([completed(turns), pages, instructions, shortened(asked)]));
  return { ...question, asked, forms, language: named ?? question.language };
}

type Understood = Omit<Question, 'asked' | 'forms'>;

/** Cached, since the same conversation is sent to several models, with other filters, and as a stream. */
const questions = rememberingTexts(
  { texts: 200, characters: 1_000_000, longest: 65_536 },
  (conversation): Understood => understood(...(JSON.parse(conversation) as Parameters<typeof understood>)),
);

function understood(
  turns: readonly Pick<ChatMessage, 'role' | 'text'>[],
  pages: readonly string[],
  instructions: string | null,
  query: string,
): Understood {
  const asked = namingRefused(turns);
  const reading = readAsked(asked.replace(returning, ' ').replace(subjectChange, ' '));

  let known: Subject | undefined;
  // Whether the user has named the known subject; if it was only described, an answer may name it.
  let named = true;
  const before: Turn[] = [];
  for (const { role, text } of turns.slice(0, -1)) {
    const turn = role === 'user' ? readAsked(text) : read(text);
    if (role !== 'user') {
      const mentioned = subjectOf(turn);
      if (known !== undefined && !named && namesTopic(turn))
        known = { ...sharedWith(known, mentioned), aspects: known.aspects, substitutes: known.substitutes };
      before.push({ reading: turn, subject: mentioned, asked: false });
      continue;
    }
    const subject = following(known, text, turn, before);
    // «Hi, I'm pregnant.»
    const tellsOfWho = known === undefined && subject.aspects.some((aspect) => people.has(aspect));
    if (subject.topics.size > 0 || tellsOfWho) {
      named = namesTopic(turn) || (named && known !== undefined && sharesTopic(known, subject));
      known = subject;
    }
    before.push({ reading: turn, subject, asked: true });
  }
  if (known === undefined || known.topics.size === 0) {
    const earlier = turns.slice(0, -1).map(({ text }) => text);
    const said = nearest(earlier.reverse());
    // A letter on a heart attack, and a question about a tablet in it: the question is about the tablet.
    const ofPages = said === undefined ? attachedSubject(pages) : undefined;
    const found =
      said ?? (ofPages !== undefined && (isMedicine(ofPages) || !namesTopic(reading)) ? ofPages : undefined);
    if (found !== undefined) known = { ...found, aspects: known?.aspects ?? [] };
  }
  const userTexts = [...turns.slice(0, -1).flatMap(({ role, text }) => (role === 'user' ? [text] : [])), asked];
  const facts = factsIn(instructions === null ? userTexts : [...userTexts, instructions]);
  const attached = attachedTo(reading, asked, pages);
  // «My blood pressure was 165/100.» «Is that dangerous?»
  const measuredBefore = backwards.test(asked) ? valuesIn(userTexts.at(-2) ?? '') : [];
  // «What is a normal CRP?» «Mine is 85.»
  const told = asked.replace(ownFigure, ` ${quantityIn(userTexts.at(-2) ?? '') ?? ''} `);
  const values = [valuesIn(told), measuredBefore, attached.values].find(({ length }) => length > 0) ?? [];
  const asks = turns.at(-2)?.role === 'assistant' ? (turns.at(-2)?.text ?? '') : '';
  // «Does it spread to your arm?» «Yes.»
  const affirmed = affirming.test(asked) && asks.includes('?') ? asks.replaceAll('?', '.') : '';
  const together = emergencyTogether(userTexts, affirmed);
  const last = together === undefined ? following(known, asked, reading, before) : subjectOf(together);
  const aspects = asksIfNormal.test(asked) ? ofNoMedicine(last.aspects, last.topics, last.named) : last.aspects;
  const leaning = withCaution(withFacts({ ...last, aspects }, facts));
  const found = measured(leaning, values, dangerIn(reading)?.slug);
  const userTurns = before.flatMap((turn) => (turn.asked ? [turn.reading] : []));
  const harm = harmIn(reading);
  const spokeOfSuicide = known?.topics.has(suicidal) ?? false;
  const talk = smallTalkIn(asked);
  // «Goodbye» of somebody who spoke of suicide is no small talk, and «yes» after a question belongs to it.
  const smallTalk =
    spokeOfSuicide || (talk === 'unclear' && known !== undefined && known.topics.size > 0) ? null : talk;
  const subject: Subject =
    harm !== null || smallTalk !== null
      ? { ...found, topics: new Map(), named: new Set(), substitutes: [] }
      : (spokeOfSuicide && talk !== null) || (isMedicine(found) && asksForMeans(asked, userTurns))
        ? { ...found, topics: new Map([[suicidal, 1]]), aspects: ['help'], substitutes: [] }
        : dangerIn(reading)?.slug === eatingDisorder
          ? { ...found, aspects: ['help', 'complications', 'treatment'] }
          : found;
  const isAcuteNow = together !== undefined || isAcute(asked, reading, isUrgent(subject));
  // An emergency is not answered beside other questions: «… which antacid is best?».
  const isWhole = subject !== found || values.length > 0 || (isAcuteNow && dangerIn(reading) !== undefined);
  const parts = isWhole ? [subject] : partsOf(asked, known, before, facts, subject);
  return {
    query,
    subject,
    parts,
    isAcute: isAcuteNow,
    harm,
    remarks: values.map(({ remark }) => remark),
    smallTalk,
    language:
      userTexts
        .toReversed()
        .map(languageOf)
        .find((language) => language !== null) ?? null,
    attached: harm === null ? attached : { ...attached, passages: [] },
  };
}

/** Whose figure it is, with a figure after it. */
const ownFigure =
  /^\W*(?:and |und |et |y )?(?:mine|my (?:result|level|value)|meine[rs]?|le mien|el m[ií]o|il mio|o meu|de mijne)(?=\P{L}+(?:(?:is|was|ist|war|est|es|è|é|liegt bei)\P{L}+)?\d)/iu;

const asksIfNormal = /\bnormale?\b/i;

/** The last turn, in which «I'm allergic to that» names the medicine that was named last. */
function namingRefused(turns: readonly Pick<ChatMessage, 'text'>[]): string {
  const asked = turns.at(-1)?.text ?? '';
  if (!refusesIt.test(asked)) return asked;
  const listed = turns.slice(0, -1).map(({ text }) => read(text).mentions.filter(({ meaning }) => isTaken(meaning)));
  const last = listed.findLast((mentions) => mentions.length > 0) ?? [];
  const medicine = /\bfirst one\b/i.test(asked) ? last[0] : last.at(-1);
  return medicine === undefined
    ? asked
    : asked.replace(refusesIt, `$1 ${medicine.meaning.term.slice(1).replaceAll('-', ' ')}`);
}
const refusesIt =
  /\b(allergic to|allergy to|intolerant of|can(?:['’]?t|not) tolerate|do(?:n['’]?t| not) tolerate) (?:that|it|this|them|those|the (?:first|second|last|other))\b(?: one)?/i;

const affirming = /^\W*(?:yes|yeah|yep|ja|oui|s[iíì]|sim)(?!\p{L})/iu;

/** The last turns of the user read together, if they tell of an emergency that none of them tells of alone: «a fever», then «and a stiff neck». */
function emergencyTogether(texts: readonly string[], affirmed: string): Reading | undefined {
  const lately = texts.slice(-turnsTogether);
  const last = lately.at(-1) ?? '';
  if (lately.length < 2 || last.includes('?') || [affirmed, ...lately].some((text) => text.length > longestTold))
    return undefined;
  const together = readAsked([...lately, affirmed].join('. '));
  const known = [readAsked(last), readAsked(lately.slice(0, -1).join('. '))];
  return dangerIn(together) !== undefined && known.every((one) => dangerIn(one) === undefined) ? together : undefined;
}
const [turnsTogether, longestTold] = [3, 200];

/** The subjects of the questions of a message that asks several; the second depends on the first: «…, and how fast may it be corrected?» */
function partsOf(
  asked: string,
  known: Subject | undefined,
  before: readonly Turn[],
  facts: Facts,
  whole: Subject,
): readonly Subject[] {
  const texts = askedParts(asked);
  if (texts.length === 0 || whole.topics.size === 0) return [whole];
  const parts: Subject[] = [];
  const turns = [...before];
  for (const text of texts) {
    const reading = readAsked(text);
    const alone = subjectOf(reading);
    // «…, and is there a vaccine?» asks about the illness.
    const isApart = [...alone.topics.keys()].some((slug) => !besides.has(slug)) && !backwards.test(text);
    const part = isApart ? alone : following(parts.at(-1) ?? known, text, reading, turns);
    turns.push({ reading, subject: part, asked: true });
    // A topic with a low weight in the whole message does not count in a part of it.
    const meant = new Map([...part.topics].filter(([slug]) => (whole.topics.get(slug) ?? 1) > hardly));
    const topics = meant.size > 0 ? meant : parts.at(-1)?.topics;
    if (topics !== undefined && topics.size > 0) parts.push({ ...part, topics });
  }
  // If the parts lose the main topic, they were misunderstood.
  const found = new Set(parts.flatMap(({ topics }) => [...topics.keys()]));
  const [main = ''] = whole.topics.keys();
  return parts.length > 1 && found.has(main) ? parts.map((part) => withFacts(part, facts)) : [whole];
}

const hardly = 0.5;

/** The beginning and the end of a long text, which show what it is about. */
const skimmed = (text: string): string =>
  text.length <= 2 * readOfTurn ? text : `${text.slice(0, readOfTurn)}\n${text.slice(-readOfTurn)}`;

/** The topics of an answer; only those known before, if it has any of them. */
function sharedWith(known: Subject, answer: Subject): Subject {
  const shared = [...answer.topics].filter(([slug]) => known.topics.has(slug));
  return shared.length === 0 ? answer : { ...answer, topics: new Map(shared) };
}

const sharesTopic = (left: Subject, right: Subject): boolean =>
  [...right.topics.keys()].some((slug) => left.topics.has(slug));

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
