import { describe, expect, it } from 'vitest';
import { answerChat } from '../chat.ts';
import { givenChat, givenContext } from '../given.test-support.ts';

/** The answer to the last of some questions, the earlier of which were answered. */
const answerTo = (...texts: readonly string[]): string =>
  answerChat(
    givenChat('', {
      messages: texts.flatMap((text, at) => [
        { role: 'user' as const, text },
        ...(at < texts.length - 1 ? [{ role: 'assistant' as const, text: 'Noted.' }] : []),
      ]),
    }),
    givenContext(),
  ).fragments.join('');

describe('a turn of a conversation', () => {
  it.each([
    ['why?', 'Can I eat grapefruit with simvastatin?'],
    ['Warum?', 'Darf ich Grapefruit mit Simvastatin essen?'],
    ['perché?', 'Posso mangiare pompelmo con la simvastatina?'],
  ])('that asks for the reason stays with what was asked: %s', (text, before) => {
    expect(answerTo(before, text)).toMatch(/: Grapefruit juice raises the level of simvastatin/);
  });

  it('that tells an age, a weight or a temperature completes the one before', () => {
    expect(answerTo('my baby has 38.5', 'she is 2 months old')).toMatch(/call the emergency services.*always urgent/s);
    expect(answerTo('Mein Baby hat 38,5 Fieber', 'es ist 2 Monate alt')).toContain('always urgent');
    expect(answerTo('how much paracetamol for fever?', 'a child, 6 years, 20 kg')).toMatch(
      /: For children|children are given 15 mg per kg/,
    );
  });

  it('is about the person who was told of before', () => {
    expect(answerTo('My son is 6 and has tonsillitis', 'How much ibuprofen can I give him?')).toMatch(
      /: As a general range children/,
    );
    expect(answerTo('I am 30 weeks pregnant', 'my back hurts', 'can I take naproxen for it?')).toMatch(
      /: Naproxen should be avoided in pregnancy/,
    );
    expect(
      answerTo('My daughter is 4 and has an ear infection', 'What is the dose of paracetamol for my husband?'),
    ).toMatch(/: Adults usually take/);
  });

  it('that says yes to a question on signs of an emergency tells of them', () => {
    const messages = [
      { role: 'user' as const, text: 'my chest feels tight since this morning' },
      { role: 'assistant' as const, text: 'Does the pain spread to your arm or jaw, or are you sweating?' },
      { role: 'user' as const, text: 'yes, left arm' },
    ];
    const answer = answerChat(givenChat('', { messages }), givenContext()).fragments.join('');
    expect(answer).toMatch(/myocardial infarction: call an ambulance/);
  });

  it('that points back to a measured value is about it', () => {
    expect(answerTo('my blood pressure was 165/100 this morning', 'is that dangerous?')).toContain(
      'A blood pressure of 165/100 is high',
    );
  });

  it('that only tells a weight has no topic', () => {
    expect(answerTo('My son weighs 15 kg')).not.toContain('[SW');
    expect(answerTo('My son weighs 15 kg', 'He has an ear ache')).not.toContain('anorexia');
  });

  it.each([
    [
      'ankle sprain',
      'how do you treat a sprained ankle?',
      'thanks! one more thing: when can I run again?',
      /Sport comes back after ankle sprain/,
    ],
    [
      'ibuprofen',
      'Can I take ibuprofen for my arthritis?',
      'I have stage 3 kidney disease, does that matter?',
      /: People with [^.]*kidney disease[^.]* should not take ibuprofen/,
    ],
    ['ibuprofen', 'Wie viel Ibuprofen darf ich nehmen?', 'und für Kinder?', /Children over three months/],
    ['reflux', 'Wat helpt tegen brandend maagzuur?', 'welke is veiliger?', /gastro-oesophageal reflux/],
    ['warfarin', 'Patient on warfarin, INR 6.5', 'when to recheck?', /: The INR test on warfarin is repeated/],
  ])('is about the same subject, and its aspect: %s', (_, before, text, said) => {
    expect(answerTo(before, text)).toMatch(said);
  });

  it('that means something else asks the last question about it', () => {
    expect(answerTo('How is psoriasis treated?', 'no I meant eczema')).toMatch(/treatment of eczema.*steroid cream/s);
    const compared = ['metformin or gliclazide?', 'how do I take gliclazide', 'no, the other one'];
    expect(answerTo(...compared)).toContain('Metformin is taken with meals');
    expect(answerTo(...compared)).not.toMatch(/: Gliclazide/);
    expect(answerTo('does bisoprolol cause weight gain', 'and tiredness?')).toContain(
      'Tiredness is a side effect of bisoprolol',
    );
    expect(answerTo('Mal de gorge, faut-il un antibiotique ?', 'pourquoi ?')).toContain(
      'settles within a week without antibiotic',
    );
    expect(answerTo('I had a heart attack last month', 'when can I have sex again?')).toMatch(/: Sex is mostly safe/);
  });

  it('asks for something else for the illness after a medicine that does not suit', () => {
    const answer = answerTo('Can I take ibuprofen for my arthritis?', 'I have kidney disease.', 'what else helps?');
    expect(answer).toContain('osteoarthritis');
    expect(answer).not.toMatch(/: Ibuprofen/);
  });
});
