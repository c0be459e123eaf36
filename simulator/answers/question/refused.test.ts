import { describe, expect, it } from 'vitest';
import { messageTo, topicsOf } from '../given.test-support.ts';

describe('a medicine that somebody is allergic to', () => {
  it.each([
    ['what antibiotic for uncomplicated cystitis if allergic to penicillin', 'urinary-tract-infection'],
    ['antibiotic for tonsillitis in penicillin allergy', 'tonsillitis'],
    ['sinusitis, I have an allergy to amoxicillin', 'sinusitis'],
    ['dose of amoxicillin in pneumonia with an allergy to penicillin', 'pneumonia'],
    ["high cholesterol, can't tolerate statins", 'high-cholesterol'],
  ])('is not the subject if the question names something else: %s', (text, topic) => {
    expect(topicsOf(text)).toEqual([topic]);
  });

  it('is what the quoted sentence is about', () => {
    expect(messageTo('antibiotic for cystitis in penicillin allergy')).toMatch(
      /allergy to penicillin .*nitrofurantoin/,
    );
  });

  it('is not found if something else is not tolerated', () => {
    expect(topicsOf('metformin in impaired glucose tolerance')).toContain('metformin');
    expect(topicsOf('statin intolerance in high cholesterol')).toEqual(['high-cholesterol']);
  });

  it('is the subject if nothing else is named', () => {
    expect(topicsOf("I'm allergic to penicillin")).toEqual(['amoxicillin']);
    expect(messageTo("I'm allergic to penicillin")).toContain('must not take amoxicillin');
    expect(topicsOf('signs of a penicillin allergy')).toContain('amoxicillin');
    expect(topicsOf('hay fever and asthma')).toContain('allergic-rhinitis');
  });
});

describe('a question about two things', () => {
  it.each([
    ['is Viagra dangerous with nitroglycerin?', /sildenafil must never be combined with nitrates/i],
    ['phenelzine and fluoxetine', /serotonin syndrome/],
    ['warfarin and naproxen', /raises the risk of serious bleeding/],
    ['ramipril with potassium tablets', /raise potassium dangerously/],
    ['simvastatin with clarithromycin', /muscles/],
    ['methotrexate and trimethoprim', /bone marrow|must not be taken/],
  ])('is answered with the danger: %s', (text, danger) => {
    expect(messageTo(text)).toMatch(danger);
  });
});

describe('a clinical score', () => {
  it.each([
    ['What is the CHA2DS2-VASc score used for?', 'atrial-fibrillation', /CHA2DS2-VASc score tells the risk of stroke/],
    ['CURB-65 of 3, admit?', 'pneumonia', /CURB-65/],
    ['PHQ-9 score of 17', 'depression', /15 to 19 moderately severe/],
    ['qSOFA criteria', 'sepsis', /breathing rate from 22/],
  ])('is explained with the illness that it belongs to: %s', (text, topic, explained) => {
    expect(topicsOf(text)[0]).toBe(topic);
    expect(messageTo(text)).toMatch(explained);
  });
});
