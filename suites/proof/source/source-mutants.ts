import { readdir, readFile } from 'node:fs/promises';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** One change of the simulator's source. */
export interface SourceMutant {
  readonly id: string;
  /** For example `simulator/request/route.ts`. */
  readonly file: string;
  /** Line on which the replaced code begins, from 1. */
  readonly line: number;
  /** That line. */
  readonly text: string;
  /** The top-level function, class or constant that contains it; empty if there is none. */
  readonly within: string;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

/** The simulator's source with every mutant in it behind a switch, and the list of mutants. */
export async function instrumentSimulator(): Promise<{
  readonly files: ReadonlyMap<string, string>;
  readonly mutants: readonly SourceMutant[];
}> {
  const names = (await readdir('simulator', { recursive: true }))
    .map((name) => `simulator/${name.replaceAll('\\', '/')}`)
    // Code that only measures or shows answers does not affect them.
    .filter(
      (name) =>
        name.endsWith('.ts') &&
        !/\.test(-support)?\.ts$|^simulator\/(?:quality|dashboard|bench|attachments\/make-)/.test(name),
    )
    .toSorted();
  const sources = new Map(await Promise.all(names.map(async (name) => [name, await readFile(name, 'utf8')] as const)));
  const silent = new Proxy({} as ConstructorParameters<typeof Instrumenter>[0], { get: () => () => false });
  const { files, mutants } = await new Instrumenter(silent).instrument(
    [...sources].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, ignorers: [], excludedMutations: [] },
  );
  return {
    files: new Map(files.map(({ name, content }) => [name, content])),
    mutants: mutants.map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => {
      const lines = (sources.get(fileName) ?? '').split('\n');
      const replaced = lines.slice(start.line, end.line + 1);
      replaced.push((replaced.pop() ?? '').slice(0, end.column));
      replaced[0] = (replaced[0] ?? '').slice(start.column);
      return {
        id,
        file: fileName,
        line: start.line + 1,
        text: lines[start.line] ?? '',
        within: declarationAt(lines, start.line),
        mutator: mutatorName,
        original: replaced.join('\n'),
        replacement,
      };
    }),
  };
}

const DECLARATION = /^(?:export )?(?:default )?(?:async )?(?:function\*?|class|const|let) (\w+)/;

/** Name of the top-level declaration that contains a line. */
export function declarationAt(lines: readonly string[], at: number): string {
  return (
    lines
      .slice(0, at + 1)
      .map((line) => DECLARATION.exec(line)?.[1])
      .findLast((name) => name !== undefined) ?? ''
  );
}

/** This many different items, drawn by a seed: equal seeds give equal draws. */
export function drawBySeed<Item>(items: readonly Item[], count: number, seed: number): readonly Item[] {
  const random = xoroshiro128plus(seed);
  const left = [...items];
  return Array.from(
    { length: Math.min(count, items.length) },
    () => left.splice(uniformInt(random, 0, left.length - 1), 1)[0] as Item,
  );
}
