import { describe, expect, it } from 'vitest';
import { inEnglish } from './foreign.ts';
import { questionOf } from './question.ts';
import { writtenWordsOf } from './words.ts';

const english = (text: string): string => inEnglish(writtenWordsOf(text)).join(' ');

describe('everyday words of other languages', () => {
  it.each([
    ['¿Puedo tomar ibuprofeno durante el embarazo?', ['ibuprofen'], ['pregnancy']],
    ['Welches Blutdruckmittel in der Schwangerschaft?', ['hypertension'], ['pregnancy']],
    ['Mein Kind hat Ohrenschmerzen, was soll ich tun?', ['otitis-media'], ['self-care', 'children']],
    ['Wie behandelt man eine Lungenentzündung?', ['pneumonia'], ['treatment']],
    ["Comment traiter une crise d'asthme chez l'enfant ?", ['asthma'], ['children', 'treatment']],
    ['Quels sont les effets secondaires de la metformine ?', ['metformin'], ['side-effects']],
    ['Dosierung von Enoxaparin bei Niereninsuffizienz', ['enoxaparin', 'chronic-kidney-disease'], ['dose']],
  ])('are read as English ones: %s', (text, topics, aspects) => {
    const { subject } = questionOf([{ role: 'user', text }], []);
    expect([...subject.topics.keys()]).toEqual(topics);
    expect(subject.aspects).toEqual(aspects);
  });

  it.each([
    'What kind of rash is it?',
    'The man in the hat has a son in Los Angeles',
    'a scanner and a gripe',
    'overdose of paracetamol',
    'eczema, no history of hay fever',
  ])('are left alone in an English text: %s', (text) => {
    expect(english(text)).toBe(writtenWordsOf(text).join(' '));
  });

  it('keep what they deny', () => {
    expect(english('Kopfschmerzen ohne Fieber')).toBe('headache without fever');
    expect(english('tengo tos pero no fiebre')).toBe('cough pero no fever');
  });
});
