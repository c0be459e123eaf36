import { describe, expect, it } from 'vitest';
import { topics } from '../../fixtures/index.ts';
import { isConcept } from './concepts.ts';
import { askedTerms, termsOf } from './terms.ts';
import { stem } from './words.ts';

const conceptsOf = (text: string): string[] => termsOf(text).filter(isConcept);

describe('terms', () => {
  it('folds the forms of a word together', () => {
    for (const forms of [
      ['wheezing', 'wheezes', 'wheeze'],
      ['allergies', 'allergy'],
      ['vaccinations', 'vaccine'],
      ['stopped', 'stopping'],
    ]) {
      expect(new Set(forms.map(stem)).size).toBe(1);
    }
  });

  it('leaves short words and words that only look plural alone', () => {
    expect(['gas', 'virus', 'diagnosis', 'stress'].map(stem)).toEqual(['gas', 'virus', 'diagnosis', 'stress']);
  });

  it('leave out the words every question is made of', () => {
    expect(termsOf('What should I do about it?')).toEqual([]);
  });

  it('ignore case and accents', () => {
    expect(termsOf('Ménière VERTIGO')).toEqual(termsOf('meniere vertigo'));
  });

  it('name the topic, whichever of its names is used', () => {
    for (const { slug, name, synonyms } of topics) {
      for (const phrase of [name, ...synonyms.filter((synonym) => synonym !== 'ADD')]) {
        expect(conceptsOf(`Tell me about ${phrase}, please.`)).toEqual([`#${slug}`]);
      }
    }
  });

  it('of a question have a topic in place of the words of its name', () => {
    expect(askedTerms('treatment of high blood pressure')).toEqual(['treatment', '#hypertension']);
    expect(termsOf('high blood pressure')).toEqual(['high', 'blood', 'pressur', '#hypertension']);
  });

  it('do not take an everyday word for the disorder that shares its letters', () => {
    expect(conceptsOf('Can I add salt?')).toEqual([]);
  });

  it('come from a bounded part of a text', () => {
    expect(termsOf(`${'word '.repeat(100_000)}asthma`)).not.toContain('#asthma');
  });
});
