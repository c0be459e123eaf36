import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { declarationAt, drawBySeed, type SourceMutant } from './source-mutants.ts';
import { allowedSurvivors, speaksOf } from './source-survivors.ts';

const mutant: SourceMutant = {
  id: '7',
  file: 'simulator/route.ts',
  line: 20,
  text: '  return text.length > 100 ? shortened : text;',
  within: 'clip',
  mutator: 'EqualityOperator',
  original: 'text.length > 100',
  replacement: 'text.length >= 100',
};

describe('drawBySeed', () => {
  const items = Array.from({ length: 50 }, (_, at) => at);

  it('draws different ones, the same for the same seed and others for another', () => {
    const drawn = drawBySeed(items, 20, 3);
    expect(new Set(drawn).size).toBe(20);
    expect(drawBySeed(items, 20, 3)).toEqual(drawn);
    expect(drawBySeed(items, 20, 4)).not.toEqual(drawn);
  });

  it('draws all where more are asked for than there are, and leaves the list as it was', () => {
    expect(drawBySeed(items, 80, 1).toSorted((one, other) => one - other)).toEqual(items);
    expect(items).toHaveLength(50);
  });
});

describe('declarationAt', () => {
  const lines = ['const limit = 5;', '', '/** Cuts. */', 'export async function clip(text) {', '  const a = 1;', '}'];

  it('names the top-level declaration around a line, whatever is declared inside it', () => {
    expect(lines.map((_, at) => declarationAt(lines, at))).toEqual(['limit', 'limit', 'limit', 'clip', 'clip', 'clip']);
  });

  it('names none where there is none', () => {
    expect(declarationAt(["import x from 'y';"], 0)).toBe('');
  });
});

describe('speaksOf', () => {
  const row = { file: 'simulator/route.ts', why: 'how messages are cut is open' };

  it('takes a row that names no more than the file for all of it, and no other file', () => {
    expect(speaksOf(row, mutant)).toBe(true);
    expect(speaksOf({ ...row, file: 'simulator/wire.ts' }, mutant)).toBe(false);
  });

  it('wants everything that a row names', () => {
    const whole = { ...row, within: ['clip', 'notFound'], code: 'text.length > 100', to: 'text.length >= 100' };
    expect(speaksOf(whole, mutant)).toBe(true);
    expect(speaksOf({ ...whole, within: ['notFound'] }, mutant)).toBe(false);
    expect(speaksOf({ ...whole, code: 'path.length' }, mutant)).toBe(false);
    expect(speaksOf({ ...whole, to: 'true' }, mutant)).toBe(false);
  });
});

describe('allowedSurvivors', () => {
  it('speaks of declarations and code that are there', () => {
    const missing = allowedSurvivors.filter(({ file, within = [], code = '' }) => {
      const lines = readFileSync(file, 'utf8').split('\n');
      const declared = new Set(lines.map((_, at) => declarationAt(lines, at)));
      return !lines.some((line) => line.includes(code)) || within.some((name) => !declared.has(name));
    });
    expect(missing).toEqual([]);
  });

  it('says why in a sentence, and asks for no more than one row for the same', () => {
    expect(allowedSurvivors.filter(({ why }) => !/^\p{Lu}.{20,}\.$/u.test(why))).toEqual([]);
    const named = allowedSurvivors.map(({ why: _, ...rest }) => JSON.stringify(rest));
    expect(new Set(named).size).toBe(named.length);
  });
});
