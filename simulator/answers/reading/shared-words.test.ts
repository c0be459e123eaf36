import { expect, it } from 'vitest';
import { withSharedWords } from './shared-words.ts';

const whole = (text: string): string => withSharedWords(text.split(' ')).join(' ');

it.each([
  ['type 1 vs type 2 diabetes', 'type 1 diabetes vs type 2 diabetes'],
  ['type 1 and 2 diabetes in children', 'type 1 diabetes and type 2 diabetes in children'],
  ['diabetes type 1 or 2', 'type 1 diabetes or type 2 diabetes'],
  ['hepatitis B or C', 'hepatitis B or hepatitis C'],
])('names that share a word each get it: %s', (text, meant) => {
  expect(whole(text)).toBe(meant);
});

it.each(['type 2 diabetes', 'a type 1 allergy and 2 tablets', 'hepatitis B', 'hepatitis and c-section'])(
  'names that share a word are not seen elsewhere: %s',
  (text) => {
    expect(whole(text)).toBe(text);
  },
);
