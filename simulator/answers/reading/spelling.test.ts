import { expect, it } from 'vitest';
import { read } from './reading.ts';
import { corrected } from './spelling.ts';

it.each(
  'foramen tracheal urethral hypotonia aphagia quinidine arthrodesis duodenum prosthesis lethargic midwives variceal group'.split(
    ' ',
  ),
)('a word outside the vocabulary stays where it is a word of its own: %s', (word) => {
  expect(corrected(word)).toBe(word);
});

it.each([
  ['my inhaler is not wurking, wot shud i do', 'my inhaler is not working, what should i do'],
  ['astma', 'asthma'],
  ['eczma', 'eczema'],
  ['hypertenshun', 'hypertension'],
  ['cholestrol', 'cholesterol'],
  ['apnoae', 'apnoea'],
  ['shingels', 'shingles'],
  ['psoriasys', 'psoriasis'],
  ['migrane', 'migraine'],
  ['gallstons', 'gallstones'],
  ['epilepsie', 'epilepsy'],
  ['insubation time of measles', 'incubation time of measles'],
])('a word outside the vocabulary is corrected if it is a typo: %s', (typo, meant) => {
  expect(read(typo).mentions.map(({ meaning }) => meaning.term)).toEqual(
    read(meant).mentions.map(({ meaning }) => meaning.term),
  );
});
