import type { Report } from './report.ts';

/** What the accepted requests to one endpoint covered. */
export type EndpointCoverage = NonNullable<Report['run']['coverage']>[string];

const DEPTHS = ['quick', 'standard', 'thorough'];

/** Whether a run combined fewer circumstances than an earlier one: what passes in it may fail in others. */
export const isShallower = (now: { readonly depth?: string }, before: { readonly depth?: string }): boolean =>
  DEPTHS.indexOf(now.depth ?? '') < DEPTHS.indexOf(before.depth ?? '') && now.depth !== undefined;

/** The coverage by endpoint; empty for a run without circumstances. */
export const coveragesOf = ({ run }: Pick<Report, 'run'>): readonly (readonly [string, EndpointCoverage])[] =>
  Object.entries(run.coverage ?? {});

/**
 * The depth of a run and the pairs and triples of circumstances that its accepted requests covered, in one line, and in another what that leaves out;
 * empty without a depth.
 */
export function depthFacts(report: Pick<Report, 'run'>): string[] {
  const { depth } = report.run;
  if (depth === undefined) return [];
  const all = coveragesOf(report).map(([, one]) => one);
  if (all.length === 0) return [`depth ${depth}: no combination of circumstances was seen`];
  const sum = (count: 'pairs' | 'met' | 'triples' | 'triples_met') =>
    all.reduce((total, one) => total + (one[count] ?? 0), 0);
  const total = { pairs: sum('pairs'), met: sum('met'), triples: sum('triples'), triples_met: sum('triples_met') };
  const refusals = depth === 'quick' ? ['what is refused was tried in a few of them'] : [];
  return [`depth ${depth}: ${coveredWords(total)} of circumstances`, ...refusals];
}

/** `all 1,627 pairs and 3,104 of 27,867 triples`. */
export function coveredWords({ pairs, met, triples = 0, triples_met = 0 }: EndpointCoverage): string {
  const words = [part(met, pairs, 'pairs'), ...(triples === 0 ? [] : [part(triples_met, triples, 'triples')])];
  return words.join(' and ');
}

const part = (met: number, possible: number, what: string): string => {
  const all = possible.toLocaleString('en-US');
  return met === possible ? `all ${all} ${what}` : `${met.toLocaleString('en-US')} of ${all} ${what}`;
};
