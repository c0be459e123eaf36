import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { declarationAt, drawBySeed, type SourceMutant } from './source-mutants.ts';
import { allowedSurvivors, holds } from './source-survivors.ts';

const mutant: SourceMutant = {
  id: '7',
  file: 'simulator/request/route.ts',
  line: 20,
  text: '  return text.length > 100 ? shortened : text;',
  within: 'clip',
  mutator: 'EqualityOperator',
  original: 'text.length > 100',
  replacement: 'text.length >= 100',
};

describe('drawBySeed', () => {
  const items = Array.from({ length: 50 }, (_, at) => at);

  it('draws different items, the same for the same seed and others for another', () => {
    const drawn = drawBySeed(items, 20, 3);
    expect(new Set(drawn).size).toBe(20);
    expect(drawBySeed(items, 20, 3)).toEqual(drawn);
    expect(drawBySeed(items, 20, 4)).not.toEqual(drawn);
  });

  it('draws all if more are asked for than there are, and does not change the list', () => {
    expect(drawBySeed(items, 80, 1).toSorted((one, other) => one - other)).toEqual(items);
    expect(items).toHaveLength(50);
  });
});

describe('declarationAt', () => {
  const lines = ['const limit = 5;', '', '/** Cuts. */', 'export async function clip(text) {', '  const a = 1;', '}'];

  it('names the top-level declaration around a line, whatever is declared inside it', () => {
    expect(lines.map((_, at) => declarationAt(lines, at))).toEqual(['limit', 'limit', 'limit', 'clip', 'clip', 'clip']);
  });

  it('gives an empty name if there is none', () => {
    expect(declarationAt(["import x from 'y';"], 0)).toBe('');
  });
});

describe('holds', () => {
  it('matches everything in a file if a place names only the file, and no other file', () => {
    expect(holds({ file: 'request/route.ts' }, mutant)).toBe(true);
    expect(holds({ file: 'wire.ts' }, mutant)).toBe(false);
  });

  it('requires everything that a place names', () => {
    const whole = {
      file: 'request/route.ts',
      within: ['clip', 'notFound'],
      code: 'text.length',
      mutator: 'EqualityOperator',
      to: 'text.length >= 100',
    };
    expect(holds(whole, mutant)).toBe(true);
    expect(holds({ ...whole, within: ['notFound'] }, mutant)).toBe(false);
    expect(holds({ ...whole, code: 'path.length' }, mutant)).toBe(false);
    expect(holds({ ...whole, mutator: 'StringLiteral' }, mutant)).toBe(false);
    expect(holds({ ...whole, to: 'true' }, mutant)).toBe(false);
  });
});

describe('allowedSurvivors', () => {
  const places = Object.values(allowedSurvivors).flat();

  it('names declarations and code that exist', () => {
    const missing = places.filter(({ file, within = [], code = '' }) => {
      const lines = readFileSync(`simulator/${file}`, 'utf8').split('\n');
      const declared = new Set(lines.map((_, at) => declarationAt(lines, at)));
      return !lines.some((line) => line.includes(code)) || within.some((name) => !declared.has(name));
    });
    expect(missing).toEqual([]);
  });

  it('says why in a sentence, once for each place', () => {
    const reasons = Object.keys(allowedSurvivors);
    expect(reasons.filter((why) => !/^\p{Lu}.{20,}\.$/u.test(why))).toEqual([]);
    expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(places.length);
  });
});
