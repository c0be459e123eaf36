import { describe, expect, it } from 'vitest';
import { answerChat } from './chat.ts';
import { givenChat, givenContext } from './given.test-support.ts';

const messageOf = (text: string): string => answerChat(givenChat(text), givenContext()).fragments.join('');

describe('an answer on one thing or another', () => {
  it.each([
    ['asthma or copd', /Symptoms of asthma can be/, /Symptoms of chronic obstructive pulmonary disease can be/],
    ['difference between cold and flu', /Unlike a common cold/, /Symptoms of the common cold can be/],
    ['panic attack or heart attack', /Symptoms of panic attack can be/, /Symptoms of myocardial infarction can be/],
    [
      'fidaxomicin vs vancomycin',
      /fidaxomicin and vancomycin by mouth cure/,
      /vancomycin as an antibiotic|vancomycin is/i,
    ],
  ])('speaks of both: %s', (text, one, other) => {
    expect(messageOf(text)).toMatch(one);
    expect(messageOf(text)).toMatch(other);
  });
});

describe('an answer on what was not asked before', () => {
  it.each([
    ['HIT 4T score management', /all heparin is stopped/],
    ['HIT warfarin', /Warfarin is no treatment in the acute phase/],
    ['not diabetic but always thirsty', /hypercalcaemia/],
    ['snoring, overweight', /obstructive sleep apnoea/],
  ])('speaks of it: %s', (text, said) => {
    expect(messageOf(text)).toMatch(said);
  });

  it('takes no hit for an illness', () => {
    expect(messageOf('can I hit the gym with asthma?')).not.toMatch(/heparin/i);
  });
});
