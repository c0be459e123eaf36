import type { Aspect, Topic } from '../../fixtures/index.ts';
import type { Chance } from '../core/chance.ts';
import type { Harm } from './danger/harm.ts';
import { type Substitute, substituteRemark } from './question/substitutes.ts';
import type { SmallTalk } from './reading/small-talk.ts';
import type { Quote } from './search/quotes.ts';
import { english, type Frames, framesIn, type Verdict } from './wording/frames.ts';
import type { Style } from './wording/style.ts';

/** The parts of a message. */
export interface Draft {
  readonly quotes: readonly Quote[];
  /** Its topic as it reads in a sentence; null if nothing was found. */
  readonly topic: string | null;
  /** Whether it is a medical question at all. */
  readonly isMedical: boolean;
  /** The kind of its first topic. */
  readonly kind: Topic['kind'];
  /** The aspects that were asked for. */
  readonly aspects: readonly Aspect[];
  readonly substitutes: readonly Substitute[];
  /** Whether it describes a complaint that may need help at once. */
  readonly isAcute: boolean;
  /** The harm that the question wants help with, which is declined. */
  readonly harm: Harm | null;
  /** What the message is if it asks nothing of medicine. */
  readonly smallTalk: SmallTalk | null;
  /** The answer to a question of yes or no; null if it asks something else, or its sentences do not give it. */
  readonly verdict: Verdict | null;
  /** What cannot be told from the attachments. */
  readonly unread: readonly ('silent' | 'unseen')[];
  /** The meaning of its measured values, as sentences. */
  readonly remarks: readonly string[];
  /** The `language` of the request, or else that of the user. */
  readonly language: string | null;
  readonly style: Style;
}

/** A sentence and the token behind it, as raw text. Source: Chat response, citation rule 1. */
function cite({ sentence, id }: Quote): string {
  return `${sentence} [${id}]`;
}

/**
 * The message: notice, then quoted sentences by channel, each with its token, then a closing. Nothing of the request
 * is repeated in it, so that a question which contains `[SW9]` cannot put a token there.
 */
export function compose(
  {
    quotes,
    topic,
    isMedical,
    kind,
    aspects,
    substitutes,
    isAcute,
    harm,
    smallTalk,
    verdict,
    unread,
    remarks,
    language,
    style,
  }: Draft,
  chance: Chance,
): string {
  const frames = (language === null ? undefined : framesIn(language)) ?? english;
  const chosen = plainFirst(quotes, style.simple).slice(0, style.quotes);

  // Names stay English, and only English wraps them.
  const about = topic === null ? 'this question' : frames === english ? aspectOf(topic, kind, aspects) : topic;
  const groups = { PF: frames.pages, SW: frames.web, PM: frames.literature } as const;
  const paragraphs = (['PF', 'SW', 'PM'] as const).flatMap((prefix) => {
    const lead = chance.pick(groups[prefix]).replace('{topic}', about);
    const cited = chosen.filter((quote) => quote.prefix === prefix).map(cite);
    if (cited.length === 0) return [];
    return [style.points ? [lead, ...cited.map((line) => `- ${line}`)].join('\n') : [lead, ...cited].join(' ')];
  });
  return [
    frames.notice,
    ...(isAcute && harm === null ? [frames.urgent] : []),
    ...languageRemark(language, frames, chosen),
    ...unread.map((what) => frames[what]),
    ...(chosen.length > 0 ? substituteRemark(substitutes, frames) : []),
    // In English only, like the quotes.
    ...remarks,
    ...(verdict !== null && paragraphs.length > 0 ? [frames.verdicts[verdict]] : []),
    ...(paragraphs.length > 0 ? paragraphs : remarks.length > 0 ? [] : [withoutSource(frames, harm, smallTalk)]),
    ...(isMedical ? [chance.pick(frames.closings)] : []),
  ].join('\n\n');
}

/** What an answer says that quotes nothing. */
function withoutSource(frames: Frames, harm: Harm | null, smallTalk: SmallTalk | null): string {
  if (harm !== null) return frames.declined[harm];
  return smallTalk === null ? frames.nothing : frames.smallTalk[smallTalk];
}

/** What was asked, as it reads in a sentence: `asthma in children`. */
function aspectOf(topic: string, kind: Topic['kind'], aspects: readonly Aspect[]): string {
  const before = aspects
    .map((aspect) => ofKind[kind][aspect] ?? asked.before[aspect])
    .find((words) => words !== undefined);
  // Not «bleeding in pregnancy in pregnancy».
  const after = aspects
    .map((aspect) => asked.after[aspect])
    .find((words) => words !== undefined && !topic.includes(words.slice(words.lastIndexOf(' ') + 1)));
  return [...(before ? [before] : []), topic, ...(after ? [after] : [])].join(' ');
}

const asked: Readonly<Record<'before' | 'after', Partial<Record<Aspect, string>>>> = {
  before: {
    symptoms: 'the symptoms of',
    causes: 'the causes of',
    risk: 'the risk of',
    tests: 'tests for',
    treatment: 'the treatment of',
    'self-care': 'self-care in',
    prevention: 'how to prevent',
    spread: 'the spread of',
    complications: 'what can follow from',
    dose: 'how to take',
    'side-effects': 'the side effects of',
    interactions: 'the interactions of',
    warnings: 'caution with',
  },
  after: { children: 'in children', pregnancy: 'in pregnancy', 'older-people': 'in older people' },
};

/** Other words for some kinds: a condition is not taken, and a medicine has no symptoms. */
const ofKind: Readonly<Record<Topic['kind'], Partial<Record<Aspect, string>>>> = {
  condition: {
    dose: 'medicines in',
    'side-effects': 'side effects of medicines for',
    interactions: 'interactions of medicines for',
  },
  medicine: {
    symptoms: 'the effects of',
    causes: 'what can come from',
    tests: 'tests during treatment with',
    treatment: 'treatment with',
    'self-care': 'daily life with',
    prevention: 'prevention with',
    complications: 'what can come from',
  },
  practice: {
    symptoms: 'difficulties with',
    treatment: 'help with',
    dose: 'advice on',
    tests: 'advice on',
    prevention: 'advice on',
    interactions: 'medicines and',
  },
};

/** If plain words are wanted, only pages for patients; articles are for specialists. */
function plainFirst(quotes: readonly Quote[], simple: boolean): readonly Quote[] {
  const readable = quotes.filter(({ prefix }) => prefix !== 'PM');
  return simple && readable.length > 0 ? readable : quotes;
}

/** Says that quotes are English, or that the language is not supported. Repeats only a plain language name or tag, no free text of the client. */
function languageRemark(language: string | null, frames: Frames, quotes: readonly Quote[]): string[] {
  if (frames.quoted !== null) return quotes.length > 0 ? [frames.quoted] : [];
  if (language === null || language === 'auto' || !/^[A-Za-z]{2,20}(?:-[A-Za-z0-9]{2,8})?$/.test(language)) return [];
  if (framesIn(language) !== undefined) return [];
  return [`The language asked for is ${language}; this answer is in English.`];
}
