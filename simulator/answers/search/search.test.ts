import { describe, expect, it } from 'vitest';
import { topics, wholeCorpus } from '../../../fixtures/index.ts';
import { subjectOf } from '../question/subject.ts';
import { read } from '../reading/reading.ts';
import { closest, type SearchQuery, search } from './search.ts';

const corpus = wholeCorpus();

const searchFor = (text: string, given: Partial<SearchQuery> = {}) =>
  search({ subject: subjectOf(read(text)), channel: 'web', ...given });

describe('search', () => {
  it('answers a question about a topic with documents of that topic, in both channels', () => {
    for (const channel of ['web', 'literature'] as const) {
      for (const { slug, name } of topics) {
        const own = corpus.filter((document) => document.topic === slug && document.channel === channel);
        const found = searchFor(`What should I know about ${name}?`, { channel }).slice(0, own.length);
        expect(found.map(({ document }) => document.topic)).toEqual(own.map(() => slug));
      }
    }
  });

  it.each([
    ['children', 'asthma in children', /children/i],
    ['pregnancy', 'can I take ibuprofen while pregnant', /pregnan/],
    ['older-people', 'sleeping tablets for the elderly', /older people/],
    ['side-effects', 'side effects of statins', /side effects/i],
    ['interactions', 'warfarin with ibuprofen', /ibuprofen/],
    ['prevention', 'how do I prevent gout', /prevent/],
  ] as const)('puts the document first that speaks of what was asked: %s', (aspect, text, word) => {
    const best = searchFor(text)[0]?.document;
    expect(best?.aspects).toContain(aspect);
    expect(best?.sentences[best.aspects.indexOf(aspect)]).toMatch(word);
  });

  it('keeps to its channel', () => {
    expect(
      searchFor('asthma', { channel: 'literature' }).every(({ document }) => document.channel === 'literature'),
    ).toBe(true);
  });

  it.each(['xyzzy', '', '?!', 'What should I do?', 'Which treatment is best for xyzzy?'])(
    'finds nothing for %j',
    (text) => {
      expect(searchFor(text)).toEqual([]);
    },
  );

  it('keeps to included domains and never changes a score by filtering', () => {
    const scores = new Map(searchFor('asthma').map(({ document, score }) => [document.id, score]));
    const filtered = searchFor('asthma', { include_domains: ['health.example'] });
    expect(filtered.length).toBeGreaterThan(0);
    for (const { document, score } of filtered) {
      expect(document.domain).toMatch(/(^|\.)health\.example$/);
      expect(scores.get(document.id)).toBe(score);
    }
  });

  it('leaves excluded domains out', () => {
    const domain = searchFor('asthma')[0]?.document.domain as string;
    const rest = searchFor('asthma', { exclude_domains: [domain] });
    expect(rest.length).toBeGreaterThan(0);
    expect(rest.map(({ document }) => document.domain)).not.toContain(domain);
  });
});

describe('the closest hits', () => {
  it('do not include documents that only mention the subject', () => {
    const document = corpus[0] as (typeof corpus)[number];
    const hits = [10, 9, 7, 6].map((score) => ({ document, score, subjects: [] }));
    expect(closest(hits, 5).map(({ score }) => score)).toEqual([10, 9, 7]);
    expect(closest(hits, 1)).toHaveLength(1);
  });
});
