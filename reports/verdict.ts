import type { Report, RuleReport, RunVerdict, Verdict } from './report.ts';

/** What a run knows beyond its rules and what can cost it the word "conforming". */
export interface RunFacts {
  /** Valid requests that the target accepted. */
  controlsAccepted: number;
  /** Why the run ended early, such as `SIGINT`. */
  interrupted?: string | undefined;
  /** Why the target could not be reached. */
  unreachable?: string | undefined;
}

/** Verdicts that say something about the target; `skip` and `inconclusive` do not. */
const JUDGED: ReadonlySet<Verdict> = new Set(['pass', 'fail', 'warn', 'known']);

/** Counts the verdicts: the `summary` of the report (contract, section 4). */
export function summarise(rules: readonly RuleReport[]): Report['summary'] {
  const summary = { rules: rules.length, pass: 0, fail: 0, warn: 0, skip: 0, inconclusive: 0, known: 0 };
  for (const { verdict } of rules) summary[verdict] += 1;
  return summary;
}

/**
 * The verdict of a whole run with one sentence that says why (contract, section 1).
 *
 * A broken rule outweighs everything. After it come the ways to be green by emptiness, none of which is conforming:
 * no answer, no accepted control, no judged rule, a rule without a verdict, a run that did not end.
 */
export function judgeRun(rules: readonly RuleReport[], facts: RunFacts): { verdict: RunVerdict; reason: string } {
  const { fail, inconclusive, skip, warn, known } = summarise(rules);
  const judged = rules.filter(({ verdict }) => JUDGED.has(verdict)).length;
  if (fail > 0) {
    return { verdict: 'nonconforming', reason: `${count(fail, 'rule')} of ${judged} judged ${be(fail)} broken.` };
  }
  const doubt = firstDoubt();
  if (doubt !== undefined) return { verdict: 'inconclusive', reason: doubt };
  const shades = [
    warn > 0 ? `${warn} with a warning` : '',
    known > 0 ? `${count(known, 'known failure')} excused` : '',
    skip > 0 ? `${skip} skipped` : '',
  ].filter((shade) => shade !== '');
  const tail = shades.length > 0 ? ` (${shades.join(', ')})` : '';
  return { verdict: 'conforming', reason: `None of the ${count(judged, 'judged rule')} is broken${tail}.` };

  function firstDoubt(): string | undefined {
    if (facts.unreachable !== undefined) return `The target could not be reached: ${facts.unreachable}`;
    if (facts.interrupted !== undefined) return `The run was interrupted: ${facts.interrupted}`;
    if (judged === 0) return 'No rule was judged.';
    if (facts.controlsAccepted === 0) return 'The target accepted no valid request, so its refusals prove nothing.';
    if (inconclusive > 0) return `${count(inconclusive, 'rule')} could not be judged.`;
    return undefined;
  }
}

function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

function be(n: number): string {
  return n === 1 ? 'is' : 'are';
}
