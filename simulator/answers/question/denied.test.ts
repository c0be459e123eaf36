import { expect, it } from 'vitest';
import { messageTo, topicsOf } from '../given.test-support.ts';
import { read } from '../reading/reading.ts';
import { affirmed } from './denied.ts';

it.each([
  ['sore throat for three days, no fever', ['tonsillitis']],
  ["can't sleep, I am not depressed", ['insomnia']],
  ['acid reflux without any cough', ['gastro-oesophageal-reflux-disease']],
  ['eczema, no history of asthma or hay fever', ['eczema']],
  ["gout, and I don't have diabetes", ['gout']],
  ['how to treat asthma without steroids', ['asthma']],
  ['are antibiotics not needed for bronchitis?', ['bronchitis']],
  ['I have never had chickenpox, should I get the vaccine?', ['chickenpox']],
])('what a question denies is none of its topics: %s', (text, topics) => {
  expect(topicsOf(text)).toEqual(topics);
});

it.each([
  ['meningitis but not bacterial - how to treat viral?', /^The treatment of viral meningitis/],
  ['fibromyalgia treatment that is not a drug', /^Without medicines/],
  ['High cholesterol, what else (no statins please)', /^For people who do not tolerate a statin/],
  ['how is anxiety treated without tablets?', /^Cognitive behavioural therapy/],
  ['¿Cómo se trata la ansiedad sin pastillas?', /^Cognitive behavioural therapy/],
])('what a question denies is not what the answer begins with: %s', (text, first) => {
  const answer = messageTo(text);
  expect(/: ([A-Z].*?) \[/.exec(answer)?.[1]).toMatch(first);
});

it('what a question denies is not guessed from the rest of the text', () => {
  expect(topicsOf('always thirsty, not diabetic')).not.toContain('type-2-diabetes');
});

it('what a question denies is a topic if nothing else is named, or if somebody has run out of it', () => {
  expect(topicsOf('how do I know it is not asthma')).toEqual(['asthma']);
  expect(topicsOf('two days without insulin')).toEqual(['insulin']);
});

it('what a question denies also removes pregnancy', () => {
  expect(affirmed(read('migraine, not pregnant')).aspects).toEqual([]);
});
