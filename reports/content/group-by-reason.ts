import type { Capability, RuleReport } from './report.ts';

/** Rules with the same verdict and reason, and the profile lines that they lack. */
export interface ReasonGroup {
  reason: string;
  rules: RuleReport[];
  unlock: string[];
}

/**
 * Groups rules by reason, the largest group first. The profile lines of a group come from the capabilities that its rules
 * need or, in reports without them, from those that the reason names.
 */
export function groupByReason(rules: readonly RuleReport[], capabilities: readonly Capability[] = []): ReasonGroup[] {
  const groups = new Map<string, RuleReport[]>();
  for (const rule of rules) {
    const reason = rule.reason ?? 'no reason given';
    groups.set(reason, [...(groups.get(reason) ?? []), rule]);
  }
  return [...groups]
    .map(([reason, own]) => ({ reason, rules: own, unlock: missingLines(reason, own, capabilities) }))
    .sort((a, b) => b.rules.length - a.rules.length);
}

export interface NoteGroup {
  note: string;
  rules: RuleReport[];
}

/** Counts and places in a note, which differ between rules, and between answers, although the cause is the same. */
const COUNTS = [/^\d+ (?=(?:of its )?cases )/, / after \d+ attempts?/, / \(first at line \d+: [^)]*\)/] as const;

/** Groups notes in order of appearance, each group under the words of its first rule. */
export function groupNotes(rules: readonly RuleReport[]): NoteGroup[] {
  const groups = new Map<string, NoteGroup>();
  for (const rule of rules)
    for (const note of rule.notes ?? []) {
      const name = COUNTS.reduce((text, count) => text.replace(count, ''), note);
      const group = groups.get(name) ?? { note, rules: [] };
      groups.set(name, { note: group.note, rules: [...new Set([...group.rules, rule])] });
    }
  return [...groups.values()];
}

function missingLines(reason: string, rules: readonly RuleReport[], capabilities: readonly Capability[]): string[] {
  const needed = new Set(rules.flatMap((rule) => rule.needs ?? []));
  const missing = capabilities.filter(({ need, available }) => {
    return !available && (needed.size > 0 ? needed.has(need) : reason.includes(need));
  });
  return missing.flatMap(({ unlock }) => unlock ?? []);
}
