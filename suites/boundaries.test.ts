import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Which folder may import which others (CONTRIBUTING, The folders). */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  spec: [],
  fixtures: [],
  simulator: ['spec', 'fixtures'],
  reports: ['spec'],
  suites: ['spec', 'fixtures', 'reports'],
  'suites/proof': ['spec', 'fixtures', 'simulator', 'reports', 'suites'],
};

/** The files of a folder that lie in none of its parts and are not named themselves. */
const OWN_FILES = '*.ts';

/** The parts of a folder: each may import those before it, and none after it. */
const ORDER: Readonly<Record<string, readonly string[]>> = {
  simulator: [
    ...['core', 'ledger', 'attachments', 'request', 'answers', 'faults', 'stream', 'stores', 'pipeline', 'control'],
    ...['dashboard', 'simulator.ts', 'server', 'dry-run.ts', 'index.ts', 'msw.ts', 'command.ts', 'bench', 'quality'],
  ],
  'simulator/answers': ['reading', 'corpus', 'danger', 'wording', 'question', 'search', 'comparison', OWN_FILES],
  'suites/engine': ['context', 'failure', 'checks', 'run'],
  reports: ['text', 'content', 'reproduce', 'html', 'terminal', OWN_FILES],
  suites: [
    ...['version.ts', 'read-file.ts', 'http', 'profile', 'judges', 'model', 'generate', 'engine'],
    ...['areas', 'cli', 'clients', 'passive', 'proof', 'command.ts', 'run-command.ts', 'library', 'vitest'],
  ],
  'suites/http': ['exchange', 'transport', 'pacing', 'client'],
  'suites/cli': ['input', 'run', 'commands'],
  'suites/proof': [
    ...['deviation.ts', 'wire', 'areas', 'generated', 'deviations.ts', 'find-deviation.ts', 'second-server', 'trials'],
    ...['source', OWN_FILES],
  ],
  'suites/areas': [
    ...['auth', 'billing', 'errors', 'domains', 'embeddings', 'rerank', 'chat', 'finder'],
    ...['attachments', 'citations', 'events', 'catalogue.ts'],
  ],
};

const root = resolve(import.meta.dirname, '..');
const isTest = (file: string): boolean => /\.test\.ts$|\.test-support\.ts$/.test(file);

/** Tests and commands may import any file, but the simulator's commands only what the simulator may. */
const mayImportAll = (file: string): boolean =>
  isTest(file) || /^(?:suites|fixtures)\/(?:run-)?command\.ts$/.test(file);

const folderOf = (file: string): string =>
  file.startsWith('suites/proof/') ? 'suites/proof' : (file.split('/')[0] ?? '');

const files = ['spec', 'fixtures', 'simulator', 'reports', 'suites'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`),
);

/** The files of ours that each file imports, including types and dynamic imports. */
const imports: ReadonlyMap<string, readonly string[]> = new Map(
  files.map((file) => {
    const found = readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g);
    return [file, [...found].map(([, path = '']) => relative(root, resolve(root, dirname(file), path)))];
  }),
);

const arrows = [...imports].flatMap(([file, targets]) => targets.map((target) => ({ file, target })));
const crossings = arrows.filter(({ file, target }) => folderOf(file) !== folderOf(target) && !mayImportAll(file));

/** A path of imports from a file back to itself, or undefined if there is none. */
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

describe('the folders', () => {
  it('are found, with imports between them', () => {
    expect(files.length).toBeGreaterThan(100);
    expect(crossings.length).toBeGreaterThan(50);
  });

  it('import only the folders they may: the suites never the simulator, and none the proof', () => {
    expect(crossings.filter(({ file, target }) => !MAY_IMPORT[folderOf(file)]?.includes(folderOf(target)))).toEqual([]);
  });

  it('are imported only by their index, except in the proof, which may import any file', () => {
    const wrong = crossings.filter(
      ({ file, target }) => folderOf(file) !== 'suites/proof' && !/^[a-z]+\/index\.ts$/.test(target),
    );
    expect(wrong).toEqual([]);
  });

  it('have no clock and no random numbers in the simulator, except in core/world.ts', () => {
    const sources = files.filter(
      (file) => file.startsWith('simulator/') && !mayImportAll(file) && file !== 'simulator/core/world.ts',
    );
    const wrong = sources.filter((file) =>
      /\bDate\.now\(|\bMath\.random\(|new Date\(\)/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(wrong).toEqual([]);
  });
});

/** The files that are loaded with a file: its imports and their imports, without types and dynamic imports. */
function loadedWith(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const found = readFileSync(join(root, file), 'utf8').matchAll(
    /^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+\.ts)'/gm,
  );
  for (const [, path = ''] of found) loadedWith(relative(root, resolve(root, dirname(file), path)), seen);
  return seen;
}

it('the entry point answers at once: the specification, the checks and the simulator are loaded when a command needs them', () => {
  const loaded = [...loadedWith('assay.ts')];
  expect(loaded.length).toBeGreaterThan(8);
  expect(loaded.filter((file) => /index\.ts$|catalogue\.ts$/.test(file))).toEqual([]);
});

describe('imports', () => {
  it('never run in a circle', () => {
    expect(files.flatMap((file) => circleFrom(file)?.join(' -> ') ?? [])).toEqual([]);
  });

  it.each(Object.entries(ORDER))('run one way between the parts of %s/', (folder, order) => {
    const partOf = (file: string): string => {
      const [part = '', ...inside] = file.slice(folder.length + 1).split('/');
      return inside.length > 0 || order.includes(part) ? part : OWN_FILES;
    };
    const within = arrows.filter(
      ({ file, target }) => !isTest(file) && [file, target].every((one) => one.startsWith(`${folder}/`)),
    );
    const rank = (file: string): number => order.indexOf(partOf(file));
    expect(within.filter(({ file }) => rank(file) < 0)).toEqual([]);
    expect(within.filter(({ file, target }) => rank(file) < rank(target))).toEqual([]);
  });
});
