import { expect, it } from 'vitest';
import { givenTurns, messageTo } from '../given.test-support.ts';

const saidIn = (texts: readonly string[], instructions: string | null = null): string =>
  messageTo('', { messages: givenTurns(...texts), instructions });
const firstSentence = (message: string): string =>
  message.split(/(?: say:|state:|about .*?:) /)[1]?.split(' [SW')[0] ?? '';

it('comes first if a source has a caution about it', () => {
  const message = saidIn(['My patient has asthma.', 'OK.', 'which beta blocker for his hypertension?']);
  expect(firstSentence(message)).toMatch(/^People with asthma should not take bisoprolol/);
});

it('excludes a medicine that somebody is allergic to, even if only instructions say so', () => {
  const asked = ['which antibiotic for pneumonia?'];
  expect(firstSentence(saidIn(asked, 'The patient is allergic to penicillin.'))).toMatch(
    /^With an allergy to penicillin/,
  );
  const told = saidIn(['My son is allergic to penicillin.', 'Noted.', 'amoxicillin or something else for pneumonia?']);
  expect(firstSentence(told)).toMatch(/^With an allergy to penicillin/);
});

it('replaces a complaint by the illness in pregnancy', () => {
  expect(saidIn(['I am pregnant, 10 weeks.', 'Congratulations.', 'what can I take for nausea'])).toContain(
    'morning sickness',
  );
});

it('says that a medicine of an earlier turn has no source of its own', () => {
  const message = saidIn(['perindopril cough', 'ACE inhibitors can cause it.', 'what can I switch to']);
  expect(message).toContain('no source on perindopril itself');
});

it('gives no adult dose for a child', () => {
  expect(saidIn(['My daughter is 4, how much paracetamol'])).not.toMatch(/Adults usually take/);
});
