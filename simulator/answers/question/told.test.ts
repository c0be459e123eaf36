import { describe, expect, it } from 'vitest';
import { told, topics } from '../../../fixtures/index.ts';
import { read } from '../reading/reading.ts';
import { subjectOf } from './subject.ts';
import { describedTopics } from './told.ts';

const topicsOf = (text: string): string[] => [...subjectOf(read(text)).topics.keys()];

describe('a description without a name', () => {
  it('exists for each condition', () => {
    const slugs = topics.map(({ slug }) => slug);
    expect(Object.keys(told.topics).filter((slug) => !slugs.includes(slug))).toEqual([]);
    const conditions = topics.filter(({ kind }) => kind === 'condition').map(({ slug }) => slug);
    expect(conditions.filter((slug) => told.topics[slug] === undefined)).toEqual([]);
  });

  it.each([
    ['benign-prostatic-hyperplasia', 'up all night, and standing there waiting for a weak dribble'],
    ['parkinsons-disease', 'his writing has got so small, and he shuffles with tiny steps'],
    ['unexplained-weight-loss', 'my belt needs a new notch every month although I eat plenty'],
    ['shingles', 'he has a stoma and now a burning red rash in a stripe on his chest'],
    ['broken-bone', 'I fell off my bike and my wrist hurts and is swollen'],
    ['compartment-syndrome', 'my leg is in plaster and my toes went blue and numb'],
    ['essential-tremor', 'my hands shake when I pour coffee, better after wine'],
    ['child-development', 'my son is 3 and still not talking'],
    ['pressure-ulcer', 'how often do I turn a bedridden patient'],
    ['gout', 'my big toe went red and shiny overnight, I cannot bear the sheet on it'],
    ['gout', 'I have high blood pressure, and my big toe went red, hot and shiny overnight'],
  ])('finds %s', (slug, text) => {
    expect(topicsOf(text)[0]).toBe(slug);
  });

  it('has a certainty for each topic, best first', () => {
    const found = [
      ...describedTopics(read('agony behind one eye at the same time every night, the eye waters')).values(),
    ];
    expect(found.length).toBeGreaterThan(0);
    expect(found).toEqual(found.toSorted((left, right) => right - left));
  });

  it('is more certain if all words of the name are there', () => {
    expect(topicsOf('my periods are super heavy with clots')[0]).toBe('heavy-periods');
  });

  it('is not found if a few words occur by chance', () => {
    expect(describedTopics(read('a red car on a hill at night')).size).toBe(0);
    expect(topicsOf('My car makes a rattling noise when cold')).toEqual([]);
  });
});

describe('a name that also means something else', () => {
  it.each([
    'Which slates or shingles suit a steep barn roof?',
    'the cataracts below the castle on the river',
    'a migraine of spreadsheets, invoices and tax returns at the bank',
    'a vaccine for my rabbit',
    'infected laptop, which software helps',
    'is my computer infected by a virus?',
    'our printer is making a wheezing sound',
    'who discovered insulin?',
    'who first described asthma?',
    'how many women get breast cancer per year?',
    'my phone screen has a rash of dead pixels',
    'how much does apixaban cost?',
    'recommend a novel about grief',
    'sterile tweezers, where do I buy some',
    'sterile pot, where do I get one',
    'where do I find a good heart emoji',
    'pizza dough: how much salt for a kilo of flour',
    'how much water for two cups of rice',
    'my keys keep falling out of my pocket',
  ])('names no topic among words of another subject: %s', (text) => {
    expect(topicsOf(text)).toEqual([]);
  });

  it.each([
    ['shingles', 'Can I go to a wedding with shingles?'],
    ['cataract', 'cataracts, my mum waits for an operation'],
    ['type-2-diabetes', 'can diabetics eat pizza at a wedding'],
    ['miscarriage', 'a miscarriage last week'],
  ])('names %s if it is meant: %s', (slug, text) => {
    expect(topicsOf(text)).toContain(slug);
  });
});
