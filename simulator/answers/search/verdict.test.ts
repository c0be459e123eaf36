import { expect, it } from 'vitest';
import { answerChat } from '../chat.ts';
import { givenChat, givenContext, givenPdf, messageTo } from '../given.test-support.ts';
import { english } from '../wording/frames.ts';

const openings = new Map(Object.entries(english.verdicts).map(([verdict, words]) => [words, verdict]));
/** The verdict that precedes the quotes of an answer; undefined if there is none. */
const verdictOn = (text: string): string | undefined =>
  messageTo(text)
    .split('\n\n')
    .map((paragraph) => openings.get(paragraph))
    .find((verdict) => verdict !== undefined);

it.each([
  ['is it okay to take cetirizine and ibuprofen', 'yes'],
  ['can i drink alcohol on amoxicillin', 'mostly'],
  ['can I have grapefruit with simvastatin', 'no'],
  ['pt on apixaban, ok to give naproxen?', 'rather-not'],
  ['can naproxen be taken with ibuprofen', 'no'],
  ['is migraine passed on in families', 'yes'],
  ['is ADHD genetic', 'yes'],
  ['is asthma curable', 'no'],
  ['is psoriasis contagious', 'no'],
  ['can you die from a panic attack', 'no'],
  ['is hand foot and mouth contagious', 'yes'],
  ['is ringworm catching', 'yes'],
  ['does honey help a cough', 'yes'],
  ['do antibiotics work for a cold', 'no'],
  ['can vaccines cause autism', 'no'],
  ['can the shingles vaccine cause shingles', 'no'],
  ['does amlodipine cause swollen ankles', 'yes'],
  ['does mirtazapine make you sleepy', 'yes'],
  ['does simvastatin cause muscle pain', 'yes'],
  ['does metformin make you gain weight', 'no'],
  ['can statins affect memory', 'no'],
  ['does furosemide lower potassium', 'yes'],
  ['does prednisolone raise blood sugar', 'yes'],
  ['do warfarin and aspirin interact', 'yes'],
  ['is there an interaction between sertraline and tramadol', 'yes'],
  ['is diazepam addictive', 'yes'],
  ['should I ice a sprained ankle', 'yes'],
  ['should I put ice on a burn', 'no'],
  ['does zopiclone interact with alcohol', 'yes'],
])('a question of yes or no is answered as such: %s', (asked, verdict) => {
  expect(verdictOn(asked)).toBe(verdict);
});

it.each([
  ['is strep throat contagious after antibiotics', 'depends'],
  ['can I take aspirin in pregnancy', 'depends'],
  ['can i go to school with impetigo', 'depends'],
  ['can stress cause high blood pressure', 'depends'],
  ['can you die from flu', 'depends'],
  ['is shingles catching', 'depends'],
  ['can shingles be caught', 'depends'],
  ['is eczema hereditary', 'depends'],
  ['does cetirizine make you drowsy', 'depends'],
  ['can i exercise with a cold', 'depends'],
  // What is true of one medicine need not be so of its group.
  ['can i take antihistamines while pregnant', 'depends'],
  // The exception is what the question names.
  ['can i drink alcohol with codeine', 'rather-not'],
  ['can I take lisinopril when pregnant', 'rather-not'],
  ['can i exercise with glandular fever', 'depends'],
  ['can i exercise with acid reflux', 'depends'],
  ['can a child with chickenpox have ibuprofen', 'rather-not'],
  ['i have heart failure, can i take ibuprofen', 'rather-not'],
])('a question of yes or no gets no plain yes if its sentence has exceptions: %s', (asked, verdict) => {
  expect(verdictOn(asked)).toBe(verdict);
});

it.each([
  // What causes tetanus says nothing of the jab.
  'can the tetanus jab give me tetanus',
  // The sentence speaks for one thing and against another.
  'is it safe to take fluconazole while breastfeeding',
  'can i take naproxen and omeprazole together',
  'could i die on this medicine',
  // What protects, or changes it the other way, is no effect of that kind.
  'does ramipril affect the kidneys',
  'does amlodipine lower heart rate',
  'does propranolol increase heart rate',
  'does cetirizine interact with ibuprofen',
  // These ask more than yes or no, or whether something is left undone.
  // A wrong yes or no here would do harm.
  'is hiv contagious by kissing',
  'can chlamydia be passed on by kissing',
  'is testicular cancer dangerous',
  'is bleeding in pregnancy dangerous',
  'can i have routine vaccination in pregnancy',
  'can i swim with chlamydia',
  'what can I take for a headache',
  'can I take ibuprofen or paracetamol for a cold',
  'can i stop taking prednisolone',
  'is it dangerous to stop sertraline',
  'can i take amoxicillin? what are the side effects?',
  'my dad has sudden chest pain and is sweating, can he take aspirin',
])('a question of yes or no gets none that its first sentence does not give: %s', (asked) => {
  expect(verdictOn(asked)).toBeUndefined();
});

it.each([
  ['Posso tomar ibuprofeno durante a gravidez?', 'Em resumo, não, ou só depois de perguntar a um médico.'],
  ['posso bere alcol con gli antibiotici', 'Dipende.'],
  ['la varicelle est-elle contagieuse', 'En bref, oui.'],
  ['est-ce que je peux prendre de l’ibuprofène avec de l’aspirine', 'En bref, non.'],
  ['mag ik alcohol drinken met amoxicilline', 'Kort gezegd, meestal ja.'],
  ['puedo hacer deporte con asma', 'Depende.'],
  ['ist scharlach ansteckend', 'Kurz gesagt, ja.'],
])('a question of yes or no is answered in its language: %s', (asked, said) => {
  expect(messageTo(asked).split('\n\n')).toContain(said);
});

it('a question of yes or no gets none from the web if the answer begins with an attached page', () => {
  const pdfs = [givenPdf('https://a.example/asthma.pdf', 'Asthma cannot be cured.')];
  const { fragments } = answerChat(givenChat('is asthma curable'), givenContext({ pdfs }));
  expect(fragments.join('')).toMatch(/\[PF1\]/);
  expect(fragments.join('')).not.toContain('In short');
});
