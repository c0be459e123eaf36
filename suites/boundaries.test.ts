import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Who may import whom (CONTRIBUTING, rooms). */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  spec: [],
  fixtures: [],
  simulator: ['spec', 'fixtures'],
  reports: ['spec'],
  suites: ['spec', 'fixtures', 'reports'],
  'suites/proof': ['spec', 'fixtures', 'simulator', 'reports', 'suites'],
};

/** The parts of the suites, each built on some of those before it and on none behind it. */
const ORDER = [
  ...['version.ts', 'read-file.ts', 'profile', 'target', 'judges', 'model', 'generate', 'engine'],
  ...[
    'auth',
    'billing',
    'errors',
    'domains',
    'embeddings',
    'rerank',
    'chat',
    'finder',
    'attachments',
    'citations',
    'events',
  ],
  ...['catalogue.ts', 'cli', 'clients', 'passive', 'proof', 'command.ts', 'library', 'vitest'],
];

const root = resolve(import.meta.dirname, '..');
const isTest = (file: string): boolean => /\.test\.ts$|\.test-support\.ts$/.test(file);

/** Tests and a room's `command.ts` may join rooms. */
const joins = (file: string): boolean => isTest(file) || /^[a-z]+\/command\.ts$/.test(file);

const roomOf = (file: string): string =>
  file.startsWith('suites/proof/') ? 'suites/proof' : (file.split('/')[0] ?? '');

const files = ['spec', 'fixtures', 'simulator', 'reports', 'suites'].flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${room}/${name}`),
);

/** What each file imports of our own, types and what is imported later on too. */
const imports: ReadonlyMap<string, readonly string[]> = new Map(
  files.map((file) => {
    const found = readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
    return [file, [...found].map(([, path = '']) => relative(root, resolve(root, dirname(file), path)))];
  }),
);

const arrows = [...imports].flatMap(([file, targets]) => targets.map((target) => ({ file, target })));
const crossings = arrows.filter(({ file, target }) => roomOf(file) !== roomOf(target) && !joins(file));

/** A way from a file back to itself, or undefined where there is none. */
function circleFrom(start: string): readonly string[] | undefined {
  const seen = new Set<string>();
  const walk = (path: readonly string[]): readonly string[] | undefined => {
    for (const next of imports.get(path.at(-1) ?? '') ?? []) {
      if (next === start) return [...path, next];
      if (seen.has(next)) continue;
      seen.add(next);
      const circle = walk([...path, next]);
      if (circle) return circle;
    }
    return undefined;
  };
  return walk([start]);
}

describe('the rooms', () => {
  it('are found, with imports between them', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(crossings.length).toBeGreaterThan(50);
  });

  it('import only the rooms they may: the suites never the simulator, and nobody the proof', () => {
    expect(crossings.filter(({ file, target }) => !MAY_IMPORT[roomOf(file)]?.includes(roomOf(target)))).toEqual([]);
  });

  it('are entered by their index alone, but by the proof, which may look inside', () => {
    const wrong = crossings.filter(
      ({ file, target }) => roomOf(file) !== 'suites/proof' && !/^[a-z]+\/index\.ts$/.test(target),
    );
    expect(wrong).toEqual([]);
  });

  it('hold no time and no chance of their own in the simulator', () => {
    const own = files.filter((file) => file.startsWith('simulator/') && !joins(file) && file !== 'simulator/world.ts');
    const wrong = own.filter((file) =>
      /\bDate\.now\(|\bMath\.random\(|new Date\(\)/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });
});

/** What is loaded together with a file: what it imports, and what that imports, but no types and nothing that is imported later on. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const found = readFileSync(join(root, file), 'utf8').matchAll(
    /^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+\.ts)'/gm,
  );
  for (const [, path = ''] of found) loadedWith(relative(root, resolve(root, dirname(file), path)), seen);
  return seen;
}

describe('the front door', () => {
  it('answers at once: the specification, the checks and the simulator are loaded when a command needs them', () => {
    const loaded = [...loadedWith('assay.ts')];
    expect(loaded.length).toBeGreaterThan(8);
    expect(loaded.filter((file) => /index\.ts$|catalogue\.ts$/.test(file))).toEqual([]);
  });
});

describe('imports', () => {
  it('never run in a circle', () => {
    expect(files.flatMap((file) => circleFrom(file)?.join(' -> ') ?? [])).toEqual([]);
  });

  it('run one way between the parts of the suites', () => {
    const partOf = (file: string): string => file.split('/')[1] ?? '';
    const own = arrows.filter(
      ({ file, target }) => !isTest(file) && [file, target].every((one) => one.startsWith('suites/')),
    );
    const rank = (file: string): number => ORDER.indexOf(partOf(file));
    expect(own.filter(({ file }) => rank(file) < 0)).toEqual([]);
    expect(own.filter(({ file, target }) => rank(file) < rank(target))).toEqual([]);
  });
});
