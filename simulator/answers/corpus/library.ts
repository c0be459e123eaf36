import { type Aspect, type CorpusDocument, documentsAbout } from '../../../fixtures/index.ts';
import { oncePerObject } from '../../../spec/index.ts';
import { type Meaning, vocabulary } from '../reading/concepts.ts';
import { remembering } from '../reading/remembering.ts';
import { readSentences } from './read-sentences.ts';
import type { SoughtKind } from './sought-kinds.ts';

/** Cache size: more than there are topics. */
export const mostTopics = 10_000;

/** A sentence of a document, as it was read. */
export interface SentenceRead {
  readonly text: string;
  readonly aspect: Aspect;
  /** Whether it is general: see {@link CorpusDocument}. */
  readonly general: boolean;
  /** Terms of the things it names. */
  readonly named: ReadonlySet<string>;
  /** Terms of topics that these things lead to: `blood thinners` to each of them. */
  readonly led: ReadonlySet<string>;
  readonly words: ReadonlySet<string>;
  readonly shown: ReadonlySet<SoughtKind>;
}

/** The documents on a topic in one channel, in the order of the corpus. */
export const documentsOn = (topic: string, channel: CorpusDocument['channel']): readonly CorpusDocument[] =>
  shelves[channel](topic);
const shelf = (channel: CorpusDocument['channel']) =>
  remembering(mostTopics, (topic: string) => documentsAbout(topic).filter((document) => document.channel === channel));
const shelves = { web: shelf('web'), literature: shelf('literature') };

/** The sentences of a document; each document is read once, when it is first found. */
export const sentencesRead = oncePerObject((document: CorpusDocument): readonly SentenceRead[] => {
  const { meanings } = vocabulary();
  return readSentences(document).map(({ words, terms, kinds }, at) => ({
    text: document.sentences[at] as string,
    aspect: document.aspects[at] ?? 'page',
    general: document.general[at] ?? false,
    named: new Set(terms),
    led: new Set(terms.flatMap((term) => ledBy(meanings.get(term) as Meaning))),
    words: new Set(words),
    shown: new Set(kinds),
  }));
});

/** The least weight of a topic that a name stands for. */
const standsFor = 0.6;

/** The terms of topics that a name stands for without being theirs: `painkillers` for paracetamol, `creatinine` for a kidney disease. */
export function ledBy({ kind, term, leads }: Meaning): readonly string[] {
  if (kind === 'body' || kind === 'sign' || kind === 'plain') return [];
  return [...leads].filter(([slug, weight]) => weight >= standsFor && `#${slug}` !== term).map(([slug]) => `#${slug}`);
}

/** How many sentences on a topic contain a word, as a stem. */
export const sentencesWith = (word: string, topic: string): number => countsOn(topic).get(word) ?? 0;
const countsOn = remembering(mostTopics, (topic): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>();
  const words = documentsOn(topic, 'web').flatMap((document) => sentencesRead(document).map((one) => one.words));
  for (const one of words.flatMap((set) => [...set])) sums.set(one, (sums.get(one) ?? 0) + 1);
  return sums;
});

/** Related aspects, which help if the sources do not have the one that was asked for. */
export const kin: Partial<Readonly<Record<Aspect, readonly Aspect[]>>> = {
  symptoms: ['help', 'complications'],
  causes: ['risk'],
  risk: ['causes', 'prevention'],
  tests: ['symptoms'],
  treatment: ['self-care', 'overview'],
  'self-care': ['treatment', 'prevention'],
  prevention: ['risk', 'self-care'],
  spread: ['prevention'],
  complications: ['help'],
  help: ['symptoms', 'complications'],
  dose: ['warnings', 'treatment'],
  'side-effects': ['warnings', 'interactions'],
  interactions: ['warnings', 'side-effects'],
  warnings: ['interactions', 'side-effects'],
  children: ['treatment', 'dose'],
  pregnancy: ['warnings', 'treatment'],
  'older-people': ['warnings', 'treatment'],
};
