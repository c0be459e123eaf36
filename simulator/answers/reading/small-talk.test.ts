import { expect, it } from 'vitest';
import { answerChat } from '../chat.ts';
import { givenChat, givenContext, givenTurns, messageTo } from '../given.test-support.ts';
import { english } from '../wording/frames.ts';
import { smallTalkIn } from './small-talk.ts';

it.each([
  ['Hello!', 'greeting'],
  ['hi, I need some help', 'greeting'],
  ['Are you a doctor?', 'greeting'],
  ['thanks, who are you?', 'greeting'],
  ['Hallo, wie geht’s?', 'greeting'],
  ['Bonjour, pouvez-vous m’aider ?', 'greeting'],
  ['Good morning, can you help me with a question about my health?', 'greeting'],
  ['ok', 'thanks'],
  ['thank you, that was helpful', 'thanks'],
  ['Thank you so much, that helped!', 'thanks'],
  ['Danke schön', 'thanks'],
  ['¡Muchas gracias!', 'thanks'],
  ['no thanks', 'thanks'],
  ['help', 'unclear'],
  ['yes', 'unclear'],
  ['Sorry!', 'unclear'],
  ['Hilfe', 'unclear'],
  ['hi, help me please', 'greeting'],
])('small talk is recognised: %s', (text, kind) => {
  expect(smallTalkIn(text)).toBe(kind);
});

it.each([
  'hello, my head hurts',
  'thanks, and in children?',
  'ok, what about aura?',
  'good',
  'is it good for you?',
  'hi 你好吗 头痛',
  'who is at risk?',
  'why?',
  'no appetite',
  '',
  '?!',
])('small talk is not read into %s', (text) => {
  expect(smallTalkIn(text)).toBe(text === 'good' ? 'thanks' : null);
});

it('small talk is answered without sources, and what follows is about the same as before', () => {
  const talk = (...texts: string[]) => answerChat({ ...givenChat(''), messages: givenTurns(...texts) }, givenContext());
  const thanked = talk('What is migraine?', 'It is a headache.', 'thanks!');
  expect(thanked.fragments.join('')).toContain(english.smallTalk.thanks);
  expect(thanked.sources).toEqual([]);
  const next = talk('What is migraine?', 'It is a headache.', 'thanks!', 'You are welcome.', 'and in children?');
  expect(next.sources[0]?.url).toContain('/migraine/');
  expect(messageTo('Hola')).toMatch(/^Esta respuesta es simulada/);
});

it('small talk that is unclear asks for a sentence, and names the emergency number; after a question it belongs to that', () => {
  expect(messageTo('help')).toContain(english.smallTalk.unclear);
  expect(messageTo('Hilfe!')).toMatch(/^Diese Antwort ist simuliert/);
  const messages = givenTurns('What is migraine?', 'It is a headache.', 'yes');
  const { sources } = answerChat({ ...givenChat(''), messages }, givenContext());
  expect(sources[0]?.url).toContain('/migraine/');
});

it('small talk is none after a wish to die', () => {
  const messages = givenTurns('I want to die', 'Call a crisis line.', 'goodbye');
  const { sources } = answerChat({ ...givenChat(''), messages }, givenContext());
  expect(sources[0]?.url).toContain('/suicidal-thoughts/');
});
