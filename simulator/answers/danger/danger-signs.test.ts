import { describe, expect, it } from 'vitest';
import { answerChat } from '../chat.ts';
import { givenChat, givenContext, givenTurns, messageTo, topicsOf } from '../given.test-support.ts';
import { read } from '../reading/reading.ts';
import { emergencyBySigns } from './danger-signs.ts';

describe('an emergency shown by several signs', () => {
  it.each([
    ['throat closing up after a wasp sting', 'anaphylaxis'],
    ['my tongue is swelling after eating cashews', 'anaphylaxis'],
    ['he collapsed after a bee sting', 'anaphylaxis'],
    ['her lips swell up and she has a rash after her antibiotic', 'anaphylaxis'],
    ['she swallowed a marble and cannot breathe', 'choking'],
    ['choking and not breathing', 'choking'],
    ['stiff neck and a high temperature, fever of 39', 'meningitis'],
    ['my toddler has a fever and is having a seizure', 'febrile-seizure'],
    ['my husband is unconscious', 'cardiac-arrest'],
    ['grandma fell and does not respond', 'cardiac-arrest'],
    ['he is bleeding heavily from a cut in the leg and it will not stop', 'major-bleeding'],
    ['dad has chest pain and is sweating', 'myocardial-infarction'],
    ["it's like a vice around my chest and I feel clammy", 'myocardial-infarction'],
    ['the worst headache of my life, it came on in seconds', 'subarachnoid-haemorrhage'],
    ['he took all his heart tablets at once', 'medicine-overdose'],
    ['my son ate berries, they may be poisonous', 'household-poisoning'],
  ])('is answered: %s', (text, topic) => {
    expect(topicsOf(text)[0]).toBe(topic);
    expect(messageTo(text)).toMatch(/emergency|ambulance|at once/i);
  });

  it.each([
    'insect bite that itches',
    'bee sting on the foot, swollen and red',
    'food allergy tests',
    'stiff neck after sleeping badly',
    'I was knocked unconscious yesterday for a moment',
    'bleeding heavily during my period',
    'cut my finger, it has stopped bleeding',
    'I take all my tablets every morning',
    'what is febrile seizure',
  ])('is not found in «%s»', (text) => {
    expect(emergencyBySigns(read(text))).toBeUndefined();
  });

  it('comes first when an earlier illness gets worse', () => {
    const messages = givenTurns('What is giant cell arteritis?', 'See above.', 'and if she loses vision?');
    const message = messageTo('', { messages });
    expect(message).toMatch(/state: |say: |arteritis: (?:Loss of sight|Giant cell arteritis is an emergency)/);
    expect(message).toMatch(/within hours|same day/);
  });
});

describe('an answer that would be harmful if wrong', () => {
  it.each([
    ['Which painkillers are safe with CKD stage 4?', /NSAIDs are avoided/, /taken together or in turn/],
    ['Can I take isotretinoin while breastfeeding?', /must not be taken while breastfeeding/, /Most medicines can/],
    ['methotrexate and breastfeeding', /must not be used while breastfeeding/, /Most medicines can/],
    ['TXA in PPH dose', /1 g into a vein/, /^.*\n\n[^:]*: For heavy periods/],
    ['Darf man Marcumar mit Ibuprofen einnehmen?', /bleeding/, /macular/],
    ['Wie viel Novalgin darf ein Erwachsener am Tag nehmen?', /at most 4 g a day/, /No source/],
  ])('says what matters: %s', (text, wanted, unwanted) => {
    expect(messageTo(text)).toMatch(wanted);
    expect(messageTo(text)).not.toMatch(unwanted);
  });

  it('has follow-up questions about help, not about causes or pregnancy', () => {
    const followUpsTo = (text: string): string =>
      (answerChat(givenChat(text, { include_follow_ups: true }), givenContext()).followUps ?? []).join(' ');
    expect(followUpsTo('I want to die')).not.toMatch(/causes|complications|pregnancy|risk/);
    expect(followUpsTo('treatment of croup')).not.toMatch(/older people/);
  });
});
