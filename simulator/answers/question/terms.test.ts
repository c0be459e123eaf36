import { expect, it } from 'vitest';
import { topics } from '../../../fixtures/index.ts';
import { read } from '../reading/reading.ts';
import { stem } from '../reading/words.ts';
import { askedTerms, termsOf } from './terms.ts';

const conceptsOf = (text: string): string[] => termsOf(read(text)).filter((term) => term.startsWith('#'));

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

it('leaves short words alone', () => {
  expect(['gas', 'flu', 'leg'].map(stem)).toEqual(['gas', 'flu', 'leg']);
});

it('leave out stop words', () => {
  expect(termsOf(read('What should I do about it?'))).toEqual([]);
});

it('ignore case and accents', () => {
  expect(termsOf(read('Ménière VERTIGO'))).toEqual(termsOf(read('meniere vertigo')));
});

it('name the topic for each of its names', () => {
  for (const { slug, name, synonyms } of topics) {
    for (const phrase of [name, ...synonyms]) {
      expect(conceptsOf(`Tell me about ${phrase.replace('=', '')}, please.`), phrase).toContain(`#${slug}`);
    }
  }
});

it('of a question have a name instead of its words', () => {
  const asked = askedTerms(read('treatment of high blood pressure'));
  expect(asked).toEqual(expect.arrayContaining(['@treatment', '#hypertension', '~hypertension']));
  expect(asked).not.toContain('blood');
  expect(termsOf(read('high blood pressure'))).toEqual(
    expect.arrayContaining(['high', 'blood', 'pressur', '#hypertension']),
  );
});

it('recognise a misspelt name, and do not take a real word for one', () => {
  expect(conceptsOf('astma')).toEqual(['#asthma']);
  expect(conceptsOf('hypertention')).toEqual(['#hypertension']);
  expect(conceptsOf('paracetemol and ibuprofin')).toEqual(['#paracetamol', '#ibuprofen']);
  expect(conceptsOf('a group on the couch at the chess club')).toEqual([]);
});

it('recognise a name whose words are separated', () => {
  expect(conceptsOf('my hands are shaking')).toEqual(['#tremor']);
  expect(conceptsOf('there is a clot in her leg')).toEqual(['#deep-vein-thrombosis']);
});

it('do not take an everyday word for a disorder with the same letters', () => {
  expect(conceptsOf('Can I add this?')).toEqual([]);
  expect(conceptsOf('It aids us as a pile of books does.')).toEqual([]);
  expect(conceptsOf('What is MS?')).toEqual(['#multiple-sclerosis']);
});

it('come from a bounded part of a text', () => {
  expect(termsOf(read(`${'word '.repeat(100_000)}asthma`))).not.toContain('#asthma');
});
