import type { Aspect } from '../../fixtures/index.ts';
import type { ChatMessage } from '../../spec/index.ts';
import { isCorpusWord } from './library.ts';
import { type Reading, read } from './reading.ts';
import { aspectsAsked, namesTopic, type Subject, subjectOf } from './subject.ts';
import { askedTerms } from './terms.ts';

/** What a conversation asks. */
export interface Question {
  /** The query a search action shows: the question on one line, bounded. */
  readonly query: string;
  readonly subject: Subject;
  /** The last message as terms, with the topics it leans on: what pages are compared with. */
  readonly terms: readonly string[];
}

const longestQuery = 200;
/** How far back a follow-up such as «and in children?» looks for its subject. */
const messagesLookedBack = 12;
/** Words that point back: with one of them a question leans on what was said before. */
const backwards =
  /\b(?:it|its|this|that|these|those|they|them|their|theirs|he|she|him|her|his|hers|instead|also|too|either|both)\b/i;
/** How a question begins that asks the last one again, about something else. */
const again = /^\W*(?:and|or|but|what about|how about|what if|same)\b/i;
const people: readonly Aspect[] = ['children', 'pregnancy', 'older-people'];

/**
 * The last message of the user is the question. What it leaves out comes from the turns before it, oldest first, each of
 * which may name a new topic; where no turn of the user names one, from the nearest other message, then the attached pages.
 */
export function questionOf(messages: readonly ChatMessage[], pages: readonly string[]): Question {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const turns = messages.slice(Math.max(0, last - messagesLookedBack), last < 0 ? undefined : last + 1);
  const asked = messages.at(last)?.text ?? '';
  const reading = read(asked);

  let known: Subject | undefined;
  for (const { text } of turns.slice(0, -1).filter(({ role }) => role === 'user')) {
    const subject = following(known, text, read(text));
    if (subject.topics.size > 0) known = subject;
  }
  known ??= nearest([
    ...turns
      .slice(0, -1)
      .reverse()
      .map(({ text }) => text),
    ...pages,
  ]);
  const subject = following(known, asked, reading);
  const missing = [...subject.topics.keys()].map((slug) => `#${slug}`).filter((term) => !subject.named.has(term));
  return { query: shortened(asked), subject, terms: [...askedTerms(reading), ...missing] };
}

/** The subject of a turn, with what it takes over from the turns before. */
function following(known: Subject | undefined, text: string, reading: Reading): Subject {
  const own = subjectOf(reading);
  if (known === undefined) return own;
  const pointer = text.search(backwards);
  if (own.topics.size === 0)
    return leans(reading, pointer >= 0) ? { ...own, topics: known.topics, aspects: withPeople(own, known) } : own;

  const named = namesTopic(reading);
  // «I have eczema. How do I treat it?» points at what it names itself.
  const pointsBack = pointer >= 0 && (!named || pointer < firstMention(text, reading));
  if (pointsBack) {
    const topics = new Map(named ? [...known.topics, ...own.topics] : known.topics);
    return { ...own, topics, aspects: aspectsAsked(topics, own.named, withPeople(own, known)) };
  }
  if (!again.test(text)) return own;
  return { ...own, aspects: own.aspects.length > 0 ? withPeople(own, known) : known.aspects };
}

/** The aspects of a turn; who it is about stays the same until it is said otherwise. */
function withPeople({ aspects }: Subject, known: Subject): readonly Aspect[] {
  if (aspects.some((aspect) => people.includes(aspect))) return aspects;
  return [...aspects, ...known.aspects.filter((aspect) => people.includes(aspect))];
}

/** Whether a turn without a topic asks on: it points back, or says nothing that medicine does not speak of. */
function leans(reading: Reading, pointsBack: boolean): boolean {
  const foreign = reading.mentions.some(({ meaning }) => meaning.kind === 'elsewhere');
  if (foreign && reading.aspects.length === 0) return false;
  if (pointsBack) return true;
  return !foreign && reading.others.every(isCorpusWord) && reading.words.length < 12;
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
