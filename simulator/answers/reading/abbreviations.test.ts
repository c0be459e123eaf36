import { describe, expect, it } from 'vitest';
import { answerChat } from '../chat.ts';
import { answerFinder } from '../finder.ts';
import { givenChat, givenContext, messageTo, topicAt, topicsOf } from '../given.test-support.ts';

const topicsCited = (text: string): string[] =>
  answerChat(givenChat(text), givenContext()).sources.map(({ url }) => topicAt(url));

describe('two letters that can be a medical abbreviation', () => {
  it.each([
    ['Ms Smith, 70, has a swollen ankle', 'multiple-sclerosis'],
    ['I live in MI, where can I get a flu shot?', 'myocardial-infarction'],
    ['We moved to a town in MI', 'myocardial-infarction'],
    ['My son failed PE at school', 'pulmonary-embolism'],
    ['Patient presented to the ED with chest pain', 'erectile-dysfunction'],
    ['He was discharged from the ED yesterday after a fall', 'erectile-dysfunction'],
    ['seen in ED with asthma attack', 'erectile-dysfunction'],
    ['we took BP to court', 'hypertension'],
    ['headache since the MS Word update', 'multiple-sclerosis'],
  ])('are a title, a state, a subject at school, a department, a company or a program: %s', (text, topic) => {
    expect(topicsCited(text)).not.toContain(topic);
  });

  it.each([
    ['MS symptoms', 'multiple-sclerosis'],
    ['symptoms of ms', 'multiple-sclerosis'],
    ['Aspirin in MI', 'myocardial-infarction'],
    ['my dad had an MI last year', 'myocardial-infarction'],
    ['suspected PE, which scan?', 'pulmonary-embolism'],
    ['treatment for ED', 'erectile-dysfunction'],
    ['my husband has ED', 'erectile-dysfunction'],
    ['my BP is 160/95', 'hypertension'],
    ['what is the ED drug sildenafil?', 'erectile-dysfunction'],
  ])('are the medical abbreviation in a medical text: %s', (text, topic) => {
    expect(topicsCited(text)).toContain(topic);
  });

  it('and an infection of a machine is not medical', () => {
    expect(topicsCited('My printer has an infection of malware')).toEqual([]);
    expect(topicsCited('my infected wound needs care')).not.toEqual([]);
  });
});

describe('a medicine whose sources are those of another in its group', () => {
  it.each([
    ['Perindopril cough alternative', 'perindopril', 'ramipril'],
    ['can you prescribe me methadone?', 'methadone', 'morphine'],
    ['stop metoprolol abruptly', 'metoprolol', 'bisoprolol'],
  ])('is named in the answer: %s', (text, asked, given) => {
    const remark = `The index has no source on ${asked} itself; these speak of ${given}, another medicine of the same group`;
    expect(messageTo(text)).toContain(remark);
    expect(answerFinder({ query: text, include_answer: true }, givenContext()).answer).toContain(remark);
    expect(messageTo(text, { language: 'de' })).toContain(`Zu ${asked} selbst gibt es keine Quelle`);
  });

  it('is not named for a brand of the same medicine, nor if nothing was found', () => {
    expect(messageTo('side effects of Tylenol')).not.toContain('has no source on');
    expect(messageTo('capital of France')).not.toContain('has no source on');
  });

  it('can also be an illness that another topic answers for, or a medicine without a group', () => {
    expect(messageTo('bile duct cancer treatment')).toContain(
      'no source on bile duct cancer itself; what follows is on liver cancer',
    );
    expect(messageTo('montelukast side effects')).toContain(
      'no source on montelukast itself; what follows is on asthma',
    );
    expect(messageTo('what is letrozole')).not.toContain('another medicine of the same group');
  });

  it('is not named if the medicines of a condition are asked for', () => {
    expect(messageTo('asthma dose')).toMatch(/asthma/);
    expect(messageTo('asthma dose')).not.toContain('how to take asthma');
  });
});

it.each([
  ['hypoNa workup', 'hyponatraemia'],
  ['tx of hyperK+', 'hyperkalaemia'],
  ['HOCM treatment', 'cardiomyopathy'],
  ['PUD treatment', 'peptic-ulcer'],
  ['TIA: DAPT duration', 'transient-ischaemic-attack'],
])('what clinicians abbreviate is read as the words: %s', (text, topic) => {
  expect(topicsOf(text)[0]).toBe(topic);
});

it.each(['is Christmas pud ok with diabetes', 'we had a hap last week'])('other words stay words: %s', (text) => {
  expect(topicsOf(text)).not.toContain('peptic-ulcer');
  expect(topicsOf(text)).not.toContain('pneumonia');
});
