import type { SourceMutant } from './source-mutants.ts';

/** Mutants that may survive, and why. Lines move, so that code is named by what it says. */
export interface Allowed {
  readonly file: string;
  /** Top-level declarations of the file; everywhere in it unless told. */
  readonly within?: readonly string[];
  /** What the line on which the replaced code begins contains; any line unless told. */
  readonly code?: string;
  /** The replacement; any unless told. */
  readonly to?: string;
  readonly why: string;
}

/** Whether a row speaks of a mutant. */
export function speaksOf(row: Allowed, { file, within, text, replacement }: SourceMutant): boolean {
  return (
    row.file === file &&
    (row.within?.includes(within) ?? true) &&
    text.includes(row.code ?? '') &&
    (row.to ?? replacement) === replacement
  );
}

/** What no rule has to see: what the specification leaves open, what changes nothing, and what no request of a client reaches. */
export const allowedSurvivors: readonly Allowed[] = [];
