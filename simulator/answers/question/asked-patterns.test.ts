import { expect, it } from 'vitest';
import { read } from '../reading/reading.ts';
import { aspectsByPattern } from './asked-patterns.ts';
import { questionOf } from './question.ts';

it.each([
  ['how many days does mumps last', 'complications'],
  ['expected duration of measles', 'complications'],
  ['should I have my ferritin tested', 'tests'],
  ['is rabies fatal', 'complications'],
  ['could I pass pneumonia on to my wife', 'spread'],
  ['does coffee raise blood pressure', 'causes'],
  ['does chocolate make acne worse', 'causes'],
  ['did my dog give me ringworm', 'spread'],
  ['how often are the eyes checked in diabetes', 'tests'],
  ['is cheese bad for gout', 'self-care'],
  ['does walking help varicose veins', 'self-care'],
  ['how much water with kidney stones', 'self-care'],
  ['what vitamins help restless legs', 'self-care'],
  ['psoriasis, options beyond creams', 'treatment'],
  ['what else is there for plantar fasciitis apart from insoles', 'treatment'],
  ['when is a sore throat bad enough for the doctor', 'help'],
] as const)('the words around the name of a topic tell what is asked about an illness: %s', (text, aspect) => {
  expect(aspectsByPattern(read(text), false)).toEqual([aspect]);
  expect(aspectsByPattern(read(text), true)).toEqual([]);
});

it.each([
  ['how many cetirizine can I take', 'dose'],
  ['how soon does sertraline work', 'dose'],
  ['how do statins lower cholesterol', 'overview'],
] as const)('the words around the name of a topic tell what is asked about a medicine: %s', (text, aspect) => {
  expect(aspectsByPattern(read(text), true)).toEqual([aspect]);
});

it('the words around the name of a topic do not count if the question names an aspect', () => {
  const { subject } = questionOf([{ role: 'user', text: 'Why do they test for coeliac disease?' }], []);
  expect(subject.aspects).not.toContain('causes');
});

it.each([
  ['how often are the eyes checked in diabetes', 'tests'],
  ['did my cat give me ringworm', 'spread'],
  ['was hilft vorbeugend gegen Blasenentzündung', 'prevention'],
] as const)(
  'the words around the name of a topic count before words that ask for something else of a medicine: %s',
  (text, aspect) => {
    const { subject } = questionOf([{ role: 'user', text }], []);
    expect(subject.aspects[0]).toBe(aspect);
  },
);

it.each([
  ['what should I do to avoid type 2 diabetes', 'prevention'],
  ['reasons not to take a statin', 'warnings'],
  ['how do I cut my chances of a stroke', 'prevention'],
  ['is there a way to have fewer migraines', 'prevention'],
])('the words around the name of a topic leave the topic that is to be avoided: %s', (text, aspect) => {
  const { subject } = questionOf([{ role: 'user', text }], []);
  expect(subject.aspects).toContain(aspect);
  expect([...subject.unwanted].filter((term) => subject.topics.has(term.slice(1)))).toEqual([]);
});
