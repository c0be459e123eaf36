import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Who may import whom (CONTRIBUTING, rooms). A room's `command.ts`, tests and the front door may join rooms. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  spec: [],
  fixtures: [],
  simulator: ['spec', 'fixtures'],
  reports: ['spec'],
  suites: ['spec', 'fixtures', 'reports'],
};

const root = resolve(import.meta.dirname, '..');
const joins = (file: string): boolean =>
  /\.test\.ts$|\.test-support\.ts$/.test(file) || /^[a-z]+\/command\.ts$/.test(file);

const files = Object.keys(MAY_IMPORT).flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${room}/${name}`),
);

interface Crossing {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly target: string;
}

const crossings: readonly Crossing[] = files.flatMap((file) => {
  const imports = readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
  return [...imports].flatMap(([, path = '']) => {
    const target = relative(root, resolve(root, dirname(file), path));
    const [from = '', to = ''] = [file.split('/')[0], target.split('/')[0]];
    return from === to ? [] : [{ file, from, to, target }];
  });
});

describe('the rooms', () => {
  it('are found, with imports between them', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(crossings.length).toBeGreaterThan(50);
  });

  it('import only the rooms they may', () => {
    const wrong = crossings.filter(({ file, from, to }) => !joins(file) && !MAY_IMPORT[from]?.includes(to));
    expect(wrong).toEqual([]);
  });

  it('are entered only by their index', () => {
    const wrong = crossings.filter(({ file, target }) => !joins(file) && !/^[a-z]+\/index\.ts$/.test(target));
    expect(wrong).toEqual([]);
  });

  it('hold no time and no chance of their own in the simulator', () => {
    const own = files.filter((file) => file.startsWith('simulator/') && !joins(file) && file !== 'simulator/world.ts');
    const wrong = own.filter((file) =>
      /\bDate\.now\(|\bMath\.random\(|new Date\(\)/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });

  it('never let the suites see the simulator', () => {
    expect(crossings.filter(({ from, to, file }) => from === 'suites' && to === 'simulator' && !joins(file))).toEqual(
      [],
    );
  });
});
