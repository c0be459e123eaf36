import { expect, it } from 'vitest';
import { withoutAsides } from './asides.ts';

it.each([
  ['my cat sat on the keyboard, anyway how do I treat gout?', 'anyway how do I treat gout'],
  ['lovely weather today, what helps against gout', 'what helps against gout'],
])('an aside in a question is left out: %s', (text, left) => {
  expect(withoutAsides(text)).toBe(left);
});

it.each([
  'My dog has fleas, what helps against gout?',
  'My rabbit is three years old. What dose of amoxicillin for cystitis?',
  'my cat sat on the keyboard, what now?',
  'sore throat, no fever',
])('an aside in a question is kept if it may belong to the question: %s', (text) => {
  expect(withoutAsides(text)).toBe(text);
});
