import { expect, it } from 'vitest';
import { answerChat } from '../chat.ts';
import { givenChat, givenContext, givenTurns, messageTo } from '../given.test-support.ts';
import { languageOf } from './language-of.ts';

it.each([
  ['What helps against asthma?', 'en'],
  ['I was told he may die', 'en'],
  ['Was hilft gegen Migräne?', 'de'],
  ['Nebenwirkungen von Metformin', 'de'],
  ['Mam silny ból w klatce piersiowej i się pocę', null],
  ['Puis-je prendre du paracétamol enceinte ?', 'fr'],
  ['¿Es peligrosa la presión 160/100?', 'es'],
  ['Mi bebé no quiere comer', 'es'],
  ['Ho mal di testa da tre giorni', 'it'],
  ['Estou grávida e tenho enjoos', 'pt'],
  ['Ik heb last van mijn rug', 'nl'],
  ['que faire en cas de brûlure', 'fr'],
  ['sintomas de la diabetes tipo 2', 'es'],
  ['efectos secundarios de la metformina', 'es'],
  ['quanto caffè in gravidanza', 'it'],
  ['salbutamol antes do exercício - previne a crise?', 'pt'],
  ['bronquiolitis en lactante, ¿asma después?', 'es'],
  ['a naïve question: do I need a café au lait spot checked', 'en'],
  ['remédio para tosse', 'pt'],
  ['vacuna gripe', 'es'],
  ['calculs rénaux', 'fr'],
  ['trockener Husten', 'de'],
  ['mal di schiena', 'it'],
  ['hoge bloeddruk', 'nl'],
  ['vitamin d 18 nmol/l', null],
  ["l'asthme d'enfant", 'fr'],
  ['asthma', null],
  ['erythema migrans', null],
  ['von Willebrand disease', null],
  ['de Quervain tenosynovitis', null],
  ['', null],
])('the language of a text of «%s» is %s', (text, tag) => {
  expect(languageOf(text)).toBe(tag);
});

it('the language of a text is that of the answer, unless the request names one', () => {
  const [german, spanish] = [/^Diese Antwort ist simuliert/, /^Esta respuesta es simulada/];
  const text = 'Was hilft gegen Migräne?';
  expect(messageTo(text)).toMatch(german);
  expect(messageTo(text, { model: 'svc-chat-pro-v1', language: 'auto' })).toMatch(german);
  expect(messageTo(text, { language: 'es' })).toMatch(spanish);
  expect(messageTo(text, { language: 'en' })).toMatch(/^This answer is simulated/);
  const messages = givenTurns('Was ist Asthma?', 'Eine Krankheit.', 'Metformin?');
  expect(answerChat({ ...givenChat(''), messages }, givenContext()).fragments.join('')).toMatch(german);
});

it('the language of a text leaves what measured values mean in the answer, in English', () => {
  expect(messageTo('Mein CRP ist 45, ist das gefährlich?')).toContain('A CRP of 45 is high');
});
