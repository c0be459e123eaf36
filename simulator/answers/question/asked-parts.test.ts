import { describe, expect, it } from 'vitest';
import { askedParts } from './asked-parts.ts';

describe('the questions of a message', () => {
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
  ])('are several: %s', (text, parts) => {
    const told = askedParts(text).length > 0 ? askedParts(text) : [];
    expect(told.map((part) => part.trim())).toEqual(parts);
  });

  it.each(['What is asthma?', 'Fever and cough', 'I am pregnant. Is ibuprofen safe?', 'Who and what is it?', ''])(
    'are one: %s',
    (text) => {
      expect(askedParts(text)).toEqual([]);
    },
  );
});
