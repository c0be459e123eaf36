import { expect, it } from 'vitest';
import { askedParts } from './asked-parts.ts';

it.each([
  [
    'Causes of hyponatraemia and how fast may it be corrected?',
    ['Causes of hyponatraemia', 'how fast may it be corrected?'],
  ],
  ['What are the signs? When is a drip given?', ['What are the signs?', 'When is a drip given?']],
  [
    'I have asthma. What helps at night, and can I take aspirin?',
    ['I have asthma. What helps at night', 'can I take aspirin?'],
  ],
  ['was ist gicht und ist sie erblich', ['was ist gicht', 'ist sie erblich']],
  ["qu'est-ce que la gale et comment la traiter", ["qu'est-ce que la gale", 'comment la traiter']],
  ['qué es la gastritis y cómo se trata', ['qué es la gastritis', 'cómo se trata']],
  ["cos'è la gotta e cosa posso mangiare", ["cos'è la gotta", 'cosa posso mangiare']],
  ['o que é a gota e como se evita', ['o que é a gota', 'como se evita']],
  ['wat is jicht en hoe lang duurt het', ['wat is jicht', 'hoe lang duurt het']],
])('the questions of a message are several: %s', (text, parts) => {
  const told = askedParts(text).length > 0 ? askedParts(text) : [];
  expect(told.map((part) => part.trim())).toEqual(parts);
});

it.each([
  'What is asthma?',
  'Fever and cough',
  'was hilft bei husten und schnupfen',
  'I am pregnant. Is ibuprofen safe?',
  'Who and what is it?',
  'Can I drink wine or does it make altitude sickness worse?',
  '',
])('the questions of a message are one: %s', (text) => {
  expect(askedParts(text)).toEqual([]);
});
