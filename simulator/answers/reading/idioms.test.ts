import { expect, it } from 'vitest';
import { topicsOf } from '../given.test-support.ts';
import { withoutIdioms } from './idioms.ts';

it.each([
  ["I'm dying for a cigarette, day 3 of quitting", ['smoking-cessation']],
  ['that joke gave me a heart attack', []],
  ['I got an electric shock in my hand from the toaster', ['electric-shock']],
  ['The news nearly gave me a heart attack', []],
  ['My kids drive me mad, I could murder a coffee. Is caffeine ok with propranolol?', ['propranolol']],
  ["I'm sick of my job", []],
  ['sick and tired of this weather', []],
  ['I nearly died of embarrassment', []],
  ['I choked in the final, how do I get over it', []],
  ['drowning in paperwork', []],
  ["I'm allergic to mornings", []],
  ['my boss is a real pain in the neck', []],
  ['I want to die of embarrassment', []],
  ['was it career suicide to leave?', []],
  ['My knee is killing me', ['knee-pain']],
  ['pee burns', ['urinary-tract-infection']],
  ['my eyes are burning', ['dry-eye-disease']],
  ["I'm itching to run again with gout", ['gout']],
  ['28 weeks and my hands and feet itch like mad', ['itching-all-over']],
  ['can I take out of date ibuprofen', ['medicines-review', 'ibuprofen']],
  ["a panic attack, it feels like I'm dying", ['panic-attack']],
])('an idiom that names an illness or death does not count as one: %s', (text, topics) => {
  expect(topicsOf(text)).toEqual(topics);
});

it('an idiom that names an illness or death or of an accident, is no self-harm', () => {
  expect(topicsOf('cut myself shaving')).not.toContain('suicidal-thoughts');
  expect(topicsOf('I want to cut myself')).toEqual(['suicidal-thoughts']);
});

it('an idiom that names an illness or death or an electric shock, may be a mere comparison', () => {
  expect(topicsOf('electric shock down my back when I bend my neck')).not.toContain('electric-shock');
  expect(topicsOf('like electric shocks in my cheek and jaw')).toContain('trigeminal-neuralgia');
});

it.each([
  ['can ibuprofen give me a heart attack?', 'ibuprofen'],
  ['I was sick all night', 'gastroenteritis'],
  ['my dad had a heart attack last year', 'myocardial-infarction'],
  ["I don't want to die, I have chest pain", 'myocardial-infarction'],
  ['the itching drives me crazy, is it scabies?', 'scabies'],
  ['choking child', 'choking'],
  ['I want to die', 'suicidal-thoughts'],
])('an idiom that names an illness or death is not recognised if the illness is meant: %s', (text, topic) => {
  expect(topicsOf(text)[0]).toBe(topic);
});

it.each(['What helps against migraine?', 'Is amlodipine safe?', 'Er ist tot', 'side effects of insulin'])(
  'an idiom that names an illness or death leaves other texts as they are: %s',
  (text) => {
    expect(withoutIdioms(text)).toBe(text);
  },
);
