import { describe, expect, it } from 'vitest';
import { read } from '../reading/reading.ts';
import { kindsShown, kindsSought } from './sought-kinds.ts';

describe('the kind of answer that a question asks for', () => {
  it.each([
    ['How long does it take to work?', 'time', 'It works after two to six weeks.'],
    ['How much may I take?', 'amount', 'Adults take 200 mg.'],
    ['At what age is it done?', 'age', 'It begins at 45 years.'],
    ['contraindications', 'against', 'It must not be given with bleeding.'],
    ['Which medicine comes first?', 'first', 'The usual first treatment is rest.'],
    ['incubation of mumps?', 'incubation', 'The incubation period is 12 to 25 days.'],
    ['Do I take it on the day of my operation?', 'operation', 'On the morning of an operation it is left out.'],
    ['How do I get ready for it?', 'preparing', 'Nothing is eaten for six hours before it.'],
    ['How do I come off it?', 'stopping', 'It is lowered slowly over weeks.'],
    ['May I drive?', 'driving', 'Do not drive while it makes you drowsy.'],
    ['When can she go back to school?', 'work', 'Stay at home until the crusts fall off.'],
    ['What is its mechanism of action?', 'mechanism', 'It blocks a transport in the kidney.'],
    ['What if I forget one?', 'missed', 'If a dose is missed, leave it out.'],
    ['Can it be cured?', 'course', 'It cannot be cured.'],
    ['Will it come back?', 'return', 'It comes back in one of three people.'],
    ['Can I run with it?', 'exercise', 'Walking and swimming are safe.'],
    ['From what level is it too high?', 'value', 'It is high from 5.5 mmol/l.'],
    ['How long am I contagious?', 'contagious', 'It is contagious until the crusts fall off.'],
    ['Is it gout or arthritis?', 'contrast', 'Unlike gout, it begins slowly.'],
    ['What can I take instead?', 'instead', 'Paracetamol is taken instead.'],
    ['Is it hereditary?', 'inherited', 'It runs in families.'],
    ['How soon does it kick in?', 'onset', 'It works within an hour.'],
    ['How long can I take it?', 'lasting', 'It is taken for at most two weeks.'],
    ['Is it taken on an empty stomach?', 'meal', 'It is taken with or without food.'],
    ['Do I take it in the morning or at night?', 'daytime', 'It is taken in the evening.'],
    ['Is it addictive?', 'addiction', 'It is not addictive.'],
    ['Is it dangerous?', 'danger', 'It is harmless.'],
    ['Who should get the flu jab?', 'whom', 'It is advised for people from 65 years.'],
    ['How much time off will I need?', 'work', 'Office work is possible after a week.'],
    ['Are bananas good for it?', 'verdict', 'It should not be eaten.'],
    ['Can I take it with milk?', 'verdict', 'It should not be taken with milk.'],
  ] as const)('is found in a sentence that gives it: %s', (question, kind, sentence) => {
    expect([...kindsSought(read(question))]).toContain(kind);
    expect([...kindsShown(sentence)]).toContain(kind);
    expect(kindsShown('Rest helps.').size).toBe(0);
  });
});

describe('whether something may be done', () => {
  it.each(['how long does it take to heal', 'when should I see a doctor', 'what can I take for it'])(
    'is not asked by: %s',
    (text) => {
      expect([...kindsSought(read(text))]).not.toContain('verdict');
    },
  );

  it('is said by the first part of a sentence, not by what is added to it', () => {
    expect([...kindsShown('It can cause drowsiness, and it must not be taken with alcohol.')]).not.toContain('verdict');
  });

  it('is another question than whether a result came back high', () => {
    expect([...kindsSought(read('my test came back high'))]).not.toContain('return');
    expect([...kindsSought(read('my rash came back after a week'))]).toContain('return');
  });
});

describe('reasons against something', () => {
  it.each(['what should I not eat', 'foods to avoid', 'is it safe?'])('are asked for: %s', (text) => {
    expect([...kindsSought(read(text))]).toContain('against');
  });

  it('are not asked for by «how do I avoid it?»', () => {
    expect([...kindsSought(read('how do I avoid diabetes?'))]).not.toContain('against');
  });
});

describe('exercise', () => {
  it.each(['how long until tennis elbow heals', 'my nose runs', 'trouble walking'])(
    'is not asked for by: %s',
    (text) => {
      expect([...kindsSought(read(text))]).not.toContain('exercise');
    },
  );
});
