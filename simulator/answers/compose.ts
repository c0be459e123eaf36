import type { Aspect, Topic } from '../../fixtures/index.ts';
import type { Chance } from '../chance.ts';
import { english, type Frames, framesIn } from './frames.ts';
import type { Harm } from './harm.ts';
import type { Quote } from './quotes.ts';
import { type Substitute, substituteRemark } from './substitutes.ts';

/** What a message is made of. */
export interface Draft {
  readonly quotes: readonly Quote[];
  /** What it is about, as it reads in a sentence; null where nothing was found. */
  readonly topic: string | null;
  /** Whether it is a question of medicine at all. */
  readonly isMedical: boolean;
  /** What kind of thing the first of it is. */
  readonly kind: Topic['kind'];
  /** What of it was asked for. */
  readonly aspects: readonly Aspect[];
  readonly substitutes: readonly Substitute[];
  /** The harm that was asked help for, which is declined. */
  readonly harm: Harm | null;
  /** What its figures mean, as sentences. */
  readonly remarks: readonly string[];
  /** The `language` of the request. */
  readonly language: string | null;
  /** The `instructions` of the request. */
  readonly instructions: string | null;
}

/** What of the instructions can be followed without understanding more of them. */
const wants = {
  short:
    /\b(?:brief(?:ly)?|short(?:ly|er)?|concise(?:ly)?|succinct(?:ly)?|one sentence|a sentence|few words|tl;?dr|terse)\b/i,
  points: /\b(?:bullets?|bullet points?|list|lists|numbered|points)\b/i,
  simple: /\b(?:plain|simple|simply|lay|layman|laypeople|layperson|easy|non-medical|jargon)\b/i,
};
const quotesOfShort = 2;

/** A sentence and the token behind it, as raw text. Source: Chat response, citation rule 1. */
function cite({ sentence, id }: Quote): string {
  return `${sentence} [${id}]`;
}

/**
 * The message: notice, then quoted sentences by channel, each with its token, then a closing. Nothing of the request
 * is repeated in it, so that a question which contains `[SW9]` cannot put a token there.
 */
export function compose(
  { quotes, topic, isMedical, kind, aspects, substitutes, harm, remarks, language, instructions }: Draft,
  chance: Chance,
): string {
  const frames = (language === null ? undefined : framesIn(language)) ?? english;
  const told = (style: keyof typeof wants): boolean => wants[style].test(instructions ?? '');
  const chosen = told('short') ? quotes.slice(0, quotesOfShort) : plainFirst(quotes, told('simple'));

  // Names stay English, and only English wraps them.
  const about = topic === null ? 'this question' : frames === english ? aspectOf(topic, kind, aspects) : topic;
  const groups = { PF: frames.pages, SW: frames.web, PM: frames.literature } as const;
  const paragraphs = (['PF', 'SW', 'PM'] as const).flatMap((prefix) => {
    const lead = chance.pick(groups[prefix]).replace('{topic}', about);
    const cited = chosen.filter((quote) => quote.prefix === prefix).map(cite);
    if (cited.length === 0) return [];
    return [told('points') ? [lead, ...cited.map((line) => `- ${line}`)].join('\n') : [lead, ...cited].join(' ')];
  });
  return [
    frames.notice,
    ...languageRemark(language, frames, chosen),
    ...(chosen.length > 0 ? substituteRemark(substitutes, frames) : []),
    // Names stay English, and so do figures.
    ...(frames === english ? remarks : []),
    ...(paragraphs.length > 0
      ? paragraphs
      : frames === english && remarks.length > 0
        ? []
        : [harm === null ? frames.nothing : frames.declined[harm]]),
    ...(isMedical ? [chance.pick(frames.closings)] : []),
  ].join('\n\n');
}

/** What was asked, as it reads in a sentence: `asthma in children`. */
function aspectOf(topic: string, kind: Topic['kind'], aspects: readonly Aspect[]): string {
  const before = aspects
    .map((aspect) => ofKind[kind][aspect] ?? asked.before[aspect])
    .find((words) => words !== undefined);
  const after = aspects.map((aspect) => asked.after[aspect]).find((words) => words !== undefined);
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

/** Where a thing of this kind has something else: nobody takes asthma, and a medicine has no symptoms. */
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

/** For plain words, what patients read; articles are for specialists. */
function plainFirst(quotes: readonly Quote[], simple: boolean): readonly Quote[] {
  const readable = quotes.filter(({ prefix }) => prefix !== 'PM');
  return simple && readable.length > 0 ? readable : quotes;
}

/** A hint that is not a plain language name or tag is not repeated: it is free text of the client. */
function languageRemark(language: string | null, frames: Frames, quotes: readonly Quote[]): string[] {
  if (frames.quoted !== null) return quotes.length > 0 ? [frames.quoted] : [];
  if (language === null || language === 'auto' || !/^[A-Za-z]{2,20}(?:-[A-Za-z0-9]{2,8})?$/.test(language)) return [];
  if (framesIn(language) !== undefined) return [];
  return [`The language asked for is ${language}; this answer is in English.`];
}
