import { describe, expect, it } from 'vitest';
import { shares } from '../content/summary.ts';
import { elide } from './elide.ts';
import { escapeControls } from './escape-controls.ts';
import { formatDollars, plural } from './format.ts';
import { showValue } from './show-value.ts';

describe('showValue', () => {
  it('keeps a small value on one line, and breaks a large one where it must', () => {
    expect(showValue({ q: 'x', n: [1, 2] })).toBe('{"q":"x","n":[1,2]}');
    expect(showValue({ path: '/v1/finder', ids: [1, 2, 3] }, { width: 24 })).toBe(
      '{\n  "path": "/v1/finder",\n  "ids": [1,2,3]\n}',
    );
  });

  it('stays short whatever it is given, and says what it leaves out', () => {
    const deep = Array.from({ length: 30 }).reduce<unknown>((inner) => ({ inner }), 'bottom');
    const shown = showValue({ text: 'x'.repeat(1e6), list: Array.from({ length: 1e5 }, (_, i) => i), deep });
    expect(shown.length).toBeLessThan(2000);
    expect(shown).toContain('999760 characters left out');
    expect(shown).toContain('99988 more items');
    expect(shown).toContain('deeper levels left out');
    expect(
      showValue(
        Array.from({ length: 12 }, () => 'y'.repeat(99)),
        { lines: 5 },
      ),
    ).toContain('… 9 more lines');
  });

  it('survives values that JSON does not have', () => {
    expect(showValue({ big: 10n })).toBe('{"big":"10n"}');
    expect(showValue(undefined)).toBe('undefined');
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(showValue(circle)).toContain('deeper levels left out');
  });
});

describe('elide', () => {
  it('cuts between words', () => {
    const text = `one two ${'three four five '.repeat(4)}six seven`;
    expect(elide(text, 20)).toBe('one two …[65 characters left out]… six seven');
  });

  it('keeps an address whole', () => {
    const url = 'https://fixtures.example/redirect-to-http';
    const text = `A request whose "pdf_urls" holds ${url} is answered with 422 with the error envelope, param "pdf_urls".`;
    for (let max = 60; max < 120; max++) expect(elide(text, max), String(max)).toContain(url);
    expect(elide(`It is answered with 422, and not with 200, for ${url}.`, 40)).toContain(url);
  });

  it('leaves short texts alone, and shortens long ones in the middle', () => {
    expect(elide('short', 5)).toBe('short');
    expect(elide('x'.repeat(100), 10)).toBe('xxxxxx …[90 characters left out]… xxxx');
    // A mark that is as long as what it stands for saves nothing.
    expect(elide('0123456789abcdef', 10)).toBe('0123456789abcdef');
  });

  it('never cuts a character in two', () => {
    for (let max = 2; max < 12; max++) expect(elide('😀'.repeat(40), max)).not.toMatch(/\p{Cs}/u);
  });
});

describe('escapeControls', () => {
  it('makes visible what a terminal or a reader would misread', () => {
    const hostile = 'a\u001b[31m\r\n\t\u0000\u009b\u202e\u200b\ufeff\ud800😀\u{e0041}\u2028é';
    const shown = 'a\\x1b[31m\\r\\n\\t\\x00\\x9b\\u202e\\u200b\\ufeff\\ud800😀\\u{e0041}\\u2028é';
    expect(escapeControls(hostile)).toBe(shown);
  });

  it('keeps line feeds if asked', () => {
    expect(escapeControls('a\nb\r', { keepLines: true })).toBe('a\nb\\r');
  });
});

it('plural writes a number with its noun', () => {
  expect([plural(1, 'property'), plural(2, 'property'), plural(1_535, 'number')]).toEqual([
    '1 property',
    '2 properties',
    '1,535 numbers',
  ]);
});

describe('formatDollars', () => {
  it.each([
    [0, '$0.00'],
    [1, '$0.000001'],
    [35_000, '$0.035'],
    [1_200_000, '$1.20'],
    [1_234_500_000, '$1,234.50'],
  ])('writes %i micros as %s', (micros, dollars) => {
    expect(formatDollars(micros)).toBe(dollars);
  });
});

describe('shares', () => {
  it('divides in proportion, shows the smallest, and fills the width', () => {
    expect(shares([199, 1, 0], 20)).toEqual([19, 1, 0]);
    expect(shares([1, 1, 1], 10)).toEqual([4, 3, 3]);
    expect(shares([0, 0], 10)).toEqual([0, 0]);
  });
});
