import { expect, it } from 'vitest';
import { pageMarkdown } from './page-markdown.ts';

it('joins the lines of a paragraph and keeps paragraphs apart', () => {
  expect(pageMarkdown('One sentence over\r\ntwo lines.\r\n\r\nAnother.')).toBe(
    'One sentence over two lines.\n\nAnother.',
  );
});

it('makes a title-like first line a heading, and only that', () => {
  expect(pageMarkdown('Inhaler technique\nShake the inhaler.')).toBe('# Inhaler technique\n\nShake the inhaler.');
  expect(pageMarkdown('Shake the inhaler.\nBreathe out.')).toBe('Shake the inhaler. Breathe out.');
  expect(pageMarkdown('Alone')).toBe('Alone');
});

it('keeps rows of tables, notes with a label and short lines apart', () => {
  const rows = ['Potassium 5.9 mmol/L 3.5 - 5.0', 'eGFR 44 mL/min > 60', 'Comment: repeat.', 'Next visit', 'In May.'];
  expect(pageMarkdown(['Results', ...rows].join('\n'))).toBe(['# Results', ...rows].join('\n\n'));
  const wrapped =
    'The letter says that he takes aspirin 75 mg once daily and, since the second of\nMay, ramipril 5 mg.';
  expect(pageMarkdown(`Seen.\n\n${wrapped}`)).toBe(`Seen.\n\n${wrapped.replace('\n', ' ')}`);
});

it('writes bullets as a list', () => {
  expect(pageMarkdown('Bring:\n• the inhaler\n• the spacer,\nif there is one')).toBe(
    'Bring:\n- the inhaler\n- the spacer, if there is one',
  );
});

it('rejoins hyphenated words and drops control characters', () => {
  expect(pageMarkdown('hyper\uFFFE\ntension\u0000 and hypo\u00AD\ntension')).toBe('hypertension and hypotension');
});

it('escapes what looks like a citation', () => {
  expect(pageMarkdown('See [PF1] and [note].')).toBe('See \\[PF1\\] and [note].');
});

it('limits the length of a page, without half a character at its end', () => {
  const text = pageMarkdown(`${'a'.repeat(59_999)}😀 and more`);
  expect(text).toHaveLength(60_000);
  expect(text.endsWith('\uFFFD')).toBe(true);
});

it('gives an empty text for an empty page', () => {
  expect(pageMarkdown(' \r\n \t')).toBe('');
});
