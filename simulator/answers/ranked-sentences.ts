import type { Aspect, CorpusDocument } from '../../fixtures/index.ts';
import { kin, sentencesRead } from './library.ts';
import type { Subject } from './subject.ts';

/** A sentence of a document, and how well it answers, from 0 to 1. */
export interface RankedSentence {
  readonly text: string;
  readonly aspect: Aspect;
  readonly fit: number;
}

/** What speaks for a sentence: the asked aspect, one near to it, another thing that was named, a word of the question. */
const points = { asked: 6, near: 2, partner: 4, word: 1, page: -2 } as const;
const mostPartners = 2;
const mostWords = 2;
const allPoints = points.asked + points.partner;

/** The sentences of a document, those that answer best first, equal ones in its order. */
export function rankedSentences(document: CorpusDocument, subject: Subject): RankedSentence[] {
  const own = `#${document.topic}`;
  const asked = new Set([...subject.named, ...[...subject.topics.keys()].map((slug) => `#${slug}`)]);
  asked.delete(own);
  const near = new Set(subject.aspects.flatMap((aspect) => kin[aspect] ?? []));
  return sentencesRead(document)
    .map(({ text, aspect, named, words }) => {
      const partners = [...asked].filter((term) => named.has(term)).length;
      const shared = subject.words.filter((word) => words.has(word)).length;
      const sum =
        (subject.aspects.includes(aspect) ? points.asked : near.has(aspect) ? points.near : 0) +
        points.partner * Math.min(mostPartners, partners) +
        points.word * Math.min(mostWords, shared) +
        (aspect === 'page' ? points.page : 0);
      return { text, aspect, fit: Math.min(1, Math.max(0, sum / allPoints)) };
    })
    .sort((left, right) => right.fit - left.fit);
}

/** The `count` sentences of a document that answer best, in the order in which the document has them. */
export function excerptOf(document: CorpusDocument, subject: Subject, count: number): string {
  const best = new Set(
    rankedSentences(document, subject)
      .slice(0, count)
      .map(({ text }) => text),
  );
  return document.sentences.filter((sentence) => best.has(sentence)).join(' ');
}
