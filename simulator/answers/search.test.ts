import { describe, expect, it } from 'vitest';
import { corpus, topics } from '../../fixtures/index.ts';
import { type SearchQuery, search } from './search.ts';
import { askedTerms } from './terms.ts';

const searchFor = (text: string, given: Partial<SearchQuery> = {}) =>
  search({ terms: askedTerms(text), channel: 'web', ...given });

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

  it('does not take a document for one on a topic that it only mentions', () => {
    const [best, ...others] = searchFor('diabetes');
    const mentioning = others.filter(({ document }) => document.topic !== best?.document.topic);
    expect(best?.document.topic).toBe('type-2-diabetes');
    for (const { score } of mentioning) expect(score).toBeLessThan(0.7 * (best?.score ?? 0));
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
    const filtered = searchFor('asthma', { include_domains: ['gov.example'] });
    expect(filtered.length).toBeGreaterThan(0);
    for (const { document, score } of filtered) {
      expect(document.domain).toMatch(/(^|\.)gov\.example$/);
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
