import type { Mutant } from '../mutant.ts';

/** No mutant has the id that was asked for. */
export class UnknownMutant extends Error {}

/** The mutant of an id. Throws `UnknownMutant`, which names ids that resemble it. */
export function findMutant(id: string, mutants: readonly Mutant[]): Mutant {
  const found = mutants.find((mutant) => mutant.id === id);
  if (found !== undefined) return found;
  const near = nearest(
    id,
    mutants.map((mutant) => mutant.id),
  );
  const advice = near.length > 0 ? `Did you mean ${near.join(', ')}?` : 'List all with `assay mutants --help`.';
  throw new UnknownMutant(
    `Cannot find mutant ${JSON.stringify(id.slice(0, 100))}: there is none with this id. ${advice}`,
  );
}

/** Up to five ids that share the most three-letter pieces with `id`. */
function nearest(id: string, ids: readonly string[]): string[] {
  const wanted = pieces(id);
  const scored = ids.map((other) => ({
    other,
    shared: [...pieces(other)].filter((piece) => wanted.has(piece)).length,
  }));
  const near = scored.filter(({ shared }) => shared > 0).sort((a, b) => b.shared - a.shared);
  return near.slice(0, 5).map(({ other }) => other);
}

function pieces(text: string): Set<string> {
  return new Set([...text].map((_, at) => text.slice(at, at + 3)).filter((piece) => piece.length === 3));
}
