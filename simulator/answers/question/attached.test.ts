import { describe, expect, it } from 'vitest';
import { answerChat } from '../chat.ts';
import { givenChat, givenContext, givenPdf } from '../given.test-support.ts';

const leaflet = [
  'Ibuprofen 400 mg tablets\n\nHow to take it\n\nAdults: one tablet, up to three times a day.\n\nNot for children under 12 years.',
  'Possible side effects\n\nCommon: heartburn, nausea.\n\nHow to store it\n\nDo not store above 25 degrees.\n\nKeep out of the reach of children.',
];
const results = [
  'Laboratory\n\nSodium 139 mmol/L 135 - 145\n\nPotassium 5.9 mmol/L 3.5 - 5.0\n\nCreatinine 148 umol/L 60 - 110\n\nComment: repeat the potassium.',
];
const plan = ['Amber: peak flow 150 to 240. Take two puffs.\n\nRed: peak flow below 150. Take ten puffs and call 999.'];

const answerTo = (text: string, pages: readonly string[]): string =>
  answerChat(givenChat(text, { messages: [{ role: 'user', text, pdf_urls: ['https://a.example/a.pdf'] }] }), {
    ...givenContext(),
    pdfs: [givenPdf('https://a.example/a.pdf', ...pages)],
  }).fragments.join('');

/** What is quoted of the pages, with its tokens. */
const quotedOf = (text: string, pages: readonly string[]): string =>
  answerTo(text, pages)
    .split('\n\n')
    .filter((paragraph) => paragraph.includes('[PF'))
    .join(' ')
    .replace(/^[^:[]*(?:says|attached|indique|dice|steht) ?: /, '');

describe('attached pages', () => {
  it.each([
    ['side effects?', leaflet, 'Common: heartburn, nausea. [PF2]'],
    ['How do I store it?', leaflet, 'Do not store above 25 degrees. [PF2]'],
    ['can I give this to my 8 year old?', leaflet, 'Not for children under 12 years. [PF1]'],
    ['is my potassium too high?', results, 'Potassium 5.9 mmol/L 3.5 - 5.0 [PF1] Comment: repeat the potassium. [PF1]'],
    ['What is my TSH?', ['TSH 2.1 mU/L 0.4 - 4.0\n\nSodium 139 mmol/L 135 - 145'], 'TSH 2.1 mU/L 0.4 - 4.0 [PF1]'],
    ['what does this say about my kidneys?', results, 'Creatinine 148 umol/L 60 - 110 [PF1]'],
    ['what should I do if his peak flow is 140?', plan, 'Red: peak flow below 150. Take ten puffs and call 999. [PF1]'],
    ['what should I do if his peak flow is 200?', plan, 'Amber: peak flow 150 to 240. Take two puffs. [PF1]'],
    [
      'Quelle est la dose maximale ?',
      ['La dose du soir est petite.\n\nDose maximale : 3000 mg.'],
      'Dose maximale : 3000 mg. [PF1]',
    ],
  ])('are quoted where they answer: %s', (text, pages, quoted) => {
    expect(quotedOf(text, pages)).toBe(quoted);
  });

  it('are summarised by their conclusions and the values outside their range', () => {
    for (const text of [
      'Please summarize these results',
      'Was bedeutet dieser Befund?',
      '¿Qué significa este informe?',
    ])
      expect(quotedOf(text, results)).toContain(
        'Potassium 5.9 mmol/L 3.5 - 5.0 [PF1] Creatinine 148 umol/L 60 - 110 [PF1] Comment: repeat the potassium. [PF1]',
      );
    expect(answerTo('Please summarize these results', results)).toContain(
      'Potassium: 5.9 is above the range on the page (3.5 to 5.0).',
    );
  });

  it('that do not answer are said not to, in the language of the question, and sources follow', () => {
    const answer = answerTo('does the leaflet say anything about alcohol?', leaflet);
    expect(answer).toContain('The attached pages say nothing about this.');
    expect(answer).toMatch(/alcohol.*\[SW1\]/);
    expect(answer).not.toContain('[PF');
    expect(answerTo('Steht etwas über Alkohol in dem Beipackzettel?', leaflet)).toContain(
      'Die angehängten Seiten sagen dazu nichts.',
    );
  });

  it('give the topic of a question that names none, but not of one that does', () => {
    expect(answerTo('side effects?', leaflet)).toContain('Side effects of ibuprofen');
    expect(answerTo('How long must he take clopidogrel?', ['Diagnosis: heart attack.'])).toContain(
      'After a stent for a heart attack clopidogrel is taken with aspirin for twelve months',
    );
  });
});

describe('attached images', () => {
  it('are said not to be looked at', () => {
    const image_urls = ['https://a.example/rash.jpg'];
    const messages = [{ role: 'user' as const, text: 'What is this rash?', image_urls }];
    const answer = answerChat(givenChat('', { messages }), givenContext()).fragments.join('');
    expect(answer).toContain('The attached images were not looked at');
    expect(answerChat(givenChat('What is this rash?'), givenContext()).fragments.join('')).not.toContain('images');
  });
});
