import { describe, expect, it } from 'vitest';
import { languageOf } from '../reading/language-of.ts';
import { read } from '../reading/reading.ts';
import { subjectOf } from './subject.ts';

const firstTopic = (text: string): string | undefined => [...subjectOf(read(text)).topics.keys()][0];

describe('subjectOf', () => {
  it.each([
    ['my ankle swelled up after I twisted it', 'ankle-sprain'],
    ['low mood ever since my son was born', 'postnatal-depression'],
    ['I forgot my birth control tablet last night', 'missed-pill'],
    ['amiodarone lung toxicity', 'amiodarone'],
    ['amiodarone toxicity', 'medicine-overdose'],
    ['risk of stroke in atrial fibrillation', 'atrial-fibrillation'],
    ['what can I take for constipation while on morphine', 'constipation'],
    ['which gastroscopy findings mean reflux', 'gastroscopy'],
    ['randomised trial depression exercise', 'depression'],
    ['biologics in severe asthma', 'asthma'],
  ])('takes «%s» for a question on %s', (text, slug) => {
    expect(firstTopic(text)).toBe(slug);
  });

  it('takes what gets worse for a question on what to do, unless it asks how it goes on', () => {
    expect(subjectOf(read('my eczema is getting worse')).aspects).toEqual(['help', 'treatment']);
    expect(subjectOf(read('does eczema get worse over time')).aspects).toContain('complications');
  });

  it('does not take words that English has too for another language', () => {
    expect(['en', null]).toContain(languageOf('dose reduction criteria in non-valvular AF'));
    expect(languageOf('quali sono i sintomi')).toBe('it');
  });
});
