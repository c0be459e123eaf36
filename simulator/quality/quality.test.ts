import { describe, expect, it } from 'vitest';
import { citedSentences, cosine, faultOfSources, meets, speaksOf } from './judge.ts';
import { type Expected, ownSets, type Part, readSets } from './sets.ts';

const { aspects, conversations, noSource, questions, rerankCases, triples } = ownSets;

const stopWords = new Set(['the', 'and', 'for', 'with', 'that', 'how', 'use', 'has', 'not', 'after', 'other']);
const contentWords = (text: string) =>
  (text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? []).filter((word) => !stopWords.has(word));
const share = (left: string, right: string) => contentWords(left).some((word) => contentWords(right).includes(word));

describe('the labelled sets', () => {
  it.each([
    ['questions', questions, 148, 74],
    ['questions without a source', noSource, 34, 17],
    ['conversations', conversations, 34, 17],
    ['embedding triples', triples, 70, 35],
    ['rerank sets', rerankCases, 52, 26],
  ] as [string, readonly { part: Part }[], number, number][])(
    '%s alternate between two halves',
    (_, cases, all, half) => {
      expect(cases.map(({ part }) => part)).toEqual(cases.map((_, at) => (at % 2 === 0 ? 'tuning' : 'held-out')));
      expect([cases.length, cases.filter(({ part }) => part === 'tuning').length]).toEqual([all, half]);
    },
  );

  it('contain nothing twice', () => {
    for (const texts of [
      [...questions, ...noSource].map(({ ask }) => ask),
      triples.map(({ anchor }) => anchor),
      rerankCases.map(({ query }) => query),
      ...rerankCases.map(({ documents }) => documents),
    ])
      expect(new Set(texts).size).toBe(texts.length);
  });

  it('name topics by slugs and aspects that have markers', () => {
    const labelled: readonly Expected[] = [...questions, ...conversations];
    const odd = labelled.filter(({ topics }) => !topics.every((slug) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)));
    expect(odd).toEqual([]);
    expect(labelled.filter(({ aspect }) => aspect !== undefined && !aspects[aspect]?.length)).toEqual([]);
    expect(labelled.filter(({ topics, all }) => all && topics.length < 2)).toEqual([]);
    expect(questions.every(({ topics }) => topics.length > 0)).toBe(true);
    expect(noSource.every(({ topics }) => topics.length === 0)).toBe(true);
  });

  it('end each conversation of two to five turns with the user', () => {
    for (const { turns } of conversations) {
      expect(turns.length).toBeGreaterThan(1);
      expect(turns.length).toBeLessThan(6);
      expect(turns.at(-1)?.user).toBeTypeOf('string');
    }
  });

  it('cannot be ranked by common words alone, in more than half of the rerank sets', () => {
    expect(rerankCases.filter(({ documents }) => documents.length < 4 || documents.length > 8)).toEqual([]);
    expect(rerankCases.filter(({ documents, best }) => documents[best] === undefined)).toEqual([]);
    const misleading = rerankCases.filter(
      ({ query, documents, best }) =>
        !share(query, documents[best] ?? '') && documents.some((document) => share(query, document)),
    );
    expect(misleading.length).toBeGreaterThan(20);
    const places = new Set(rerankCases.map(({ best }) => best));
    expect(places.size).toBeGreaterThan(3);
  });
});

it('sets of another folder are read in the same way', () => {
  expect(readSets(import.meta.dirname)).toEqual(ownSets);
});

describe('the judge', () => {
  const markers = { dose: ['mg', 'dose'] };
  const gout = { topic: 'gout', texts: ['Gout hurts.'] };
  const asthma = { topic: 'asthma', texts: ['The usual dose is 5mg.'] };
  const fault = (expected: Partial<Expected>, ...found: (typeof gout)[]) =>
    faultOfSources({ part: 'tuning', topics: ['gout'], ...expected }, found, markers);

  it('looks at the topic of the first source', () => {
    expect(fault({}, gout, asthma)).toBeNull();
    expect(fault({}, asthma, gout)).toBe('asthma, gout');
    expect(fault({})).toBe('no source');
  });

  it('wants no source if that is the right answer', () => {
    expect(fault({ topics: [] })).toBeNull();
    expect(fault({ topics: [] }, gout)).toBe('gout');
  });

  it('wants both subjects of a question about two, in any order', () => {
    const both = { topics: ['gout', 'asthma'], all: true };
    expect(fault(both, asthma, gout)).toBeNull();
    expect(fault(both, asthma, asthma)).not.toBeNull();
  });

  it('wants the aspect in sentences on the topic, not on another', () => {
    expect(fault({ aspect: 'dose' }, gout, asthma)).toBe('gout, asthma; nothing on dose');
    expect(fault({ aspect: 'dose', topics: ['asthma'] }, asthma)).toBeNull();
  });

  it('finds markers at the beginning of words', () => {
    expect(speaksOf('Take 500mg twice.', ['mg'])).toBe(true);
    expect(speaksOf('An overdosed image.', ['dose', 'mg'])).toBe(false);
  });

  it('reads the sentence before each group of tokens', () => {
    const message =
      'Made up.\n\nOn gout:\nNot cited. Take two (e.g. at noon) [SW1][SW2]. Rest it. [PM1]\n\nAsk a clinician.';
    expect(citedSentences(message).map(({ sentence, ids }) => [sentence, ids])).toEqual([
      ['Take two (e.g. at noon)', ['SW1', 'SW2']],
      ['Rest it.', ['PM1']],
    ]);
  });

  it('compares directions and meets bounds exactly', () => {
    expect(cosine([1, 0], [2, 0])).toBe(1);
    expect(cosine([1, 0], [0, 3])).toBe(0);
    expect([meets(27, 30, 90), meets(26, 30, 90), meets(19, 20, 95), meets(9, 10, 95)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});
