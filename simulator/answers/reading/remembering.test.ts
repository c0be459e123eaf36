import { expect, test } from 'vitest';
import { rememberingTexts } from './remembering.ts';

const lengths = () => {
  const made: string[] = [];
  const lengthOf = rememberingTexts({ texts: 3, characters: 10, longest: 6 }, (text) => {
    made.push(text);
    return text.length;
  });
  return { lengthOf, made };
};

test('a repeated text is cached, and a long one is not', () => {
  const { lengthOf, made } = lengths();
  for (const text of ['asthma', 'asthma', 'migraine', 'migraine']) expect(lengthOf(text)).toBe(text.length);
  expect(made).toEqual(['asthma', 'migraine', 'migraine']);
});

test('the cache is emptied if it has too many texts or characters', () => {
  const { lengthOf, made } = lengths();
  for (const text of ['asthma', 'gout', 'a', 'asthma']) lengthOf(text);
  expect(made).toEqual(['asthma', 'gout', 'a', 'asthma']);
  const few = lengths();
  for (const text of ['a', 'b', 'c', 'd', 'a', 'd']) few.lengthOf(text);
  expect(few.made).toEqual(['a', 'b', 'c', 'd', 'a']);
});
