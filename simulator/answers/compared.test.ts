import { describe, expect, it } from 'vitest';
import { answerChat } from './chat.ts';
import { givenChat, givenContext, messageTo } from './given.test-support.ts';

describe('an answer that compares two things', () => {
  it.each([
    ['asthma or copd', /Symptoms of asthma can be/, /Symptoms of chronic obstructive pulmonary disease can be/],
    ['difference between cold and flu', /Unlike a common cold/, /Symptoms of the common cold can be/],
    ['panic attack or heart attack', /Symptoms of panic attack can be/, /Symptoms of myocardial infarction can be/],
    [
      'fidaxomicin vs vancomycin',
      /fidaxomicin and vancomycin by mouth cure/,
      /vancomycin as an antibiotic|vancomycin is/i,
    ],
  ])('is about both: %s', (text, one, other) => {
    expect(messageTo(text)).toMatch(one);
    expect(messageTo(text)).toMatch(other);
  });
});

describe('an answer to an unusual question', () => {
  it.each([
    ['HIT 4T score management', /all heparin is stopped/],
    ['HIT warfarin', /Warfarin is no treatment in the acute phase/],
    ['not diabetic but always thirsty', /hypercalcaemia/],
    ['snoring, overweight', /obstructive sleep apnoea/],
    ['Colchicine, NSAID or steroid for acute gout: which first?', /equally good as first treatment/],
    ['Bisoprolol or verapamil for rate control in atrial fibrillation?', /rate control/],
    ['does rifampicin reduce the effect of the combined pill?', /rifampicin interact/],
    ['Ciprofloxacin and tendon rupture, who is at risk?', /tendon trouble/],
    ['Is ibuprofen safe while breastfeeding?', /ibuprofen are usual choices|can be taken while breastfeeding/],
    ['Is valproate contraindicated in women of childbearing age?', /must not be taken in pregnancy/],
    ['Can I take ibuprofen if I have high blood pressure?', /raise blood pressure/],
    ['How long does it take for sertraline to start working?', /two to six weeks/],
    ['I missed two of my birth control pills', /condoms for seven days/],
    ['I burned my hand on the stove, what should I put on it?', /running water/],
  ])('is about it: %s', (text, said) => {
    expect(messageTo(text)).toMatch(said);
  });

  it.each([
    ['criteria for Takayasu arteritis', /no source on Takayasu arteritis itself; what follows is on giant cell/],
    ['Gout vs pseudogout', /no source on pseudogout itself; what follows is on gout/],
    ['Denosumab vs alendronate', /no source on denosumab itself/],
    ['Omeprazole vs famotidine for reflux', /no source on famotidine itself/],
    ['Leprosy and aspirin', /no source on leprosy itself; what follows is on aspirin/],
  ])('says what no source is about: %s', (text, said) => {
    expect(messageTo(text)).toMatch(said);
  });

  it.each([
    'Can clarithromycin be given with simvastatin?',
    'dexamethasone dose in croup',
    'Methotrexate vs sulfasalazine in rheumatoid arthritis',
  ])('does not say so of what its sources mention: %s', (text) => {
    expect(messageTo(text)).not.toMatch(/no source on/);
  });

  it.each(['steroids in Stevens-Johnson syndrome', 'Preoperative alpha blockade in phaeochromocytoma'])(
    'is none on a group of medicines or an operation where the illness has no source: %s',
    (text) => {
      expect(answerChat(givenChat(text), givenContext()).sources).toEqual([]);
    },
  );

  it('does not take «hit» for an illness', () => {
    expect(messageTo('can I hit the gym with asthma?')).not.toMatch(/heparin/i);
  });
});
